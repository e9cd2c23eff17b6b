import { describe, expect, it, onTestFinished } from 'vitest'
import { whyMissing } from '../../src/domain/panel/analysis.js'
import type { PressureTestInput } from '../../src/domain/panel/pressure-test.js'
import { FocusGroupResult, measuredOf, PressureTestResult } from '../../src/domain/panel/pressure-test.js'
import type { RunDocument } from '../../src/domain/run/run-document.js'
import { dissentOf } from '../../src/presentation/minority-report.js'
import { cancelRun } from '../../src/service/run/cancel-run.js'
import { exportRun, verifyPacket } from '../../src/service/run/export-run.js'
import { exportTable } from '../../src/service/run/export-table.js'
import { retryRun } from '../../src/service/run/reopen-run.js'
import { prepareRun } from '../../src/service/run/submit-run.js'
import { OAT_DRINK, startApp, startWorkerIn, submitRequest, type TestApp } from '../support/app.js'
import { taskOf } from '../support/fake-answers.mjs'
import { type FakeBody, type FakeMessagesApi, type Fault, fakeMessagesApi } from '../support/fake-messages-api.mjs'

const taskIn = (body: FakeBody): string | undefined => taskOf(body.output_config?.format?.schema)
const tasksOf = (api: FakeMessagesApi): (string | undefined)[] => api.requests.map(({ body }) => taskIn(body))

type Scene = { readonly api: FakeMessagesApi; readonly app: TestApp; fault: Fault | null }

/** A program whose analyst meets `fault`, until that is taken away. */
async function scene(fault: Fault | null, others: (body: FakeBody) => Fault | null = () => null): Promise<Scene> {
  const made = { fault }
  const api = await fakeMessagesApi({
    fault: (body) => (taskIn(body) === 'analyse' ? made.fault : others(body)),
  })
  onTestFinished(() => api.close())
  const app = await startApp({ ANTHROPIC_BASE_URL: api.url })
  startWorkerIn(app)
  return Object.assign(made, { api, app })
}

async function ended({ app }: Scene, input: Partial<PressureTestInput> = {}): Promise<RunDocument> {
  const run = await app.until(await app.submit(input))
  expect(run, run.error?.message).toMatchObject({ status: 'completed', error: null })
  return run
}

const resultOf = (run: RunDocument): PressureTestResult => PressureTestResult.parse(run.result)

/** The same test by an analyst who answers, made once. */
const untroubled = (input: Partial<PressureTestInput>): Promise<RunDocument> => {
  const key = JSON.stringify(input)
  const run = untroubledRuns.get(key) ?? scene(null).then((made) => ended(made, input))
  untroubledRuns.set(key, run)
  return run
}
const untroubledRuns = new Map<string, Promise<RunDocument>>()

