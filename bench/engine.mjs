// Wall time ÷ ideal path of a pressure test at a 4 s model, for growing panels on both queues, and pick-up after a kill.
// The ideal path is the fake's own latencies over the dependency graph: the slowest call of each stage, as the fake
// measured it from the request's arrival to the end of its answer. The discussion is the one-call form, without controls and assay.
// npm run bench [-- 6 30 100 1000]   needs a build; Redis only where `redis-server` is installed.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readConfig } from '../build/config.js'
import { embeddedPaths, ensureEmbedded, stopEmbedded } from '../build/db/embedded/embedded.js'
import { silentLog } from '../build/log.js'
import { openApp } from '../build/main.js'
import { followRun } from '../build/service/run/follow-run.js'
import { getRun } from '../build/service/run/get-run.js'
import { prepareInput, submitRun } from '../build/service/run/submit-run.js'
import { taskOf } from '../test/support/fake-answers.mjs'

// A model of 4 s: each request takes its own time between 3 and 5 s, as real ones do.
const LATENCY_MS = { min: 3_000, max: 5_000 }
// A model without a known minimum for caching is neither cached nor warmed: the bar leaves warming out.
const MODEL = 'bench-model'
const BARS = { 6: 1.02, 30: 1.02, 100: 1.02, 1000: 1.03 }
/**
 * Stages of a test with a one-call discussion; each begins when all calls of the previous stage have ended. Intent is rated
 * beside the discussion.
 */
const STAGES = [['claims'], ['respond'], ['check_fidelity'], ['discuss_quick', 'rate_panel'], ['analyse']]
const SHAPE = { focus_group: 'quick', controls: false, assay: 'off' }
const sizes = process.argv.slice(2).map(Number).filter(Boolean)
const STIMULUS =
  'Havn Oat: the oat drink that froths like milk. Made from 100% Danish oats, with 40% less sugar than the leading brand, tested by 212 baristas. Now €1.49 instead of €2.29. Money back if your cappuccino fails.'

const home = await mkdtemp(join(tmpdir(), 'pt-bench-'))
const fake = spawn(
  process.execPath,
  [
    fileURLToPath(new URL('../test/support/fake-messages-api.main.mjs', import.meta.url)),
    JSON.stringify({ latencyMs: LATENCY_MS, readLate: true, control: true }),
  ],
  { stdio: ['pipe', 'pipe', 'inherit'] },
)
const [line] = await once(fake.stdout.setEncoding('utf8'), 'data')
const api = /http:\/\/[\d.:]+/.exec(line)[0]
const { connectionString } = await ensureEmbedded({ home })
const redis = await startRedis()

let missed = false
console.log('queue      personas   wall s   ideal s   wall/ideal   bar    calls')
for (const [name, url] of [['postgres', ''], ...(redis ? [['redis', redis.url]] : [])]) {
  for (const personas of sizes.length > 0 ? sizes : [6, 30, 100, 1000]) {
    const { wall, run } = await measure(url, personas)
    const ideal = await idealPath()
    const ratio = wall / ideal
    const bar = BARS[personas] ?? 1.03
    if (ratio > bar || run.status !== 'completed') missed = true
    console.log(
      [
        name.padEnd(10),
        String(personas).padStart(8),
        (wall / 1000).toFixed(2).padStart(8),
        (ideal / 1000).toFixed(2).padStart(9),
        ratio.toFixed(4).padStart(12),
        bar.toFixed(2).padStart(6),
        String(run.usage.calls).padStart(7),
        run.status === 'completed' ? '' : run.error?.message,
      ].join(' '),
    )
  }
}

await stopEmbedded({ home })
await rm(embeddedPaths({ home }).folder, { recursive: true, force: true })
await rm(home, { recursive: true, force: true })
redis?.stop()
fake.kill()
process.exit(missed ? 1 : 0)

async function idealPath() {
  const log = await (await fetch(`${api}/__log`)).json()
  const answered = (log.requests ?? log).filter(({ outcome }) => outcome === 'answered')
  const slowest = (stage) =>
    Math.max(
      ...answered
        .filter(({ body }) => stage.includes(taskOf(body.output_config?.format?.schema)))
        .map(({ startedAt, endedAt }) => endedAt - startedAt),
    )
  return STAGES.reduce((sum, stage) => sum + slowest(stage), 0)
}

async function measure(redisUrl, personas) {
  const config = readConfig({
    DATABASE_URL: connectionString,
    REDIS_URL: redisUrl,
    ANTHROPIC_BASE_URL: api,
    MODEL_CONCURRENCY: String(Math.max(50, personas)),
    RUN_BUDGET_USD: '100',
    PERSONA_MODEL: MODEL,
    ANALYSIS_MODEL: MODEL,
  })
  const app = await openApp(config, silentLog)
  const worker = app.startWorker()
  await warmUp(app)
  const started = performance.now()
  const run_id = await submit(app, { ...SHAPE, stimulus: STIMULUS, personas })
  for await (const _ of followRun(app.local, { run_id }));
  const wall = performance.now() - started
  const run = await getRun(app.local, { run_id })
  await worker.stop()
  await app.close()
  return { wall, run }
}

async function submit(app, input) {
  const { run } = await submitRun(app.local, await prepareInput(app.local, 'pressure_test', input))
  return run.run_id
}

/** Warms up the JIT compiler: a worker's first runs are slower than those of a running service. */
async function warmUp(app) {
  await fetch(`${api}/__settings`, { method: 'POST', body: JSON.stringify({ latencyMs: 0 }) })
  for (let round = 0; round < 3; round++) {
    const seed = Math.floor(Math.random() * 1e9)
    const input = { ...SHAPE, stimulus: STIMULUS, personas: 1_000, seed }
    const run_id = await submit(app, input)
    for await (const _ of followRun(app.local, { run_id }));
  }
  await fetch(`${api}/__settings`, { method: 'POST', body: JSON.stringify({ latencyMs: LATENCY_MS }) })
  await fetch(`${api}/__reset`, { method: 'POST' })
}

async function startRedis() {
  if (spawnSync('redis-server', ['--version']).status !== 0) return null
  const port = await new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => resolve(port))
    })
  })
  const child = spawn(
    'redis-server',
    ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
    { stdio: 'ignore' },
  )
  return { url: `redis://127.0.0.1:${port}`, stop: () => child.kill() }
}
