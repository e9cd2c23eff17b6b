import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { AskResult } from '../../src/domain/panel/ask.js'
import { foldProgress, livedSoFar } from '../../src/domain/run/run-events.js'
import type { SimulatedLife } from '../../src/domain/simulation/simulated-life.js'
import type { SimulationResult } from '../../src/domain/simulation/simulation.js'
import { readProductFile } from '../../src/ingest/product-files/read-product-file.js'
import { exportLives, verifyRun } from '../../src/service/run/export-run.js'
import { runEvents } from '../../src/service/run/follow-run.js'
import { startApp, startWorkerIn, submitRequest } from '../support/app.js'
import { borrowDatabase, query } from '../support/database.js'

/** One simulation for the whole file, which nothing changes but the last two tests. */
let url: string
let run_id: string
let result: SimulationResult
let computed: SimulatedLife[]

const open = () => startApp({ PRESSURE_TEST_MODEL: 'offline', DATABASE_URL: url })

let drop: () => Promise<void>

beforeAll(async () => {
  const database = await borrowDatabase()
  url = database.connectionString
  drop = database.drop
})
afterAll(() => drop())

it('while they live, who is done is told with the curve so far, in few events', async () => {
  const app = await open()
  startWorkerIn(app)
  const product = readProductFile(await readFile('examples/products/slotwise.yaml', 'utf8'), 'slotwise.yaml')
  const run = await submitRequest(app.local, 'simulation', { product, personas: 95, days: 14 })
  run_id = run.run_id
  const done = await app.until(run_id)
  result = done.result as SimulationResult
  const events = await runEvents(app.local, { run_id })
  expect(events.filter(({ type }) => type === 'people_lived').length).toBeLessThanOrEqual(4)
  const progress = foldProgress(events)
  expect(progress.map(({ stage }) => stage)).toEqual(['live', 'conclude'])
  const partial = progress.map(livedSoFar).find((lived) => lived !== null)
  expect(partial).toMatchObject({ of: 95 })
  expect(partial?.people).toBeGreaterThanOrEqual(30)
  expect(partial?.curve.map(({ day }) => day)).toEqual([1, 3, 7, 14])
})

it('a person answers from their own weeks, by name or id, offline as a rehearsal', async () => {
  const app = await open()
  startWorkerIn(app)
  const gone = result.people.findLast(({ reason, sessions }) => reason !== null && sessions > 0)
  const ask = async (persona: string, question: string) => {
    const run = await submitRequest(app.local, 'ask', { run_id, persona, question })
    return (await app.until(run.run_id)).result as AskResult
  }
  const first = await ask(gone?.id ?? '', 'Why did you leave?')
  expect(first).toMatchObject({ persona_id: gone?.id, persona_name: gone?.name, earlier: [] })
  expect(first.answer).toContain(`on day ${gone?.days}`)
  const again = await ask((gone?.name ?? '').toUpperCase(), 'Why did you leave?')
  expect(again.earlier).toEqual([{ question: 'Why did you leave?', answer: first.answer }])
  // What an answer quotes of the product, it said to this person.
  const life = (await everybody(app)).find(({ persona_id }) => persona_id === again.persona_id)
  const told = life?.sessions.map(({ summary }) => summary).join(' ') ?? ''
  const { answer } = await ask(gone?.id ?? '', 'What went wrong?')
  for (const [, quoted = ''] of answer.matchAll(/“([^”]+)”/g)) expect(told).toContain(quoted.replace(/[.…]$/, ''))
  await expect(ask('Nobody At All', 'Why?')).rejects.toThrow(
    /Nobody called "Nobody At All" lived with it in that run\. There are: .+ and 83 more\./,
  )
})

const everybody = async (app: Awaited<ReturnType<typeof open>>): Promise<SimulatedLife[]> => {
  const lives: SimulatedLife[] = []
  for await (const life of exportLives(app.local, { run_id })) if ('sessions' in life) lives.push(life)
  return lives
}

