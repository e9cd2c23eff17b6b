import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import type { RunDocument } from '../../src/domain/run/run-document.js'
import { foldProgress } from '../../src/domain/run/run-events.js'
import type { AnswerOf } from '../../src/domain/run/tasks.js'
import type { SimulationResult } from '../../src/domain/simulation/simulation.js'
import { readProductFile } from '../../src/ingest/product-files/read-product-file.js'
import { progressView } from '../../src/presentation/progress.js'
import { renderReport } from '../../src/report/report.js'
import { pauseRun } from '../../src/service/run/cancel-run.js'
import { exportLives, exportRun, verifyRun } from '../../src/service/run/export-run.js'
import { runEvents } from '../../src/service/run/follow-run.js'
import { resumeRun } from '../../src/service/run/reopen-run.js'
import { prepareRun, submitRun } from '../../src/service/run/submit-run.js'
import { MORTAL, SOON, startApp, startWorkerIn, type TestApp } from '../support/app.js'
import { query } from '../support/database.js'
import { fakeMessagesApi } from '../support/fake-messages-api.mjs'
import { freshEnv, startWorkerProcess } from '../support/processes.js'
import { sessionAnswer } from '../support/session-answers.mjs'
import { eventually } from '../support/slack-app.js'

const product = async () => readProductFile(await readFile('examples/products/slotwise.yaml', 'utf8'), 'slotwise.yaml')

const scene = async (options: Parameters<typeof fakeMessagesApi>[0] = {}) => {
  const api = await fakeMessagesApi(options)
  onTestFinished(() => api.close())
  const app = await startApp({ ANTHROPIC_BASE_URL: api.url, RUN_BUDGET_USD: '10' })
  return { api, app }
}

const prepare = async (app: TestApp, request: object) =>
  prepareRun(app.local, 'simulation', { product: await product(), ...request })

const simulate = async (app: TestApp, request: object) =>
  (await submitRun(app.local, await prepare(app, request))).run.run_id

const resultOf = (run: RunDocument): SimulationResult => {
  expect(run).toMatchObject({ status: 'completed', error: null })
  return run.result as SimulationResult
}

/** A call a session, and a closing one for everybody. */
const callsOf = ({ total_sessions, total_users }: SimulationResult): number => total_sessions + total_users

/** Everything that was told of planned sessions: the stages, the sessions, and how many people's weeks they cover. */
async function toldOf(app: TestApp, run_id: string) {
  const events = await runEvents(app.local, { run_id })
  const told = { stages: [] as string[], sessions: 0, people: 0 }
  for (const { type, data } of events) {
    if (type === 'stage') told.stages.push(data.stage)
    if (type !== 'sessions_planned') continue
    told.sessions += data.sessions
    told.people += data.people
  }
  return told
}

const toldOnce = (stages: string[], people: number, { total_sessions }: SimulationResult) => ({
  stages,
  sessions: total_sessions,
  people: expect.closeTo(people, 6),
})

const answered = (api: Awaited<ReturnType<typeof fakeMessagesApi>>): number => api.stats().outcomes.answered ?? 0

