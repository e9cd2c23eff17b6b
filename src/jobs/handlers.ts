import type { Claim } from '../db/run-leases.js'
import { isRunKind } from '../domain/kinds.js'
import type { RunEnd } from '../domain/run-end.js'
import { runPipeline } from '../engine/run-pipeline.js'
import { AppError, isAppError } from '../errors.js'
import { type Doors, modesOf } from './doors.js'
import { holdLease, type Lease } from './lease.js'
import { gatherParts } from './parts.js'
import type { Doorbell } from './queue.js'
import { createRunDeps, type World } from './run-deps.js'
import { asKnown } from './unexpected.js'

export type HandlerDeps = World & {
  readonly doors: Doors
  readonly doorbell: Doorbell
  readonly worker_id: string
}

/** Longest pause after provider trouble; it doubles with every pause in a row without progress. */
const LONGEST_PAUSE_MS = 120_000

/**
 * Works on a run until it ends, pauses or is taken away. Never throws for anything the run itself does wrong: its fate
 * is written to its row. `stop` fires when the worker shuts down.
 */
export async function executeRun(deps: HandlerDeps, run_id: string, stop: AbortSignal): Promise<void> {
  const { store } = deps
  const claim = await store.leases.claim(run_id, deps.worker_id, modesOf(deps.doors), deps.times)
  if (!claim) return
  const { changes } = store.database
  const { leaseMs } = claim.times
  const lease = holdLease({ run_id, changes, leaseMs, renew: () => store.leases.renew(claim) }, stop)
  const log = (facts: object, message: string) => deps.log.info({ run_id, epoch: claim.run.epoch, ...facts }, message)
  log({ kind: claim.run.kind }, 'run claimed')
  try {
    const end = await work(deps, claim, lease)
    const written = end !== null && (await store.leases.end(claim, end))
    log({ status: end?.status, written }, 'run let go')
  } finally {
    await lease.release()
  }
}

/** Runs the pipeline and says how the run is to be let go; null when it is another worker's by now. */
async function work(deps: HandlerDeps, claim: Claim, lease: Lease): Promise<RunEnd | null> {
  const { run } = claim
  try {
    if (!isRunKind(run.kind)) throw new AppError('invalid_input', { problem: `This version cannot run "${run.kind}".` })
    if (run.cancel_requested) throw new AppError('cancelled')
    const llm = deps.doors[run.model.mode]
    if (!llm) throw new AppError('handed_back')
    const gathered = await gatherParts(deps, { claim, lease, llm })
    const runDeps = await createRunDeps(deps, { claim, lease, llm, gathered })
    try {
      return { status: 'completed', ...(await runPipeline(runDeps, run.kind, run.input)) }
    } finally {
      await runDeps.settled()
    }
  } catch (error) {
    return endAfter(deps, claim, lease.signal.aborted && isAppError(lease.signal.reason) ? lease.signal.reason : error)
  }
}

/** What an error means for the run. Trouble that passes pauses it; everything else is said plainly. */
function endAfter(deps: HandlerDeps, claim: Claim, error: unknown): RunEnd | null {
  const { code, message, facts } = asKnown(deps.log, { run_id: claim.run.run_id }, error)
  switch (code) {
    case 'lease_lost':
      return null
    case 'handed_back':
      return { status: 'queued' }
    case 'cancelled':
      return { status: 'cancelled', code, message }
    case 'provider_down':
    case 'storage_unavailable':
      return {
        status: 'paused',
        code,
        message,
        resume_in_seconds: pauseSeconds(deps.times.pauseMs, claim.run.pauses, facts.retry_after_ms),
      }
    case 'budget_exceeded':
      return {
        status: 'paused',
        code,
        message,
        resume_in_seconds: facts.until === 'next_month' ? secondsToNextMonth() : null,
      }
    default:
      return { status: 'failed', code, message }
  }
}

function pauseSeconds(firstMs: number, pauses: number, retryAfterMs: unknown): number {
  const backoff = Math.min(firstMs * 2 ** pauses, LONGEST_PAUSE_MS)
  return Math.max(backoff, typeof retryAfterMs === 'number' ? retryAfterMs : 0) / 1_000
}

function secondsToNextMonth(): number {
  const now = new Date()
  return (Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1) - now.getTime()) / 1_000
}
