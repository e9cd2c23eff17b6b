import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { EvaluationResult } from '../../src/domain/evaluation/evaluation.js'
import type { Times } from '../../src/jobs/worker-times.js'
import { cancelRun } from '../../src/service/run/cancel-run.js'
import { MORTAL, SOON, startApp, startWorkerIn, submitInput } from '../support/app.js'
import { type Backend, backends } from '../support/backends.js'
import { query } from '../support/database.js'
import { evaluationAnswers } from '../support/fake-evaluation.js'
import { fakeMessagesApi } from '../support/fake-messages-api.mjs'
import { freshEnv, startWorkerProcess } from '../support/processes.js'

/** Calls of a process. */
const IN_FLIGHT = 20
const AGENT = { agent_version_id: 'sdr-1', name: 'Ada', system_prompt: 'Answer kindly.' }
const casesOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ name: `case ${index + 1}`, input: `Message number ${index + 1}.` }))

const eventually = async (what: string, check: () => boolean | Promise<boolean>): Promise<void> => {
  for (let n = 0; n < 1_200; n++) {
    if (await check()) return
    await sleep(50)
  }
  throw new Error(`never happened: ${what}`)
}

type Part = { part: number; status: string; worker_id: string | null; epoch: number }

const scene = async (backend: Backend, options: Parameters<typeof fakeMessagesApi>[0] = {}) => {
  const api = await fakeMessagesApi({ answer: evaluationAnswers(), ...options })
  onTestFinished(() => api.close())
  const queue = await backend.start()
  const app = await startApp({
    ...queue.env,
    ANTHROPIC_BASE_URL: api.url,
    MODEL_CONCURRENCY: String(IN_FLIGHT),
    MAX_RUN_BUDGET_USD: '100',
  })
  const env = await freshEnv({ ...app.env, LOG_LEVEL: 'info' })
  const worker = (times: Partial<Times> = SOON) => startWorkerProcess(env, times)
  const url = app.database.connectionString
  const parts = () => query<Part>(url, 'select part, status, worker_id, epoch from run_part order by part')
  const evaluate = async (count: number, trials: number) => {
    const input = { agent: AGENT, test_cases: casesOf(count), trials }
    return (await submitInput(app.local, 'evaluation', input, { budget_usd: 100 })).run_id
  }
  return { api, app, queue, worker, url, parts, evaluate }
}

describe.each(backends)('a large run on the $name queue', (backend) => {
  it('is spread over two workers; one is killed in the middle, and nothing is judged or bought twice', {
    timeout: 180_000,
  }, async () => {
    const { api, app, worker, url, parts, evaluate } = await scene(backend, { latencyMs: 60 })
    const [first] = [await worker(MORTAL), await worker()]
    const run_id = await evaluate(100, 3)
    await eventually(
      'both workers have parts, and two of them are done',
      async () =>
        new Set((await parts()).flatMap(({ worker_id }) => worker_id ?? [])).size === 2 &&
        (await parts()).filter(({ status }) => status === 'done').length >= 2,
    )
    // More than one worker may have in flight, begun so late that none ends before the kill.
    api.latencyMs = 500
    const slowSince = performance.now()
    await eventually('both have calls in flight', () => {
      const open = api.requests.filter(({ outcome, startedAt }) => outcome === null && startedAt > slowSince)
      return open.length > IN_FLIGHT
    })
    first.kill('SIGKILL')
    api.latencyMs = 20
    const run = await app.until(run_id)
    expect(run).toMatchObject({ status: 'completed', error: null })

    const { trials, test_details, verdict } = run.result as EvaluationResult
    expect(trials).toHaveLength(300)
    expect(trials.every(({ status, judgements }) => status === 'scored' && judgements.length === 1)).toBe(true)
    expect(test_details.test_cases).toHaveLength(100)
    expect(verdict.approved).toBe(true)

    // The version that did the parts is stored with them, and is the one that began the run.
    const versions = await query(url, `select key from run_step where key like 'version%' order by key`)
    expect(versions).toEqual([{ key: 'version' }, { key: expect.stringMatching(/^version:later:\d/) }])
    expect(run.result).not.toHaveProperty('versions')

    // The killed one had parts of its own, and somebody else ended them.
    expect((await parts()).map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 'done'))
    expect((await parts()).some(({ epoch }) => epoch > 1)).toBe(true)

    // 100 first messages and 100 conversations to judge, each in three trials: nothing more than what was in flight at the kill.
    const counts = new Map<string, number>()
    for (const { key, outcome } of api.requests) if (outcome === 'answered') counts.set(key, (counts.get(key) ?? 0) + 1)
    expect(counts.size).toBe(100 + 100)
    const answered = [...counts.values()].reduce((sum, count) => sum + count, 0)
    expect(answered).toBeGreaterThanOrEqual(600)
    expect(answered - 600).toBeLessThanOrEqual(run.usage.possibly_paid)
    // Those in flight at the kill, and answers that were on their way into the database: their places were free already.
    expect(run.usage.possibly_paid).toBeLessThanOrEqual(2 * IN_FLIGHT)
    const bought = await query<{ n: number }>(
      url,
      `select count(*)::int as n from (select step_key from model_call c join model_call_outcome o on o.call_id = c.id
        where o.status = 'answered' group by step_key having count(*) > 1) twice`,
    )
    expect(bought).toEqual([{ n: 0 }])
  })

  it('ends though the queue is emptied while parts are waiting', { timeout: 120_000 }, async () => {
    const { app, queue, url, parts, evaluate } = await scene(backend, { latencyMs: 40 })
    startWorkerIn(app)
    const run_id = await evaluate(130, 1)
    await eventually('a part is done', async () => (await parts()).some(({ status }) => status === 'done'))
    await queue.flush(url)
    expect((await app.until(run_id)).status).toBe('completed')
  })
})

describe('a large run, whatever the queue', () => {
  const [postgres] = backends as [Backend]

  it('stops within seconds when it is cancelled', { timeout: 120_000 }, async () => {
    const { api, app, parts, evaluate } = await scene(postgres, { latencyMs: 400 })
    startWorkerIn(app)
    const run_id = await evaluate(200, 1)
    await eventually('parts are under way', async () => (await parts()).some(({ status }) => status === 'running'))
    await cancelRun(app.local, { run_id })
    expect((await app.until(run_id)).status).toBe('cancelled')
    await eventually('nothing is in flight', () => api.inFlight === 0)
    const asked = api.requests.length
    await sleep(1_500)
    expect(api.requests).toHaveLength(asked)
  })

  it('pauses for provider trouble met in a part, and goes on with what is stored', { timeout: 120_000 }, async () => {
    let down = false
    const { api, app, evaluate } = await scene(postgres, {
      latencyMs: 30,
      fault: () => (down ? { status: 529 } : null),
    })
    startWorkerIn(app)
    const run_id = await evaluate(150, 1)
    await eventually('a hundred answers', () => api.requests.length > 100)
    down = true
    await app.until(run_id, ['paused'])
    down = false
    const run = await app.until(run_id)
    expect(run).toMatchObject({ status: 'completed', usage: { possibly_paid: 0 } })
    const answered = api.requests.filter(({ outcome }) => outcome === 'answered').map(({ key }) => key)
    expect(answered).toHaveLength(new Set(answered).size)
    expect(answered).toHaveLength(300)
  })
})
