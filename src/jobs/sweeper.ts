import type { Store } from '../db/store.js'
import type { Log } from '../log.js'
import type { Times } from './hold-lease.js'
import { type LlmProviders, modesOf } from './llm-providers.js'
import type { RunQueue } from './queue.js'

const MAX_PER_SWEEP = 200

type SweeperDeps = {
  readonly store: Store
  readonly llmProviders: LlmProviders
  readonly runQueue: RunQueue
  readonly log: Log
  readonly times: Times
}

/**
 * Enqueues every run that is queued, due or abandoned and that these providers can answer, so that a flushed queue, a lost
 * job or a dead worker only costs seconds. Every worker sweeps; a run enqueued twice is one job.
 */
export function startSweeper({ store, llmProviders, runQueue, log, times }: SweeperDeps): {
  /** Looks at once, beside its usual times. */
  look(): void
  /** Since it has last read which runs are due, or begun to try. */
  silentMs(): number
  stop(): Promise<void>
} {
  let sweeping: Promise<void> | null = null
  let sweptAt = performance.now()
  const sweep = async (): Promise<void> => {
    try {
      for (const run of await store.leases.due(MAX_PER_SWEEP, modesOf(llmProviders), times)) await runQueue.enqueue(run)
      sweptAt = performance.now()
    } catch (error) {
      log.warn({ error: String(error) }, 'due runs not read')
    }
  }
  const sweepOnce = () => {
    sweeping ??= sweep().finally(() => {
      sweeping = null
    })
  }
  const timer = setInterval(sweepOnce, times.sweepMs)
  sweepOnce()
  return {
    look: sweepOnce,
    silentMs: () => performance.now() - sweptAt,
    stop: async () => {
      clearInterval(timer)
      await sweeping
    },
  }
}
