import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { RunEvent } from '../../src/domain/run/run-events.js'
import { Product } from '../../src/domain/simulation/product.js'
import { ARITHMETIC, type SimulationResult } from '../../src/domain/simulation/simulation.js'
import { requireArchetypes } from '../../src/engine/personas/archetypes.js'
import { readProductFile, readSimulationFile } from '../../src/ingest/product-files/read-product-file.js'
import { cancelRun } from '../../src/service/run/cancel-run.js'
import { exportRun } from '../../src/service/run/export-run.js'
import { runEvents } from '../../src/service/run/follow-run.js'
import { prepareRun, submitRun } from '../../src/service/run/submit-run.js'
import { MORTAL, SOON, startApp, startWorkerIn, submitRequest, type TestApp } from '../support/app.js'
import { profileOfArchetype } from '../support/archetype-profile.js'
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
    const [people, days] = [40, 10]
    const run_id = await simulate(app, { personas: people, days })
    const result = await ended(app, run_id)
    const { retention_curve: curve, reasons, outcome_distribution: outcomes, friction_points: frictions } = result
    expect(curve.map(({ day }) => day)).toEqual(Array.from({ length: days + 1 }, (_, day) => day))
    for (const [index, { rate, low, high }] of curve.entries()) {
      expect(rate).toBeLessThanOrEqual(curve[index - 1]?.rate ?? 1)
      expect(low).toBeLessThanOrEqual(rate)
      expect(high).toBeGreaterThanOrEqual(rate)
    }
    const left = reasons.reduce((sum, reason) => sum + reason.people, 0)
    expect(curve.at(-1)?.rate).toBeCloseTo(1 - left / people, 9)
    expect(Object.values(outcomes).reduce((sum, ended) => sum + ended, 0)).toBe(people)
    expect(frictions.length).toBeGreaterThan(0)
    expect(await stored(app, run_id)).toMatchObject({ sessions: result.total_sessions })
  })

  it('are the same people with the same luck when more of them come', async () => {
    const app = await startApp({ PRESSURE_TEST_MODEL: 'offline' })
    startWorkerIn(app)
    const [few, more] = await Promise.all([
      simulate(app, { personas: 20, days: 5 }),
      simulate(app, { personas: 31, days: 5 }),
    ])
    const [one, other] = [await ended(app, few), await ended(app, more)]
    expect(other.people.slice(0, 20)).toEqual(one.people)
  })

  it('are a rehearsal without a model, and the same bytes whatever the workspace holds', async () => {
    const app = await startApp({ PRESSURE_TEST_MODEL: 'offline' })
    startWorkerIn(app)
    const product = await productOf('slotwise')
    const first = await app.until(await simulate(app, { personas: 3, days: 3, product }))
    await simulate(app, { personas: 1, days: 1, product: { ...product, summary: 'Other content.' } })
    const again = await app.until(await simulate(app, { personas: 3, days: 3, product }))
    expect(first.trust).toMatchObject({
      ...{ light: 'rehearsal', sentence: expect.stringContaining('no forecast'), synthetic: true },
      respondents: { asked: 3, answered: 3, failed: [] },
    })
    expect(JSON.stringify([again.result, again.trust])).toBe(JSON.stringify([first.result, first.trust]))
  })

  it('can be computed again from what is stored', async () => {
    const app = await startApp({ PRESSURE_TEST_MODEL: 'offline' })
    startWorkerIn(app)
    const run_id = await simulate(app, { personas: 31, days: 5, product: await productOf('evenkeel') })
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
    startWorkerIn(app)
    const changed = await simulate(app, { personas: 1, days: 1 })
    const named = await simulate(app, { personas: 1, days: 1, product: 'slotwise@1' })
    const [third, first] = [await ended(app, changed), await ended(app, named)]
    expect([...third.notes, ...first.notes].join(' ')).not.toContain('is stored as version')
    await expect(nameOf('slotwise@4')).rejects.toThrow('no product "slotwise@4" here; there are slotwise')
    await expect(prepareRun(await stranger(app), 'simulation', { product: 'slotwise' })).rejects.toThrow(
      'there is none yet',
    )
  })

  it('are who a configuration in the specification’s own words names, with its features', async () => {
    const app = await startApp({ PRESSURE_TEST_MODEL: 'offline' })
    startWorkerIn(app)
    await simulate(app, { personas: 1, days: 1 })
    const [archetype] = requireArchetypes(['growth-manager'])
    if (archetype === undefined) throw new Error('there is a growth manager')
    const profile = (id: string) => ({ ...profileOfArchetype(archetype), id })
    await app.store.personaSets.save(app.local.actor, {
      ...{ name: 'nurses', run_id: null, origin: 'test', passages: [] },
      personas: ['nurse-1', 'nurse-2', 'nurse-3'].map(profile),
    })
    const file = (more: object) =>
      JSON.stringify({ product: 'slotwise', persona_ids: ['nurse-1', 'nurse-3'], num_sessions: 4, ...more })
    const prepared = async (more: object) =>
      prepareRun(app.local, 'simulation', readSimulationFile(file(more), 'configuration.json'))
    const run = await prepared({ features: { guided_connect: true, event: true }, version: '1.0', max_parallel: 50 })
    expect(run.input).toMatchObject({
      days: 4,
      personas: 2,
      state: 'A',
      features: { guided_connect: true },
      arithmetic: ARITHMETIC,
    })
    const result = await ended(app, (await submitRun(app.local, run)).run.run_id)
    expect(result.people.map(({ id }) => id).sort()).toEqual(['nurses/nurse-1', 'nurses/nurse-3'])
    expect(result.notes).toContain('Switched for this run: guided_connect on.')
    expect(result.product).toMatchObject({ state: 'B', version: '1.0' })
    await expect(prepared({ features: { guided_conect: true } })).rejects.toThrow(
      'configuration.json line 1: features.guided_conect: slotwise has no switch "guided_conect"; did you mean "guided_connect"?',
    )
    await expect(prepared({ features_enabled: { event: false } })).rejects.toThrow(
      'configuration.json line 1: features_enabled.event: "event" is a screen of slotwise and no switch; give it `when:',
    )
    const slotwise = await productOf('slotwise')
    const event = { ...slotwise.screens.event, when: { flag: 'no_meetings', available: false } }
    const flags = { ...slotwise.flags, no_meetings: { default: false } }
    const gated = Product.parse({ ...slotwise, flags, screens: { ...slotwise.screens, event } })
    const without = await prepareRun(app.local, 'simulation', { product: gated, features: { event: false } })
    expect(without.input).toMatchObject({ features: { no_meetings: true } })
    await expect(prepared({ version: '7' })).rejects.toThrow(
      'configuration.json line 1: version: slotwise has no version 7; there are 1.0.',
    )
    await expect(prepared({ product: 'nope' })).rejects.toThrow(
      'configuration.json line 1: product: There is no product "nope" here',
    )
    expect(() => readSimulationFile('product: slotwise\nnum_persons: 4\n', 'c.yaml')).toThrow(
      'c.yaml line 2: The key "num_persons" is not known here; did you mean "num_personas"?',
    )
    await expect(prepared({ persona_ids: ['nurse-9'] })).rejects.toThrow(
      'configuration.json line 1: persona_ids: Nobody in a saved persona set has the id nurse-9',
    )
    await app.store.personaSets.save(app.local.actor, {
      ...{ name: 'doctors', run_id: null, origin: 'test', passages: [] },
      personas: ['nurse-1'].map(profile),
    })
    await expect(prepared({})).rejects.toThrow(
      'of several sets (doctors, nurses); write each as <set>/<id>, such as doctors/nurse-1',
    )
    const { input } = await prepared({ persona_ids: ['nurses/nurse-1', 'nurses/nurse-3'] })
    expect(input.people?.sets.map(({ name, members }) => [name, members.length])).toEqual([['nurses', 2]])
    await expect(prepared({ persona_ids: ['doctors/nurse-3'] })).rejects.toThrow('has the id doctors/nurse-3')
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
      simulate(app, { personas: 400, days: 6, product: { ...product, hypothesis } }),
      simulate(app, { personas: 20, days: 8, network: 'small_world', product: { ...product, hypothesis } }),
    ])
    const { hypothesis: verdict } = await ended(app, tested)
    expect(verdict).toMatchObject({ verdict: 'supported', effect: { metric: 'activated' } })
    expect(verdict?.effect?.low).toBeGreaterThan(0)
    const { hypothesis: untested, viral_coefficient: viral, total_users, ...rest } = await ended(app, spread)
    expect(untested).toMatchObject({ verdict: 'not_run', effect: null })
    expect(viral?.k).toBeGreaterThanOrEqual(viral?.low ?? 1)
    expect(total_users).toBeGreaterThanOrEqual(20)
    const rows = await query<{ person: number; joined: number; invited_by: number; sessions: number; had: number }>(
      app.database.connectionString,
      `select p.person, p.joined, p.invited_by, p.sessions, (
         select count(*)::int from simulation_session v where v.simulation = p.simulation and v.person = p.person) as had
         from simulation_person p join simulation s on s.id = p.simulation where s.run_id = $1 order by p.person`,
      [spread],
    )
    expect(rows).toHaveLength(total_users)
    for (const { sessions, had } of rows) expect(sessions).toBe(had)
    const invited = rows.filter(({ invited_by }) => invited_by >= 0)
    expect(invited).toHaveLength(rest.joined_later)
    for (const { person, joined } of invited) expect(person >= 20 && joined > 0).toBe(true)
    const network = rest.referrals?.network?.drawn
    expect(invited.map(({ person, invited_by }) => [person, invited_by])).toEqual(
      network?.people.flatMap(({ by }, person) => (by === null ? [] : [[person, by]])),
    )
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

