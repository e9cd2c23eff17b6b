// The faults of bench/chaos.mjs: each gives figures with their bars.
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { cancelRun } from '../../build/service/cancel-run.js'
import { prepareInput, submitRun } from '../../build/service/submit-run.js'
import { startRedis } from '../http/servers.mjs'

/** `long`: in the long form only. */
export const SCENARIOS = [
  { name: 'kill -9 of a worker', scenario: kills },
  { name: 'connections to PostgreSQL cut', scenario: cuts },
  { name: 'cancel while calls are in flight', scenario: cancels },
  { name: 'one delivery, again and again', scenario: deliveries },
  { name: 'race for the budget of the month', scenario: race },
  { name: 'a worker stopped longer than its lease', scenario: stopped },
  { name: 'SIGTERM while every call hangs', scenario: terminated, long: true },
  { name: 'Redis killed with all it held', scenario: redisLost, long: true },
  { name: 'a provider that is overloaded', scenario: overloaded, long: true },
  { name: 'no connection to the database for 20 s', scenario: databaseAway, long: true },
  { name: 'the command line killed, and resumed', scenario: commandLine, long: true },
  { name: '25 panels of 30 people, nothing killed', scenario: manyPanels, long: true },
  { name: '200 running and 1,000 queued', scenario: crowd, long: true },
  { name: 'half an hour of work', scenario: soak, long: true },
]

const percentile = (values, share) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN

/** Of two workers the one that holds a run is killed, and replaced; how long until the other takes it up. */
async function kills(set, long) {
  const times = long ? 40 : 3
  set.faults.latencyMs = 1_500
  const workers = [await set.worker(), await set.worker()]
  const pickUps = []
  while (pickUps.length < times) {
    const [run_id] = await set.submit(long ? 5 : 2)
    const read = async () => (await set.query('select status, epoch, worker_id from run where id = $1', [run_id]))[0]
    const { worker_id, epoch } = await set.until(async () => {
      const run = await read()
      return run.status === 'running' && run
    })
    await sleep(Math.random() * 1_500)
    const victim = workers.findIndex(({ pid }) => worker_id.startsWith(`${pid}-`))
    workers[victim].kill('SIGKILL')
    const killedAt = performance.now()
    await set.until(async () => (await read()).epoch > epoch)
    pickUps.push((performance.now() - killedAt) / 1_000)
    workers[victim] = await set.worker()
  }
  const lost = await set.lost()
  return [
    { what: 'kills', value: pickUps.length, bar: `= ${times}` },
    { what: 'runs lost', value: lost, bar: '= 0' },
    { what: 'runs put aside', value: await set.quarantined(), bar: '= 0' },
    { what: 'stored answers bought again', value: await set.boughtAgain(), bar: '= 0' },
    { what: 'results that differ from those of an undisturbed run', value: await differing(set), bar: '= 0' },
    { what: 'taken up again, p95, s', value: percentile(pickUps, 0.95), bar: '<= 8', timed: true },
  ]
}

async function cuts(set, long) {
  await set.worker()
  await set.submit(long ? 100 : 6)
  let cut = 0
  for (let n = 0; n < (long ? 30 : 4); n++) {
    await sleep(700)
    const sql = `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`
    cut += (await set.query(sql)).length
  }
  return [
    { what: 'connections cut', value: cut, bar: '>= 4' },
    { what: 'runs lost', value: await set.lost(), bar: '= 0' },
    { what: 'stored answers bought again', value: await set.boughtAgain(), bar: '= 0' },
    {
      what: 'leases taken from a living worker',
      value: (await set.query('select coalesce(sum(epoch - 1 - pauses), 0)::int as n from run'))[0].n,
      bar: '= 0',
    },
  ]
}

/** From the request until nothing is in flight and the run has ended. */
async function cancels(set, long) {
  set.faults.hang = true
  await set.worker()
  const ids = await set.submit(long ? 25 : 8)
  await set.until(() => set.api.inFlight >= ids.length)
  const inFlight = set.api.inFlight
  const took = await Promise.all(
    ids.map(async (run_id) => {
      const asked = performance.now()
      await cancelRun(set.app.local, { run_id })
      const ended = `select 1 from run where id = $1 and status = 'cancelled'`
      await set.until(async () => (await set.query(ended, [run_id])).length > 0)
      return (performance.now() - asked) / 1_000
    }),
  )
  await set.until(() => set.api.inFlight === 0)
  return [
    { what: 'calls in flight', value: inFlight, bar: `>= ${ids.length}` },
    { what: 'cancelled, p95, s', value: percentile(took, 0.95), bar: '<= 3', timed: true },
  ]
}

