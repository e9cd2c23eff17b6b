// npm run bench:intake : signed commands at a steady rate against the built program, and how long Slack waits for each
// answer. A fake Slack answers at once; Redis is unreachable and no worker runs. Commands that could not be handled during
// the load are handled afterwards: `all_started_after_s` says when the last of them had started.
// node bench/intake.mjs [requests a second = 300] [seconds = 60]. Needs DATABASE_URL.
// node bench/intake.mjs --beside 1000 [seconds = 60]: `serve` with its worker; so many panels of ten of one person are worked
// on, and how long somebody else waits for lists and help meanwhile, beside what they waited before.
import { createHmac, randomUUID } from 'node:crypto'
import { Agent, createServer, request } from 'node:http'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { makeDatabase, startProgram } from './http/servers.mjs'

const { values: asked, positionals } = parseArgs({ options: { beside: { type: 'string' } }, allowPositionals: true })
const numbers = positionals.map(Number)
const [rate, seconds] = asked.beside ? [0, numbers[0] ?? 60] : [numbers[0] ?? 300, numbers[1] ?? 60]
const SECRET = 'a signing secret of a bench'
const MAX_MS = 500
const slack = createServer((incoming, answer) => {
  incoming.resume()
  incoming.on('end', () =>
    answer.setHeader('content-type', 'application/json').end(
      JSON.stringify({
        ok: true,
        team_id: 'T1',
        user_id: 'U0BOT',
        bot_id: 'B1',
        ts: `${Date.now()}.1`,
        channel: 'C1',
      }),
    ),
  )
})
await new Promise((done) => slack.listen(0, '127.0.0.1', done))
const database = await makeDatabase('pt_intake')
const { child, url } = await startProgram(asked.beside ? 'serve' : 'bot', {
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  DATABASE_URL: database.url,
  ...(asked.beside ? {} : { REDIS_URL: 'redis://127.0.0.1:1' }),
  SLACK_BOT_TOKEN: 'xoxb-bench',
  SLACK_SIGNING_SECRET: SECRET,
  SLACK_API_URL: `http://127.0.0.1:${slack.address().port}/api/`,
  PORT: '0',
  PRESSURE_TEST_MODEL: 'offline',
})

const agent = new Agent({ keepAlive: true, maxSockets: 200 })
const statuses = {}
const proposition = (number) => `Proposition ${number}: an oat drink that froths like milk, at 1.49 euros.`
function send({ text, user, channel, waits }) {
  const body = new URLSearchParams({
    ...{ command: '/pressure-test', text, team_id: 'T1', user_id: user, user_name: user.toLowerCase() },
    ...{ channel_id: channel, trigger_id: randomUUID() },
  }).toString()
  const stamp = String(Math.floor(Date.now() / 1_000))
  const signature = `v0=${createHmac('sha256', SECRET).update(`v0:${stamp}:${body}`).digest('hex')}`
  const began = performance.now()
  return new Promise((done) => {
    const out = request(`${url}/slack/events`, {
      method: 'POST',
      agent,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'content-length': Buffer.byteLength(body),
        'x-slack-request-timestamp': stamp,
        'x-slack-signature': signature,
      },
    })
    out.on('response', (answer) => {
      answer.resume()
      answer.on('end', () => {
        waits.push(performance.now() - began)
        statuses[answer.statusCode] = (statuses[answer.statusCode] ?? 0) + 1
        done()
      })
    })
    out.on('error', () => {
      statuses.error = (statuses.error ?? 0) + 1
      done()
    })
    out.end(body)
  })
}

/** Sends so many, so often; resolves when all are answered. */
async function steadily({ every_ms, count, next }) {
  const open = []
  const begun = performance.now()
  for (let number = 0; number < count; number++) {
    const wait = begun + number * every_ms - performance.now()
    if (wait > 2) await new Promise((done) => setTimeout(done, wait))
    open.push(send(next(number)))
  }
  await Promise.all(open)
}
const client = new pg.Client({ connectionString: database.url })
await client.connect()
const countOf = async (table, where = 'true') =>
  (await client.query(`select count(*)::int as n from ${table} where ${where}`)).rows[0].n
