import type { z } from 'zod'
import { AppError } from '../errors.js'
import { issueSentence } from './issue-sentence.js'

/** Parses a verb's input. Throws `invalid_input` with one sentence that a user can act on. */
export function parseInput<S extends z.ZodType>(schema: S, input: unknown): z.infer<S> {
  const parsed = schema.safeParse(input, { reportInput: true })
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  if (!issue) throw new AppError('invalid_input', { problem: 'The input is not valid.' })
  const field = issue.path.join('.')
  const sentence = issueSentence(issue)
  const isOwn = sentence.endsWith('.')
  throw new AppError('invalid_input', { problem: isOwn || field === '' ? sentence : `${field}: ${sentence}.` })
}
