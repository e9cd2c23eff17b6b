import { readFile } from 'node:fs/promises'
import { expect, inject, it, onTestFinished } from 'vitest'
import { metricsRoutes } from '../../src/api/metrics.js'
import { startHttpServer } from '../../src/api/server.js'
import { PressureTestResult } from '../../src/domain/panel/pressure-test.js'
import { SimulationResult } from '../../src/domain/simulation/simulation.js'
import { readProductFile } from '../../src/ingest/product-files/read-product-file.js'
import { silentLog } from '../../src/log.js'
import { createToken, revokeToken } from '../../src/service/workspace/tokens.js'
import { createPrometheus } from '../../src/telemetry/prometheus.js'
import { silentTracing } from '../../src/telemetry/telemetry.js'
import { SOON, startApp, startWorkerIn, submitRequest } from '../support/app.js'
import { query } from '../support/database.js'
import { fakeMessagesApi } from '../support/fake-messages-api.mjs'
import { onServer } from '../support/global-setup.js'
import { stranger } from '../support/mcp.js'

type Sample = { readonly name: string; readonly labels: Record<string, string>; readonly value: number }

/** The text format of Prometheus, as strictly as we write it. */
function samplesOf(text: string): Sample[] {
  return text
    .split('\n')
    .filter((line) => line !== '' && !/^# (HELP|TYPE) /.test(line))
    .map((line) => {
      const [, name = '', , labels = '', value = ''] =
        /^([a-z_:][a-z0-9_:]*)(\{(.*)\})? (\S+)$/i.exec(line) ?? expect.fail(`no sample: ${line}`)
      const pairs = [...labels.matchAll(/([a-z_]+)="((?:[^"\\]|\\.)*)"/gi)].map(([, key = '', of = '']) => [key, of])
      return { name, labels: Object.fromEntries(pairs), value: Number(value) }
    })
}

/** The sum of a metric's samples with these labels; `null` where there is none. */
function total(samples: readonly Sample[], name: string, labels: Record<string, string> = {}): number | null {
  const found = samples.filter(
    (sample) => sample.name === name && Object.entries(labels).every(([key, value]) => sample.labels[key] === value),
  )
  return found.length === 0 ? null : found.reduce((sum, { value }) => sum + value, 0)
}

async function served(env: Record<string, string> = {}) {
  const metrics = createPrometheus()
  const telemetry = { metrics, tracing: silentTracing }
  const app = await startApp(env, telemetry)
  const server = await startHttpServer(
    {
      ctx: app.local,
      routes: [],
      log: silentLog,
      version: '0',
      health: async () => ({ ready: true, problems: [] }),
      mounts: [{ path: '/metrics', routes: metricsRoutes({ ctx: app.local, metrics, log: silentLog }) }],
      telemetry,
    },
    { host: '127.0.0.1', port: 0 },
  )
  onTestFinished(() => server.stop())
  const { token, token_id } = await createToken(app.local, { name: 'Prometheus' })
  const get = (path = '/metrics', secret: string | null = token) =>
    fetch(`${server.url}${path}`, secret === null ? {} : { headers: { authorization: `Bearer ${secret}` } })
  const read = async () => samplesOf(await (await get()).text())
  return { app, get, read, token_id }
}

