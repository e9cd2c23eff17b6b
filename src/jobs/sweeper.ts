import type { Store } from '../db/store.js'
import type { Log } from '../log.js'
import { type Doors, modesOf } from './doors.js'
import type { Times } from './lease.js'
import type { Doorbell } from './queue.js'

const MOST_PER_SWEEP = 200

type SweeperDeps = {
  readonly store: Store
  readonly doors: Doors
  readonly doorbell: Doorbell
  readonly log: Log
  readonly times: Times
}

/**
 * Rings for every run that is queued, due or abandoned and that these doors allow, so that a flushed queue, a lost ring or
 * a dead worker only costs seconds. Every worker sweeps; ringing twice is one job.
 */
export function startSweeper({ store, doors, doorbell, log, times }: SweeperDeps): { stop(): Promise<void> } {
  let sweeping: Promise<void> | null = null
  const sweep = async (): Promise<void> => {
    try {
      for (const run of await store.leases.due(MOST_PER_SWEEP, modesOf(doors))) await doorbell.ring(run)
    } catch (error) {
      log.warn({ error: String(error) }, 'the sweeper could not look for due runs')
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
    stop: async () => {
      clearInterval(timer)
      await sweeping
    },
  }
}