it('a large simulation is cancelled between its parts', { timeout: 60_000 }, async () => {
  const app = await startApp({ PRESSURE_TEST_MODEL: 'offline' })
  startWorkerIn(app)
  const run_id = await simulate(app, { personas: 1_500, days: 30 })
  const parts = async () =>
    query<{ status: string }>(app.database.connectionString, 'select status from run_part order by part')
  while (!(await parts()).some(({ status }) => status === 'done')) await sleep(20)
  await cancelRun(app.local, { run_id })
  expect(await app.until(run_id)).toMatchObject({ status: 'cancelled', result: null })
  expect((await parts()).some(({ status }) => status !== 'done')).toBe(true)
})

it('a large simulation gives the same bytes on two workers of which one is killed', { timeout: 180_000 }, async () => {
  const app = await startApp({ PRESSURE_TEST_MODEL: 'offline' })
  const env = await freshEnv(app.env)
  const [first] = [await startWorkerProcess(env, MORTAL), await startWorkerProcess(env, SOON)]
  const run_id = await simulate(app, { personas: 360, days: 20 })
  const partsDone = () =>
    query<{ n: number }>(
      app.database.connectionString,
      "select count(*)::int as n from run_part where status = 'done' having count(*) >= 3",
    )
  while ((await partsDone()).length === 0) await sleep(20)
  first.kill('SIGKILL')
  const result = await ended(app, run_id)
  expect(await stored(app, run_id)).toMatchObject({ sessions: result.total_sessions })

  const alone = await startApp({ PRESSURE_TEST_MODEL: 'offline' })
  startWorkerIn(alone)
  const undisturbed = await ended(alone, await simulate(alone, { personas: 360, days: 20 }))
  expect(JSON.stringify(result)).toBe(JSON.stringify(undisturbed))
})

it('a simulation that is cancelled in its last step does not complete', { timeout: 60_000 }, async () => {
  const app = await startApp({ PRESSURE_TEST_MODEL: 'offline' })
  startWorkerIn(app)
  const run_id = await simulate(app, { personas: 110, days: 90 })
  while (!(await runEvents(app.local, { run_id })).some(isConclusion)) await sleep(5)
  expect(await cancelRun(app.local, { run_id })).toMatchObject({ status: 'running' })
  expect(await app.until(run_id)).toMatchObject({ status: 'cancelled', result: null })
})

const isConclusion = ({ type, data }: RunEvent): boolean => type === 'stage' && data.stage === 'conclude'
