import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { ComparisonResult } from '../../src/domain/panel/comparison.js'
import type { JudgedResult } from '../../src/domain/panel/pressure-test.js'
import type { RunEnd } from '../../src/domain/run/run-end.js'
import { TIMES } from '../../src/jobs/worker-times.js'
import { readTrackRecord, recordOutcome } from '../../src/service/panel/outcomes.js'
import { deleteRun } from '../../src/service/run/delete-runs.js'
import { clientOf, serveApi } from '../support/api.js'
import { OAT_DRINK, startApp, startWorkerIn, submitRequest, type TestApp } from '../support/app.js'
import { runIn } from '../support/cli.js'
import { query } from '../support/database.js'
import { fakeMessagesApi } from '../support/fake-messages-api.mjs'
import { connect, inMemory, stranger } from '../support/mcp.js'

const statement = (sql: string) => Object.assign([sql], { raw: [sql] })
const TWO = [
  { name: 'A', stimulus: OAT_DRINK },
  { name: 'B', stimulus: `${OAT_DRINK} Now with calcium.` },
]

async function withModel(): Promise<TestApp> {
  const api = await fakeMessagesApi()
  return startApp({ ANTHROPIC_API_KEY: 'sk-ant-test', ANTHROPIC_BASE_URL: api.url, MONTHLY_BUDGET_USD: '500' })
}

async function endAs(app: TestApp, run_id: string, end: RunEnd): Promise<void> {
  const claimant = { worker_id: 'w', isolation: 'shared', modes: ['anthropic'], times: TIMES } as const
  const lease = await app.store.leases.claim(run_id, claimant)
  if (lease === null || lease === 'suspect') throw new Error('not claimed')
  expect(await app.store.leases.end(lease, end)).toBe('completed')
}

/** A comparison that ended with A ahead by so many points; 0: no difference was seen. */
async function compared(app: TestApp, mean: number, category: 'food_drink' | 'saas' = 'food_drink'): Promise<string> {
  const { run_id } = await submitRequest(app.local, 'comparison', { propositions: TWO, personas: 3 })
  const differences = [{ first: 'A', second: 'B', mean, difference_seen: mean !== 0 }]
  const result = { category, scoring_version: 2, differences } as unknown as ComparisonResult
  await endAs(app, run_id, { status: 'completed', kind: 'comparison', result, trust: null })
  return run_id
}

/** People who all lean alike: to buying where the score is 50 or more. */
const answers = (value: number, people: number) =>
  Array.from({ length: people }, (_, i) => ({
    ...{ persona_id: `p${i}`, archetype: 'a', beliefs: [], intent_method: 'coder' },
    ...{ gut_sentiment: 'mixed', considered_sentiment: 'mixed' },
    intent_pmf: value < 50 ? [0, 1, 0, 0, 0] : [0, 0, 0, 1, 0],
  }))

async function tested(
  app: TestApp,
  value: number,
  noise_floor: number | null,
  { people = 8, light = 'amber' }: { people?: number; light?: 'amber' | 'red' } = {},
): Promise<string> {
  const { run_id } = await submitRequest(app.local, 'pressure_test', { stimulus: OAT_DRINK, personas: 3 })
  const interval = { low: value - 5, high: value + 5 }
  const result = {
    ...{ responses: answers(value, people), claims: [], group_dynamics: null },
    ...{ stimulus: OAT_DRINK, category: 'food_drink', skepticism: 'medium', about: '', scoring_version: 2 },
    measured: { pressure_score: value, intervals: { pressure_score: interval } },
    intent: { method: 'coder', mean: 3.1, intervals: { mean: { low: 2.8, high: 3.4 } } },
  } as unknown as JudgedResult
  const trust = { light, assay: { noise_floor } } as never
  await endAs(app, run_id, { status: 'completed', kind: 'pressure_test', result, trust })
  return run_id
}

async function written(app: TestApp, run_id: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'outcome-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const { stdout } = await runIn(app, ['runs', 'report', run_id, '--out', join(folder, 'report.html')])
  return stdout.trim()
}

const won = (winner: string, beside: object = {}) => ({ what: 'ab_test', winner, ...beside })