it('a model is asked once a session and once at the end, for what was quoted; the run is no rehearsal, and called uncalibrated', {
  timeout: 120_000,
}, async () => {
  const { api, app } = await scene()
  startWorkerIn(app)
  const prepared = await prepare(app, { personas: 30, days: 8 })
  const { run_id } = (await submitRun(app.local, prepared)).run
  const run = await app.until(run_id)
  const result = resultOf(run)
  expect(answered(api)).toBe(callsOf(result))
  expect(api.requests).toHaveLength(callsOf(result))
  expect(api.duplicates()).toEqual([])

  const { cost_usd, calls } = prepared.quote
  const middle = cost_usd?.middle ?? 0
  expect(run.usage.cost_usd).toBeGreaterThan(middle * 0.85)
  expect(run.usage.cost_usd).toBeLessThan(middle * 1.15)
  expect(Math.abs(run.usage.calls - calls)).toBeLessThanOrEqual(calls * 0.15)
  // Everybody shares rules and product, which are written to the cache once.
  expect(api.stats().usage.cache_read_input_tokens).toBeGreaterThan(api.stats().usage.input_tokens)

  const { played, light, sentence } = run.trust ?? {}
  expect(played).toMatchObject({ status: 'pass', sessions: result.total_sessions, fallback: 0 })
  expect(played?.felt_gap).toBeGreaterThan(0)
  expect(light).toBe('amber')
  expect(sentence).toContain('Uncalibrated')
  const html = renderReport(run, {})
  expect(html).not.toContain('Rehearsal')
  expect(html).toContain('Uncalibrated: Of 30 synthetic people')
  const exported = await exportRun(app.local, { run_id })
  expect(exported.run.result).toEqual(result)
  expect(await verifyRun(app.local, { run_id })).toEqual({ result_matches: true, problem: null })
  for await (const life of exportLives(app.local, { run_id }))
    if ('sessions' in life)
      expect(life).toMatchObject({ source: 'computed', exit_interview: { felt: expect.anything() } })
})

it.each(['usual', 'short', 'long'] as const)(
  'answers of %s length cost what the quote spans, and what a pilot corrects it to',
  {
    timeout: 240_000,
  },
  async (size) => {
    const { app } = await scene(size === 'usual' ? {} : { answer: sessionAnswer(size) })
    startWorkerIn(app)
    const request = { personas: 50, days: 10 }
    const before = await prepare(app, request)
    const pilot = await app.until(await simulate(app, { ...request, pilot: 10 }))
    expect(pilot.error).toBeNull()
    const after = await prepare(app, request)
    expect(after.quote.notes[0]).toContain(`corrected by the pilot of 10 people, ${pilot.run_id}`)
    const other = await prepare(app, { ...request, days: 9 })
    expect(other.quote.notes.join(' ')).not.toContain('corrected by')
    const run = await app.until((await submitRun(app.local, after)).run.run_id)
    expect(run.error).toBeNull()
    const cost = run.usage.cost_usd ?? 0
    expect(cost).toBeGreaterThan(before.quote.cost_usd?.low ?? 0)
    expect(cost).toBeLessThan(before.quote.cost_usd?.high ?? 0)
    for (const { least_budget_usd, reserved_usd = 0, cost_usd } of [before.quote, after.quote]) {
      expect(reserved_usd).toBeGreaterThan(0)
      expect((least_budget_usd ?? 0) - reserved_usd).toBeGreaterThan(0)
      expect((least_budget_usd ?? 0) - reserved_usd).toBeLessThan(cost_usd?.low ?? 0)
    }
    expect(after.quote.reserved_usd).toBe(before.quote.reserved_usd)
    const corrected = after.quote.cost_usd?.middle ?? 0
    expect(cost).toBeGreaterThan(corrected * 0.85)
    expect(cost).toBeLessThan(corrected * 1.15)
  },
)

it('a budget a little above what a run costs is enough for it, whatever its calls reserve at once', {
  timeout: 120_000,
}, async () => {
  const { api, app } = await scene({ latencyMs: 200 })
  startWorkerIn(app)
  const wanted = { personas: 30, days: 6, seed: 1 }
  const first = await app.until(await simulate(app, wanted))
  const cost = first.usage.cost_usd ?? 0
  expect(cost).toBeGreaterThan(0)
  api.reset()
  const prepared = await prepare(app, { ...wanted, seed: 2 })
  const budget_usd = cost * 1.25
  const { run_id } = (await submitRun(app.local, prepared, { budget_usd })).run
  const run = await app.until(run_id, ['completed', 'paused', 'failed'])
  expect(run).toMatchObject({ status: 'completed', error: null })
  expect(run.usage.cost_usd).toBeLessThanOrEqual(budget_usd)
})