async function deliveries(set, long) {
  const times = long ? 1_000 : 100
  const input = { stimulus: 'The same text, sent again and again by a client that saw no answer to it.', seed: 1 }
  const prepared = await prepareInput(set.app.local, 'pressure_test', input)
  const delivery = { source: 'chaos', key: 'one' }
  const submitted = await Promise.all(
    Array.from({ length: times }, () => submitRun(set.app.local, prepared, { delivery })),
  )
  return [
    { what: 'deliveries', value: submitted.length, bar: `= ${times}` },
    { what: 'runs', value: (await set.query('select count(*)::int as n from run'))[0].n, bar: '= 1' },
  ]
}

async function race(set, long) {
  const budget = 0.3
  // Each process sets what it was started with.
  set.env.MONTHLY_BUDGET_USD = String(budget)
  await Promise.all([set.worker(), set.worker()])
  const ids = await set.submit(long ? 200 : 20)
  const waiting = `select count(*)::int as n from run where status = 'completed' or (status = 'paused' and resume_at > now() + interval '1 hour')`
  await set.until(async () => (await set.query(waiting))[0].n === ids.length)
  const [{ spent, refused }] = await set.query(
    `select (spent_usd + reserved_usd)::float as spent, (select count(*)::int from run where status = 'paused') as refused from month_spend`,
  )
  return [
    { what: 'runs that the budget stopped', value: refused, bar: '>= 1' },
    { what: 'dollars above the budget', value: Math.max(0, spent - budget), bar: '<= 0.000000001' },
  ]
}

/** Runs whose result is not, byte for byte, that of a second run with the same text and seed that nothing disturbed. */
async function differing(set) {
  set.faults.latencyMs = 0
  const runs = await set.query(`select id, input from run where status = 'completed' order by created_at limit 5`)
  const hash = async (run_id) =>
    (await set.query('select md5(document::jsonb::text) as hash from result where run_id = $1', [run_id]))[0]?.hash
  let differ = 0
  for (const { id, input } of runs) {
    const [again] = await set.submit(1, { input })
    await set.until(async () => (await hash(again)) !== undefined)
    if ((await hash(id)) !== (await hash(again))) differ += 1
  }
  return differ
}

/** SIGSTOP for longer than the lease: another takes the run; who comes back writes nothing and buys nothing again. */
async function stopped(set, long) {
  const times = long ? 10 : 1
  set.faults.latencyMs = 1_000
  const workers = [await set.worker(), await set.worker()]
  let taken = 0
  for (let n = 0; n < times; n++) {
    const [run_id] = await set.submit(1)
    const read = async () => (await set.query('select status, epoch, worker_id from run where id = $1', [run_id]))[0]
    const { worker_id, epoch } = await set.until(async () => {
      const run = await read()
      return run.status === 'running' && run
    })
    const sleeper = workers.find(({ pid }) => worker_id.startsWith(`${pid}-`))
    sleeper.kill('SIGSTOP')
    await set.until(async () => (await read()).epoch > epoch)
    taken += 1
    sleeper.kill('SIGCONT')
    await set.until(async () => (await read()).status === 'completed')
  }
  return [
    { what: 'runs taken over meanwhile', value: taken, bar: `= ${times}` },
    { what: 'runs lost', value: await set.lost(), bar: '= 0' },
    { what: 'stored answers bought again', value: await set.boughtAgain(), bar: '= 0' },
    { what: 'runs put aside', value: await set.quarantined(), bar: '= 0' },
  ]
}

async function terminated(set) {
  set.faults.hang = true
  const worker = await set.worker()
  const ids = await set.submit(8)
  await set.until(() => set.api.inFlight >= ids.length)
  const asked = performance.now()
  worker.kill('SIGTERM')
  await set.until(() => worker.exitCode !== null || worker.signalCode !== null)
  const seconds = (performance.now() - asked) / 1_000
  set.faults.hang = false
  await set.worker()
  return [
    { what: 'until the process ended, s', value: seconds, bar: '<= 30', timed: true },
    { what: 'runs lost', value: await set.lost(), bar: '= 0' },
  ]
}

/** The runs are in PostgreSQL; Redis only says that there are some. */
async function redisLost(set) {
  const redis = await startRedis()
  try {
    set.env.REDIS_URL = redis.url
    await set.worker()
    await set.worker()
    await set.submit(30)
    for (let n = 0; n < 5; n++) {
      await sleep(1_000)
      await redis.restart(500)
    }
    return [
      { what: 'runs lost', value: await set.lost(), bar: '= 0' },
      { what: 'stored answers bought again', value: await set.boughtAgain(), bar: '= 0' },
    ]
  } finally {
    await redis.stop()
  }
}

async function overloaded(set) {
  set.faults.status = 529
  await set.worker()
  const ids = await set.submit(10)
  await sleep(600_000)
  const refused = set.api.requests.length
  set.faults.status = null
  const lost = await set.lost()
  return [
    { what: 'calls refused in ten minutes', value: refused, bar: '>= 10' },
    { what: '… for each run', value: refused / ids.length, bar: '<= 100' },
    { what: 'runs lost', value: lost, bar: '= 0' },
  ]
}

