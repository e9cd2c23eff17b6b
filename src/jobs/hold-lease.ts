import type { Changes } from '../db/connection/notifications.js'
import { AppError, isAppError } from '../errors.js'
import type { Metrics } from '../telemetry/telemetry.js'

/** Delay before a notification of the run causes a renewal. The run's own progress notifies too, so they are merged. */
const RENEW_DELAY_MS = 250
/** How long calls in flight may still finish when the worker stops: answers that are paid for should be stored. */
const HAND_BACK_GRACE_MS = 20_000

export type HeldLease = {
  /** Fires when everything in flight must end at once, with the reason. */
  readonly signal: AbortSignal
  /** Throws when no new work may be started. */
  mayStart(): void
  /**
   * Counts the lease as lost, at most once: a write can be refused for a lost lease before the next renewal notices it.
   */
  noteLost(): void
  release(): Promise<void>
}

/** A lease on a run or a part of one. */
type Renewable = {
  readonly of: 'run' | 'part'
  readonly run_id: string
  readonly changes: Changes
  readonly metrics: Metrics
  readonly leaseMs: number
  /**
   * `suspended`: no new work may be started for now; work in flight may finish. `cleared`: the run was held alone as a
   * suspect and no longer is one, so it is handed back and continues beside others.
   */
  renew(): Promise<'held' | 'suspended' | 'cancel_requested' | 'pause_requested' | 'cleared' | 'lost'>
}

/**
 * Renews a lease and watches for its end. `signal` fires with the reason: `lease_lost` (another worker has it) and
 * `cancelled` (the user asked; NOTIFY reports it at once) immediately; `paused` (the user asked) and `handed_back`
 * (`stop` fired) after a grace period for work in flight.
 */
export function holdLease(renewable: Renewable, stop: AbortSignal): HeldLease {
  const controller = new AbortController()
  const { of, metrics } = renewable
  metrics.count('pressure_test_lease_events_total', { of, event: 'taken' })
  metrics.add('pressure_test_leases_held', { of }, 1)
  let renewing: Promise<void> | null = null
  let suspended = false
  let isLost = false
  const noteLost = () => {
    if (!isLost) metrics.count('pressure_test_lease_events_total', { of, event: 'lost' })
    isLost = true
  }

  const renew = async (): Promise<void> => {
    try {
      const state = await renewable.renew()
      suspended = state === 'suspended'
      if (state === 'lost' && !controller.signal.aborted) {
        noteLost()
        controller.abort(new AppError('lease_lost'))
      }
      if (state === 'cancel_requested') controller.abort(new AppError('cancelled'))
      if (state === 'cleared') handBack()
      if (state === 'pause_requested') endGently('paused')
    } catch (error) {
      // Unreachable database: no other worker can have claimed the run either, so the next renewal decides.
      if (!isAppError(error)) controller.abort(error)
    }
  }
  const renewOnce = () => {
    renewing ??= renew().finally(() => {
      renewing = null
    })
  }
  const timer = setInterval(renewOnce, renewable.leaseMs / 5)
  let renewTimer: NodeJS.Timeout | undefined
  const unsubscribe = renewable.changes.subscribe((run_id) => {
    if (run_id !== renewable.run_id || renewTimer) return
    renewTimer = setTimeout(() => {
      renewTimer = undefined
      renewOnce()
    }, RENEW_DELAY_MS)
  })
  let grace: NodeJS.Timeout | undefined
  let ending: 'handed_back' | 'paused' | null = null
  const endGently = (why: 'handed_back' | 'paused') => {
    // `paused` outranks `handed_back`: a run that is to wait for a person also waits where its worker stops.
    ending = ending === 'paused' ? ending : why
    grace ??= setTimeout(() => controller.abort(new AppError(ending ?? why)), HAND_BACK_GRACE_MS)
  }
  const handBack = () => endGently('handed_back')
  if (stop.aborted) handBack()
  stop.addEventListener('abort', handBack, { once: true })

  return {
    signal: controller.signal,
    mayStart: () => {
      controller.signal.throwIfAborted()
      if (ending !== null) throw new AppError(ending)
      if (suspended) throw new AppError('lease_lost')
    },
    noteLost,
    release: async () => {
      clearInterval(timer)
      clearTimeout(renewTimer)
      clearTimeout(grace)
      unsubscribe()
      stop.removeEventListener('abort', handBack)
      await renewing
      metrics.count('pressure_test_lease_events_total', { of, event: 'released' })
      metrics.add('pressure_test_leases_held', { of }, -1)
    },
  }
}