it('a run is paused by a person, buys nothing meanwhile, and goes on where it was', { timeout: 120_000 }, async () => {
  const { api, app } = await scene({ latencyMs: 400 })
  const { run_id: waiting } = await pauseRun(app.local, { run_id: await simulate(app, { personas: 5, days: 3 }) })
  expect(await app.until(waiting, ['paused'])).toMatchObject({ error: { code: 'paused' } })
  startWorkerIn(app)
  const run_id = await simulate(app, { personas: 20, days: 10 })
  await expect.poll(() => answered(api), { timeout: 60_000 }).toBeGreaterThan(0)
  await pauseRun(app.local, { run_id })
  const paused = await app.until(run_id, ['paused'])
  expect(paused).toMatchObject({
    error: { code: 'paused', message: expect.stringMatching(/until somebody lets it go on/) },
  })
  expect(paused.usage.possibly_paid).toBe(0)
  const bought = api.requests.length
  await sleep(3_000)
  expect(api.requests).toHaveLength(bought)
  await resumeRun(app.local, { run_id })
  const result = resultOf(await app.until(run_id))
  expect(answered(api)).toBe(callsOf(result))
  expect(api.duplicates()).toEqual([])
  expect(await app.until(waiting, ['paused'])).toMatchObject({ status: 'paused' })
})

it('says how many sessions are planned before anybody has lived their weeks', { timeout: 120_000 }, async () => {
  let sent = 0
  const { app } = await scene({ latencyMs: 700, fault: () => (++sent > 60 ? 'hang' : null) })
  startWorkerIn(app)
  const run_id = await simulate(app, { personas: 20, days: 20 })
  const seen = await eventually(async () => {
    const run = await app.store.runs.get(app.local.actor, run_id)
    const progress = run && progressView(run, foldProgress(await runEvents(app.local, { run_id })))
    return progress && progress.percent > 5 ? progress : null
  })
  expect(seen).toMatchObject({ stage: 'live', sentence: expect.stringMatching(/: \d+ sessions planned so far/) })
  expect(seen?.partial).toBeUndefined()
  await pauseRun(app.local, { run_id })
})

it('people who join for an invitation are asked like the others', { timeout: 120_000 }, async () => {
  const { api, app } = await scene()
  startWorkerIn(app)
  const result = resultOf(await app.until(await simulate(app, { personas: 20, days: 6, network: 'small_world' })))
  expect(result.joined_later).toBeGreaterThan(0)
  expect(answered(api)).toBe(callsOf(result))
  expect(api.duplicates()).toEqual([])
})

it('a planned step to what the product does not have is summed up and archived, also from rows of earlier versions', {
  timeout: 120_000,
}, async () => {
  const teleport = { action: 'use_feature', target: 'teleporter', why: 'I want to see it.', if_blocked: 'other' }
  const words = { expects: 'Not much.', tell_others: { trigger: null, words: '' }, summary: 'I came to look.' }
  const { app } = await scene({
    answer: (_, task) => (task === 'session' ? { look_back: null, plan: [teleport], ...words } : undefined),
  })
  startWorkerIn(app)
  const run_id = await simulate(app, { personas: 3, days: 3 })
  resultOf(await app.until(run_id))
  const run = { run_id, workspace_id: app.local.actor.workspace_id }
  const database = app.database.connectionString
  const used = async () => (await app.store.simulationTrends.read(run))?.uses?.map(({ target }) => target)
  expect(await used()).toEqual(['elsewhere'])
  await query(database, `update simulation_event set target = -1 where person = 0`)
  await query(database, `update simulation set targets = array_remove(targets, 'elsewhere')`)
  expect(await used()).toEqual(['elsewhere'])
  const targets = new Set<string>()
  await app.store.simulationArchive.archive(run, async (events) => {
    for await (const { target } of events) targets.add(target)
  })
  expect([...targets]).toEqual(['elsewhere'])
})

const REFUSED = 7

it('a session that gets no plan pauses the run, which goes on with what it has', { timeout: 120_000 }, async () => {
  let refuses = true
  const { api, app } = await scene({ fault: (_, index) => (refuses && index === REFUSED ? 'refusal' : null) })
  startWorkerIn(app)
  const run_id = await simulate(app, { personas: 12, days: 5 })
  const paused = await app.until(run_id, ['paused'])
  expect(paused.error?.code).toBe('session_failed')
  expect(paused.error?.message).toContain('The model gave no plan for day')
  refuses = false
  await resumeRun(app.local, { run_id })
  const result = resultOf(await app.until(run_id))
  expect(answered(api)).toBe(callsOf(result))
  expect(api.duplicates()).toEqual([])
})

