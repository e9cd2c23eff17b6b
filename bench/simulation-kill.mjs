// npm run bench:simulation -- kill [people = 1000]: a simulation of 30 days by two worker processes of which one is killed
// (SIGKILL) when 40 % of its parts are done, against the same run undisturbed; and the same people in parts of 7. Needs a
// PostgreSQL (`DATABASE_URL`) and a build. Believed are the rows of the databases.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { readConfig } from '../build/config.js'
import { SimulationInput } from '../build/domain/simulation/simulation.js'
import { settleAll } from '../build/engine/settle-all.js'
import { simulationPipeline } from '../build/engine/simulation/simulation.js'
import { readProductFile } from '../build/ingest/product-files/read-product-file.js'
import { createBundledEmbedder } from '../build/llm/embeddings/bundled.js'
import { silentLog } from '../build/log.js'
import { openApp } from '../build/main.js'
import { getRun } from '../build/service/run/get-run.js'
import { prepareInput, submitRun } from '../build/service/run/submit-run.js'
import { makeDatabase } from './http/servers.mjs'

const WORKER = fileURLToPath(new URL('../test/support/worker.main.mjs', import.meta.url))
const TIMES = { leaseMs: 10_000, sweepMs: 500 }
const KILLED_AT = 0.4
const DAYS = 30
const USUAL_PART = 30
const SMALL_PART = 7

const product = readProductFile(
  readFileSync(new URL('../examples/products/slotwise.yaml', import.meta.url), 'utf8'),
  'slotwise',
)
const hashOf = (result) => createHash('sha256').update(JSON.stringify(result)).digest('hex').slice(0, 16)

/** Runs it on a database of its own. `kills`: the first of two workers is killed on the way. */
async function runOnce(people, kills) {
  const database = await makeDatabase('pt_kill')
  const env = {
    DATABASE_URL: database.url,
    PRESSURE_TEST_MODEL: 'offline',
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent',
  }
  const app = await openApp(readConfig(env), silentLog)
  const rows = new pg.Client({ connectionString: database.url })
  await rows.connect()
  const one = async (sql) => (await rows.query(sql)).rows[0]
  const workers = [0, 1].map(() =>
    spawn(process.execPath, [WORKER, JSON.stringify(TIMES)], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'ignore', 'pipe'],
    }),
  )
  const stop = () => {
    for (const worker of workers) worker.kill('SIGKILL')
  }
  process.on('exit', stop)
  // The first thing that a worker says is that it takes work.
  await Promise.all(workers.map((worker) => once(worker.stderr, 'data')))
  for (const worker of workers) worker.stderr.resume()
  const begun = performance.now()
  const prepared = await prepareInput(app.local, 'simulation', { product, personas: people, days: DAYS })
  const { run_id } = (await submitRun(app.local, prepared)).run
  let killed_at = null
  for (;;) {
    const { done, parts } = await one(
      "select count(*) filter (where status = 'done')::int as done, count(*)::int as parts from run_part",
    )
    if (kills && killed_at === null && parts > 0 && done >= KILLED_AT * parts) {
      workers[0].kill('SIGKILL')
      killed_at = done / parts
    }
    const { status, reason_message } = await one('select status, reason_message from run')
    if (status === 'completed') break
    if (status !== 'queued' && status !== 'running') throw new Error(`the run is ${status}: ${reason_message}`)
    await sleep(50)
  }
  const seconds = (performance.now() - begun) / 1_000
  const { result } = await getRun(app.local, { run_id })
  const sessions = await one(
    'select count(*)::int as rows, count(distinct (person, day))::int as different from simulation_session',
  )
  const events = (await one('select count(*)::int as rows from simulation_event')).rows
  const ledger = await one('select count(*)::int as calls from model_call')
  const again = (await one('select count(*)::int as parts from run_part where epoch > 1')).parts
  stop()
  await Promise.all(workers.map((worker) => worker.exitCode ?? worker.signalCode ?? once(worker, 'exit')))
  await rows.end()
  await app.close()
  await database.drop()
  return { seconds, killed_at, hash: hashOf(result), told: result.total_sessions, sessions, events, ledger, again }
}

/** The same people in this process, in parts of so many. */
async function inParts(people, size) {
  const input = SimulationInput.parse({ product, personas: people, days: DAYS })
  const deps = {
    ...{ seed: input.seed, model: { mode: 'offline' }, report() {}, embedder: createBundledEmbedder() },
    step: (_key, _input, work) => new Promise(setImmediate).then(work),
    fanOut: (items, work) => settleAll(items, items.map(work)),
    storeSessions: () => new Promise(setImmediate),
    deleteOtherJoiners: () => new Promise(setImmediate),
  }
  for (let from = 0; from < people; from += size)
    await simulationPipeline.spread.work(deps, input, from, Math.min(people, from + size))
  return hashOf((await simulationPipeline.run(deps, input)).result)
}

/** Returns what was missed. */
export async function killOneOfTwo(people) {
  const failures = []
  const runs = []
  for (const kills of [false, true]) {
    const run = await runOnce(people, kills)
    runs.push(run)
    const how = kills
      ? `one of two workers killed at ${(100 * run.killed_at).toFixed(0)} %`
      : 'two workers, undisturbed'
    console.log(
      `${people} × ${DAYS}, ${how}: ${run.seconds.toFixed(1)} s, result ${run.hash}, ${run.sessions.rows} sessions stored (${run.sessions.different} different, the result says ${run.told}), ${run.events} events, ${run.ledger.calls} calls in the ledger, ${run.again} parts taken again`,
    )
    if (run.sessions.rows !== run.sessions.different || run.sessions.rows !== run.told)
      failures.push(`sessions, ${how}`)
  }
  const [undisturbed, disturbed] = runs
  for (const figure of ['hash', 'events'])
    if (undisturbed[figure] !== disturbed[figure]) failures.push(`${figure} differs after the kill`)
  if (undisturbed.ledger.calls !== disturbed.ledger.calls) failures.push('the ledger differs after the kill')
  // Without a store the product has no version, which its result would name: another hash, of the same people.
  const [usual, small] = [await inParts(people, USUAL_PART), await inParts(people, SMALL_PART)]
  console.log(`in this process: parts of ${USUAL_PART} ${usual}, of ${SMALL_PART} ${small}`)
  if (small !== usual) failures.push(`parts of ${SMALL_PART} give another result`)
  return failures
}
