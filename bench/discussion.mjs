// What a live discussion of eight costs as it grows: tokens and dollars of all turns, and per turn. A participant
// remembers the last turns word for word and earlier ones in a line each, so the cost of a turn is bounded.
// npm run bench:discussion   needs a build.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../build/config.js'
import { embeddedPaths, ensureEmbedded, stopEmbedded } from '../build/db/embedded/embedded.js'
import { silentLog } from '../build/log.js'
import { openApp } from '../build/main.js'
import { exportRun } from '../build/service/run/export-run.js'
import { followRun } from '../build/service/run/follow-run.js'
import { prepareInput, submitRun } from '../build/service/run/submit-run.js'
import { fakeAnswer, taskOf } from '../test/support/fake-answers.mjs'
import { fakeMessagesApi } from '../test/support/fake-messages-api.mjs'

const TURNS = [20, 40, 80]
/** Maximum cost of a turn late in a discussion relative to one in its middle; the first round, without earlier turns, is cheaper. */
const BAR = 1.05
const STIMULUS =
  'Havn Oat: the oat drink that froths like milk. Made from 100% Danish oats, with 40% less sugar than the leading brand, tested by 212 baristas. Now €1.49 instead of €2.29. Money back if your cappuccino fails.'

const home = await mkdtemp(join(tmpdir(), 'pt-bench-'))
const { connectionString } = await ensureEmbedded({ home })
const api = await fakeMessagesApi({ answer: disagreeingTurn })
const app = await openApp(
  readConfig({ DATABASE_URL: connectionString, ANTHROPIC_BASE_URL: api.url, RUN_BUDGET_USD: '10' }),
  silentLog,
)
const worker = app.startWorker()

console.log('turns   tokens in      out      cost $   $ per turn')
const costs = []
for (const turns of TURNS) {
  const input = { stimulus: STIMULUS, personas: 8, turns, controls: false }
  const { run } = await submitRun(app.local, await prepareInput(app.local, 'pressure_test', input))
  const { run_id } = run
  for await (const _ of followRun(app.local, { run_id }));
  const packet = await exportRun(app.local, { run_id })
  const spoken = packet.calls.filter(({ task }) => task === 'speak').flatMap(({ requests }) => requests)
  const sum = (key) => spoken.reduce((total, request) => total + request[key], 0)
  const tokens = sum('input_tokens') + sum('cache_read_tokens') + sum('cache_write_tokens')
  costs.push({ turns: spoken.length, cost: sum('cost_usd') })
  console.log(
    [
      String(spoken.length).padStart(5),
      String(tokens).padStart(11),
      String(sum('output_tokens')).padStart(8),
      sum('cost_usd').toFixed(5).padStart(11),
      (sum('cost_usd') / spoken.length).toFixed(6).padStart(12),
    ].join(' '),
  )
}
const further = (from, to) => (to.cost - from.cost) / (to.turns - from.turns)
const growth = further(costs[1], costs[2]) / further(costs[0], costs[1])
console.log(`\na further turn after 40 costs ${growth.toFixed(3)} of one after 20 (bar: at most ${BAR})`)

await worker.stop()
await app.close()
await api.close()
await stopEmbedded({ home })
await rm(embeddedPaths({ home }).folder, { recursive: true, force: true })
await rm(home, { recursive: true, force: true })
process.exit(growth <= BAR && costs.every(({ turns }, i) => turns > TURNS[i] * 0.9) ? 0 : 1)

/** Every turn disagrees with the last speaker and addresses somebody, so that the discussion reaches its maximum of turns. */
function disagreeingTurn(body) {
  const schema = body.output_config?.format?.schema
  if (taskOf(schema) !== 'speak') return undefined
  const own = body.messages
    .map(({ content }) => (typeof content === 'string' ? content : content.map(({ text }) => text).join('\n')))
    .join('\n')
  const turns = [...own.matchAll(/^\[(\d+)\] (?!Moderator)/gm)].map(([, turn]) => Number(turn))
  const room = /In the room with you: (.+), and a moderator/.exec(own)?.[1]?.split(', ') ?? ['']
  const about_turn = turns.at(-1) ?? 0
  const answer = fakeAnswer(schema, own, own.length)
  return { ...answer, position: 'disagrees', voices: [], about_turn, addressed_to: room[about_turn % room.length] }
}
