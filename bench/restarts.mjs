// npm run bench:restarts [-- seconds at least = 90, requests a second = 20]: two `serve` and two `worker`, each ended once while
// programs submit and read runs, by SIGTERM or SIGKILL; Redis is killed with all it holds. Meanwhile the receiver of the
// webhooks is down for a minute, then slow, and answers 500 every third time. The program is the shipped client, which asks
// either server; every twentieth run is followed by its events, too. Believed are the counters of this process and the rows of
// the database. Needs a PostgreSQL (`DATABASE_URL`) and `redis-server`.
import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { createClient } from '../build/client/client.js'
import { freePort, makeDatabase, startRedis } from './http/servers.mjs'

const [seconds = 90, rate = 20] = process.argv.slice(2).map(Number)
const DOWN_S = 60
const REDIS_DOWN_MS = 5_000
const SLOW_MS = { min: 50, max: 1_500 }
const MAX_WAIT_S = 420
/** How often the program asks again: with the client's pauses for some minutes. */
const MAX_RETRIES = 10
const ANSWER_WITHIN_MS = 30_000
/** A machine that cannot keep up is not asked for more meanwhile; the rate that came of it is printed. */
const MAX_IN_FLIGHT = 100
const FOLLOW_EVERY = 20
/** As the program's own until the second; its later ones, of 2 min to 12 h, would make a bench of days. */
const GAPS_S = [5, 30, ...Array(13).fill(20)]
const TIMES = {
  webhooks: { pollMs: 1_000, timeoutMs: 10_000, leaseMs: 30_000, gapsMs: GAPS_S.map((gap) => gap * 1_000) },
}
const PROCESS = fileURLToPath(new URL('restarts/process.mjs', import.meta.url))
const REQUEST = { personas: 3, focus_group: 'off', controls: false, assay: 'off' }

const children = new Set()
// Nothing of it is left behind, however it ends.
process.on('exit', () => {
  for (const child of children) child.kill('SIGKILL')
})

const database = await makeDatabase('pt_restarts')
const redis = await startRedis()
const receiver = await startReceiver()
const env = {
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  DATABASE_URL: database.url,
  REDIS_URL: redis.url,
  PRESSURE_TEST_MODEL: 'offline',
  AGENT_HOSTS_ALLOWED: `127.0.0.1:${receiver.port}`,
  LOG_LEVEL: 'silent',
  // Counted, and never too many.
  RATE_LIMIT_PER_MINUTE: '1000000',
}
const servers = [await startProcess('serve'), await startProcess('serve')]
const workers = [await startProcess('worker'), await startProcess('worker')]
const rows = new pg.Pool({ connectionString: database.url, max: 2 })
const query = async (sql) => (await rows.query(sql)).rows
let turn = 0

const told = { requests: 0, gaveUp: 0 }
/** How often each status was answered, or why nothing was. */
const outcomes = {}
const noteOutcome = (outcome) => {
  outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
}
/** Ids of runs that were answered. */
const accepted = []
/** Ids of events that came to a follower, by run. */
const followed = new Map()
const begun = Date.now()
const at = () => `${String(Math.round((Date.now() - begun) / 1_000)).padStart(4)} s`
const say = (line) => console.log(`${at()}  ${line}`)

const token = await makeToken()
const client = createClient({ baseUrl: 'http://either', token, maxRetries: MAX_RETRIES, fetch: askEither })
await client.webhooks.create({ url: `http://127.0.0.1:${receiver.port}/hook` })

let troubled = true
const trouble = makeTrouble().finally(() => {
  troubled = false
})
const { followers, per_second } = await loadFor(seconds)
await trouble
say(`${told.requests} requests (${per_second.toFixed(1)} a second), ${accepted.length} runs accepted`)
const waited = Date.now()
const isQuiet = async () => {
  const [{ open }] = await query(
    `select count(*)::int as open from run where status in ('queued', 'running', 'paused')`,
  )
  const [{ due }] = await query(`select count(*)::int as due from outbox where topic = 'webhook' and status = 'due'`)
  return open === 0 && due === 0
}
while (!(await isQuiet()) && Date.now() - waited < MAX_WAIT_S * 1_000) await sleep(1_000)
await Promise.all(followers)
say('nothing is left to do')
const misses = await count()
for (const { stop } of [...servers, ...workers]) await stop('SIGKILL')
await rows.end()
await receiver.close()
await redis.stop()
await database.drop()
process.exit(misses > 0 ? 1 : 0)

