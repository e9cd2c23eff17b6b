import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest'
import type { AskResult } from '../../src/domain/panel/ask.js'
import type { SimulationResult } from '../../src/domain/simulation/simulation.js'
import { readProductFile } from '../../src/ingest/product-files/read-product-file.js'
import { exportLives, verifyRun } from '../../src/service/run/export-run.js'
import { simulationTrends } from '../../src/service/simulation/simulation-trends.js'
import { exportWorkspace } from '../../src/service/workspace/workspace-data.js'
import { startApp, startWorkerIn, submitRequest, type TestApp } from '../support/app.js'
import { borrowDatabase, query } from '../support/database.js'

let url: string
let home: string
let drop: () => Promise<void>

beforeAll(async () => {
  const database = await borrowDatabase()
  url = database.connectionString
  drop = database.drop
})
afterAll(() => drop())

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'pt-archive-'))
  onTestFinished(() => rm(home, { recursive: true, force: true }))
})

const open = () => startApp({ PRESSURE_TEST_MODEL: 'offline', DATABASE_URL: url, PRESSURE_TEST_HOME: home })

async function simulated(app: TestApp, personas: number): Promise<string> {
  const product = readProductFile(await readFile('examples/products/slotwise.yaml', 'utf8'), 'slotwise.yaml')
  const { run_id } = await submitRequest(app.local, 'simulation', { product, personas, days: 14 })
  expect(await app.until(run_id)).toMatchObject({ status: 'completed' })
  return run_id
}

const endedDaysAgo = (run_id: string, days: number) =>
  query(url, `update run set completed_at = now() - interval '${days} days' where id = $1`, [run_id])

const stored = async (run_id: string) => {
  const [row] = await query<{ state: string; events: number; sessions: number }>(
    url,
    `select s.events as state, (select count(*)::int from simulation_event where simulation = s.id) as events,
            (select count(*)::int from simulation_session where simulation = s.id) as sessions
       from simulation s where run_id = $1`,
    [run_id],
  )
  return row
}

async function archiveFolder(): Promise<string> {
  const [installation] = await query<{ id: string }>(
    url,
    'select id from _prisma_migrations order by started_at limit 1',
  )
  return join(home, 'archive', installation?.id ?? '')
}

const read = async (folder: string, run_id: string): Promise<unknown[]> =>
  gunzipSync(await readFile(join(folder, `${run_id}.ndjson.gz`)))
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))

async function untilDeleted(run_id: string): Promise<void> {
  while ((await stored(run_id))?.state !== 'deleted') await sleep(20)
}

/** What everybody did, computed again from answers. */
async function everyEvent(app: TestApp, run_id: string) {
  const events = []
  for await (const line of exportLives(app.local, { run_id }))
    if ('sessions' in line) events.push(...line.sessions.flatMap((s) => s.events))
  const actions = events.filter(({ event_type }) => event_type === 'action')
  return actions.map(({ action, context, metadata }) => ({
    ...{ action, target: context.target, day: context.day, seq: metadata.seq },
    ...{ outcome: metadata.outcome, defect: metadata.defect, cause: metadata.cause },
  }))
}

