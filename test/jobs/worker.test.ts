import { describe, expect, it, onTestFinished } from 'vitest'
import { serve } from '../../src/api/main.js'
import { readConfig } from '../../src/config.js'
import { appHealth } from '../../src/doctor.js'
import { work } from '../../src/jobs/main.js'
import { silentLog } from '../../src/log.js'
import { openApp } from '../../src/main.js'
import { startApp, startWorkerIn } from '../support/app.js'
import { query } from '../support/database.js'
import { fakeMessagesApi } from '../support/fake-messages-api.mjs'
import { freePort, redisAvailable, startRedis } from '../support/redis.js'

const MODEL = { mode: 'offline', persona: 'm', analysis: 'm', judge: 'm' } as const

/** A second process's view of the same database, opened by the code under test. */
const opening = (env: Record<string, string>) => {
  const said: string[] = []
  return {
    said,
    deps: { say: (line: string) => void said.push(line), open: () => openApp(readConfig(env), silentLog) },
  }
}

describe('a worker', () => {
  it('drains what is waiting and then ends', async () => {
    const app = await startApp()
    const runs = [await app.submit({ seed: 1 }), await app.submit({ seed: 2 })]
    const { deps, said } = opening(app.env)
    await work(deps, { drain: true, concurrency: 1 })
    for (const run_id of runs) expect(await app.until(run_id)).toMatchObject({ status: 'completed', error: null })
    expect(said).toEqual([expect.stringMatching(/^pressure-test worker \S+ \(postgres queue, offline model\)$/)])
  })

  it('serves and works until it is told to stop', async () => {
    const app = await startApp()
    const port = await freePort()
    const { deps, said } = opening(app.env)
    const served = serve({
      ...deps,
      config: readConfig({ ...app.env, PORT: String(port) }),
      log: silentLog,
      version: '0.0.0',
    })
    const run = await app.until(await app.submit())
    expect(run.status).toBe('completed')
    expect(await (await fetch(`http://127.0.0.1:${port}/health`)).json()).toMatchObject({ live: true, ready: true })
    expect((await fetch(`http://127.0.0.1:${port}/reports`)).status).toBe(404)
    process.emit('SIGTERM')
    await served
    expect(said[0]).toContain(`http://127.0.0.1:${port}`)
  })

  it('fails a run of a kind it does not know, in one sentence', async () => {
    const app = await startApp()
    startWorkerIn(app)
    const { run } = await app.store.runs.submit(app.local.actor, {
      kind: 'simulation',
      input: {},
      seed: 1,
      model: MODEL,
      budget_usd: 1,
    })
    expect(await app.until(run.run_id)).toMatchObject({
      status: 'failed',
      error: { code: 'invalid_input', message: 'This version cannot run "simulation".' },
    })
  })

  it('says a fixed sentence and an id for what nobody foresaw, never the error itself', async () => {
    const app = await startApp()
    startWorkerIn(app)
    const input = { stimulus: 'x', panel: 'not a list' }
    const { run } = await app.store.runs.submit(app.local.actor, {
      kind: 'pressure_test',
      input,
      seed: 1,
      model: MODEL,
      budget_usd: 1,
    })
    const { error } = await app.until(run.run_id)
    expect(error).toEqual({
      code: 'internal',
      message: expect.stringMatching(/^Something went wrong on our side\. Please quote error id [0-9a-f]{8}\.$/),
    })
  })

  it('pauses a run until the next month when the budget of this one is spent', async () => {
    const api = await fakeMessagesApi()
    onTestFinished(() => api.close())
    const app = await startApp({ ANTHROPIC_BASE_URL: api.url, MONTHLY_BUDGET_USD: '0.05' })
    startWorkerIn(app)
    const run_id = await app.submit()
    const run = await app.until(run_id, ['paused'])
    expect(run.error).toMatchObject({
      code: 'budget_exceeded',
      message: expect.stringMatching(/for the month is spent/),
    })
    const [row] = await query<{ resume_at: Date }>(app.database.connectionString, 'select resume_at from run')
    const now = new Date()
    const next = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)
    expect(Math.abs((row?.resume_at.getTime() ?? 0) - next)).toBeLessThan(60_000)
    const [month] = await query<{ spent: number }>(
      app.database.connectionString,
      'select (spent_usd + reserved_usd)::float as spent from month_spend',
    )
    expect(month?.spent).toBeLessThanOrEqual(0.05)
  })
})

describe.skipIf(!redisAvailable)('without Redis', () => {
  it('accepts runs at once, says what is wrong, and finishes them when Redis is back', {
    timeout: 120_000,
  }, async () => {
    const redis = await startRedis()
    onTestFinished(() => redis.stop())
    const app = await startApp({ REDIS_URL: redis.url })
    startWorkerIn(app)
    expect((await app.until(await app.submit())).status).toBe('completed')
    const back = redis.restart(2_500)
    const run_id = await app.submit({ seed: 2 })
    expect((await app.until(run_id, ['queued'])).status).toBe('queued')
    expect(await appHealth(app)).toEqual({
      ready: true,
      problems: [expect.stringMatching(/redis queue does not answer/)],
    })
    await back
    expect((await app.until(run_id)).status).toBe('completed')
  })

  it('starts and accepts runs though Redis has never been there', async () => {
    const port = await freePort()
    const app = await startApp({ REDIS_URL: `redis://127.0.0.1:${port}` })
    const run_id = await app.submit()
    expect((await app.until(run_id, ['queued'])).status).toBe('queued')
    await app.submit({ seed: 2 })
  })
})
