import { randomUUID } from 'node:crypto'
import { AppError, isAppError } from '../errors.js'
import type { Log } from '../log.js'

/** Any error as an `AppError`. The detail of an unexpected one is logged under an id; the user sees only the id. */
export function toAppError(log: Log, facts: object, error: unknown): AppError {
  if (isAppError(error)) return error
  const id = randomUUID().slice(0, 8)
  const detail = error instanceof Error ? error.stack : String(error)
  log.error({ ...facts, error_id: id, error: detail }, 'unexpected error')
  return new AppError('internal', { id })
}
