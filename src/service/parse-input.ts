import type { z } from 'zod'
import { AppError } from '../errors.js'

/** Parses a verb's input. Throws `invalid_input` with one sentence that a user can act on. */
export function parseInput<S extends z.ZodType>(schema: S, input: unknown): z.infer<S> {
  const parsed = schema.safeParse(input)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const field = issue?.path.join('.')
  const own = issue?.message.endsWith('.')
  throw new AppError('invalid_input', {
    problem: own || !field ? (issue?.message ?? 'The input is not valid.') : `${field}: ${issue?.message}.`,
  })
}