it('says what this process did and what waits in the installation, without a trace of anybody', async () => {
  const api = await fakeMessagesApi()
  onTestFinished(() => api.close())
  const { app, get, read } = await served({ ANTHROPIC_BASE_URL: api.url })
  const waiting = await app.submit({ seed: 1 })
  const before = await read()
  expect(total(before, 'pressure_test_runs', { kind: 'pressure_test', status: 'queued' })).toBe(1)
  expect(total(before, 'pressure_test_runs_waiting', { why: 'queued' })).toBe(1)
  expect(total(before, 'pressure_test_oldest_waiting_seconds')).toBeGreaterThan(0)

  startWorkerIn(app)
  const run = await app.until(waiting)
  const product = readProductFile(await readFile('examples/products/slotwise.yaml', 'utf8'), 'slotwise.yaml')
  const simulation = await submitRequest(app.local, 'simulation', { product, personas: 40, days: 12 })
  const lived = await app.until(simulation.run_id)
  const { retention_curve, reasons, total_sessions } = SimulationResult.parse(lived.result)
  const used = [run.usage, lived.usage]
  await get('/runs/4711')

  const response = await get()
  expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
  const text = await response.text()
  const after = samplesOf(text)
  const calls = 'pressure_test_model_call_duration_seconds_count'
  expect(total(after, calls, { outcome: 'answered' })).toBe(
    api.requests.filter(({ outcome }) => outcome === 'answered').length,
  )
  expect(total(after, calls, { task: 'analyse', model: 'claude-sonnet-5-5' })).toBe(1)
  expect(total(after, 'pressure_test_model_tokens_total', { type: 'output' })).toBe(
    used.reduce((sum, { output_tokens }) => sum + output_tokens, 0),
  )
  expect(total(after, 'pressure_test_model_cost_usd_total')).toBeCloseTo(
    used.reduce((sum, { cost_usd }) => sum + (cost_usd ?? Number.NaN), 0),
    6,
  )
  expect(total(after, 'pressure_test_runs_released_total', { kind: 'pressure_test', status: 'completed' })).toBe(1)
  expect(total(after, 'pressure_test_run_pickup_seconds_count', { kind: 'pressure_test' })).toBe(1)
  expect(total(after, 'pressure_test_step_duration_seconds_count', { step: 'respond', outcome: 'done' })).toBe(6)
  expect(total(after, 'pressure_test_lease_events_total', { of: 'run', event: 'taken' })).toBe(2)
  expect(total(after, 'pressure_test_leases_held', { of: 'run' })).toBe(0)
  expect(total(after, 'pressure_test_http_request_duration_seconds_count', { route: '/metrics', status: '200' })).toBe(
    1,
  )
  expect(total(after, 'pressure_test_http_request_duration_seconds_count', { route: 'none', status: '404' })).toBe(1)
  expect(total(after, 'pressure_test_runs')).toBeNull()
  expect(total(after, 'pressure_test_database_up')).toBe(1)
  expect(total(after, 'pressure_test_queue_up')).toBe(1)
  expect(total(after, 'nodejs_eventloop_lag_seconds')).not.toBeNull()

  expect(total(after, 'pt_simulation_sessions_total')).toBe(total_sessions)
  const left = reasons.reduce((sum, { people }) => sum + people, 0)
  expect(total(after, 'pt_simulation_churn_total') ?? 0).toBe(left)
  const days = retention_curve.slice(1).reduce((sum, { at_risk }) => sum + at_risk, 0)
  expect(total(after, 'pt_simulation_person_days_total', { mode: 'anthropic' })).toBe(days)
  expect(total(after, 'pt_simulation_events_total')).toBeGreaterThan(total_sessions)

  const people = PressureTestResult.parse(run.result).responses.map(({ persona_name }) => persona_name)
  const { actor_id, workspace_id } = app.local.actor
  for (const trace of [run.run_id, simulation.run_id, actor_id, workspace_id, '4711', ...people])
    expect(text).not.toContain(trace)
  for (const { labels } of after) for (const value of Object.values(labels)) expect(value).toMatch(/^[\w .:/+-]{0,60}$/)
})

it('is for whoever operates the installation, and answers with what it has while the database is away', async () => {
  const { app, get, token_id } = await served()
  const other = (await createToken(await stranger(app), { name: 'Elsewhere' })).token
  expect((await get('/metrics', null)).status).toBe(401)
  // What a balancer adds to the address is passed over.
  expect((await get('/metrics?probe=1')).status).toBe(200)
  const refused = await get('/metrics', other)
  expect([refused.status, (await refused.json()).error.message]).toEqual([401, expect.stringContaining('token create')])
  expect((await get()).status).toBe(200)

  const restarted = await served(app.env)
  const { database } = app
  const name = new URL(database.connectionString).pathname.slice(1)
  const allow = (connections: boolean) =>
    onServer(inject('server'), `alter database ${name} with allow_connections ${connections}`)
  await allow(false)
  await onServer(inject('server'), `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
  const away = await get()
  const samples = samplesOf(await away.text())
  expect([away.status, total(samples, 'pressure_test_database_up')]).toEqual([200, 0])
  expect(total(samples, 'pressure_test_oldest_waiting_seconds')).toBeNull()
  expect(total(samples, 'process_cpu_seconds_total')).toBeGreaterThan(0)
  expect((await get('/metrics', other)).status).toBeGreaterThanOrEqual(500)
  // It has accepted no token yet.
  const first = await restarted.get()
  expect([first.status, first.headers.get('retry-after')]).toEqual([503, '5'])

  await allow(true)
  expect((await restarted.get()).status).toBe(200)
  await query(database.connectionString, 'select 1')
  await revokeToken(app.local, { token_id })
  expect((await get()).status).toBe(401)
})

it('counts a lease that another worker has taken over', async () => {
  const api = await fakeMessagesApi()
  api.fault = () => 'hang'
  onTestFinished(() => api.close())
  const { app, read } = await served({ ANTHROPIC_BASE_URL: api.url })
  startWorkerIn(app, { ...SOON, leaseMs: 5_000 })
  const run_id = await app.submit({ seed: 1 })
  const { connectionString } = app.database
  const statusOf = async () => (await query<{ status: string }>(connectionString, 'select status from run'))[0]?.status
  await expect.poll(statusOf, { timeout: 60_000 }).toBe('running')
  await query(connectionString, 'update run set epoch = epoch + 1 where id = $1', [run_id])
  const lost = async () => total(await read(), 'pressure_test_lease_events_total', { of: 'run', event: 'lost' })
  await expect.poll(lost, { timeout: 60_000 }).toBeGreaterThanOrEqual(1)
  const released = { kind: 'pressure_test', status: 'lost' }
  const left = async () => total(await read(), 'pressure_test_runs_released_total', released)
  await expect.poll(left, { timeout: 60_000 }).toBeGreaterThanOrEqual(1)
})