describe('an analysis that fails for good', () => {
  it.each([
    ['refused', 'refusal', 'model_refused', 1],
    ['cut off', 'max_tokens', 'answer_truncated', 1],
    ['of the wrong shape after its repair', 'wrong_schema', 'answer_invalid', 2],
    ['a request that the provider will not take', { status: 400 }, 'request_refused', 1],
  ] as const)('leaves everything else standing where it is %s', async (_, fault, code, calls) => {
    const troubled = await scene(fault)
    const run = await ended(troubled, { controls: false })
    const result = resultOf(run)
    expect(result).toMatchObject({
      analysis: null,
      analysis_missing: { code, message: expect.stringMatching(/analyse/) },
    })
    expect(tasksOf(troubled.api).filter((task) => task === 'analyse')).toHaveLength(calls)
    const table = await exportTable(troubled.app.local, { run_id: run.run_id, table: 'findings' })
    expect(table).toContain(`The analysis is missing: ${whyMissing({ code, message: '' })}`)

    const whole = resultOf(await untroubled({ controls: false }))
    const { responses, claims, intent, group_dynamics, minority_report } = whole
    expect(result).toMatchObject({ responses, claims, intent })
    const { pressure_score, gut_attraction_index, credibility_score, intervals, intervals_same_kinds, pressure_map } =
      measuredOf(whole)
    expect(measuredOf(result)).toEqual({
      ...{ pressure_score, gut_attraction_index, credibility_score, intervals, intervals_same_kinds },
      // The attack and the fix of a claim are the analyst's; who believes it was counted.
      pressure_map: pressure_map.map((row) => ({ ...row, attack: null, fix: null })),
    })
    expect(intervals?.pressure_score.high).toBeGreaterThan(intervals?.pressure_score.low ?? 100)
    expect(result.minority_report).toEqual({ ...minority_report, importance_assessment: null })
    expect(minority_report?.method).toBe('measured')
    expect(result.group_dynamics).toEqual({
      ...group_dynamics,
      minority_report: { ...group_dynamics?.minority_report, importance_assessment: null },
    })
    expect(run.trust).toMatchObject({ light: 'amber', quotes: { status: 'not_run', checked: 0 } })
    expect(run.trust?.sentence).toMatch(/The analysis is missing: /)
    expect(run.retry).toEqual({ buys: 'analysis', cost_usd: expect.any(Number) })
    expect(run.retry?.cost_usd).toBeGreaterThan(0)
    expect(run.retry?.cost_usd).toBeLessThan(0.05)
  })

  it.each(['quick', 'off'] as const)(
    'leaves no minority report where that is the analyst’s (%s)',
    async (focus_group) => {
      const { minority_report, group_dynamics } = resultOf(await ended(await scene('refusal'), { focus_group }))
      expect(minority_report).toBeNull()
      expect(group_dynamics?.minority_report ?? null).toBeNull()
      expect((group_dynamics?.turns.length ?? 0) > 0).toBe(focus_group === 'quick')
    },
  )

  it('says so where similarity took the place of a coder without a usable answer', async () => {
    const uncoded = await scene(null, (body) => (taskIn(body) === 'code_views' ? 'refusal' : null))
    const run = await ended(uncoded, { controls: false, assay: 'quick' })
    expect(resultOf(run).minority_report).toMatchObject({ method: 'measured', coded_by: 'similarity' })
    expect(dissentOf(resultOf(run), new Map()).sentence).toMatch(/^Arithmetic over .* by similarity, which knows less/)
    const planted = run.trust?.assay?.parts.find(({ part }) => part === 'planted')
    expect(planted?.status).not.toBe('pass')
    expect(planted?.sentence).toMatch(/^Its own discussion was read by similarity/)
    expect(resultOf(await untroubled({ controls: false })).minority_report).not.toHaveProperty('coded_by')
  })

  it('keeps a red light red', async () => {
    const likesAnything = await scene('refusal')
    likesAnything.api.answer = (_, task) =>
      task === 'react'
        ? {
            ...{ gut_sentiment: 'positive', considered_sentiment: 'positive', stance: 'believes' },
            ...{ purchase_statement: 'I would definitely buy it today.', obstacle: '' },
          }
        : undefined
    expect((await ended(likesAnything)).trust).toMatchObject({ light: 'red', controls: { status: 'fail' } })
  })

  it('of a focus group leaves its discussion standing', async () => {
    const { app } = await scene('refusal')
    const input = { stimulus: OAT_DRINK, topics: ['The price', 'The foam'] }
    const { run_id } = await submitRequest(app.local, 'focus_group', input)
    const run = await app.until(run_id)
    const result = FocusGroupResult.parse(run.result)
    expect(result).toMatchObject({
      analysis: null,
      topics: [{ topic: 'The price', first_turn: expect.any(Number) }, {}],
    })
    expect(result.group_dynamics?.turns.length).toBeGreaterThan(6)
    expect(run.retry).toMatchObject({ buys: 'analysis' })
  })

  it('can be computed again from what was stored', async () => {
    const { app, ...rest } = await scene('refusal')
    const { run_id } = await ended({ app, ...rest })
    const packet = await exportRun(app.local, { run_id })
    expect(await verifyPacket(app.local, packet)).toMatchObject({ hash_matches: true, result_matches: true })
    expect(packet.calls.find(({ key }) => key === 'analyse')?.outcome).toMatchObject({
      error: { code: 'model_refused' },
    })
  })

  it('lets people be asked and texts be compared, and says why nothing can be refined', async () => {
    const { app, ...rest } = await scene('refusal')
    const { run_id } = await ended({ app, ...rest })
    const question = await prepareRun(app.local, 'ask', { run_id, persona: 'Sofia', question: 'Why?' })
    expect(question.input.source_run_id).toBe(run_id)
    const propositions = [{ run_id }, { name: 'B', stimulus: 'A plain oat drink.' }]
    const compared = await prepareRun(app.local, 'comparison', { propositions })
    expect(compared.input.propositions[0]?.stimulus).toBe(OAT_DRINK)
    await expect(prepareRun(app.local, 'refinement', { run_id })).rejects.toMatchObject({
      code: 'conflict',
      message: `Run ${run_id} has no analysis, so there are no recommendations to rewrite it by. Get the analysis first, which buys nothing else: pressure-test runs retry ${run_id}`,
    })
  })

  it('of any other sort is what it was: trouble with the provider pauses the run', async () => {
    const troubled = await scene({ status: 529 })
    const run_id = await troubled.app.submit()
    const paused = await troubled.app.until(run_id, ['paused'])
    expect(paused).toMatchObject({ result: null, error: { code: 'provider_down' } })
    troubled.fault = null
    expect(resultOf(await troubled.app.until(run_id)).analysis).not.toBeNull()
  })
})

