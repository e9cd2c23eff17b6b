import { setTimeout as sleep } from 'node:timers/promises'
import type { Changes } from '../db/connection/notifications.js'
import type { Isolation } from '../db/run/run-leases.js'
import type { PartEnd, PartLease, PartState } from '../db/run/run-parts.js'
import { isRunKind } from '../domain/run/kinds.js'
import type { PartRange } from '../domain/run/run-state.js'
import { restoreError } from '../engine/replay.js'
import { beginParts, partsOf, runPart } from '../engine/run-pipeline.js'
import { AppError, isAppError } from '../errors.js'
import { secondsSince } from '../telemetry/telemetry.js'
import type { PartJob } from './definitions.js'
import { type HeldLease, holdLease } from './hold-lease.js'
import type { PartJobRequest } from './queue.js'
import { type ClaimedRun, createRunDeps } from './run-deps.js'
import { toAppError } from './to-app-error.js'
import { type HandlerDeps, modesOf } from './worker-resources.js'

/**
 * Parts notify of every conversation, so polls are spaced; a notification can be lost, so there is a longest interval.
 */
const MIN_POLL_MS = 200
const MAX_POLL_MS = 1_000
/** A flow can be lost with the queue: the wait before a part is enqueued again doubles each time, up to this. */
const MAX_ENQUEUE_AGAIN_MS = 60_000

/**
 * Has the parts of a large run done by any workers and resolves once all are done: true if there were any. The rows are
 * the truth and the flow only announces them, so a flushed queue costs seconds. Rejects with the error that stopped a
 * part.
 */
export async function gatherParts(deps: HandlerDeps, claimedRun: ClaimedRun): Promise<boolean> {
  const { lease, held } = claimedRun
  const { run } = lease
  const ranges = isRunKind(run.kind) ? partsOf(run.kind, run.input, run.model.mode) : []
  if (ranges.length === 0 || !isRunKind(run.kind)) return false
  const { parts, database } = deps.store
  const shared = await createRunDeps(deps, claimedRun)
  await beginParts(shared, run.kind, run.input)
  await shared.settled()
  await parts.prepare(lease, ranges)
  const changed = watch(database.changes, run.run_id)
  try {
    const due = partsToEnqueue(deps.times.enqueueAgainMs)
    for (;;) {
      held.mayStart()
      const next = changed.next()
      const states = await parts.list(lease)
      throwTrouble(states)
      if (states.every(({ status }) => status === 'done')) return true
      await deps.runQueue.enqueueParts(run.run_id, due(states))
      await sleep(MIN_POLL_MS)
      await Promise.race([next, sleep(MAX_POLL_MS, undefined, { ref: false })])
    }
  } finally {
    changed.close()
  }
}

/** Selects the parts to enqueue now: those without a lease that were not enqueued a short while ago. */
function partsToEnqueue(firstMs: number): (states: readonly PartState[]) => PartJobRequest[] {
  const enqueued = new Map<string, { times: number; again: number }>()
  return (states) =>
    states.flatMap(({ part, epoch, idle }) => {
      const key = `${part}/${epoch}`
      const { times, again } = enqueued.get(key) ?? { times: 0, again: 0 }
      const now = performance.now()
      if (!idle || now < again) return []
      const wait = Math.min(firstMs * 2 ** times, MAX_ENQUEUE_AGAIN_MS)
      enqueued.set(key, { times: times + 1, again: now + wait })
      return [{ part, epoch, times }]
    })
}

/** `next()` resolves with the first change of this run after the call. */
function watch(changes: Changes, run_id: string): { next(): Promise<void>; close(): void } {
  let wake = () => {}
  const close = changes.subscribe((changed) => changed === run_id && wake())
  return {
    next: () =>
      new Promise((resolve) => {
        wake = resolve
      }),
    close,
  }
}

/** An error of one part stops the run; workers on other parts see that and stop what they have in flight. */
function throwTrouble(states: readonly PartState[]): void {
  const troubled = states.find(({ trouble }) => trouble !== null)
  if (troubled?.trouble) throw restoreError(troubled.trouble)
}

/**
 * Works on one part of a run until it ends or is taken away. Never throws for anything the part itself does wrong.
 * Returns `suspect` where only a worker without other runs may claim it.
 */
export async function executePart(
  deps: HandlerDeps,
  { run_id, part, traceparent }: PartJob,
  isolation: Isolation,
  stop: AbortSignal,
): Promise<'done' | 'suspect'> {
  const { parts, database } = deps.store
  const { worker_id, times } = deps
  const claimed = await parts.claim(run_id, part, { worker_id, isolation, modes: modesOf(deps.llmProviders), times })
  if (claimed === null) return 'done'
  if (claimed === 'suspect') return claimed
  const { lease, range } = claimed
  const { metrics, tracing } = deps.telemetry
  const { kind } = lease.run
  const { leaseMs } = lease.times
  const { changes } = database
  const held = holdLease({ of: 'part', run_id, changes, metrics, leaseMs, renew: () => parts.renew(lease) }, stop)
  const started = performance.now()
  const facts = { 'pressure_test.run_id': run_id, 'pressure_test.kind': kind, 'pressure_test.part': part }
  try {
    await tracing.within('part', { kind: 'consumer', parent: traceparent, facts }, async (span) => {
      const end = await work(deps, lease, held, range)
      const written = await parts.end(lease, end)
      if (!written) held.noteLost()
      deps.log.info({ run_id, part, epoch: lease.part.epoch, status: end.status, written }, 'part released')
      span.note({ 'pressure_test.status': end.status })
      metrics.observe('pressure_test_part_duration_seconds', { kind, outcome: end.status }, secondsSince(started))
    })
  } finally {
    await held.release()
  }
  return 'done'
}

async function work(deps: HandlerDeps, lease: PartLease, held: HeldLease, range: PartRange): Promise<PartEnd> {
  const { run } = lease
  try {
    const llm = deps.llmProviders[run.model.mode]
    if (!llm || !isRunKind(run.kind)) throw new AppError('handed_back')
    const runDeps = await createRunDeps(deps, { lease, held, llm })
    try {
      await runPart(runDeps, run.kind, run.input, range)
      return { status: 'done' }
    } finally {
      await runDeps.settled()
    }
  } catch (error) {
    return endAfter(deps, lease, held.signal.aborted && isAppError(held.signal.reason) ? held.signal.reason : error)
  }
}

/** The error of a part is passed to the worker that holds the run, which decides what happens to the run. */
function endAfter(deps: HandlerDeps, { run, part }: PartLease, error: unknown): PartEnd {
  if (isAppError(error, 'lease_lost', 'handed_back', 'cancelled')) return { status: 'waiting' }
  const { code, message, facts } = toAppError(deps.log, { run_id: run.run_id, part: part.number }, error)
  return { status: 'stopped', trouble: { code, message, facts } }
}
