// Wall time and memory of a pressure test that the offline behaviour model answers, through the real app with an
// embedded PostgreSQL in a temporary home: 100 people under 5 s, 1,000 under 30 s, and no growth over five runs of 1,000.
// node --expose-gc bench/offline.mjs   needs a build.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../build/config.js'
import { embeddedPaths, ensureEmbedded, stopEmbedded } from '../build/db/embedded/embedded.js'
import { silentLog } from '../build/log.js'
import { openApp } from '../build/main.js'
import { followRun } from '../build/service/run/follow-run.js'
import { getRun } from '../build/service/run/get-run.js'
import { prepareInput, submitRun } from '../build/service/run/submit-run.js'

const BARS_S = { 100: 5, 1000: 30 }
const MAX_GROWTH = 0.05
const ROUNDS = 5
const STIMULUS =
  'Havn Oat: the oat drink that froths like milk. Made from 100% Danish oats, with 40% less sugar than the leading brand, tested by 212 baristas. Now €1.49 instead of €2.29. Money back if your cappuccino fails.'

if (globalThis.gc === undefined) {
  console.error('Memory can only be compared after a collection: node --expose-gc bench/offline.mjs')
  process.exit(1)
}

const home = await mkdtemp(join(tmpdir(), 'pt-bench-offline-'))
const { connectionString } = await ensureEmbedded({ home })
const app = await openApp(readConfig({ DATABASE_URL: connectionString, PRESSURE_TEST_MODEL: 'offline' }), silentLog)
const worker = app.startWorker()
let missed = false

try {
  if (app.llm.mode !== 'offline') throw new Error('The model is not offline.')
  console.log('personas   wall s   bar s')
  for (const personas of [100, 1000]) {
    const wall = await measure(personas, 1)
    if (wall > BARS_S[personas]) missed = true
    console.log([personas, wall.toFixed(2), BARS_S[personas]].map((cell) => String(cell).padStart(8)).join(' '))
  }

  console.log('\n   round   wall s   heap MB   (1,000 people, after a collection)')
  const heaps = []
  for (let round = 1; round <= ROUNDS; round++) {
    const wall = await measure(1000, 1 + round)
    heaps.push(heapUsed())
    console.log([round, wall.toFixed(2), heaps.at(-1).toFixed(1)].map((cell) => String(cell).padStart(8)).join(' '))
  }
  const growth = slope(heaps) / (heaps.reduce((sum, heap) => sum + heap, 0) / heaps.length)
  console.log(`\nslope ${(100 * growth).toFixed(2)} % of the mean per run, bar ${100 * MAX_GROWTH} %`)
  if (growth > MAX_GROWTH) missed = true
} finally {
  await worker.stop()
  await app.close()
  await stopEmbedded({ home })
  await rm(embeddedPaths({ home }).folder, { recursive: true, force: true })
  await rm(home, { recursive: true, force: true })
}
process.exit(missed ? 1 : 0)

/** Seconds from submitting a run to its end. */
async function measure(personas, seed) {
  const started = performance.now()
  const input = { stimulus: STIMULUS, personas, seed }
  const submitted = await submitRun(app.local, await prepareInput(app.local, 'pressure_test', input))
  const { run_id } = submitted.run
  for await (const _ of followRun(app.local, { run_id }));
  const wall = (performance.now() - started) / 1000
  const run = await getRun(app.local, { run_id })
  if (run.status !== 'completed') throw new Error(`The run of ${personas} ended as ${run.status}.`)
  return wall
}

function heapUsed() {
  globalThis.gc()
  globalThis.gc()
  return process.memoryUsage().heapUsed / 2 ** 20
}

/** Least squares: megabytes per run. */
function slope(values) {
  const middle = (values.length - 1) / 2
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const over = values.reduce((sum, value, i) => sum + (i - middle) * (value - mean), 0)
  return over / values.reduce((sum, _, i) => sum + (i - middle) ** 2, 0)
}
