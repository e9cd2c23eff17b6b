import { setTimeout as sleep } from 'node:timers/promises'
import { EVENTS_AT_ONCE } from '../../db/run/run-queries.js'
import { hasEnded } from '../../domain/run/run.js'
import type { RunEvent } from '../../domain/run/run-events.js'
import type { Run } from '../../domain/run/run-state.js'
import { isAppError } from '../../errors.js'
import type { Context } from '../context.js'
import { findRun } from './get-run.js'

/** Notifications can be lost, so rows are also polled at this interval. */
const POLL_MS = 2_000
/**
 * A large run changes hundreds of times a second, faster than anybody reads: the more events, the later the next read.
 */
const PAUSE_PER_EVENT_MS = 8
const MAX_PAUSE_MS = 40

/** Trouble longer ago than this is not reported. */
const TROUBLED_FOR_MS = 3_000

export type RunNews = {
  readonly run: Run
  readonly events: RunEvent[]
  /** Why the database currently keeps this process from working, as a sentence without a full stop; mostly `null`. */
  readonly trouble: string | null
}

/** Events of a run after `after` (a seq), oldest first. Errors: `not_found`. */
export async function runEvents(ctx: Context, input: { run_id: string; after?: number }): Promise<RunEvent[]> {
  return ctx.store.runQueries.events(await findRun(ctx, input.run_id), input.after ?? 0)
}

/**
 * Follows a run from the event after `after` (a seq) on: yields whenever the run changed, with the events since the
 * last yield, and ends with the run or with `signal`. The run does not depend on its followers. After the first read,
 * followers wait for an unreachable database. Errors: `not_found`, `storage_unavailable` where its data were deleted.
 */
export async function* followRun(
  ctx: Context,
  input: { run_id: string; signal?: AbortSignal; after?: number },
): AsyncGenerator<RunNews> {
  const change = createWakeUp(input.signal)
  const unsubscribe = ctx.store.database.changes.subscribe((id) => {
    if (id === input.run_id) change.notify()
  })
  try {
    let after = input.after ?? 0
    let seen = ''
    let last: Run | null = null
    const { database } = ctx.store
    while (!input.signal?.aborted) {
      database.requireData()
      const { run, events } = await look(ctx, input.run_id, after, last)
      last = run
      after = events.at(-1)?.seq ?? after
      const trouble = database.answeredForMs() < TROUBLED_FOR_MS ? database.recentTrouble() : null
      const state = `${run.status} ${run.epoch} ${run.reason?.code ?? ''} ${trouble ?? ''}`
      if (events.length > 0 || state !== seen) yield { run, events, trouble }
      seen = state
      if (events.length === EVENTS_AT_ONCE) continue
      if (hasEnded(run)) return
      await sleep(Math.min(events.length * PAUSE_PER_EVENT_MS, MAX_PAUSE_MS))
      await change.wait(POLL_MS)
    }
  } finally {
    unsubscribe()
  }
}

/**
 * Calls `onEnded` once for each run of the actor's workspace that ends from now on, until the returned function is
 * called. Notifications can be lost while a connection is renewed: callers that need certainty use `followRun`.
 */
export const watchEndedRuns = (ctx: Context, onEnded: (run: { readonly run_id: string }) => void): (() => void) =>
  ctx.store.runEnds.subscribe(ctx.actor, onEnded)

/**
 * Reads a run with its new events. While the database is unreachable, a run that was read before is returned as it was.
 */
async function look(ctx: Context, run_id: string, after: number, last: Run | null) {
  try {
    const run = await findRun(ctx, run_id)
    return { run, events: await ctx.store.runQueries.events(run, after) }
  } catch (error) {
    if (last === null || !isAppError(error, 'storage_unavailable')) throw error
    return { run: last, events: [] }
  }
}

/** Wakes one waiter when notified, also when the notification came before the wait. */
function createWakeUp(signal: AbortSignal | undefined) {
  let notified = false
  let wake = () => {}
  const notify = () => {
    notified = true
    wake()
  }
  signal?.addEventListener('abort', notify, { once: true })
  return {
    notify,
    async wait(milliseconds: number): Promise<void> {
      if (!notified) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, milliseconds)
          wake = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      }
      notified = false
    },
  }
}
