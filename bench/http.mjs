// npm run bench:http [-- speed | memory] [--seconds 8] [--minutes 10] [--gets 200] [--submits 5]: `speed` reads a small run
// and submits one over HTTP on both queues, beside the same verbs (the same SQL) called without HTTP; `memory` is what the
// server holds under a steady load; without a word both. The server is `pressure-test serve` as shipped. The model never
// answers, so that no run takes the processor from the requests. Needs a PostgreSQL (`DATABASE_URL`) and `redis-server`.
import { execFileSync, fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { readConfig } from '../build/config.js'
import { silentLog } from '../build/log.js'
import { openApp } from '../build/main.js'
import { followRun } from '../build/service/run/follow-run.js'
import { getRun } from '../build/service/run/get-run.js'
import { prepareRun, submitRun } from '../build/service/run/submit-run.js'
import { createToken, withToken } from '../build/service/workspace/tokens.js'
import { quantiles } from './http/load.mjs'
import { makeDatabase, startProgram, startRedis } from './http/servers.mjs'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '8' },
    minutes: { type: 'string', default: '10' },
    gets: { type: 'string', default: '200' },
    submits: { type: 'string', default: '5' },
  },
})
const parts = positionals.length > 0 ? positionals : ['speed', 'memory']
const [seconds, minutes] = [Number(values.seconds), Number(values.minutes)]
/** Requests a second of the memory test: it measures memory, so a machine that has other work may be asked less. */
const STEADY = { get: Number(values.gets), submit: Number(values.submits) }
const CONNECTIONS = 16
const BARS = { get: { per_second: 1_000, p99: 50 }, submit: { per_second: 200, p99: 100 } }
const MAX_BYTES = 4_096
const MAX_GROWTH = 0.05
const WARM_UP_S = 20
const STIMULUS = 'Havn Oat: the oat drink that froths like milk. Made from Danish oats. Now €1.49 instead of €2.29.'
const SMALL = { personas: 3, focus_group: 'off', controls: false, assay: 'off' }
const LOAD = fileURLToPath(new URL('http/load.mjs', import.meta.url))

let missed = false
const database = await makeDatabase('pt_http')
const redis = await startRedis()
const silentModel = createServer(() => {}).listen(0, '127.0.0.1')
await new Promise((done) => silentModel.once('listening', done))
const env = {
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  DATABASE_URL: database.url,
  ANTHROPIC_BASE_URL: `http://127.0.0.1:${silentModel.address().port}`,
  LOG_LEVEL: 'silent',
  // Counted, and never too many.
  RATE_LIMIT_PER_MINUTE: '1000000',
  PORT: '0',
}

try {
  const { small, large, token } = await prepare()
  const serverAsked = async (redisUrl) => {
    const server = await startServer(redisUrl)
    const ask = (method, path, more = {}) =>
      underLoad({ url: server.url, token, method, path, connections: CONNECTIONS, seconds, ...more })
    return { server, ask }
  }
  if (parts.includes('speed')) {
    console.log(`bars: ${JSON.stringify(BARS)}, p99 in ms, of answers of at most ${MAX_BYTES} bytes`)
    console.log('                         bytes  requests/s   p50 ms   p99 ms  worst ms  server CPU ms')
    for (const [queue, redisUrl] of [
      ['postgres', ''],
      ['redis', redis.url],
    ]) {
      const { server, ask } = await serverAsked(redisUrl)
      await ask('GET', `/runs/${small}`, { seconds: 3 })
      await measure(server, `${queue} get`, () => ask('GET', `/runs/${small}`), BARS.get)
      await measure(server, `${queue} get, large`, () => ask('GET', `/runs/${large}`))
      await ask('POST', '/runs', { seconds: 2 })
      await measure(server, `${queue} submit`, () => ask('POST', '/runs'), BARS.submit)
      await server.stop()
      await withoutHttp(queue, redisUrl, { small, token })
    }
  }
  if (parts.includes('memory')) {
    const { server, ask } = await serverAsked(redis.url)
    await watchMemory(server, ask, small)
    await server.stop()
  }
} finally {
  silentModel.closeAllConnections()
  silentModel.close()
  await redis.stop()
  await database.drop()
}
process.exit(missed ? 1 : 0)

/** A finished run that fits 4 kB (a question to somebody of a panel), one that does not (that panel), and a token. */
async function prepare() {
  const app = await openApp(readConfig({ ...env, PRESSURE_TEST_MODEL: 'offline' }), silentLog)
  const worker = app.startWorker()
  const finished = async (kind, request) => {
    const { run } = await submitRun(app.local, await prepareRun(app.local, kind, request))
    for await (const _ of followRun(app.local, run));
    return getRun(app.local, run)
  }
  const panel = await finished('pressure_test', { ...SMALL, stimulus: STIMULUS })
  const persona = panel.result.responses[0].persona_id
  const question = 'What would it have to cost for you to buy it?'
  const reply = await finished('ask', { run_id: panel.run_id, persona, question })
  const { token } = await createToken(app.local, { name: 'bench' })
  await worker.stop()
  await app.close()
  return { small: reply.run_id, large: panel.run_id, token }
}

