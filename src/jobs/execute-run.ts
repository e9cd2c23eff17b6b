import type { Isolation, RunLease } from '../db/run/run-leases.js'
import type { RunEnd } from '../domain/run/run-end.js'
import { runPipeline } from '../engine/run-pipeline.js'
import { AppError, isAppError } from '../errors.js'
import type { Span } from '../telemetry/telemetry.js'
import { countSimulation } from './count-simulation.js'
import type { RunJob } from './definitions.js'
import { type HeldLease, holdLease } from './hold-lease.js'
import { gatherParts } from './parts.js'
import { createRunDeps } from './run-deps.js'
import { toAppError } from './to-app-error.js'
import { type HandlerDeps, modesOf } from './worker-resources.js'

/** Longest pause after provider trouble. A pause doubles with each pause in a row without progress. */
const MAX_PAUSE_MS = 120_000
/**
 * Pauses of a run whose input this version cannot read: about four minutes for a worker of another version to claim it.
 */
const MAX_PAUSES_UNREAD = 7

/**
 * Works on a run until it ends, pauses or is taken away. Never throws for anything the run itself does wrong: its
 * outcome is written to its row. `stop` fires when the run is to be handed back. Returns `suspect` where only a worker
 * without other runs may claim it.
 */
export async function executeRun(
  deps: HandlerDeps,
  { run_id, traceparent }: Pick<RunJob, 'run_id' | 'traceparent'>,
  isolation: Isolation,
  stop: AbortSignal,
): Promise<'done' | 'suspect'> {
  const { store, telemetry, worker_id, times } = deps
  const lease = await store.leases.claim(run_id, { worker_id, isolation, modes: modesOf(deps.llmProviders), times })
  if (lease === null) return 'done'
  if (lease === 'suspect') return lease
  const { kind, epoch } = lease.run
  const facts = { 'pressure_test.run_id': run_id, 'pressure_test.kind': kind, 'pressure_test.epoch': epoch }
  await telemetry.tracing.within(`run ${kind}`, { kind: 'consumer', parent: traceparent, facts }, (span) =>
    executeClaimed(deps, lease, span, stop),
  )
  return 'done'
}

async function executeClaimed(deps: HandlerDeps, lease: RunLease, span: Span, stop: AbortSignal): Promise<void> {
  const { store } = deps
  const { metrics } = deps.telemetry
  const { run_id, kind, epoch, created_at, started_at } = lease.run
  const { changes } = store.database
  const { leaseMs } = lease.times
  const renew = () => store.leases.renew(lease)
  const held = holdLease({ of: 'run', run_id, changes, metrics, leaseMs, renew }, stop)
  const log = (facts: object, message: string) => deps.log.info({ run_id, epoch, ...facts }, message)
  log({ kind, isolation: lease.isolation }, 'run claimed')
  // Both times are the database's. Later claims are not counted: they include pauses and crashes, not only the queue.
  if (epoch === 1 && started_at)
    metrics.observe('pressure_test_run_pickup_seconds', { kind }, (started_at.getTime() - created_at.getTime()) / 1_000)
  try {
    const end = await work(deps, lease, held)
    const written = end && (await store.leases.end(lease, end))
    if (!written) held.noteLost()
    const status = written ?? 'lost'
    log({ status: written ?? end?.status, written: written !== null }, 'run released')
    span.note({ 'pressure_test.status': status })
    if (end && 'code' in end) span.fail(end.code)
    metrics.count('pressure_test_runs_released_total', { kind, status })
    if (written === 'completed' && end?.status === 'completed' && end.kind === 'simulation')
      countSimulation(metrics, lease.run.model.mode, end.result)
  } finally {
    await held.release()
  }
}

/** Runs the pipeline and returns how the run is to be released; null when another worker holds its lease. */
async function work(deps: HandlerDeps, lease: RunLease, held: HeldLease): Promise<RunEnd | null> {
  const { run } = lease
  try {
    if (run.cancel_requested) throw new AppError('cancelled')
    const llm = deps.llmProviders[run.model.mode]
    if (!llm) throw new AppError('handed_back')
    const gathered = await gatherParts(deps, { lease, held, llm })
    const runDeps = await createRunDeps(deps, { lease, held, llm, gathered })
    try {
      const { input } = await deps.store.runs.withPictures(run)
      return { status: 'completed', ...(await runPipeline(runDeps, run.kind, input)) }
    } finally {
      await runDeps.settled()
    }
  } catch (error) {
    return endAfter(deps, lease, held.signal.aborted && isAppError(held.signal.reason) ? held.signal.reason : error)
  }
}

/** Maps an error to the end of the run. Passing trouble pauses the run; every other error ends it. */
function endAfter(deps: HandlerDeps, lease: RunLease, error: unknown): RunEnd | null {
  const { run_id, pauses } = lease.run
  const { code, message, facts, cause } = toAppError(deps.log, { run_id }, error)
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
        resume_in_seconds: pauseSeconds(deps.times.pauseMs, pauses, facts.retry_after_ms),
      }
    case 'budget_exceeded': {
      // A run over its own budget stays paused until a person resumes it.
      if (facts.until === undefined) return { status: 'paused', code, message, resume_in_seconds: null }
      const resume_in_seconds = pauseSeconds(deps.times.pauseMs, pauses, undefined)
      const not_before = typeof facts.not_before === 'string' ? facts.not_before : undefined
      return { status: 'paused', code, message, resume_in_seconds, not_before }
    }
    case 'paused':
    case 'session_failed':
      return { status: 'paused', code, message, resume_in_seconds: null }
    case 'not_implemented':
      deps.log.warn({ run_id, error: String(cause) }, 'request of a run not read: another version stored it')
      if (pauses >= MAX_PAUSES_UNREAD) return { status: 'failed', code, message }
      return { status: 'paused', code, message, resume_in_seconds: pauseSeconds(deps.times.pauseMs, pauses, undefined) }
    default:
      return { status: 'failed', code, message }
  }
}

function pauseSeconds(firstMs: number, pauses: number, retryAfterMs: unknown): number {
  const backoff = Math.min(firstMs * 2 ** pauses, MAX_PAUSE_MS)
  return Math.max(backoff, typeof retryAfterMs === 'number' ? retryAfterMs : 0) / 1_000
}
