// The critical path of a live run with the default options at a model of 4 s a call: its stages in a row, the calls side
// by side in each, and the wall time; beside it the same run without the assay.
// npm run bench:live [-- milliseconds a model takes = 4000  people = 6]   needs a build.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../build/config.js'
import { embeddedPaths, ensureEmbedded, stopEmbedded } from '../build/db/embedded/embedded.js'
import { silentLog } from '../build/log.js'
import { openApp } from '../build/main.js'
import { followRun } from '../build/service/run/follow-run.js'
import { prepareInput, submitRun } from '../build/service/run/submit-run.js'
import { taskOf } from '../test/support/fake-answers.mjs'
import { fakeMessagesApi } from '../test/support/fake-messages-api.mjs'

const [latencyMs = 4_000, personas = 6] = process.argv.slice(2).map(Number)
const BAR_S = 60
/** Calls that begin within this share of a call of each other are of one stage. */
const SAME_STAGE = 0.5
const STIMULUS =
  'Havn Oat: the oat drink that froths like milk. Made from 100% Danish oats, with 40% less sugar than the leading brand, tested by 212 baristas. Now €1.49 instead of €2.29. Money back if your cappuccino fails.'

const home = await mkdtemp(join(tmpdir(), 'pt-bench-'))
const { connectionString } = await ensureEmbedded({ home })
const api = await fakeMessagesApi({ latencyMs })
const app = await openApp(
  readConfig({ DATABASE_URL: connectionString, ANTHROPIC_BASE_URL: api.url, RUN_BUDGET_USD: '10' }),
  silentLog,
)
const worker = app.startWorker()
/** Seconds a run takes. */
async function timed(assay) {
  const begun = performance.now()
  const input = { stimulus: STIMULUS, personas, seed: 6, assay }
  const { run_id } = (await submitRun(app.local, await prepareInput(app.local, 'pressure_test', input))).run
  for await (const _ of followRun(app.local, { run_id }));
  return (performance.now() - begun) / 1_000
}
await timed('off')
const without = await timed('off')
const before = api.requests.length
const wall = await timed('auto')
const requests = api.requests.slice(before)

const stages = []
for (const { startedAt, body } of [...requests].sort((a, b) => a.startedAt - b.startedAt)) {
  const task = taskOf(body.output_config?.format?.schema) ?? 'other'
  const last = stages.at(-1)
  if (last && startedAt - last.startedAt < SAME_STAGE * latencyMs) last.tasks.push(task)
  else stages.push({ startedAt, tasks: [task] })
}
console.log(`stage  begins after s  calls side by side`)
for (const [at, { startedAt, tasks }] of stages.entries()) {
  const counts = [...new Set(tasks)].map((task) => `${tasks.filter((other) => other === task).length} ${task}`)
  console.log(
    `${String(at + 1).padStart(5)}  ${((startedAt - stages[0].startedAt) / 1_000).toFixed(1).padStart(14)}  ${counts.join(', ')}`,
  )
}
console.log(
  `\n${stages.length} calls in a row, ${requests.length} calls, ${wall.toFixed(1)} s (bar ${BAR_S} s); ${without.toFixed(1)} s without the assay`,
)

await worker.stop()
await app.close()
await api.close()
await stopEmbedded({ home })
await rm(embeddedPaths({ home }).folder, { recursive: true, force: true })
await rm(home, { recursive: true, force: true })
process.exit(wall <= BAR_S ? 0 : 1)