it('sessions and events are exported as the specification has them, for everybody', async () => {
  const app = await open()
  const noted = () => query(url, `select from security_event where action = 'run.exported' and target = $1`, [run_id])
  const before = await noted()
  const lives = await everybody(app)
  expect(await noted()).toHaveLength(before.length + 1)
  computed = lives
  expect(lives).toHaveLength(95)
  expect(new Set(lives.map(({ source }) => source))).toEqual(new Set(['computed']))
  const sessions = lives.flatMap((life) => life.sessions)
  expect(sessions).toHaveLength(result.total_sessions)
  const [event] = sessions.flatMap((session) => session.events)
  expect(Object.keys(event ?? {}).sort()).toEqual(
    'action context emotional_state event_type id metadata persona_id reasoning timestamp'.split(' '),
  )
  for (const { start_time, end_time, events, summary } of sessions) {
    expect(end_time >= start_time).toBe(true)
    const within = events.filter(({ event_type }) => event_type !== 'decision')
    expect(within.every(({ timestamp }) => timestamp >= start_time && timestamp <= end_time)).toBe(true)
    expect(summary).not.toBe('')
  }
  const ids = sessions.flatMap(({ events }) => events.map(({ id }) => id))
  expect(new Set(ids).size).toBe(ids.length)
  for (const { left, days, sessions: own } of lives) {
    const decided = own.flatMap(({ events }) => events.filter(({ event_type }) => event_type === 'decision'))
    const leaving = decided.filter(({ action }) => action === 'leave')
    expect(leaving.map(({ metadata, context }) => [metadata.outcome, context.day])).toEqual(
      left === null ? [] : [[left, days - 1]],
    )
    for (const { events } of own)
      for (const { event_type, action, emotional_state } of events) {
        if (event_type !== 'emotion') continue
        if (action === 'frustrated') expect(emotional_state.frustration).toBeGreaterThan(0.6)
        else expect([action, emotional_state.delight > 0.7]).toEqual(['delighted', true])
      }
  }
  const types = sessions.flatMap(({ events }) => events.map(({ event_type, action }) => `${event_type} ${action}`))
  expect(types).toEqual(expect.arrayContaining(['emotion frustrated', 'emotion delighted', 'decision buy']))
  const shown = result.people.at(5)
  const same = lives.find(({ persona_id }) => persona_id === shown?.id)
  expect(same).toMatchObject({ name: shown?.name, days: shown?.days, left: shown?.reason, synthetic: true })
  expect(same?.emotional_trajectory).toHaveLength(shown?.sessions ?? -1)
})

it('every person’s weeks are computed again against what is stored; what was changed is found', async () => {
  const app = await open()
  expect(await verifyRun(app.local, { run_id })).toEqual({ result_matches: true, problem: null })
  await query(url, `update run_step set input_hash = 'changed' where run_id = '${run_id}' and key = 'people/30'`)
  const verdict = await verifyRun(app.local, { run_id })
  expect(verdict.result_matches).toBe(false)
  expect(verdict.problem).toContain('people/30')
})

it('whom this version computes differently are read as they are stored, and that is said', async () => {
  const app = await open()
  startWorkerIn(app)
  const [changed] = await query<{ key: string }>(url, "select key from run_step where input_hash = 'changed'")
  expect(changed?.key).toBe('people/30')
  const lives = await everybody(app)
  expect(lives.map(({ source }) => source)).toEqual([...Array(30).fill('computed'), ...Array(65).fill('stored')])
  for (const [index, { persona_id, days, left, sessions }] of lives.entries()) {
    const { emotional_trajectory: felt, source: _, ...before } = computed[index] as SimulatedLife
    expect(before).toMatchObject({ persona_id, days, left })
    expect(sessions.map(whatHappened)).toEqual(before.sessions.map(whatHappened))
    // Rows hold feelings to a thousandth.
    const inRows = ({ day, ...feelings }: (typeof felt)[number]) => ({
      day,
      ...Object.fromEntries(Object.entries(feelings).map(([name, value]) => [name, Math.round(1_000 * value) / 1_000])),
    })
    expect(lives[index]?.emotional_trajectory).toEqual(index < 30 ? felt : felt.map(inRows))
  }
  const asked = lives.find(({ source, left, sessions }) => source === 'stored' && left !== null && sessions.length > 0)
  const request = { run_id, persona: asked?.persona_id ?? '', question: 'Why did you leave?' }
  const { result: answered, trust } = await app.until((await submitRequest(app.local, 'ask', request)).run_id)
  expect((answered as AskResult).answer).toContain(`on day ${asked?.days}`)
  expect(trust?.sentence).toContain('This version computes other weeks')

  await query(url, `update simulation set events = 'archived' where run_id = '${run_id}'`)
  await expect(everybody(app)).rejects.toMatchObject({ code: 'conflict' })
  await expect(submitRequest(app.local, 'ask', request)).rejects.toMatchObject({ code: 'conflict' })
})

const whatHappened = ({ start_time, outcome, events }: SimulatedLife['sessions'][number]) => ({
  ...{ start_time, outcome },
  // Strong feelings are read off the feelings, which rows hold to a thousandth.
  events: events
    .filter(({ event_type }) => event_type !== 'emotion')
    .map(({ action, context, reasoning, metadata: { minutes: _, ...metadata } }) => ({
      ...{ action, context, reasoning, metadata },
    })),
})
