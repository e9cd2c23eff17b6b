import type { RunLease } from '../db/run-leases.js'
import { isRunKind } from '../domain/kinds.js'
import type { RunEnd } from '../domain/run-end.js'
import { runPipeline } from '../engine/run-pipeline.js'
import { AppError, isAppError } from '../errors.js'
import { type HeldLease, holdLease } from './hold-lease.js'
import { type LlmProviders, modesOf } from './llm-providers.js'
import { gatherParts } from './parts.js'
import type { RunQueue } from './queue.js'
import { createRunDeps, type WorkerResources } from './run-deps.js'
import { toAppError } from './unexpected.js'

export type HandlerDeps = WorkerResources & {
  readonly llmProviders: LlmProviders
  readonly runQueue: RunQueue
  readonly worker_id: string
}

/** Longest pause after provider trouble; it doubles with every pause in a row without progress. */
const MAX_PAUSE_MS = 120_000

/**
 * Works on a run until it ends, pauses or is taken away. Never throws for anything the run itself does wrong: its fate
 * is written to its row. `stop` fires when the worker shuts down.
 */
export async function executeRun(deps: HandlerDeps, run_id: string, stop: AbortSignal): Promise<void> {
  const { store } = deps
  const lease = await store.leases.claim(run_id, deps.worker_id, modesOf(deps.llmProviders), deps.times)
  if (!lease) return
  const { changes } = store.database
  const { leaseMs } = lease.times
  const held = holdLease({ run_id, changes, leaseMs, renew: () => store.leases.renew(lease) }, stop)
  const log = (facts: object, message: string) => deps.log.info({ run_id, epoch: lease.run.epoch, ...facts }, message)
  log({ kind: lease.run.kind }, 'run claimed')
  try {
    const end = await work(deps, lease, held)
    const written = end !== null && (await store.leases.end(lease, end))
    log({ status: end?.status, written }, 'run released')
  } finally {
    await held.release()
  }
}

/** Runs the pipeline and says how the run is to be released; null when it is another worker's by now. */
async function work(deps: HandlerDeps, lease: RunLease, held: HeldLease): Promise<RunEnd | null> {
  const { run } = lease
  try {
    if (!isRunKind(run.kind)) throw new AppError('invalid_input', { problem: `This version cannot run "${run.kind}".` })
    if (run.cancel_requested) throw new AppError('cancelled')
    const llm = deps.llmProviders[run.model.mode]
    if (!llm) throw new AppError('handed_back')
    const gathered = await gatherParts(deps, { lease, held, llm })
    const runDeps = await createRunDeps(deps, { lease, held, llm, gathered })
    try {
      return { status: 'completed', ...(await runPipeline(runDeps, run.kind, run.input)) }
    } finally {
      await runDeps.settled()
    }
  } catch (error) {
    return endAfter(deps, lease, held.signal.aborted && isAppError(held.signal.reason) ? held.signal.reason : error)
  }
}

/** What an error means for the run. Trouble that passes pauses it; every other error ends it. */
function endAfter(deps: HandlerDeps, lease: RunLease, error: unknown): RunEnd | null {
  const { code, message, facts } = toAppError(deps.log, { run_id: lease.run.run_id }, error)
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
        resume_in_seconds: pauseSeconds(deps.times.pauseMs, lease.run.pauses, facts.retry_after_ms),
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
  const backoff = Math.min(firstMs * 2 ** pauses, MAX_PAUSE_MS)
  return Math.max(backoff, typeof retryAfterMs === 'number' ? retryAfterMs : 0) / 1_000
}

function secondsToNextMonth(): number {
  const now = new Date()
  return (Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1) - now.getTime()) / 1_000
}