async function databaseAway(set) {
  await set.worker()
  await set.submit(12)
  const name = new URL(set.env.DATABASE_URL).pathname.slice(1)
  await sleep(1_500)
  await set.asOwner(`alter database ${name} with allow_connections false`)
  const cut = `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`
  const connections = (await set.asOwner(cut)).length
  await sleep(20_000)
  await set.asOwner(`alter database ${name} with allow_connections true`)
  return [
    { what: 'connections cut', value: connections, bar: '>= 1' },
    { what: 'runs lost', value: await set.lost(), bar: '= 0' },
    { what: 'stored answers bought again', value: await set.boughtAgain(), bar: '= 0' },
  ]
}

async function commandLine(set) {
  let kills = 0
  let resumed = 0
  for (let n = 0; n < 10; n++) {
    const text = `Havn Oat froths like milk and has 40% less sugar. Now €1.49 instead of €2.29. Try ${n}.`
    const first = set.cli(['run', text, '--focus-group', 'quick', '--assay', 'off', '--controls', 'off', '--quiet'])
    const { id } = await set.until(async () => {
      const [run] = await set.query(`select id from run where status = 'running' and input ->> 'stimulus' = $1`, [text])
      return run
    })
    await sleep(Math.random() * 1_500)
    first.kill('SIGKILL')
    kills += 1
    const second = set.cli(['runs', 'resume', id, '--json', '--quiet'])
    await set.until(() => second.exitCode !== null)
    if (second.exitCode === 0) resumed += 1
  }
  return [
    { what: 'kills', value: kills, bar: '= 10' },
    { what: 'resumed to their end', value: resumed, bar: '= 10' },
    { what: 'runs lost', value: await set.lost(), bar: '= 0' },
    { what: 'stored answers bought again', value: await set.boughtAgain(), bar: '= 0' },
  ]
}

const HELD = `select coalesce(sum(epoch - 1 - pauses), 0)::int as n from run`

async function manyPanels(set) {
  set.faults.latencyMs = 50
  await Promise.all([set.worker(), set.worker()])
  const started = performance.now()
  await set.submit(25, { input: { personas: 30, focus_group: 'live', controls: true } })
  const lost = await set.lost()
  return [
    { what: 'seconds', value: (performance.now() - started) / 1_000, bar: '<= 600', timed: true },
    { what: 'runs lost', value: lost, bar: '= 0' },
    { what: 'leases taken from a living worker', value: (await set.query(HELD))[0].n, bar: '= 0' },
    { what: 'answers given twice', value: set.api.duplicates().length, bar: '= 0' },
  ]
}

async function crowd(set) {
  set.faults.latencyMs = 20
  await set.submit(1_200, { input: { personas: 3, focus_group: 'off' } })
  set.env.WORKER_CONCURRENCY = '100'
  await Promise.all([set.worker(), set.worker()])
  const lost = await set.lost(1_800_000)
  return [
    { what: 'runs', value: (await set.query('select count(*)::int as n from run'))[0].n, bar: '= 1200' },
    { what: 'runs lost', value: lost, bar: '= 0' },
    { what: 'leases taken from a living worker', value: (await set.query(HELD))[0].n, bar: '= 0' },
    { what: 'answers given twice', value: set.api.duplicates().length, bar: '= 0' },
  ]
}

const SOAK_MS = 1_800_000

/** Memory after each minute, without the first five, in which caches fill; the slope is that of the line through them. */
async function soak(set) {
  set.faults.latencyMs = 100
  const worker = await set.worker()
  const until = performance.now() + SOAK_MS
  const samples = []
  while (performance.now() < until) {
    const ids = await set.submit(4)
    await set.until(async () => {
      const [{ n }] = await set.query(
        `select count(*)::int as n from run where id = any($1) and status = 'completed'`,
        [ids],
      )
      return n === ids.length
    })
    samples.push({
      at: performance.now(),
      mb: Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${worker.pid}/status`, 'utf8'))[1]) / 1_000,
    })
  }
  const warm = samples.filter(({ at }) => at > until - SOAK_MS + 300_000)
  const mean = (of) => warm.reduce((sum, sample) => sum + of(sample), 0) / warm.length
  const [at, mb] = [mean((sample) => sample.at), mean((sample) => sample.mb)]
  const slope = mean((sample) => (sample.at - at) * (sample.mb - mb)) / mean((sample) => (sample.at - at) ** 2)
  return [
    { what: 'runs', value: samples.length * 4, bar: '>= 100' },
    { what: 'runs lost', value: await set.lost(), bar: '= 0' },
    {
      what: 'memory at the end over that after five minutes, %',
      value: (100 * slope * (SOAK_MS - 300_000)) / warm[0].mb,
      bar: '<= 5',
    },
  ]
}
