// The faults of bench/chaos.mjs: each gives figures with their bars.
import { setTimeout as sleep } from 'node:timers/promises'
import { cancelRun } from '../../build/service/cancel-run.js'
import { prepareInput, submitRun } from '../../build/service/submit-run.js'

export const SCENARIOS = [
  { name: 'kill -9 of a worker', scenario: kills },
  { name: 'connections to PostgreSQL cut', scenario: cuts },
  { name: 'cancel while calls are in flight', scenario: cancels },
  { name: 'one delivery, again and again', scenario: deliveries },
  { name: 'race for the budget of the month', scenario: race },
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
  return [
    { what: 'kills', value: pickUps.length, bar: `= ${times}` },
    { what: 'runs lost', value: await set.lost(), bar: '= 0' },
    { what: 'stored answers bought again', value: await set.boughtAgain(), bar: '= 0' },
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
