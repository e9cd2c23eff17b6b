import { orCancelled } from './cancellation.js'

/** The one that goes ahead while others wait. */
export type Lead = {
  /** Its request leaves now; from here on the others' patience runs. */
  sent(): void
  /** What the others wait for has happened: from now on nobody waits for this key. */
  arrived(): void
  /** It will not happen: the others go on without. */
  gaveUp(): void
}

export type Vanguard = {
  /** `null` at once where nothing is to be waited for, a lead for the first caller of a key, `null` later for those who waited. */
  join(key: string, signal: AbortSignal): Promise<Lead | null>
}

/** A slow first call must not hold up a whole panel. */
const PATIENCE_MS = 5_000

/**
 * Lets the first of many concurrent calls go ahead: parallel cold calls would each pay the cache write (1.25×), behind
 * a first one they read at a tenth or less; and a server's abilities are found out once. `rememberMs`: how long a key
 * that has arrived needs no new lead, counted from its last use.
 */
export function createVanguard(rememberMs: number, patienceMs = PATIENCE_MS): Vanguard {
  const led = new Map<string, Promise<void>>()
  const arrivals = new Map<string, number>()

  const lead = (key: string): Lead => {
    let release = () => {}
    led.set(
      key,
      new Promise((resolve) => {
        release = resolve
      }),
    )
    let timer: NodeJS.Timeout | undefined
    let over = false
    const end = () => {
      if (over) return
      over = true
      clearTimeout(timer)
      led.delete(key)
      release()
    }
    return {
      sent() {
        timer ??= setTimeout(release, patienceMs)
      },
      arrived() {
        if (!over) remember(arrivals, key, rememberMs)
        end()
      },
      gaveUp: end,
    }
  }

  return {
    async join(key, signal) {
      if ((arrivals.get(key) ?? 0) > performance.now()) {
        remember(arrivals, key, rememberMs)
        return null
      }
      const first = led.get(key)
      if (!first) return lead(key)
      await orCancelled(signal, () => first)
      return null
    },
  }
}

/** Keeps the map in order of expiry and drops what has expired. */
function remember(arrivals: Map<string, number>, key: string, ms: number): void {
  const now = performance.now()
  for (const [old, until] of arrivals) {
    if (until > now) break
    arrivals.delete(old)
  }
  arrivals.delete(key)
  arrivals.set(key, now + ms)
}
