import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { createClient, type FollowedEvent } from '../../src/client/client.js'
import { startWorkerProcess } from '../../src/jobs/worker-process.js'
import { silentLog } from '../../src/log.js'
import { createToken } from '../../src/service/workspace/tokens.js'
import { createPrometheus } from '../../src/telemetry/prometheus.js'
import { SMALL_TEST } from '../support/api.js'
import { OAT_DRINK, startApp, type TestApp } from '../support/app.js'
import { query } from '../support/database.js'
import { fakeEmbeddings } from '../support/fake-embeddings.js'
import { fakeMessagesApi } from '../support/fake-messages-api.mjs'
import { fakeSlack } from '../support/fake-slack.js'
import { freshEnv, type Running, start, startScript } from '../support/processes.js'
import { eventually } from '../support/slack-app.js'

/** What a process has started and is still there. */
async function childrenOf({ child }: Running): Promise<number[]> {
  const { stdout } = await promisify(execFile)('ps', ['--ppid', String(child.pid), '-o', 'pid=']).catch(() => ({
    stdout: '',
  }))
  return stdout.split('\n').map(Number).filter(Boolean)
}

const addressIn = ({ output }: Running, said: RegExp): string => said.exec(output.stderr)?.[1] ?? ''

async function serveProcess(app: TestApp) {
  const server = start(['serve'], { ...(await freshEnv(app.env)), PORT: '0' })
  await server.said(/serves http/)
  return { server, url: addressIn(server, /serves (http\S+)/) }
}

it('a run is followed at one process, and to its end at another once that is gone', async () => {
  const app = await startApp(await fakeEmbeddings())
  const { token } = await createToken(app.local, { name: 'test' })
  const [one, two] = await Promise.all([serveProcess(app), serveProcess(app)])
  const atOne = createClient({ baseUrl: one.url, token })
  const { run_id } = await atOne.runs.create(SMALL_TEST)
  const before: FollowedEvent[] = []
  for await (const event of atOne.runs.events(run_id)) {
    if (event.id !== null) before.push(event)
    if (before.length === 2) break
  }
  one.server.kill('SIGKILL')
  await one.server.finished
  const after: FollowedEvent[] = []
  const events = createClient({ baseUrl: two.url, token }).runs.events(run_id, { after: before.at(-1)?.id ?? '' })
  for await (const event of events) after.push(event)
  expect(after.at(-1)).toMatchObject({ type: 'end', data: { run_id, status: 'completed' } })
  const ids = [...before, ...after].flatMap(({ id }) => (id === null ? [] : Number.parseInt(id, 10)))
  const last = ids.pop() ?? 0
  expect(ids).toEqual(Array.from({ length: last }, (_, index) => index + 1))
})

it('says its health while bodies of very many values are refused', async () => {
  const app = await startApp()
  const { token } = await createToken(app.local, { name: 'test' })
  const { url } = await serveProcess(app)
  let meanwhile = 0
  const crowded = (begin: string, values: number, end: string) =>
    Buffer.concat([Buffer.from(begin), Buffer.alloc(values * 3, '{},'), Buffer.from(`{}${end}`)])
  for (const [body, problem] of [
    [crowded('{"document":[', 6_500_000, ']}'), /more than 500,000 values/],
    [crowded('{"document":{"passages":[],"personas":[', 150_000, ']}}'), /at most 1,000 people/],
    [crowded('{"document":{"personas":[],"passages":[', 150_000, ']}}'), /at most 20,000 passages/],
  ] as const) {
    let isAnswered = false
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const sent = fetch(`${url}/personas/sets`, { method: 'POST', headers, body }).finally(() => {
      isAnswered = true
    })
    while (!isAnswered) {
      expect((await fetch(`${url}/health`)).status).toBe(200)
      if (!isAnswered) meanwhile += 1
    }
    const answer = await sent
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringMatching(problem)])
  }
  expect(meanwhile).toBeGreaterThan(0)
})

