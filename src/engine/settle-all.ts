import { type AppError, type ErrorCode, isAppError } from '../errors.js'
import type { Settled } from './deps.js'

/** Errors that asking again does not fix: they end one step, not the run. */
const FINAL_FOR_A_STEP = [
  'model_refused',
  'answer_truncated',
  'answer_invalid',
  'request_refused',
  'agent_failed',
] as const satisfies ErrorCode[]

export const isFinalForStep = (error: unknown): error is AppError => isAppError(error, ...FINAL_FOR_A_STEP)

/** Waits for all items and returns the outcome of each. Throws the first error that is not final for one step. */
export async function settleAll<I, O>(items: readonly I[], started: readonly Promise<O>[]): Promise<Settled<I, O>[]> {
  const outcomes = await Promise.allSettled(started)
  const fatal = outcomes.find((outcome) => outcome.status === 'rejected' && !isFinalForStep(outcome.reason))
  if (fatal?.status === 'rejected') throw fatal.reason
  return outcomes.map((outcome, index): Settled<I, O> => {
    const item = items[index] as I
    if (outcome.status === 'fulfilled') return { item, value: outcome.value }
    return { item, error: outcome.reason as AppError }
  })
}