it('a run that an earlier version began goes on as that began it: no closing question, and it can be verified', {
  timeout: 120_000,
}, async () => {
  let refuses = true
  const { api, app } = await scene({ fault: (_, index) => (refuses && index === 30 ? 'refusal' : null) })
  startWorkerIn(app)
  const run_id = await simulate(app, { personas: 12, days: 5 })
  await app.until(run_id, ['paused'])
  const database = app.database.connectionString
  // What that version stored: no rules of a closing question, no sentence read, and answers of its own shape.
  await query(database, `delete from run_step where key like 'memory/%' or key like 'exit/%'`)
  const store = (key: string, ok: unknown) =>
    query(database, `update run_step set outcome = $2::json where key = $1`, [key, JSON.stringify({ ok })])
  const [begun] = await query<{ ok: { rules: string; card: string } }>(
    database,
    `select outcome->'ok' as ok from run_step where key = 'rules'`,
  )
  await store('rules', { rules: begun?.ok.rules, card: begun?.ok.card })
  const stored = await query<{ key: string; ok: AnswerOf<'session'> }>(
    database,
    `select key, outcome->'ok' as ok from run_step where key like 'session/%' and outcome->'ok' is not null`,
  )
  expect(stored.length).toBeGreaterThan(12)
  for (const { key, ok } of stored) {
    const { look_back, plan, summary: why } = ok
    await store(key, {
      look_back: look_back && { ...look_back.felt, quote: look_back.quote },
      plan: plan.map(({ why: _, ...step }) => step),
      why,
    })
  }
  refuses = false
  api.reset()
  await resumeRun(app.local, { run_id })
  const result = resultOf(await app.until(run_id))
  const asked = await query<{ key: string }>(database, `select step_key as key from model_call where task <> 'session'`)
  expect(asked.filter(({ key }) => key.startsWith('exit/')).length).toBeLessThan(12)
  expect(result.diaries.flatMap(({ closing }) => closing ?? [])).toEqual([])
  expect(await verifyRun(app.local, { run_id })).toEqual({ result_matches: true, problem: null })
  for await (const life of exportLives(app.local, { run_id }))
    if ('sessions' in life) expect(life).toMatchObject({ source: 'computed', exit_interview: null })
})

it('a run paused by its model goes on with a fallback that is given when it is resumed', {
  timeout: 120_000,
}, async () => {
  // The session that pauses the run is asked for again, and refused again.
  const { app } = await scene({ fault: (_, index) => (index >= REFUSED - 1 ? 'refusal' : null) })
  startWorkerIn(app)
  const run_id = await simulate(app, { personas: 12, days: 5 })
  const paused = await app.until(run_id, ['paused'])
  expect(paused.error?.message).toContain('Resumed with fallback offline')
  await resumeRun(app.local, { run_id, fallback: 'offline' })
  const run = await app.until(run_id)
  expect(run.status).toBe('completed')
  expect(run.trust?.played?.fallback).toBeGreaterThan(0)
})

it('with a fallback such sessions are planned by arithmetic, labelled and counted', { timeout: 120_000 }, async () => {
  const { api, app } = await scene({ fault: (_, index) => (index % 5 === 0 ? 'refusal' : null) })
  startWorkerIn(app)
  const run = await app.until(await simulate(app, { personas: 12, days: 5, fallback: 'offline' }))
  const result = resultOf(run)
  const asked = async (sessions: string, status: string) =>
    (
      await query(
        app.database.connectionString,
        `select 1 from model_call c join model_call_outcome o on o.call_id = c.id
          where task ${sessions} 'session' and status ${status} 'answered'`,
      )
    ).length
  const fallback = await asked('=', '<>')
  expect((await asked('=', '=')) + fallback).toBe(result.total_sessions)
  // A closing question without an answer is not asked again, and nothing waits for it.
  expect(await asked('<>', '<>')).toBeGreaterThan(0)
  expect(api.requests.length).toBeLessThanOrEqual(callsOf(result))
  expect(run.trust).toMatchObject({ light: 'amber', played: { status: 'warn', fallback } })
  expect(run.trust?.sentence).toMatch(/^\d+ % of the sessions were planned by arithmetic/)
  const labelled = result.diaries
    .flatMap(({ entries }) => entries)
    .filter(({ text }) => text.startsWith('(planned by arithmetic'))
  expect(labelled.length).toBeGreaterThan(0)
})

