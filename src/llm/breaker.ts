import { AppError } from '../errors.js'
import type { Log } from '../log.js'

/** A permission to send one request; its holder says how the provider did. */
type Pass = {
  /** The provider is up: it answered, or it said no for a reason of its own. */
  up(): void
  /** Transient trouble: overloaded, unreachable, unintelligible. */
  down(problem: string): void
  /** Nothing was learnt (cancelled, refused by our own budget). */
  unknown(): void
}

export type Breaker = {
  /** Throws `provider_down` while the provider is taken to be down, except for one probe after each cool-down. */
  admit(): Pass
  /** Throws as `admit` would, without asking for a pass. */
  check(): void
  /** The provider itself has said not to come back for that long. */
  trip(ms: number, problem: string): void
}

export type BreakerOptions = {
  /** Consecutive failures, over all calls, that open it. */
  readonly failures: number
  readonly firstMs: number
  readonly mostMs: number
}

const DEFAULTS: BreakerOptions = { failures: 8, firstMs: 2_000, mostMs: 60_000 }
/** The longest we believe a `retry-after`; then one probe looks again. */
const LONGEST_TRIP_MS = 600_000

/** Stops everybody from running into a provider that is down: fails fast, probes with one request, closes on success. */
export function createBreaker(
  log: Log,
  options: BreakerOptions = DEFAULTS,
  now: () => number = () => performance.now(),
): Breaker {
  let failures = 0
  let coolDown = options.firstMs
  let open: { until: number; problem: string; probe: Pass | null } | null = null

  const refusal = (): AppError | null => {
    if (!open) return null
    const left = Math.ceil(open.until - now())
    if (left <= 0 && !open.probe) return null
    return new AppError('provider_down', { problem: open.problem, retry_after_ms: Math.max(left, options.firstMs) })
  }
  const openFor = (ms: number, problem: string) => {
    open = { until: now() + ms, problem, probe: null }
    log.warn({ problem, for_ms: ms }, 'model provider is down: calls fail fast until a probe succeeds')
  }

  const pass = (): Pass => {
    const mine: Pass = {
      up() {
        if (open) log.info({}, 'model provider is back')
        open = null
        failures = 0
        coolDown = options.firstMs
      },
      down(problem) {
        failures += 1
        if (open?.probe === mine) {
          coolDown = Math.min(coolDown * 2, options.mostMs)
          openFor(coolDown, problem)
        } else if (!open && failures >= options.failures) openFor(coolDown, problem)
      },
      unknown() {
        if (open?.probe === mine) open.probe = null
      },
    }
    return mine
  }

  const check = () => {
    const error = refusal()
    if (error) throw error
  }
  return {
    check,
    admit() {
      check()
      const mine = pass()
      if (open) open.probe = mine
      return mine
    },
    trip(ms, problem) {
      openFor(Math.min(ms, LONGEST_TRIP_MS), problem)
    },
  }
}