it('a worker of `serve` that cannot be started is tried again, and said meanwhile', async () => {
  const program = join(await mkdtemp(join(tmpdir(), 'pt-worker-')), 'worker.mjs')
  await writeFile(program, 'process.send({ problem: null }); setInterval(() => {}, 1_000)')
  onTestFinished(() => rm(dirname(program), { recursive: true }))
  const { execPath } = process
  process.execPath = '/nowhere/node'
  const worker = startWorkerProcess({ program, metrics: createPrometheus(), log: silentLog })
  process.execPath = execPath
  onTestFinished(() => worker.stop())
  await expect.poll(() => worker.problem()).toMatch(/^The process that works on runs cannot be started \(.*ENOENT/)
  await expect.poll(() => worker.problem(), { timeout: 20_000 }).toBeNull()
})

it('a worker shows its metrics where METRICS_PORT asks for them', async () => {
  const app = await startApp()
  const { token } = await createToken(app.local, { name: 'Prometheus' })
  const worker = start(['worker'], { ...(await freshEnv(app.env)), METRICS_PORT: '0' })
  await worker.said(/pressure-test worker/)
  const url = addressIn(worker, /metrics at (http\S+)/)
  expect((await fetch(url)).status).toBe(401)
  const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
  expect([answer.status, await answer.text()]).toEqual([200, expect.stringMatching(/^pressure_test_queue_up 1$/m)])
  expect((await fetch(url.replace('/metrics', '/health'))).status).toBe(200)
})

it('beside Slack runs are worked on by a process of its own, which is started again, counted here, and ends with it', async () => {
  const slack = await fakeSlack()
  const app = await startApp(await fakeEmbeddings())
  const { token } = await createToken(app.local, { name: 'test', scopes: ['read', 'write', 'spend', 'admin'] })
  const server = start(['serve'], {
    ...(await freshEnv(app.env)),
    ...{ PORT: '0', SLACK_BOT_TOKEN: 'xoxb-one', SLACK_SIGNING_SECRET: 'x', SLACK_API_URL: slack.apiUrl },
  })
  await server.said(/pressure-test worker/)
  const url = addressIn(server, /serves (http\S+)/)
  const client = createClient({ baseUrl: url, token })
  const [first = 0] = await childrenOf(server)
  process.kill(first, 'SIGKILL')
  const { run_id } = await client.runs.create(SMALL_TEST)
  for await (const event of client.runs.events(run_id))
    if (event.type === 'end') expect(event.data).toMatchObject({ run_id, status: 'completed' })
  const [second = 0] = await childrenOf(server)
  expect([first > 0, second > 0, first === second]).toEqual([true, true, false])
  await eventually(async () => {
    const shown = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } })
    return /^pressure_test_runs_released_total\{[^}]*completed[^}]*\} 1$/m.test(await shown.text())
  })
  server.kill('SIGTERM')
  await server.finished
  expect(() => process.kill(second, 0)).toThrow()
}, 280_000)

it('a worker beside Slack ends where the process that started it is gone before it looked', async () => {
  const env = await freshEnv((await startApp()).env)
  const orphan = startScript(['--title=pressure-test-worker', 'dist/cli/main.js', 'worker'], env)
  expect((await orphan.finished).code).toBe(1)
})

it('a worker beside Slack hands its runs back when the process that started it is killed', async () => {
  const [slack, api] = [await fakeSlack(), await fakeMessagesApi({ latencyMs: 30 })]
  onTestFinished(() => api.close())
  const app = await startApp({ ...(await fakeEmbeddings()), ANTHROPIC_BASE_URL: api.url })
  const env = {
    ...(await freshEnv(app.env)),
    ...{ PORT: '0', SLACK_BOT_TOKEN: 'xoxb-one', SLACK_SIGNING_SECRET: 'x', SLACK_API_URL: slack.apiUrl },
  }
  const url = app.database.connectionString
  // Whatever it is about to tell the other process then.
  for (let round = 1; round <= 2; round++) {
    const stimulus = `${OAT_DRINK} Round ${round}.`
    for (let n = 0; n < 3; n++) await app.submit({ stimulus: `${stimulus} ${n}`, personas: 30, controls: true })
    const server = start(['serve'], env)
    await server.said(/pressure-test worker/)
    const counted = 'select sum(steps)::int as steps, count(*) filter (where status = $1)::int as held from run'
    const [before] = await query<{ steps: number }>(url, counted, ['running'])
    await eventually(async () => {
      const [now] = await query<{ steps: number }>(url, counted, ['running'])
      return (now?.steps ?? 0) > (before?.steps ?? 0) + 20
    })
    server.kill('SIGKILL')
    await eventually(async () => (await query<{ held: number }>(url, counted, ['running']))[0]?.held === 0)
  }
  const [taken] = await query<{ n: number }>(url, 'select sum(losses)::int as n from run')
  expect(taken?.n).toBe(0)
}, 200_000)
