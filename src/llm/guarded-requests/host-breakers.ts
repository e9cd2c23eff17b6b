import { isAppError } from '../../errors.js'
import { silentLog } from '../../log.js'
import { type CircuitBreaker, createCircuitBreaker } from '../circuit-breaker.js'
import { AgentError } from './agent-error.js'

/** Failures in a row after which a host is not called for a while, and the length of that pause. */
const BREAKER_OPTIONS = { maxFailures: 12, minCooldownMs: 15_000, maxCooldownMs: 60_000 }
const MAX_HOSTS = 1_000

export type HostBreakers = {
  /** Does `work` unless the host's circuit breaker is open; then only one probe per cool-down is sent. */
  callUnlessOpen<T>(host: string, work: () => Promise<T | AgentError>): Promise<T | AgentError>
}

/**
 * A circuit breaker per host: a large evaluation of an agent that hangs must end within minutes instead of waiting for
 * every conversation in turn.
 */
export function createHostBreakers(now?: () => number): HostBreakers {
  const breakers = new Map<string, CircuitBreaker>()

  const breakerOf = (host: string): CircuitBreaker => {
    const breaker = breakers.get(host) ?? createCircuitBreaker(silentLog, BREAKER_OPTIONS, now)
    // Least recently used first: the first entry is dropped when there are too many.
    breakers.delete(host)
    breakers.set(host, breaker)
    for (const oldest of breakers.keys()) {
      if (breakers.size <= MAX_HOSTS) break
      breakers.delete(oldest)
    }
    return breaker
  }

  return {
    async callUnlessOpen(host, work) {
      try {
        const permit = breakerOf(host).admit()
        const outcome = await work().catch((error: unknown) => {
          permit.reportUnknown()
          throw error
        })
        if (outcome instanceof AgentError && outcome.retryable) permit.reportDown(outcome.message)
        else permit.reportUp()
        return outcome
      } catch (error) {
        if (!isAppError(error, 'provider_down')) throw error
        return new AgentError(`It was not asked, since it failed many times in a row: ${error.facts.problem}`)
      }
    },
  }
}
