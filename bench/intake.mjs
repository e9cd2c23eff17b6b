// npm run bench:intake : signed commands at a steady rate against the built program, and how long Slack waits for each
// answer. A fake Slack answers at once; Redis is unreachable and no worker runs. Commands that could not be handled during
// the load are handled afterwards: `all_started_after_s` says when the last of them had started.
// node bench/intake.mjs [requests a second = 300] [seconds = 60]. Needs DATABASE_URL.
import { createHmac, randomUUID } from 'node:crypto'
import { Agent, createServer, request } from 'node:http'
import pg from 'pg'
import { makeDatabase, startProgram } from './http/servers.mjs'

const [rate = 300, seconds = 60] = process.argv.slice(2).map(Number)
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
const { child, url } = await startProgram('bot', {
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  DATABASE_URL: database.url,
  REDIS_URL: 'redis://127.0.0.1:1',
  SLACK_BOT_TOKEN: 'xoxb-bench',
  SLACK_SIGNING_SECRET: SECRET,
  SLACK_API_URL: `http://127.0.0.1:${slack.address().port}/api/`,
  PORT: '0',
  PRESSURE_TEST_MODEL: 'offline',
})

const agent = new Agent({ keepAlive: true, maxSockets: 200 })
const waits = []
const statuses = {}
function send(number) {
  const body = new URLSearchParams({
    command: '/pressure-test',
    text: `Proposition ${number}: an oat drink that froths like milk, at 1.49 euros.`,
    team_id: 'T1',
    user_id: `U${number % 200}`,
    user_name: `user${number % 200}`,
    channel_id: `C${number % 50}`,
    trigger_id: randomUUID(),
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

const open = []
const begun = performance.now()
for (let number = 0; number < rate * seconds; number++) {
  const wait = begun + (number * 1_000) / rate - performance.now()
  if (wait > 2) await new Promise((done) => setTimeout(done, wait))
  open.push(send(number))
}
await Promise.all(open)
const took = (performance.now() - begun) / 1_000
const client = new pg.Client({ connectionString: database.url })
await client.connect()
const countOf = async (table) => (await client.query(`select count(*)::int as n from ${table}`)).rows[0].n
const waited = await countOf('slack_waiting')
let runs = await countOf('run')
for (let last = -1; runs < rate * seconds && runs > last; ) {
  last = runs
  await new Promise((done) => setTimeout(done, 2_000))
  runs = await countOf('run')
}
const all_started_after_s = Math.round((performance.now() - begun) / 1_000)
if (process.env.PROF) await new Promise((done) => child.once('exit', done).kill('SIGTERM'))
child.kill(process.env.PROF ? 'SIGTERM' : 'SIGKILL')
slack.closeAllConnections()
slack.close()
await client.end()
await database.drop()

waits.sort((a, b) => a - b)
const share = (part) => Math.round(waits[Math.min(waits.length - 1, Math.floor(waits.length * part))])
process.stdout.write(
  `${JSON.stringify({ asked: rate * seconds, per_second: Math.round((rate * seconds) / took), statuses, waited, runs, all_started_after_s, p50_ms: share(0.5), p95_ms: share(0.95), p99_ms: share(0.99), most_ms: share(1) })}\n`,
)
process.exit(share(0.99) <= MAX_MS && runs === rate * seconds ? 0 : 1)