async function startServer(redisUrl) {
  const { child, url } = await startProgram('serve', { ...env, REDIS_URL: redisUrl, RATE_LIMIT_PER_MINUTE: '0' })
  const ticks = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))
  return {
    url,
    /** Milliseconds of processor time so far. */
    cpu() {
      const [user, system] = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1].split(' ').slice(11, 13)
      return ((Number(user) + Number(system)) * 1_000) / ticks
    },
    /** Megabytes. */
    memory: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))[1]) / 1_024,
    /** The worker in it waits for its calls in flight, which never end. */
    async stop() {
      const gone = new Promise((done) => child.once('exit', done))
      child.kill('SIGTERM')
      await Promise.race([gone, sleep(process.env.PROF ? 40_000 : 1_000)])
      child.kill('SIGKILL')
      await gone
    },
  }
}

function underLoad(asked) {
  return new Promise((resolve, reject) => {
    const child = fork(LOAD)
    child.once('message', resolve)
    child.once('exit', (code) => reject(new Error(`the load ended with ${code}`)))
    child.send(asked)
  })
}

async function measure(server, name, work, bar) {
  const before = server?.cpu()
  const found = await work()
  const cpu = server ? ((server.cpu() - before) / found.count).toFixed(2) : ''
  const ok = Object.keys(found.statuses ?? {}).every((status) => status.startsWith('2'))
  const small = !name.endsWith('get') || !found.bytes || found.bytes <= MAX_BYTES
  const met = ok && small && (!bar || (found.per_second >= bar.per_second && found.p99 < bar.p99))
  if (bar && !met) missed = true
  const columns = [found.bytes ?? '', found.per_second.toFixed(0), found.p50.toFixed(1), found.p99.toFixed(1)]
  const rest = [found.worst.toFixed(0), cpu, met ? '' : 'MISSED', ok ? '' : JSON.stringify(found.statuses)]
  console.log([name.padEnd(22), ...[...columns, ...rest].map((column) => String(column).padStart(8))].join('  '))
}

/** The verbs that the routes call, as often as they can be called side by side. */
async function withoutHttp(queue, redisUrl, { small, token }) {
  const app = await openApp(readConfig({ ...env, REDIS_URL: redisUrl }), silentLog)
  const calls = {
    get: async () => getRun(await withToken(app.local, token), { run_id: small }),
    submit: async () => {
      const ctx = await withToken(app.local, token)
      const { run } = await submitRun(ctx, await prepareRun(ctx, 'pressure_test', { ...SMALL, stimulus: STIMULUS }))
      return getRun(ctx, run)
    },
  }
  for (const [name, call] of Object.entries(calls)) {
    await repeat(call, 2)
    await measure(null, `${queue} ${name}, no HTTP`, () => repeat(call, seconds / 2))
  }
  await app.close()
}

async function repeat(call, seconds) {
  const waits = []
  const begun = performance.now()
  const caller = async () => {
    while (performance.now() - begun < seconds * 1_000) {
      const began = performance.now()
      await call()
      waits.push(performance.now() - began)
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, caller))
  return { per_second: (waits.length * 1_000) / (performance.now() - begun), ...quantiles(waits) }
}

/** So few that none is idle for the five seconds after which a server hangs up. */
function connectionsFor(perSecond) {
  return Math.max(1, Math.min(CONNECTIONS, Math.floor(perSecond)))
}

/** What the server holds under a steady load, the first fifth of the time against the last. */
async function watchMemory(server, ask, small) {
  const length = WARM_UP_S + minutes * 60
  const steady = Promise.all([
    ask('GET', `/runs/${small}`, { seconds: length, per_second: STEADY.get, connections: connectionsFor(STEADY.get) }),
    ask('POST', '/runs', { seconds: length, per_second: STEADY.submit, connections: connectionsFor(STEADY.submit) }),
  ])
  await sleep(WARM_UP_S * 1_000)
  const samples = []
  let over = false
  void steady.finally(() => {
    over = true
  })
  for (; !over; await sleep(250)) samples.push(server.memory())
  const answers = await steady
  const fifth = Math.ceil(samples.length / 5)
  const first = median(samples.slice(0, fifth))
  const last = median(samples.slice(-fifth))
  const growth = last / first - 1
  if (growth > MAX_GROWTH) missed = true
  const [gets, submits] = answers.map(({ per_second }) => per_second.toFixed(1))
  console.log(
    `memory over ${minutes} min at ${gets} gets and ${submits} submits a second: median of the first fifth ${first.toFixed(0)} MB, of the last ${last.toFixed(0)} MB, ${(growth * 100).toFixed(1)} % (bar: at most ${MAX_GROWTH * 100} %) ${growth > MAX_GROWTH ? 'MISSED' : 'ok'}`,
  )
  // One line a minute, so that a slope can be told from a step.
  const perMinute = Math.ceil(samples.length / minutes)
  const byMinute = Array.from({ length: Math.ceil(minutes) }, (_, minute) =>
    median(samples.slice(minute * perMinute, (minute + 1) * perMinute)),
  )
  console.log(`by minute, MB: ${byMinute.map((megabytes) => megabytes?.toFixed(0)).join(' ')}`)
}

function median(values) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]
}
