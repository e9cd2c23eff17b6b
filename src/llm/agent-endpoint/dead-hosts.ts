import { isAppError } from '../../errors.js'
import { silentLog } from '../../log.js'
import { type Breaker, createBreaker } from '../breaker.js'
import { AgentTrouble } from './trouble.js'

/** Attempts in a row that fail before a host is left alone for a while, and how long. */
const DEAD = { failures: 12, firstMs: 15_000, mostMs: 60_000 }
const MOST_HOSTS = 1_000

export type DeadHosts = {
  /** Does `work` unless the host is taken to be dead; then only one request in a while goes out, to see. */
  unlessDead<T>(host: string, work: () => Promise<T | AgentTrouble>): Promise<T | AgentTrouble>
}

/** A large evaluation of an agent that hangs must end in minutes, not wait for every conversation in turn. */
export function createDeadHosts(now?: () => number): DeadHosts {
  const breakers = new Map<string, Breaker>()

  const breakerOf = (host: string): Breaker => {
    const breaker = breakers.get(host) ?? createBreaker(silentLog, DEAD, now)
    // The one used last stands last; the first is forgotten when there are too many.
    breakers.delete(host)
    breakers.set(host, breaker)
    for (const oldest of breakers.keys()) {
      if (breakers.size <= MOST_HOSTS) break
      breakers.delete(oldest)
    }
    return breaker
  }

  return {
    async unlessDead(host, work) {
      try {
        const pass = breakerOf(host).admit()
        const outcome = await work().catch((error: unknown) => {
          pass.unknown()
          throw error
        })
        if (outcome instanceof AgentTrouble && outcome.again) pass.down(outcome.message)
        else pass.up()
        return outcome
      } catch (error) {
        if (!isAppError(error, 'provider_down')) throw error
        return new AgentTrouble(`It was not asked, since it failed many times in a row: ${error.facts.problem}`)
      }
    },
  }
}
