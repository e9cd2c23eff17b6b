import { AppError } from '../errors.js'
import type { Log } from '../log.js'

/** Permission to send one request; its holder reports the state of the provider. */
type Permit = {
  /** The provider is up: it answered, or rejected the request itself. */
  reportUp(): void
  /** Transient trouble: overloaded, unreachable, unintelligible. */
  reportDown(problem: string): void
  /** The request says nothing about the provider (cancelled, refused by our own budget). */
  reportUnknown(): void
}

export type CircuitBreaker = {
  /** Throws `provider_down` while the breaker is open, except for one probe after each cool-down. */
  admit(): Permit
  /** Throws as `admit` does, without taking a permit. */
  check(): void
  /** Opens the breaker for the time that the provider asked for. */
  trip(ms: number, problem: string): void
}

export type BreakerOptions = {
  /** Consecutive failures, over all calls, that open the breaker. */
  readonly maxFailures: number
  readonly minCooldownMs: number
  readonly maxCooldownMs: number
}

const DEFAULTS: BreakerOptions = { maxFailures: 8, minCooldownMs: 2_000, maxCooldownMs: 60_000 }
/** Longest `retry-after` that is honoured, in milliseconds; a probe is sent after this time. */
export const MAX_RETRY_AFTER_MS = 600_000

/** Keeps calls from a provider that is down: fails fast, probes with one request, closes on success. */
export function createCircuitBreaker(
  log: Log,
  options: BreakerOptions = DEFAULTS,
  now: () => number = () => performance.now(),
): CircuitBreaker {
  let failures = 0
  let coolDown = options.minCooldownMs
  let open: { until: number; problem: string; probe: Permit | null } | null = null

  const refusal = (): AppError | null => {
    if (!open) return null
    const left = Math.ceil(open.until - now())
    if (left <= 0 && !open.probe) return null
    return new AppError('provider_down', {
      problem: open.problem,
      retry_after_ms: Math.max(left, options.minCooldownMs),
    })
  }
  const openFor = (ms: number, problem: string) => {
    open = { until: now() + ms, problem, probe: null }
    log.warn({ problem, for_ms: ms }, 'model provider is down: calls fail fast until a probe succeeds')
  }

  const createPermit = (): Permit => {
    const permit: Permit = {
      reportUp() {
        if (open) log.info({}, 'model provider is back')
        open = null
        failures = 0
        coolDown = options.minCooldownMs
      },
      reportDown(problem) {
        failures += 1
        if (open?.probe === permit) {
          coolDown = Math.min(coolDown * 2, options.maxCooldownMs)
          openFor(coolDown, problem)
        } else if (!open && failures >= options.maxFailures) openFor(coolDown, problem)
      },
      reportUnknown() {
        if (open?.probe === permit) open.probe = null
      },
    }
    return permit
  }

  const check = () => {
    const error = refusal()
    if (error) throw error
  }
  return {
    check,
    admit() {
      check()
      const permit = createPermit()
      if (open) open.probe = permit
      return permit
    },
    trip(ms, problem) {
      openFor(Math.min(ms, MAX_RETRY_AFTER_MS), problem)
    },
  }
}
