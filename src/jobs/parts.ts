import { setTimeout as sleep } from 'node:timers/promises'
import type { Changes } from '../db/changes.js'
import type { PartClaim, PartEnd, PartState } from '../db/run-parts.js'
import { isRunKind } from '../domain/kinds.js'
import type { PartRange } from '../domain/run-part.js'
import { restoreError } from '../engine/replay.js'
import { beginParts, partsOf, runPart } from '../engine/run-pipeline.js'
import { AppError, isAppError } from '../errors.js'
import type { PartJob } from './definitions.js'
import { type Doors, modesOf } from './doors.js'
import { holdLease, type Lease } from './lease.js'
import type { Doorbell, PartRing } from './queue.js'
import { createRunDeps, type Holding, type World } from './run-deps.js'
import { asKnown } from './unexpected.js'

type PartDeps = World & { readonly doors: Doors; readonly doorbell: Doorbell; readonly worker_id: string }

/** Parts tell of every conversation; and a notification can be lost. */
const LOOK_AT_MOST_EVERY_MS = 200
const LOOK_AT_LEAST_EVERY_MS = 1_000
/** A flow can be lost with the queue: the pause before it is rung for again doubles with every time. */
const LONGEST_RING_AGAIN_MS = 60_000

/**
 * Has the parts of a large run done by whichever workers there are, and resolves once all are done: true if there were
 * any. The rows are the truth and the flow only rings, so a flushed queue costs seconds. Rejects with what stopped a part.
 */
export async function gatherParts(deps: PartDeps, holding: Holding): Promise<boolean> {
  const { claim, lease } = holding
  const { run } = claim
  const ranges = isRunKind(run.kind) ? partsOf(run.kind, run.input) : []
  if (ranges.length === 0 || !isRunKind(run.kind)) return false
  const { parts, database } = deps.store
  const shared = await createRunDeps(deps, holding)
  await beginParts(shared, run.kind, run.input)
  await shared.settled()
  await parts.prepare(claim, ranges)
  const changed = watch(database.changes, run.run_id)
  try {
    const due = ringing(deps.times.ringAgainMs)
    for (;;) {
      lease.mayStart()
      const next = changed.next()
      const states = await parts.list(claim)
      throwTrouble(states)
      if (states.every(({ status }) => status === 'done')) return true
      await deps.doorbell.ringParts(run.run_id, due(states))
      await sleep(LOOK_AT_MOST_EVERY_MS)
      await Promise.race([next, sleep(LOOK_AT_LEAST_EVERY_MS, undefined, { ref: false })])
    }
  } finally {
    changed.close()
  }
}

/** Which parts to ring for now: those nobody holds and nobody was told of a short while ago. */
function ringing(firstMs: number): (states: readonly PartState[]) => PartRing[] {
  const rung = new Map<string, { times: number; again: number }>()
  return (states) =>
    states.flatMap(({ part, epoch, idle }) => {
      const key = `${part}/${epoch}`
      const { times, again } = rung.get(key) ?? { times: 0, again: 0 }
      const now = performance.now()
      if (!idle || now < again) return []
      const wait = Math.min(firstMs * 2 ** times, LONGEST_RING_AGAIN_MS)
      rung.set(key, { times: times + 1, again: now + wait })
      return [{ part, epoch, times }]
    })
}

/** `next()` resolves with the first change of this run after it was called. */
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

/** What stopped one part stops the run; the others notice, and end what they have in flight. */
function throwTrouble(states: readonly PartState[]): void {
  const troubled = states.find(({ trouble }) => trouble !== null)
  if (troubled?.trouble) throw restoreError(troubled.trouble)
}

/** Works on one part of a run until it ends or is taken away. Never throws for anything the part itself does wrong. */
export async function executePart(deps: PartDeps, { run_id, part }: PartJob, stop: AbortSignal): Promise<void> {
  const { parts, database } = deps.store
  const { leaseMs } = deps.times
  const claimed = await parts.claim(run_id, part, deps.worker_id, modesOf(deps.doors), leaseMs)
  if (!claimed) return
  const { claim, range } = claimed
  const lease = holdLease(
    { run_id, changes: database.changes, leaseMs, renew: () => parts.renew(claim, leaseMs) },
    stop,
  )
  try {
    const end = await work(deps, claim, lease, range)
    const written = await parts.end(claim, end)
    deps.log.info({ run_id, part, epoch: claim.part.epoch, status: end.status, written }, 'part let go')
  } finally {
    await lease.release()
  }
}

async function work(deps: PartDeps, claim: PartClaim, lease: Lease, range: PartRange): Promise<PartEnd> {
  const { run } = claim
  try {
    const llm = deps.doors[run.model.mode]
    if (!llm || !isRunKind(run.kind)) throw new AppError('handed_back')
    const runDeps = await createRunDeps(deps, { claim, lease, llm })
    try {
      await runPart(runDeps, run.kind, run.input, range)
      return { status: 'done' }
    } finally {
      await runDeps.settled()
    }
  } catch (error) {
    return endAfter(deps, claim, lease.signal.aborted && isAppError(lease.signal.reason) ? lease.signal.reason : error)
  }
}

/** Trouble of one part is the whole run's: whoever watches the run decides what it means. */
function endAfter(deps: PartDeps, { run, part }: PartClaim, error: unknown): PartEnd {
  if (isAppError(error, 'lease_lost', 'handed_back', 'cancelled')) return { status: 'waiting' }
  const { code, message, facts } = asKnown(deps.log, { run_id: run.run_id, part: part.number }, error)
  return { status: 'stopped', trouble: { code, message, facts } }
}
