import { describe, expect, it } from 'vitest'
import { isAppError } from '../../src/errors.js'
import { createBreaker } from '../../src/llm/breaker.js'
import { silentLog } from '../../src/log.js'

/** A breaker on a clock the test moves. */
function breakerAt() {
  const clock = { now: 0 }
  return { clock, breaker: createBreaker(silentLog, { failures: 3, firstMs: 2_000, mostMs: 5_000 }, () => clock.now) }
}

function refusal(run: () => unknown): Record<string, unknown> {
  try {
    run()
  } catch (error) {
    if (isAppError(error, 'provider_down')) return error.facts
  }
  throw new Error('was not refused')
}

describe('the breaker', () => {
  it('opens after consecutive failures and says why', () => {
    const { breaker } = breakerAt()
    breaker.admit().down('HTTP 529')
    breaker.admit().down('HTTP 529')
    breaker.admit().up()
    for (let i = 0; i < 3; i += 1) breaker.admit().down('HTTP 500')
    expect(refusal(breaker.admit)).toEqual({ problem: 'HTTP 500', retry_after_ms: 2_000 })
    expect(refusal(breaker.check)).toEqual({ problem: 'HTTP 500', retry_after_ms: 2_000 })
  })

  it('lets one probe through after each cool-down, which doubles up to its bound', () => {
    const { breaker, clock } = breakerAt()
    for (let i = 0; i < 3; i += 1) breaker.admit().down('down')
    for (const coolDown of [2_000, 4_000, 5_000, 5_000]) {
      clock.now += coolDown - 1
      refusal(breaker.admit)
      clock.now += 1
      const probe = breaker.admit()
      refusal(breaker.admit)
      probe.down('still down')
    }
    clock.now += 5_000
    breaker.admit().up()
    breaker.admit().up()
    for (let i = 0; i < 3; i += 1) breaker.admit().down('again')
    expect(refusal(breaker.admit).retry_after_ms).toBe(2_000)
  })

  it('gives the probe to the next one where it taught nothing', () => {
    const { breaker, clock } = breakerAt()
    for (let i = 0; i < 3; i += 1) breaker.admit().down('down')
    clock.now += 2_000
    breaker.admit().unknown()
    breaker.admit().up()
    breaker.check()
  })

  it('does not count those who were on their way when it opened', () => {
    const { breaker, clock } = breakerAt()
    const passes = Array.from({ length: 10 }, () => breaker.admit())
    for (const pass of passes) pass.down('down')
    clock.now += 2_000
    breaker.admit().up()
    breaker.check()
  })

  it('believes the provider about when to come back, up to ten minutes', () => {
    const { breaker, clock } = breakerAt()
    breaker.trip(120_000, 'HTTP 429')
    expect(refusal(breaker.check).retry_after_ms).toBe(120_000)
    clock.now += 120_000
    breaker.check()
    breaker.trip(86_400_000, 'HTTP 429')
    expect(refusal(breaker.check).retry_after_ms).toBe(600_000)
  })
})
