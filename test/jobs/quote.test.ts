import { expect, it } from 'vitest'
import type { PressureTestInput } from '../../src/domain/pressure-test.js'
import { OAT_DRINK, startApp, startWorkerIn } from '../support/app.js'
import { fakeMessagesApi } from '../support/fake-messages-api.mjs'

const LONG = `${OAT_DRINK}\n\n`.repeat(8)

it.each<[string, Partial<PressureTestInput>]>([
  ['the default', {}],
  ['one call for the discussion', { focus_group: 'quick', controls: false }],
  ['no discussion', { focus_group: 'off' }],
  ['a larger panel', { personas: 24 }],
  ['rebuilt panels', { stability: 3, personas: 8 }],
  ['a long proposition', { stimulus: LONG }],
  ['ratings by a second call', { intent: 'likert', focus_group: 'off' }],
])('what %s costs lies within 15 %% of the middle of its quote', async (_, input) => {
  const api = await fakeMessagesApi()
  const app = await startApp({ ANTHROPIC_BASE_URL: api.url, RUN_BUDGET_USD: '10' })
  startWorkerIn(app)
  const quote = app.local.quote('pressure_test', { stimulus: OAT_DRINK, ...input })
  const run = await app.until(await app.submit(input))
  await api.close()
  expect(run.error).toBeNull()
  const middle = quote.cost_usd?.middle ?? 0
  expect(run.usage.cost_usd).toBeGreaterThan(middle * 0.85)
  expect(run.usage.cost_usd).toBeLessThan(middle * 1.15)
  expect(Math.abs(run.usage.calls - quote.calls)).toBeLessThanOrEqual(quote.calls * 0.15)
})

it('says before anything is spent that a live discussion will take longer than a minute', async () => {
  const app = await startApp({ ANTHROPIC_BASE_URL: 'http://127.0.0.1:9' })
  const notes = (input: object) => app.local.quote('pressure_test', { stimulus: OAT_DRINK, ...input }).notes
  expect(notes({ turns: 80, personas: 8 }).join()).toMatch(
    /live discussion \(up to 80 turns.*take longer than a minute/,
  )
  expect(notes({ focus_group: 'quick' })).toEqual([])
})
