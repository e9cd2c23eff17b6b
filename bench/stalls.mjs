// npm run bench:stalls : how long a worker's process does nothing else while it works on 25 offline runs of 30 people at
// once. The longest gap of a 20 ms timer, and Node's own measure of the event loop's delay; the process time says how much
// of a gap is this process and how much is the machine. Needs a build; DATABASE_URL names a PostgreSQL, else an embedded one.
// node bench/stalls.mjs [runs = 25] [people = 30] [rounds = 3]
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import pg from 'pg'
import { readConfig } from '../build/config.js'
import { embeddedPaths, ensureEmbedded, stopEmbedded } from '../build/db/embedded/embedded.js'
import { silentLog } from '../build/log.js'
import { openApp } from '../build/main.js'
import { followRun } from '../build/service/run/follow-run.js'
import { getRun } from '../build/service/run/get-run.js'
import { prepareInput, submitRun } from '../build/service/run/submit-run.js'

const [runs = 25, personas = 30, rounds = 3] = process.argv.slice(2).map(Number)
const MAX_STALL_MS = 200
const TICK_MS = 20
const STIMULUS =
  'Havn Oat: the oat drink that froths like milk. Made from 100% Danish oats, with 40% less sugar than the leading brand, tested by 212 baristas. Now €1.49 instead of €2.29. Money back if your cappuccino fails.'

const server = process.env.DATABASE_URL
const home = server ? null : await mkdtemp(join(tmpdir(), 'pt-bench-stalls-'))
const database = `pt_stalls_${process.pid}`
const onServer = async (sql) => {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  await client.query(sql).finally(() => client.end())
}
if (server) await onServer(`create database ${database}`)
const connectionString = server
  ? Object.assign(new URL(server), { pathname: `/${database}` }).href
  : (await ensureEmbedded({ home })).connectionString
const app = await openApp(readConfig({ DATABASE_URL: connectionString, PRESSURE_TEST_MODEL: 'offline' }), silentLog)

let worst = Number.POSITIVE_INFINITY
try {
  console.log('  round   wall s   max ms   p99 ms   timer ms   its process ms   process s')
  for (let round = 1; round <= rounds; round++) {
    const found = await measure(round)
    worst = Math.min(worst, found.timer)
    console.log(
      [round, found.wall, found.max, found.p99, found.timer, found.timerCpu, found.cpu]
        .map((cell, i) =>
          (i === 0 || (i > 1 && i < 6) ? cell.toFixed(0) : cell.toFixed(1)).padStart([7, 8, 8, 8, 10, 16, 11][i]),
        )
        .join(' '),
    )
  }
} finally {
  await app.close()
  if (server) await onServer(`drop database ${database} with (force)`)
  else {
    await stopEmbedded({ home })
    await rm(embeddedPaths({ home }).folder, { recursive: true, force: true })
    await rm(home, { recursive: true, force: true })
  }
}
// The best round: a gap that comes back every time is the program's, one that comes once is the machine's.
process.exit(worst > MAX_STALL_MS ? 1 : 0)

/** The runs are queued first, so that the worker finds them all at once, as after a deploy. */
async function measure(round) {
  const ids = []
  for (let i = 0; i < runs; i++) {
    const input = { stimulus: STIMULUS, personas, seed: 1_000 * round + i }
    const submitted = await submitRun(app.local, await prepareInput(app.local, 'pressure_test', input))
    ids.push(submitted.run.run_id)
  }
  const delay = monitorEventLoopDelay({ resolution: 10 })
  const started = performance.now()
  const before = process.cpuUsage()
  let [last, lastCpu, timer, timerCpu] = [started, seconds(before), 0, 0]
  delay.enable()
  const tick = setInterval(() => {
    const [now, cpu] = [performance.now(), seconds(process.cpuUsage())]
    if (now - last - TICK_MS > timer) [timer, timerCpu] = [now - last - TICK_MS, 1_000 * (cpu - lastCpu)]
    ;[last, lastCpu] = [now, cpu]
  }, TICK_MS)
  const worker = app.startWorker()
  await Promise.all(
    ids.map(async (run_id) => {
      for await (const _ of followRun(app.local, { run_id }));
      const { status } = await getRun(app.local, { run_id })
      if (status !== 'completed') throw new Error(`A run ended as ${status}.`)
    }),
  )
  clearInterval(tick)
  delay.disable()
  const wall = (performance.now() - started) / 1_000
  await worker.stop()
  const cpu = seconds(process.cpuUsage(before))
  return { wall, max: delay.max / 1e6, p99: delay.percentile(99) / 1e6, timer, timerCpu, cpu }
}

function seconds({ user, system }) {
  return (user + system) / 1e6
}