async function startProcess(command) {
  const port = String(command === 'serve' ? await freePort() : 0)
  let child
  const start = () =>
    new Promise((resolve, reject) => {
      child = spawn(process.execPath, [PROCESS, command, JSON.stringify({ times: TIMES })], {
        env: { ...env, PORT: port, RATE_LIMIT_PER_MINUTE: '0' },
        stdio: ['ignore', 'ignore', 'pipe'],
      })
      children.add(child)
      let output = ''
      child.stderr.on('data', (chunk) => {
        output += chunk
        if (/pressure-test (serves|worker)/.test(output)) resolve()
      })
      child.once('exit', () => reject(new Error(output)))
    })
  const stop = async (signal) => {
    const gone = new Promise((done) => child.once('exit', done))
    child.kill(signal)
    await gone
  }
  await start()
  return { url: `http://127.0.0.1:${port}`, start, stop }
}

async function makeToken() {
  const main = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url))
  const child = spawn(
    process.execPath,
    [main, 'token', 'create', '--name', 'bench', '--scope', 'read,write,spend,admin'],
    {
      env,
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  )
  let output = ''
  for await (const chunk of child.stdout) output += chunk
  return /pt_[\w-]{43}/.exec(output)[0]
}

/** A request of the client's, to one server after the other; streams may stay open. */
async function askEither(input, { method, signal, ...init }) {
  const { pathname, search } = new URL(input)
  const { url } = servers[turn++ % servers.length]
  const isStream = pathname.endsWith('/events')
  const limit = isStream ? signal : AbortSignal.timeout(ANSWER_WITHIN_MS)
  const name = `${method} ${isStream ? 'events' : ''}`.trim()
  try {
    const answer = await fetch(url + pathname + search, { method, ...init, signal: limit })
    noteOutcome(`${name} ${answer.status}`)
    return answer
  } catch (error) {
    noteOutcome(`${name} ${error.cause?.code ?? error.name}`)
    throw error
  }
}

/** Every other request submits a run, the others read one; for as long as there is trouble. */
async function loadFor(length) {
  const open = new Set()
  const followers = []
  const started = Date.now()
  let number = 0
  for (; Date.now() - started < length * 1_000 || troubled; number++) {
    const wait = started + (number * 1_000) / rate - Date.now()
    if (wait > 1) await sleep(wait)
    while (open.size >= MAX_IN_FLIGHT) await Promise.race(open)
    const run_id = accepted[Math.floor(Math.random() * accepted.length)]
    const asking = number % 2 === 0 || !run_id ? submit(number, followers) : read(run_id)
    open.add(asking)
    void asking.finally(() => open.delete(asking))
  }
  const per_second = (number * 1_000) / (Date.now() - started)
  await Promise.all(open)
  return { followers, per_second }
}

async function attempt(work) {
  told.requests += 1
  try {
    return await work()
  } catch (error) {
    told.gaveUp += 1
    say(`given up: ${error.message}`)
    return null
  }
}

async function submit(number, followers) {
  const stimulus = `Proposition ${number}: an oat drink that froths like milk, at 1.49 euros a litre.`
  const run = await attempt(() => client.runs.create({ kind: 'pressure_test', request: { ...REQUEST, stimulus } }))
  if (run === null) return
  accepted.push(run.run_id)
  if (accepted.length % FOLLOW_EVERY === 1) followers.push(follow(run.run_id))
}

function read(run_id) {
  return attempt(() => client.runs.get(run_id))
}

async function follow(run_id) {
  const ids = []
  followed.set(run_id, ids)
  await attempt(async () => {
    for await (const { id, type } of client.runs.events(run_id)) if (type !== 'state') ids.push(id)
  })
}

async function makeTrouble() {
  const every = (seconds * 1_000) / 7
  await sleep(every / 2)
  say(`the receiver is down for ${DOWN_S} s`)
  const receiving = receiver.down(DOWN_S * 1_000).then(() => say('the receiver is back, and slow'))
  for (const [name, { stop, start }, signal] of [
    ['serve 1', servers[0], 'SIGTERM'],
    ['worker 1', workers[0], 'SIGKILL'],
    ['serve 2', servers[1], 'SIGKILL'],
    ['worker 2', workers[1], 'SIGTERM'],
  ]) {
    await sleep(every)
    say(`${name}: ${signal}`)
    await stop(signal)
    await start()
    say(`${name} is back`)
  }
  await sleep(every)
  say(`Redis is killed for ${REDIS_DOWN_MS / 1_000} s, with all that is in it`)
  await redis.restart(REDIS_DOWN_MS)
  await receiving
}

