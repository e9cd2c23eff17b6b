import { cancelReason } from './cancellation.js'

/** Places in flight, shared by everything in this process. */
export type Gate = {
  /** Resolves with a place in flight. Rejects with the signal's reason while still waiting. */
  enter(lane: string, signal: AbortSignal): Promise<void>
  leave(): void
  /** Nobody enters for that long. Places already taken stay taken; a shorter pause never ends a longer one. */
  pause(ms: number): void
}

/**
 * Lanes (runs) take turns: each place that becomes free goes to the lane that has waited longest for a turn, so that a
 * run of 6 calls is not stuck behind one of 1,000.
 */
export function createGate(places: number): Gate {
  const lanes = new Map<string, Set<() => void>>()
  let inFlight = 0
  let pausedUntil = 0
  let timer: NodeJS.Timeout | undefined

  const admit = () => {
    clearTimeout(timer)
    const pause = pausedUntil - performance.now()
    if (pause > 0) {
      // Armed only while somebody waits: a pause by itself must not keep the process alive.
      if (lanes.size > 0) timer = setTimeout(admit, Math.ceil(pause))
      return
    }
    while (inFlight < places) {
      const next = takeTurn(lanes)
      if (!next) return
      inFlight += 1
      next()
    }
  }

  return {
    enter(lane, signal) {
      return new Promise((resolve, reject) => {
        if (signal.aborted) return reject(cancelReason(signal))
        if (lanes.size === 0 && inFlight < places && performance.now() >= pausedUntil) {
          inFlight += 1
          return resolve()
        }
        const giveUp = () => {
          leaveQueue(lanes, lane, go)
          admit()
          reject(cancelReason(signal))
        }
        const go = () => {
          signal.removeEventListener('abort', giveUp)
          resolve()
        }
        signal.addEventListener('abort', giveUp, { once: true })
        const queue = lanes.get(lane) ?? new Set()
        lanes.set(lane, queue.add(go))
        admit()
      })
    },
    leave() {
      inFlight -= 1
      admit()
    },
    pause(ms) {
      pausedUntil = Math.max(pausedUntil, performance.now() + ms)
      admit()
    },
  }
}

function takeTurn(lanes: Map<string, Set<() => void>>): (() => void) | undefined {
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