it('events of old simulations leave for a file once, whichever workers look; the rest still works', async () => {
  const app = await open()
  const first = app.startWorker()
  const run_id = await simulated(app, 20)
  const younger = await simulated(app, 2)
  await first.stop()
  // More events than are read or deleted at a time.
  await query(
    url,
    `insert into simulation_event
     select simulation, person + 100 * n, day, seq, e.workspace_id, action, target, outcome, defect, cause, why,
            frustration, confidence, delight, confusion
       from simulation_event e join simulation s on s.id = e.simulation, generate_series(1, 40) n where s.run_id = $1`,
    [run_id],
  )
  const before = await stored(run_id)
  const youngerBefore = await stored(younger)
  expect(before?.events).toBeGreaterThan(10_000)
  const trends = await simulationTrends(app.local, { run_id })
  await endedDaysAgo(run_id, 91)
  await endedDaysAgo(younger, 89)
  // As a worker that was killed while it wrote leaves it.
  const folder = await archiveFolder()
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, `${run_id}.left`), 'half')

  const other = await open()
  for (const each of [app, other]) startWorkerIn(each)
  await untilDeleted(run_id)
  expect(await stored(run_id)).toEqual({ state: 'deleted', events: 0, sessions: before?.sessions })
  expect(await stored(younger)).toEqual(youngerBefore)
  expect(await readdir(folder)).toEqual([`${run_id}.ndjson.gz`])
  expect((await stat(join(folder, `${run_id}.ndjson.gz`))).mode & 0o777).toBe(0o600)
  const archived = await read(folder, run_id)
  const lived = await everyEvent(app, run_id)
  expect(archived).toHaveLength(before?.events ?? -1)
  expect(lived.length).toBeGreaterThan(100)
  expect(archived.slice(0, lived.length)).toEqual(lived.map((event) => expect.objectContaining(event)))

  let exported = ''
  for await (const text of await exportWorkspace(app.local)) exported += text
  const lines: object[] = exported
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(lines.flatMap((line) => ('event' in line ? [line.event] : []))).toEqual(archived)

  expect(await verifyRun(app.local, { run_id })).toEqual({ result_matches: true, problem: null })
  const { people } = (await app.until(run_id)).result as SimulationResult
  const asked = await submitRequest(app.local, 'ask', { run_id, persona: people[0]?.id ?? '', question: 'Why?' })
  expect(((await app.until(asked.run_id)).result as AskResult).persona_id).toBe(people[0]?.id)
  expect(await simulationTrends(app.local, { run_id })).toEqual({ ...trends, events: 'archived' })
  const own = await simulationTrends(app.local, { run_id, persona: people[0]?.id ?? '' })
  expect(own).toMatchObject({ events: 'archived', frictions: null, uses: null })
  expect(own.feelings.length).toBe(people[0]?.sessions)
})

it('what a kill left is finished: archived again as a whole before, only deleted after', async () => {
  const app = await open()
  const first = app.startWorker()
  const [unwritten, undeleted] = [await simulated(app, 3), await simulated(app, 3)]
  await first.stop()
  const folder = await archiveFolder()
  await mkdir(folder, { recursive: true })
  for (const run_id of [unwritten, undeleted]) {
    await endedDaysAgo(run_id, 91)
    await writeFile(join(folder, `${run_id}.ndjson.gz`), 'there')
  }
  await query(url, `update simulation set events = 'archived' where run_id = $1`, [undeleted])
  await query(
    url,
    `delete from simulation_event e using simulation s where s.id = e.simulation and s.run_id = $1 and e.person < 1`,
    [undeleted],
  )
  const events = (await stored(unwritten))?.events
  startWorkerIn(app)
  await Promise.all([unwritten, undeleted].map(untilDeleted))
  expect(await read(folder, unwritten)).toHaveLength(events ?? -1)
  expect(await readFile(join(folder, `${undeleted}.ndjson.gz`), 'utf8')).toBe('there')
  for (const run_id of [unwritten, undeleted]) expect((await stored(run_id))?.events).toBe(0)
})

it('events stay where no file can be written; a run that goes on stores none again; a forgotten run has no file', async () => {
  const app = await open()
  const first = app.startWorker()
  const run_id = await simulated(app, 3)
  await first.stop()
  await endedDaysAgo(run_id, 91)
  const before = await stored(run_id)
  await writeFile(join(home, 'archive'), 'no folder')
  const warned = new Promise<void>((resolve) => {
    app.log.warn = () => resolve()
  })
  const second = app.startWorker()
  await warned
  await second.stop()
  expect(await stored(run_id)).toEqual(before)

  await rm(join(home, 'archive'))
  const third = app.startWorker()
  await untilDeleted(run_id)
  await query(url, 'delete from run_step where run_id = $1', [run_id])
  await query(url, `update run set status = 'queued' where id = $1`, [run_id])
  await app.until(run_id, ['completed'])
  await third.stop()
  expect(await stored(run_id)).toEqual({ ...before, state: 'deleted', events: 0 })

  const folder = await archiveFolder()
  expect(await readdir(folder)).toEqual([`${run_id}.ndjson.gz`])
  await query(url, 'delete from run where id = $1', [run_id])
  startWorkerIn(app)
  while ((await readdir(folder)).length > 0) await sleep(20)
})