/** A receiver that keeps what it was sent. */
async function startReceiver() {
  const port = await freePort()
  const counts = { arrived: 0, refused: 0 }
  /** Ids of events it has taken, with how often, and whose end each is. */
  const taken = new Map()
  let server
  const listen = () => {
    server = createServer(async (request, response) => {
      let body = ''
      for await (const chunk of request) body += chunk
      const { id, data } = JSON.parse(body)
      counts.arrived += 1
      const refused = counts.arrived % 3 === 0
      await sleep(SLOW_MS.min + Math.random() * (SLOW_MS.max - SLOW_MS.min))
      if (refused) counts.refused += 1
      else taken.set(id, { run_id: data.run_id, times: (taken.get(id)?.times ?? 0) + 1 })
      response.writeHead(refused ? 500 : 204).end()
    })
    return new Promise((done) => server.listen(port, '127.0.0.1', done))
  }
  const close = () =>
    new Promise((done) => {
      server.close(done)
      server.closeAllConnections()
    })
  await listen()
  return {
    port,
    counts,
    taken,
    close,
    async down(ms) {
      await close()
      await sleep(ms)
      await listen()
    },
  }
}

/** Prints what was counted; returns how many bars were missed. */
async function count() {
  const runs = await query('select id::text, status from run')
  const statusOf = new Map(runs.map(({ id, status }) => [id, status]))
  const ids = accepted
  // A run that another worker takes up begins its stages again; in one attempt nothing is told twice.
  const [{ twice }] = await query(
    `select count(*)::int as twice from (
       select 1 from (
         select *, count(*) filter (where data->>'stage' = 'claims') over (partition by run_id order by seq) as attempt from run_event
       ) event group by run_id, attempt, type, data::text having count(*) > 1) repeated`,
  )
  const stored = await query('select run_id::text, count(*)::int as events from run_event group by run_id')
  const storedOf = new Map(stored.map(({ run_id, events }) => [run_id, events]))
  const wrong = [...followed].filter(
    ([run_id, got]) => new Set(got).size !== got.length || got.length !== storedOf.get(run_id) + 1,
  )
  const [{ given_up }] = await query(
    `select count(*)::int as given_up from outbox where topic = 'webhook' and status <> 'done'`,
  )
  const ends = new Map()
  for (const { run_id } of receiver.taken.values()) ends.set(run_id, (ends.get(run_id) ?? 0) + 1)
  const [{ claims }] = await query(`select count(*)::int as claims from run where epoch > 1`)
  const figures = [
    ['runs accepted', ids.length],
    ['runs followed by their events', followed.size],
    ['runs claimed again after a worker went', claims],
    ['webhook requests that arrived', receiver.counts.arrived],
    ['of them answered 500', receiver.counts.refused],
    ['taken twice under the same id', [...receiver.taken.values()].filter(({ times }) => times > 1).length],
  ]
  const bars = [
    ['requests nobody answered or that were refused', told.gaveUp],
    ['accepted runs that the database lacks', ids.filter((id) => !statusOf.has(id)).length],
    ['accepted runs that did not complete', ids.filter((id) => statusOf.get(id) !== 'completed').length],
    ['runs nobody was told of (a key worked twice)', runs.length - new Set(ids).size],
    ['events stored twice in one attempt of a run', twice],
    ['followers without each event once, and its end', wrong.length],
    ['ends the receiver has not', ids.filter((id) => !ends.has(id)).length],
    ['ends under more than one id', [...ends.values()].filter((times) => times > 1).length],
    ['deliveries not done', given_up],
  ]
  for (const [outcome, times] of Object.entries(outcomes).sort()) figures.push([`answers: ${outcome}`, times])
  for (const [name, value] of figures) console.log(`${name.padEnd(50)} ${value}`)
  for (const [name, value] of bars) console.log(`${name.padEnd(50)} ${value}  ${value === 0 ? 'ok' : 'MISSED (0)'}`)
  return bars.filter(([, value]) => value > 0).length + (ids.length === 0 ? 1 : 0)
}
