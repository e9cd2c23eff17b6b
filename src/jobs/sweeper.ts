import type { Store } from '../db/store.js'
import type { Log } from '../log.js'
import type { RunQueue } from './queue.js'
import { type LlmProviders, modesOf } from './worker-resources.js'
import type { Times } from './worker-times.js'

const MAX_PER_SWEEP = 200
/** Leases that are renewed late would expire one after the other, and a sweep for each would be too many. */
const MIN_GAP_MS = 250
/** Sweeps this long after a lease's end, so that a renewal in its last moment is seen. */
const AFTER_END_MS = 20

type SweeperDeps = {
  readonly store: Store
  readonly llmProviders: LlmProviders
  readonly runQueue: RunQueue
  readonly worker_id: string
  readonly log: Log
  readonly times: Times
}

/**
 * Enqueues every run that is queued, due or abandoned and that these providers can answer, so that a flushed queue, a
 * lost job or a dead worker only costs seconds. Every worker sweeps; a run enqueued twice is one job. It also sweeps
 * when the next lease of another worker expires or a pause ends: a run of a dead worker waits only for its lease.
 */
export function startSweeper({ store, llmProviders, runQueue, worker_id, log, times }: SweeperDeps): {
  /** Sweeps at once, in addition to the regular sweeps. */
  sweepNow(): void
  /** Milliseconds since it last read which runs are due, or since it started. */
  silentMs(): number
  stop(): Promise<void>
} {
  let sweeping: Promise<void> | null = null
  let stopped = false
  let sweptAt = performance.now()
  let timer: NodeJS.Timeout | undefined
  let usualAt = performance.now()

  /** Returns the milliseconds until the next sweep. */
  const sweep = async (): Promise<number> => {
    const isUsual = performance.now() >= usualAt
    if (isUsual) usualAt = performance.now() + times.sweepMs
    try {
      const asked = { worker_id, modes: modesOf(llmProviders), times }
      const { runs, next_in_ms } = await store.leases.due(MAX_PER_SWEEP, asked)
      sweptAt = performance.now()
      // Early sweeps skip new runs: those are in the queue already, unless it lost them.
      for (const run of runs.filter(({ is_new }) => isUsual || !is_new)) {
        // A queue that hangs costs a second a run: the others wait for the next sweep.
        if (stopped || !(await runQueue.enqueue(run))) break
      }
      if (next_in_ms !== null) return Math.min(next_in_ms + AFTER_END_MS, usualAt - performance.now())
    } catch (error) {
      log.warn({ error: String(error) }, 'due runs not read')
    }
    return usualAt - performance.now()
  }
  const sweepOnce = () => {
    clearTimeout(timer)
    sweeping ??= sweep().then((waitMs) => {
      sweeping = null
      if (!stopped) timer = setTimeout(sweepOnce, Math.max(MIN_GAP_MS, waitMs))
    })
  }
  sweepOnce()
  return {
    sweepNow: () => {
      usualAt = performance.now()
      sweepOnce()
    },
    silentMs: () => performance.now() - sweptAt,
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      await sweeping
    },
  }
}