const shareOf = (waits, part) => {
  const sorted = waits.toSorted((a, b) => a - b)
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))])
}
async function end(report, met) {
  if (process.env.PROF) await new Promise((done) => child.once('exit', done).kill('SIGTERM'))
  else child.kill('SIGKILL')
  slack.closeAllConnections()
  slack.close()
  await client.end()
  await database.drop()
  process.stdout.write(`${JSON.stringify(report)}\n`)
  process.exit(met ? 0 : 1)
}

if (asked.beside) await beside(Number(asked.beside))

/** The run that was asked for, so often again, each as if it had just been: asking is another bench. */
async function copyRun(times) {
  const fresh = {
    ...{
      status: 'queued',
      epoch: 0,
      lease_until: null,
      worker_id: null,
      steps: 0,
      steps_at_claim: 0,
      last_event_seq: 0,
    },
    ...{ last_batch: null, reserved_usd: 0, started_at: null },
  }
  const copy = (table, key, changes) => `insert into ${table} select (jsonb_populate_record(t, ${changes})).*
    from ${table} t, copies where t.${key} = copies.source`
  await client.query(`create temp table copies as
    select (select id from run) as source, gen_random_uuid() as id from generate_series(1, ${times})`)
  const run = `jsonb_build_object('run_id', copies.id)`
  await client.query(copy('run', 'id', `'${JSON.stringify(fresh)}'::jsonb || jsonb_build_object('id', copies.id)`))
  await client.query(copy('slack_origin', 'run_id', run))
  const message = `jsonb_build_object('id', gen_random_uuid(), 'dedupe_key', 'run:' || copies.id, 'external_id', null)`
  await client.query(copy('outbox', 'run_id', `${run} || ${message}`))
}

async function beside(panels) {
  const [alone, meanwhile] = [[], []]
  const LISTS = ['help', 'status', 'history', 'budget']
  const other = (waits) => ({
    every_ms: 100,
    count: (seconds * 1_000) / 100,
    next: (number) => ({ text: LISTS[number % LISTS.length], user: 'UOTHER', channel: 'C9', waits }),
  })
  await steadily({ ...other(alone), count: 100 })
  await client.query(
    `insert into slack_user (workspace_id, user_id, settings) select id, 'UMANY', '{"personas": 10}' from workspace where slug = 'slack:T1'`,
  )
  await send({ text: proposition(0), user: 'UMANY', channel: 'C1', waits: [] })
  while ((await countOf('run')) === 0) await new Promise((done) => setTimeout(done, 100))
  await copyRun(panels - 1)
  await steadily(other(meanwhile))
  const [started, ended] = [await countOf('run'), await countOf('run', `status = 'completed'`)]
  const people = (await client.query(`select input->'personas' as n from run limit 1`)).rows[0]?.n ?? null
  const of = (waits) => ({
    asked: waits.length,
    p50_ms: shareOf(waits, 0.5),
    p99_ms: shareOf(waits, 0.99),
    most_ms: shareOf(waits, 1),
  })
  const report = { panels, people, started, ended, seconds, statuses, alone: of(alone), meanwhile: of(meanwhile) }
  await end(report, shareOf(meanwhile, 0.99) <= MAX_MS && ended < panels)
}

const waits = []
const begun = performance.now()
await steadily({
  every_ms: 1_000 / rate,
  count: rate * seconds,
  next: (number) => ({ text: proposition(number), user: `U${number % 200}`, channel: `C${number % 50}`, waits }),
})
const took = (performance.now() - begun) / 1_000
const waited = await countOf('slack_waiting')
let runs = await countOf('run')
for (let last = -1; runs < rate * seconds && runs > last; ) {
  last = runs
  await new Promise((done) => setTimeout(done, 2_000))
  runs = await countOf('run')
}
const all_started_after_s = Math.round((performance.now() - begun) / 1_000)
const share = (part) => shareOf(waits, part)
await end(
  {
    ...{ asked: rate * seconds, per_second: Math.round((rate * seconds) / took), statuses, waited, runs },
    ...{ all_started_after_s, p50_ms: share(0.5), p95_ms: share(0.95), p99_ms: share(0.99), most_ms: share(1) },
  },
  share(0.99) <= MAX_MS && runs === rate * seconds,
)
