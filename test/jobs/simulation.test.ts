import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { SimulationResult } from '../../src/domain/simulation.js'
import { readProductFile } from '../../src/ingest/product-files/read-product-file.js'
import { exportRun } from '../../src/service/export-run.js'
import { prepareRun } from '../../src/service/submit-run.js'
import { MORTAL, SOON, startApp, startWorkerIn, submitRequest, type TestApp } from '../support/app.js'
import { query } from '../support/database.js'
import { stranger } from '../support/mcp.js'
import { freshEnv, startWorkerProcess } from '../support/processes.js'

const productOf = async (name: string) =>
  readProductFile(await readFile(`examples/products/${name}.yaml`, 'utf8'), `${name}.yaml`)

const simulate = async (app: TestApp, request: object) =>
  (await submitRequest(app.local, 'simulation', { product: await productOf('slotwise'), ...request })).run_id

const ended = async (app: TestApp, run_id: string): Promise<SimulationResult> => {
  const run = await app.until(run_id)
  expect(run).toMatchObject({ status: 'completed', error: null, usage: { calls: 0 } })
  return run.result as SimulationResult
}

const stored = async (app: TestApp, run_id: string) => {
  const [row] = await query<{ sessions: number; events: number; people: number }>(
    app.database.connectionString,
    `select (select count(*)::int from simulation_session where simulation = s.id) as sessions,
            (select count(*)::int from simulation_event where simulation = s.id) as events,
            (select count(distinct person)::int from simulation_session where simulation = s.id) as people
       from simulation s where run_id = '${run_id}'`,
  )
  return row
}

describe('people living with a product', () => {
  it('give figures that agree with each other and with the rows that are stored', async () => {
    const app = await startApp({ PRESSURE_TEST_MODEL: 'offline' })
    startWorkerIn(app)
    const run_id = await simulate(app, { personas: 60, days: 14 })
    const result = await ended(app, run_id)
    const { retention_curve: curve, reasons, outcome_distribution: outcomes, friction_points: frictions } = result
    expect(curve.map(({ day }) => day)).toEqual(Array.from({ length: 15 }, (_, day) => day))
    for (const [index, { rate, low, high }] of curve.entries()) {
      expect(rate).toBeLessThanOrEqual(curve[index - 1]?.rate ?? 1)
      expect(low).toBeLessThanOrEqual(rate)
      expect(high).toBeGreaterThanOrEqual(rate)
    }
    const left = reasons.reduce((sum, { people }) => sum + people, 0)
    expect(curve.at(-1)?.rate).toBeCloseTo(1 - left / 60, 9)
    expect(Object.values(outcomes).reduce((sum, people) => sum + people, 0)).toBe(60)
    expect(frictions.length).toBeGreaterThan(0)
    expect(await stored(app, run_id)).toMatchObject({ sessions: result.total_sessions })
  })

  it('are the same people with the same luck when more of them come', async () => {
    const app = await startApp({ PRESSURE_TEST_MODEL: 'offline' })
    startWorkerIn(app)
    const [few, more] = await Promise.all([
      simulate(app, { personas: 20, days: 10 }),
      simulate(app, { personas: 31, days: 10 }),
    ])
    const [one, other] = [await ended(app, few), await ended(app, more)]
    expect(other.people.slice(0, 20)).toEqual(one.people)
  })

  it('can be computed again from what is stored', async () => {
    const app = await startApp({ PRESSURE_TEST_MODEL: 'offline' })
    startWorkerIn(app)
    const run_id = await simulate(app, { personas: 35, days: 8, product: await productOf('evenkeel') })
    const result = await ended(app, run_id)
    const exported = await exportRun(app.local, { run_id })
    expect(exported.run.result).toEqual(result)
  })

  it('meet a product by its id once it was given; what is changed is another version', async () => {
    const app = await startApp({ PRESSURE_TEST_MODEL: 'offline' })
    const product = await productOf('slotwise')
    for (const name of ['Slotwise', 'Slotwise', 'Slotwise Two'])
      await simulate(app, { personas: 1, days: 1, product: { ...product, name } })
    const nameOf = async (named: string) =>
      (await prepareRun(app.local, 'simulation', { product: named })).input.product.name
    expect(await nameOf('slotwise')).toBe('Slotwise Two')
    expect(await nameOf('slotwise@1')).toBe('Slotwise')
    await expect(nameOf('slotwise@3')).rejects.toThrow('no product "slotwise@3" here; there are slotwise')
    await expect(prepareRun(await stranger(app), 'simulation', { product: 'slotwise' })).rejects.toThrow(
      'there is none yet',
    )
  })

  it('say what a hypothesis claims with its interval, or that it could not be told', async () => {
    const app = await startApp({ PRESSURE_TEST_MODEL: 'offline' })
    startWorkerIn(app)
    const product = await productOf('slotwise')
    const hypothesis = {
      text: 'Guiding helps.',
      metric: 'activated',
      state_a: 'A',
      state_b: 'B',
      direction: 'raises',
      at_least: 0,
    }
    const [tested, spread] = await Promise.all([
      simulate(app, { personas: 300, days: 10, product: { ...product, hypothesis } }),
      simulate(app, { personas: 30, days: 10, network: 'small_world', product: { ...product, hypothesis } }),
    ])
    const { hypothesis: verdict } = await ended(app, tested)
    expect(verdict).toMatchObject({ verdict: 'supported', effect: { metric: 'activated' } })
    expect(verdict?.effect?.low).toBeGreaterThan(0)
    const { hypothesis: untested, viral_coefficient: viral, total_users } = await ended(app, spread)
    expect(untested).toMatchObject({ verdict: 'unclear', effect: null })
    expect(viral?.k).toBeGreaterThanOrEqual(viral?.low ?? 1)
    expect(total_users).toBeGreaterThanOrEqual(30)
  })

  it('refuse a product that nobody can begin with', async () => {
    const app = await startApp({ PRESSURE_TEST_MODEL: 'offline' })
    const product = await productOf('slotwise')
    const closed = { ...product, entry: 'event' }
    await expect(simulate(app, { product: closed })).rejects.toThrow(
      'Nobody can begin with Slotwise: its entry "event"',
    )
  })

  it('refuse a state that the product has not, before anything is stored', async () => {
    const app = await startApp({ PRESSURE_TEST_MODEL: 'offline' })
    await expect(simulate(app, { state: 'C' })).rejects.toThrow('has no state "C"; there are A, B')
    expect(await query(app.database.connectionString, 'select 1 from run')).toEqual([])
  })
})

it('a large simulation gives the same bytes on two workers of which one is killed', { timeout: 180_000 }, async () => {
  const app = await startApp({ PRESSURE_TEST_MODEL: 'offline' })
  const env = await freshEnv(app.env)
  const [first] = [await startWorkerProcess(env, MORTAL), await startWorkerProcess(env, SOON)]
  const run_id = await simulate(app, { personas: 600, days: 30 })
  const partsDone = () =>
    query<{ n: number }>(
      app.database.connectionString,
      "select count(*)::int as n from run_part where status = 'done' having count(*) >= 5",
    )
  while ((await partsDone()).length === 0) await sleep(20)
  first.kill('SIGKILL')
  const result = await ended(app, run_id)
  expect(await stored(app, run_id)).toMatchObject({ sessions: result.total_sessions })

  const alone = await startApp({ PRESSURE_TEST_MODEL: 'offline' })
  startWorkerIn(alone)
  const undisturbed = await ended(alone, await simulate(alone, { personas: 600, days: 30 }))
  expect(JSON.stringify(result)).toBe(JSON.stringify(undisturbed))
})
