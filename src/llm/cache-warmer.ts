import { abortable } from './cancellation.js'

/** The call that goes first for a key while other calls wait. */
export type Leader = {
  /** Its request is sent now; from here waiting calls wait at most `maxWaitMs`. */
  markSent(): void
  /** The cache is warm: from now on no call waits for this key. */
  markWarm(): void
  /** The leader failed or ended: waiting calls go on without a warm cache. */
  released(): void
}

export type CacheWarmer = {
  /**
   * Returns a leader to the first caller of a key, `null` to every other caller: at once where the key is warm, else
   * after the leader.
   */
  join(key: string, signal: AbortSignal): Promise<Leader | null>
}

/** A slow first call must not hold up a whole panel. */
const MAX_WAIT_MS = 5_000

/**
 * Lets the first of many concurrent calls go first: parallel cold calls would each pay for the cache write (1.25×);
 * after a leader they pay a tenth or less for the cache read. A probe of a server's capabilities works the same way.
 * `rememberMs`: how long a warm key needs no new leader, counted from its last use.
 */
export function createCacheWarmer(rememberMs: number, maxWaitMs = MAX_WAIT_MS): CacheWarmer {
  const waiting = new Map<string, Promise<void>>()
  const warmUntil = new Map<string, number>()

  const createLeader = (key: string): Leader => {
    let release = () => {}
    waiting.set(
      key,
      new Promise((resolve) => {
        release = resolve
      }),
    )
    let timer: NodeJS.Timeout | undefined
    let ended = false
    const end = () => {
      if (ended) return
      ended = true
      clearTimeout(timer)
      waiting.delete(key)
      release()
    }
    return {
      markSent() {
        timer ??= setTimeout(release, maxWaitMs)
      },
      markWarm() {
        if (!ended) remember(warmUntil, key, rememberMs)
        end()
      },
      released: end,
    }
  }

  return {
    async join(key, signal) {
      if ((warmUntil.get(key) ?? 0) > performance.now()) {
        remember(warmUntil, key, rememberMs)
        return null
      }
      const leaderDone = waiting.get(key)
      if (!leaderDone) return createLeader(key)
      await abortable(signal, () => leaderDone)
      return null
    },
  }
}

/** Keeps the map in order of expiry and drops what has expired. */
function remember(warmUntil: Map<string, number>, key: string, ms: number): void {
  const now = performance.now()
  for (const [old, until] of warmUntil) {
    if (until > now) break
    warmUntil.delete(old)
  }
  warmUntil.delete(key)
  warmUntil.set(key, now + ms)
}
