import { z } from 'zod'

/** The seed of a run's draws: a whole number from 0 to `most`. */
export function seedUpTo(most: number): z.ZodInt {
  const sentence = `A seed is a whole number from 0 to ${most}.`
  return z.int(sentence).min(0, sentence).max(most, sentence)
}
