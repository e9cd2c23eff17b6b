import { hasEnded } from '../domain/run/run.js'
import type { RunDocument } from '../domain/run/run-document.js'
import { AppError } from '../errors.js'
import { followRun } from '../service/run/follow-run.js'
import { getRun } from '../service/run/get-run.js'
import type { SurfaceContext } from '../service/surface-context.js'
import type { ServerFacts } from './route.js'

/**
 * Waits for the end of a run and returns it, or returns the unfinished run after `waitMs`. The run continues in any
 * case. Errors: `execution_failed`, `cancelled`.
 */
export async function waitForEnd(
  ctx: SurfaceContext,
  run_id: string,
  { waitMs, closing }: ServerFacts,
): Promise<RunDocument> {
  const signal = AbortSignal.any([AbortSignal.timeout(waitMs), closing])
  for await (const { run } of followRun(ctx, { run_id, signal })) if (hasEnded(run)) break
  return refuseFailed(await getRun(ctx, { run_id }))
}

/** Returns a run that did not fail. Errors: as `waitForEnd`. */
export function refuseFailed(run: RunDocument): RunDocument {
  if (run.status === 'cancelled') throw new AppError('cancelled')
  if (run.status === 'failed')
    throw new AppError('execution_failed', { problem: run.error?.message ?? 'The run failed.' })
  return run
}
