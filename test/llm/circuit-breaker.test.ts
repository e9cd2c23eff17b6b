import { describe, expect, it } from 'vitest'
import { isAppError } from '../../src/errors.js'
import { createCircuitBreaker } from '../../src/llm/circuit-breaker.js'
import { silentLog } from '../../src/log.js'

/** A breaker on a clock the test moves. */
function breakerAt() {
  const clock = { now: 0 }
  return {
    clock,
    breaker: createCircuitBreaker(
      silentLog,
      { maxFailures: 3, minCooldownMs: 2_000, maxCooldownMs: 5_000 },
      () => clock.now,
    ),
  }
}

function refusal(run: () => unknown): Record<string, unknown> {
  try {
    run()
  } catch (error) {
    if (isAppError(error, 'provider_down')) return error.facts
  }
  throw new Error('was not refused')
}

describe('the circuit breaker', () => {
  it('opens after consecutive failures and says why', () => {
    const { breaker } = breakerAt()
    breaker.admit().reportDown('HTTP 529')
    breaker.admit().reportDown('HTTP 529')
    breaker.admit().reportUp()
    for (let i = 0; i < 3; i += 1) breaker.admit().reportDown('HTTP 500')
    expect(refusal(breaker.admit)).toEqual({ problem: 'HTTP 500', retry_after_ms: 2_000 })
    expect(refusal(breaker.check)).toEqual({ problem: 'HTTP 500', retry_after_ms: 2_000 })
  })

  it('lets one probe through after each cool-down, which doubles up to its bound', () => {
    const { breaker, clock } = breakerAt()
    for (let i = 0; i < 3; i += 1) breaker.admit().reportDown('down')
    for (const coolDown of [2_000, 4_000, 5_000, 5_000]) {
      clock.now += coolDown - 1
      refusal(breaker.admit)
      clock.now += 1
      const probe = breaker.admit()
      refusal(breaker.admit)
      probe.reportDown('still down')
    }
    clock.now += 5_000
    breaker.admit().reportUp()
    breaker.admit().reportUp()
    for (let i = 0; i < 3; i += 1) breaker.admit().reportDown('again')
    expect(refusal(breaker.admit).retry_after_ms).toBe(2_000)
  })

  it('gives the probe to the next call where it told nothing about the provider', () => {
    const { breaker, clock } = breakerAt()
    for (let i = 0; i < 3; i += 1) breaker.admit().reportDown('down')
    clock.now += 2_000
    breaker.admit().reportUnknown()
    breaker.admit().reportUp()
    breaker.check()
  })

  it('does not count calls that were in flight when it opened', () => {
    const { breaker, clock } = breakerAt()
    const permits = Array.from({ length: 10 }, () => breaker.admit())
    for (const permit of permits) permit.reportDown('down')
    clock.now += 2_000
    breaker.admit().reportUp()
    breaker.check()
  })

  it('trusts the provider’s retry-after, up to ten minutes', () => {
    const { breaker, clock } = breakerAt()
    breaker.trip(120_000, 'HTTP 429')
    expect(refusal(breaker.check).retry_after_ms).toBe(120_000)
    clock.now += 120_000
    breaker.check()
    breaker.trip(86_400_000, 'HTTP 429')
    expect(refusal(breaker.check).retry_after_ms).toBe(600_000)
  })
})
