import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { OAT_DRINK, startApp } from '../support/app.js'
import { query } from '../support/database.js'
import { fakeEmbeddings } from '../support/fake-embeddings.js'
import { fakeMessagesApi } from '../support/fake-messages-api.mjs'
import { faultProxy } from '../support/fault-proxy.js'
import { type Env, freshEnv, type Running, start, startWorkerProcess } from '../support/processes.js'
import { redisAvailable, startRedis } from '../support/redis.js'

const RUNS = 12
/** Of the eight connections of a worker. */
const BUSY = 6

const soonSweeping = (env: Env): Promise<Running> => startWorkerProcess(env, { sweepMs: 500 })

async function commandLine(env: Env): Promise<Running> {
  const worker = start(['worker'], env)
  await worker.said(/pressure-test worker/)
  return worker
}

/** Runs in the hands of a worker whose way to its servers can go silent. */
async function working(
  latencyMs: number,
  redisUrl: string | null = null,
  startWorker = soonSweeping,
  input: { personas?: number; controls?: boolean } = {},
) {
  const api = await fakeMessagesApi({ latencyMs })
  onTestFinished(() => api.close())
  const queue: Env = redisUrl ? { REDIS_URL: redisUrl } : {}
  const app = await startApp({ ...(await fakeEmbeddings()), ANTHROPIC_BASE_URL: api.url, ...queue })
  const url = app.database.connectionString
  const behind = async (address: string) => {
    const far = new URL(address)
    const proxy = await faultProxy(Number(far.port))
    far.port = String(proxy.port)
    return { proxy, address: far.href }
  }
  const database = await behind(url)
  const redis = redisUrl === null ? null : await behind(redisUrl)
  const env = await freshEnv({
    ...app.env,
    DATABASE_URL: database.address,
    ...(redis ? { REDIS_URL: redis.address } : {}),
  })
  const worker = await startWorker(env)
  const submit = (n: number) =>
    app.submit({ focus_group: 'quick', controls: false, stimulus: `${OAT_DRINK} Batch ${n}.`, ...input })
  const runs = await Promise.all(Array.from({ length: RUNS }, (_, n) => submit(n)))
  await Promise.all(runs.map((run_id) => app.until(run_id, ['running'])))
  return { api, app, url, worker, runs, submit, database: database.proxy, redis: redis?.proxy ?? null }
}

describe('a worker whose connections to the database go silent', () => {
  it('finishes every run on new ones, and buys nothing twice', { timeout: 120_000 }, async () => {
    const { api, app, url, runs, database } = await working(1_000)
    expect(database.silence()).toBeGreaterThan(0)
    for (const run_id of runs) {
      const run = await app.until(run_id)
      expect(run, run.error?.message).toMatchObject({ status: 'completed', error: null })
    }
    // Where the machine is so slow that a lease ran out meanwhile, what was in flight is asked again, and shown as paid.
    const [ledger] = await query<{ taken: number; lost: number }>(
      url,
      `select (select sum(epoch - 1)::int from run) as taken, count(*)::int as lost
         from model_call c left join model_call_outcome o on o.call_id = c.id where o.call_id is null or o.status = 'lost'`,
    )
    const allowed = ledger?.taken === 0 ? 0 : (ledger?.lost ?? 0)
    expect(api.duplicates().length).toBeLessThanOrEqual(allowed)
  })

  it('ends when it is told to, though nobody answers any more', { timeout: 75_000 }, async () => {
    const { worker, database } = await working(60_000, null, commandLine)
    expect(database.silenceAll()).toBeGreaterThan(0)
    await sleep(1_000)
    worker.kill('SIGTERM')
    expect((await worker.finished).code).toBe(0)
  })
})

describe('a worker whose connections are all at work when they go silent', () => {
  it('keeps its leases', { timeout: 120_000 }, async () => {
    const { app, url, runs, database } = await working(20, null, commandLine, { personas: 30, controls: true })
    const other = await commandLine(await freshEnv({ ...app.env, DATABASE_URL: url }))
    const busy = `select count(*)::int as n from pg_stat_activity where datname = current_database()
      and state in ('active', 'idle in transaction') and pid <> pg_backend_pid()`
    const silenced = async () => {
      for (;;) {
        const [row] = await query<{ n: number }>(url, busy)
        if ((row?.n ?? 0) >= BUSY) return database.silence()
      }
    }
    expect(await silenced()).toBeGreaterThanOrEqual(BUSY)
    for (const run_id of runs) expect(await app.until(run_id)).toMatchObject({ status: 'completed' })
    const [taken] = await query<{ n: number }>(url, 'select sum(epoch - 1)::int as n from run')
    expect(taken?.n).toBe(0)
    other.kill('SIGTERM')
  })
})

describe.skipIf(!redisAvailable)('a worker whose connections to Redis go silent', () => {
  it('takes new runs on new ones', { timeout: 120_000 }, async () => {
    const server = await startRedis()
    onTestFinished(() => server.stop())
    const { app, runs, submit, redis } = await working(200, server.url)
    expect(redis?.silence()).toBeGreaterThan(0)
    for (const run_id of [...runs, await submit(RUNS)])
      expect(await app.until(run_id)).toMatchObject({ status: 'completed' })
  })
})
