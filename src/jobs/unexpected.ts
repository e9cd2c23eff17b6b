import { randomUUID } from 'node:crypto'
import { AppError, isAppError } from '../errors.js'
import type { Log } from '../log.js'

/** An error as ours: the detail of one that nobody foresaw goes to the log, under the id that is all a user gets to see. */
export function asKnown(log: Log, facts: object, error: unknown): AppError {
  if (isAppError(error)) return error
  const id = randomUUID().slice(0, 8)
  const detail = error instanceof Error ? error.stack : String(error)
  log.error({ ...facts, error_id: id, error: detail }, 'unexpected error')
  return new AppError('internal', { id })
}
