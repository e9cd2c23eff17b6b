import { z } from 'zod'
import { dataFile } from './data-file.js'

/** Slack's names of emoji, without the colons, and what each shows. */
export const EMOJI = dataFile(
  'emoji.json',
  z
    .strictObject({ source: z.string(), emoji: z.record(z.string(), z.string()) })
    .transform(({ emoji }) => new Map(Object.entries(emoji))),
)
