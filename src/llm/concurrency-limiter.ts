import { cancelReason } from './cancellation.js'

/** Limits the requests in flight, shared by everything in this process. */
export type ConcurrencyLimiter = {
  /** Resolves when a slot is taken. Rejects with the signal's reason while still waiting. */
  acquire(lane: string, signal: AbortSignal): Promise<void>
  release(): void
  /**
   * Grants no slot for that many milliseconds. Slots already taken stay taken; a shorter pause never ends a longer one.
   */
  pause(ms: number): void
}

/**
 * Lanes (runs) take turns: each slot that becomes free goes to the lane that has waited longest for a turn, so that a
 * run of 6 calls is not stuck behind one of 1,000.
 */
export function createConcurrencyLimiter(slots: number): ConcurrencyLimiter {
  const lanes = new Map<string, Set<() => void>>()
  let inFlight = 0
  let pausedUntil = 0
  let timer: NodeJS.Timeout | undefined

  const admitWaiters = () => {
    clearTimeout(timer)
    const pause = pausedUntil - performance.now()
    if (pause > 0) {
      // The timer runs only while calls wait: a pause by itself must not keep the process alive.
      if (lanes.size > 0) timer = setTimeout(admitWaiters, Math.ceil(pause))
      return
    }
    while (inFlight < slots) {
      const next = nextWaiter(lanes)
      if (!next) return
      inFlight += 1
      next()
    }
  }

  return {
    acquire(lane, signal) {
      return new Promise((resolve, reject) => {
        if (signal.aborted) return reject(cancelReason(signal))
        if (lanes.size === 0 && inFlight < slots && performance.now() >= pausedUntil) {
          inFlight += 1
          return resolve()
        }
        const giveUp = () => {
          leaveQueue(lanes, lane, proceed)
          admitWaiters()
          reject(cancelReason(signal))
        }
        const proceed = () => {
          signal.removeEventListener('abort', giveUp)
          resolve()
        }
        signal.addEventListener('abort', giveUp, { once: true })
        const queue = lanes.get(lane) ?? new Set()
        lanes.set(lane, queue.add(proceed))
        admitWaiters()
      })
    },
    release() {
      inFlight -= 1
      admitWaiters()
    },
    pause(ms) {
      pausedUntil = Math.max(pausedUntil, performance.now() + ms)
      admitWaiters()
    },
  }
}

function nextWaiter(lanes: Map<string, Set<() => void>>): (() => void) | undefined {
  for (const [lane, queue] of lanes) {
    const [next] = queue
    lanes.delete(lane)
    if (!next) continue
    queue.delete(next)
    if (queue.size > 0) lanes.set(lane, queue)
    return next
  }
  return undefined
}

function leaveQueue(lanes: Map<string, Set<() => void>>, lane: string, waiter: () => void): void {
  const queue = lanes.get(lane)
  queue?.delete(waiter)
  if (queue?.size === 0) lanes.delete(lane)
}