describe('the track record', () => {
  it('shows ten outcomes, three against the prediction, and how little they say, on every surface', async () => {
    const app = await withModel()
    for (let i = 0; i < 9; i++)
      await recordOutcome(app.local, {
        run_id: await compared(app, 8, i < 5 ? 'food_drink' : 'saas'),
        outcome: won(i < 3 ? 'B' : 'A'),
      })
    const send = await clientOf(await serveApi(app), app.local)
    const numbers = [
      { label: 'A', people: 2_000, converted: 200 },
      { label: 'B', people: 2_000, converted: 100 },
    ]
    const last = await compared(app, 8, 'saas')
    const recorded = await send(`POST /runs/${last}/outcome`, { what: 'ab_test', numbers })
    expect(recorded).toMatchObject({ status: 201, json: { outcome: { direction: 'right', predicted: 'A ahead' } } })
    const record = {
      ...{ outcomes: 10, right: 7, wrong: 3, none_named: 0, skill: 0.7 },
      sentence: '7 of 10 directions right so far (40 to 89 %), 3 wrong.',
      caution: '10 outcomes say little. A coin would be right as often, or oftener, in 17 of 100 such records.',
    }
    expect(recorded.json.record).toMatchObject({
      ...record,
      groups: [
        { category: 'saas', right: 5, wrong: 0 },
        { category: 'food_drink', right: 2, wrong: 3 },
      ],
    })
    expect((await send('GET /track-record')).json).toMatchObject(record)
    const shown = await runIn(app, ['outcome'])
    expect(shown.stdout).toContain(`${record.sentence}\n${record.caution}\n`)
    expect(shown.stdout.match(/B won: wrong/g)).toHaveLength(3)

    const client = await connect('v2', inMemory({ context: async () => app.local }))
    const called = await client.call('record_outcome', {
      run_id: await compared(app, 0),
      what: 'sales',
      winner: 'none',
    })
    expect(called.text).toContain('Predicted: no difference seen. Happened: no difference. So: named no direction.')
    expect(called.text).toContain('1 prediction named no direction.')
    const foreign = await stranger(app)
    expect(await readTrackRecord(foreign)).toMatchObject({ outcomes: 0, rows: [] })
    expect((await (await clientOf(await serveApi(app), foreign))(`POST /runs/${last}/outcome`, won('A'))).status).toBe(
      404,
    )
  })

  it('lets nobody edit a prediction or an outcome, and counts what was corrected or deleted', async () => {
    const app = await withModel()
    const url = app.env.DATABASE_URL ?? ''
    const [first, second] = [await compared(app, 8), await compared(app, 8)]
    await recordOutcome(app.local, { run_id: first, outcome: won('B') })
    await recordOutcome(app.local, { run_id: second, outcome: won('B') })
    for (const table of ['prediction', 'outcome'])
      for (const change of [`update ${table} set document = '{}'`, `delete from ${table}`, `truncate ${table}`]) {
        const asApp = app.store.database.inWorkspace(app.local.actor, (tx) => tx.$executeRaw(statement(change)))
        await expect(asApp, change).rejects.toThrow(/does not let this program/)
        if (!change.startsWith('delete')) await expect(query(url, change), change).rejects.toThrow(/append-only/)
      }
    // Neither does another end of the run, as after a retry, nor a result that somebody changed.
    await query(url, `update run set status = 'queued' where id = $1`, [first])
    const differences = [{ first: 'A', second: 'B', mean: -8, difference_seen: true }]
    const result = { category: 'food_drink', scoring_version: 2, differences } as unknown as ComparisonResult
    await endAs(app, first, { status: 'completed', kind: 'comparison', result, trust: null })
    expect(await readTrackRecord(app.local)).toMatchObject({ right: 0, wrong: 2 })

    await recordOutcome(app.local, { run_id: first, outcome: won('A') })
    expect(await readTrackRecord(app.local)).toMatchObject({ right: 1, wrong: 1, not_counted: { corrected: 1 } })
    await deleteRun(app.local, { run_id: second })
    const after = await readTrackRecord(app.local)
    expect(after).toMatchObject({ right: 1, wrong: 0, not_counted: { corrected: 1, deleted: 1 } })
    expect((await runIn(app, ['outcome'])).stdout).toContain('1 run deleted with their outcomes')
  })

  it('holds tests against each other beyond the noise only, surveys against intervals, and stops against nothing', async () => {
    const app = await withModel()
    const [low, high, near, unmeasured] = [
      await tested(app, 40, 4),
      await tested(app, 62, 4),
      await tested(app, 60, 4),
      await tested(app, 80, null),
    ]
    const of = async (run_id: string, outcome: object) => (await recordOutcome(app.local, { run_id, outcome })).outcome
    expect(await of(high, won('this', { against: low }))).toMatchObject({ direction: 'right', predicted: 'this ahead' })
    expect(await of(high, won('other', { against: near }))).toMatchObject({ direction: 'none_named' })
    expect(await of(unmeasured, won('this', { against: low }))).toMatchObject({ direction: 'none_named' })
    expect(await of(low, { what: 'launch', result: 'worked' })).toMatchObject({ direction: 'wrong' })
    expect(await of(high, { what: 'launch', result: 'stopped' })).toMatchObject({
      not_counted: expect.stringContaining('stopped'),
    })
    expect(await of(high, { what: 'survey', answers: [10, 20, 40, 20, 10] })).toMatchObject({ interval: 'inside' })
    expect(await of(low, { what: 'survey', answers: [40, 40, 20, 0, 0] })).toMatchObject({ interval: 'outside' })
    expect(await of(near, { what: 'survey', answers: [0, 0, 5, 0, 0] })).toMatchObject({
      not_counted: expect.stringContaining('Fewer than 30'),
    })
    // The same event, told from the other side, is no second one.
    expect(await of(low, won('other', { against: high }))).toMatchObject({ direction: 'right' })
    expect(await readTrackRecord(app.local)).toMatchObject({
      ...{ right: 1, wrong: 1, none_named: 2, not_counted: { corrected: 1 } },
      sentence: expect.stringContaining('1 of 2 surveys inside the 90 % interval given (9 to 91 %).'),
    })
    await deleteRun(app.local, { run_id: low })
    expect(await readTrackRecord(app.local)).toMatchObject({ inside: 1, outside: 0 })
    for (const [outcome, problem] of [
      [won('this'), /which other run/],
      [won('other', { against: high }), /held against itself/],
      [{ what: 'survey' }, /five counts/],
      [{ what: 'launch' }, /Say what happened/],
      [{ what: 'weather' }, /what/],
    ] as const)
      await expect(of(high, outcome)).rejects.toMatchObject({
        code: 'invalid_input',
        message: expect.stringMatching(problem),
      })
    const chance = {
      what: 'ab_test',
      winner: 'A',
      numbers: [
        { label: 'A', people: 20, converted: 6 },
        { label: 'B', people: 20, converted: 5 },
      ],
    }
    await expect(of(await compared(app, 8), chance)).rejects.toThrow(/no difference beyond chance/)
  })

  it('names no winner within chance, and counts runs with a red light apart', async () => {
    const app = await withModel()
    const few = { people: 3 }
    const [low, high] = [await tested(app, 40, 4, few), await tested(app, 62, 4, few)]
    const of = async (run_id: string, outcome: object) => (await recordOutcome(app.local, { run_id, outcome })).outcome
    expect(await of(high, won('this', { against: low }))).toMatchObject({ direction: 'none_named' })
    // Other people answered: no instrument for one difference.
    const many = await tested(app, 62, 4)
    expect(await of(many, won('this', { against: low }))).toMatchObject({ direction: 'none_named' })

    const red = await tested(app, 62, 4, { light: 'red' })
    expect(await of(red, { what: 'launch', result: 'failed' })).toMatchObject({ direction: 'wrong', red: true })
    expect(await readTrackRecord(app.local)).toMatchObject({
      ...{ outcomes: 2, right: 0, wrong: 0, red: { outcomes: 1, wrong: 1 }, not_counted: { no_prediction: 0 } },
      sentence: expect.stringContaining('Counted apart, of runs with a red light: 1 outcome: 0 of 1 directions right.'),
    })
    expect((await runIn(app, ['outcome'])).stdout).toContain('wrong, of a run with a red light')
  })

  it('of a run with a red light alone does not say that no outcome is recorded', async () => {
    const app = await withModel()
    const run_id = await tested(app, 62, 4, { light: 'red' })
    await recordOutcome(app.local, { run_id, outcome: { what: 'launch', result: 'failed' } })
    expect(await readTrackRecord(app.local)).toMatchObject({
      sentence:
        'No outcome of a run that could be relied on is recorded yet, so nobody knows how often predictions come true here. Counted apart, of runs with a red light: 1 outcome: 0 of 1 directions right.',
      caution: 'A run with a red light says itself not to rely on it. Record what happened after others.',
    })
  })

  it('takes no rehearsal for a prediction, and stands in every report', async () => {
    const app = await startApp()
    startWorkerIn(app)
    const run_id = await app.submit({ focus_group: 'off', controls: false })
    await app.until(run_id)
    const recorded = await runIn(app, ['outcome', run_id, '--answers', '10,10,10,5,5'])
    expect(recorded).toMatchObject({ code: 0, stdout: expect.stringContaining('a rehearsal predicts nothing') })
    expect(recorded.stdout).toContain('No outcome with real people is recorded yet')
    const page = await readFile(await written(app, run_id), 'utf8')
    expect(page).toContain('Track record')
    expect(page).toContain('nobody knows how often predictions come true here')
  })
})