it('a pilot lives with the first of the people, and no more questions are in flight than was said', {
  timeout: 120_000,
}, async () => {
  const { api, app } = await scene({ latencyMs: 100 })
  startWorkerIn(app)
  const whole = await prepare(app, { personas: 300, days: 6 })
  expect(whole.quote.notes.join(' ')).toContain('A pilot of 10')
  const request = { personas: 300, days: 6, pilot: 10, max_parallel: 3 }
  const pilot = await prepare(app, request)
  expect(pilot.quote.notes.join(' ')).not.toContain('A pilot')
  expect(pilot.quote.calls).toBeLessThan(whole.quote.calls / 20)
  const result = resultOf(await app.until((await submitRun(app.local, pilot)).run.run_id))
  expect(result.total_users).toBe(10)
  expect(result.notes[0]).toContain('first 10 of 300 people')
  expect(api.maxInFlight).toBeGreaterThan(1)
  expect(api.maxInFlight).toBeLessThanOrEqual(3)
})

it('tells every session once, also after a kill -9 and a pause', { timeout: 120_000 }, async () => {
  const { app } = await scene({ latencyMs: 300 })
  const env = await freshEnv(app.env)
  const first = await startWorkerProcess(env, MORTAL)
  const run_id = await simulate(app, { personas: 20, days: 10 })
  const sessions = async () => (await toldOf(app, run_id)).sessions
  await expect.poll(sessions, { timeout: 30_000 }).toBeGreaterThan(20)
  first.kill('SIGKILL')
  const before = await sessions()
  startWorkerIn(app)
  await expect.poll(sessions, { timeout: 30_000 }).toBeGreaterThan(before)
  await pauseRun(app.local, { run_id })
  await app.until(run_id, ['paused'])
  await resumeRun(app.local, { run_id })
  const result = resultOf(await app.until(run_id))
  expect(await toldOf(app, run_id)).toEqual(toldOnce(['live', 'conclude'], 20, result))
})

it('two workers, one of them killed, ask no session twice and give what one would', { timeout: 240_000 }, async () => {
  const { api, app } = await scene({ latencyMs: 40 })
  const env = await freshEnv(app.env)
  const [first] = [await startWorkerProcess(env, MORTAL), await startWorkerProcess(env, SOON)]
  const run_id = await simulate(app, { personas: 130, days: 3 })
  while (answered(api) < 90) await sleep(20)
  first.kill('SIGKILL')
  const run = await app.until(run_id)
  const result = resultOf(run)
  const extra = answered(api) - callsOf(result)
  expect(extra).toBeLessThanOrEqual(run.usage.possibly_paid)
  const twice = await query<{ n: number }>(
    app.database.connectionString,
    `select count(*)::int as n from (select step_key from model_call c join model_call_outcome o on o.call_id = c.id
      where o.status = 'answered' group by step_key having count(*) > 1) twice`,
  )
  expect(twice).toEqual([{ n: 0 }])
  expect(await toldOf(app, run_id)).toEqual(toldOnce(['live'], 130, result))

  const alone = await startApp({ ANTHROPIC_BASE_URL: api.url, RUN_BUDGET_USD: '10' })
  startWorkerIn(alone)
  const undisturbed = await alone.until(await simulate(alone, { personas: 130, days: 3 }))
  expect(JSON.stringify(result)).toBe(JSON.stringify(resultOf(undisturbed)))
  expect(run.trust).toEqual(undisturbed.trust)
})
