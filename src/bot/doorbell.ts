import type { Context } from '../service/context.js'

type RunQueue = Context['runQueue']

/** A ring that takes longer means that the queue is away: for a while nobody rings, and the sweeper does it instead. */
const SLOW_MS = 500
const QUIET_MS = 3_000
const MOST_AT_ONCE = 64

/** A doorbell nobody waits at: Slack's three seconds are not spent on the queue, for the run's row is enough. */
export function unawaited(runQueue: RunQueue, now: () => number = Date.now): RunQueue {
  let quietUntil = 0
  let ringing = 0
  return {
    ...runQueue,
    async enqueue(run) {
      if (now() < quietUntil || ringing >= MOST_AT_ONCE) return
      ringing++
      const began = now()
      void runQueue.enqueue(run).finally(() => {
        ringing--
        if (now() - began > SLOW_MS) quietUntil = now() + QUIET_MS
      })
    },
  }
}