describe('a retry of it', () => {
  it.each(['live', 'quick', 'off'] as const)(
    'buys only the analysis, and ends as if it had never failed (%s)',
    async (focus_group) => {
      const troubled = await scene('wrong_schema')
      const { run_id } = await ended(troubled, { focus_group })
      const before = troubled.api.requests.length
      troubled.fault = null
      await retryRun(troubled.app.local, { run_id })
      const run = await troubled.app.until(run_id)
      expect(tasksOf(troubled.api).slice(before)).toEqual(['analyse'])
      const whole = await untroubled({ focus_group })
      expect(run).toMatchObject({ status: 'completed', error: null })
      expect(JSON.stringify([run.result, run.trust])).toBe(JSON.stringify([whole.result, whole.trust]))
      expect(run.retry).toBeUndefined()
      expect(run.usage.calls).toBe(whole.usage.calls + 2)
      const packet = await exportRun(troubled.app.local, { run_id })
      expect(await verifyPacket(troubled.app.local, packet)).toMatchObject({ hash_matches: true, result_matches: true })
      await expect(retryRun(troubled.app.local, { run_id })).rejects.toMatchObject({
        code: 'conflict',
        message: expect.stringContaining('The run is completed; only a failed, cancelled or paused run'),
      })
    },
  )

  it('asks nobody again who did not answer, so that the answers stay those the analysis is of', async () => {
    const refusing = new Set<string>()
    const others = (body: FakeBody): Fault | null => {
      const own = JSON.stringify(body.messages)
      if (taskIn(body) !== 'respond') return null
      if (refusing.size === 0) refusing.add(own)
      return refusing.has(own) ? 'refusal' : null
    }
    const troubled = await scene('refusal', others)
    const { run_id, trust } = await ended(troubled)
    expect(trust?.respondents).toMatchObject({ asked: 6, answered: 5 })
    const before = troubled.api.requests.length
    troubled.fault = null
    refusing.clear()
    refusing.add('nobody')
    await retryRun(troubled.app.local, { run_id })
    const run = await troubled.app.until(run_id)
    expect(tasksOf(troubled.api).slice(before)).toEqual(['analyse'])
    expect(run.trust?.respondents).toEqual(trust?.respondents)
    expect(resultOf(run).analysis).not.toBeNull()
    const packet = await exportRun(troubled.app.local, { run_id })
    expect(await verifyPacket(troubled.app.local, packet)).toMatchObject({ result_matches: true })
  })

  it('leaves the result unchanged when it fails too, and can be repeated', async () => {
    const troubled = await scene('refusal')
    const first = await ended(troubled)
    const { run_id } = first
    for (const fault of ['max_tokens', 'refusal'] as const) {
      troubled.fault = fault
      await retryRun(troubled.app.local, { run_id })
      await troubled.app.until(run_id)
    }
    const again = await troubled.app.until(run_id)
    expect([again.result, again.trust]).toEqual([first.result, first.trust])
    expect(tasksOf(troubled.api).filter((task) => task === 'analyse')).toHaveLength(3)
  })

  it('that is cancelled or whose key is refused leaves the run completed, with the reason', async () => {
    const troubled = await scene('refusal')
    const { app } = troubled
    const first = await ended(troubled)
    const { run_id } = first
    troubled.fault = { status: 529 }
    await retryRun(app.local, { run_id })
    expect((await app.until(run_id, ['paused'])).result).toEqual(first.result)
    await cancelRun(app.local, { run_id })
    expect(await app.until(run_id)).toMatchObject({ status: 'completed', error: null, result: first.result })

    troubled.fault = 'hang'
    await retryRun(app.local, { run_id })
    while (tasksOf(troubled.api).at(-1) !== 'analyse' || troubled.api.inFlight === 0) await new Promise(setImmediate)
    await cancelRun(app.local, { run_id })
    expect(await app.until(run_id)).toMatchObject({ status: 'completed', result: first.result })

    troubled.fault = { status: 401 }
    await retryRun(app.local, { run_id })
    const refused = await app.until(run_id)
    expect(refused).toMatchObject({
      status: 'completed',
      result: first.result,
      error: { code: 'provider_rejected' },
      retry: { buys: 'analysis' },
    })
    troubled.fault = null
    await retryRun(app.local, { run_id })
    expect(await app.until(run_id)).toMatchObject({
      status: 'completed',
      error: null,
      trust: { light: expect.any(String) },
    })
  })
})
