import { z } from 'zod'

/** Longest stimulus accepted, in characters. */
export const MAX_STIMULUS = 20_000

export const Stimulus = z
  .string()
  .trim()
  .min(1, 'The proposition is empty; give a text of at least one word.')
  .max(MAX_STIMULUS, `The proposition is longer than ${MAX_STIMULUS.toLocaleString('en-US')} characters; shorten it.`)
