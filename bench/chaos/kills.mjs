// Processes that are killed, stopped or told to end.
import { rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { cancelRun } from '../../build/service/run/cancel-run.js'
import { deployedProgram } from '../../test/support/deployed-program.mjs'
import { submitEveryKind } from './kinds.mjs'
import { percentile } from './promises.mjs'

const stateOf = async (set, run_id) =>
  (await set.query('select status, epoch, worker_id, steps from run where id = $1', [run_id]))[0]

/** Once one of these workers works on this run, or on any: which. */
const holderOf = (set, run_id, workers) =>
  set.until(async () => {
    const held = `select worker_id, epoch from run where status = 'running' and ($1::uuid is null or id = $1)`
    const holders = (await set.query(held, [run_id])).map(({ worker_id, epoch }) => ({
      at: workers.findIndex(({ pid }) => worker_id.startsWith(`${pid}-`)),
      epoch,
    }))
    return holders.find(({ at }) => at >= 0)
  })

/** As many as one worker has places for, with some to spare: whoever takes up another's runs must have room for them. */
const ROOM = 20

/**
 * Whether one worker has room for all, and every run got further since it was taken up: three workers in a row that die
 * before that make it a suspect, which is worked on alone while others wait.
 */
async function isReady(set, together) {
  const [{ open, stuck }] = await set.query(
    `select count(*)::int as open, (count(*) filter (where losses > 0 and steps <= steps_at_claim))::int as stuck
       from run where status <> 'completed'`,
  )
  return stuck === 0 && open + together <= ROOM
}

/** Of two workers the one that holds a run is killed, and replaced; how long until the other takes up what it held. */
export async function kills(set) {
  const times = set.size(3, 20)
  set.faults.latencyMs = 1_500
  const workers = [await set.worker(), await set.worker()]
  const together = set.isLong ? 5 : 2
  for (let n = 0; n < times; n++) {
    await set.until(() => isReady(set, together))
    const [run_id] = await set.submit(together)
    const { at, epoch } = await holderOf(set, run_id, workers)
    await sleep(Math.random() * 1_500)
    set.kill(workers[at])
    await set.until(async () => (await stateOf(set, run_id)).epoch > epoch)
    workers[at] = await set.worker()
  }
  const promises = await set.promises()
  const pickUps = await set.pickUps()
  return [
    { what: 'runs taken up after a kill', value: pickUps.length, bar: `>= ${times}` },
    ...promises,
    { what: 'results that differ from those of an undisturbed run', value: await differing(set), bar: '= 0' },
    { what: 'taken up again, p95, s', value: percentile(pickUps, 0.95), bar: '<= 8', timed: true },
    { what: 'taken up again, at most, s', value: Math.max(...pickUps), bar: '<= 15', timed: true },
  ]
}

/** Runs whose result is not, byte for byte, that of a second run with the same input that nothing disturbed. */
async function differing(set) {
  set.faults.latencyMs = 0
  const runs = await set.query(
    `select id, kind, input from run where status = 'completed' and kind <> 'ask' order by created_at limit 8`,
  )
  const hash = async (run_id) =>
    (await set.query('select md5(document::text) as hash from result where run_id = $1', [run_id]))[0]?.hash
  let differ = 0
  for (const { id, kind, input } of runs) {
    const [again] = await set.submit(1, { kind, input })
    await set.until(async () => (await hash(again)) !== undefined)
    if ((await hash(id)) !== (await hash(again))) differ += 1
  }
  return differ
}

/** Whoever follows a killed worker is of another version, with other data: people, texts and answers stay those of the first. */
export async function deploys(set) {
  const deployed = await deployedProgram()
  try {
    set.faults.latencyMs = 400
    const workers = [await set.worker()]
    const submitting = submitEveryKind(set, { controls: true, assay: 'quick' })
    for (let n = 0; n < set.size(2, 8); n++) {
      await holderOf(set, null, workers)
      await sleep(500 + Math.random() * 700)
      set.kill(workers[0])
      workers[0] = await (n % 2 === 0 ? set.worker(null, {}, deployed.main) : set.worker())
    }
    await submitting
    const promises = await set.promises()
    const twice = await set.query(
      `select 1 from run_step where key <> 'version:last' group by run_id, key having count(*) > 1`,
    )
    return [
      { what: 'runs taken up by another version', value: (await set.pickUps()).length, bar: '>= 1' },
      { what: 'steps with two stored outcomes', value: twice.length, bar: '= 0' },
      ...promises,
    ]
  } finally {
    await rm(deployed.folder, { recursive: true, force: true })
  }
}

/** SIGSTOP for longer than the lease: another takes the run; who comes back writes nothing and buys nothing again. */
export async function stopped(set) {
  const times = set.size(1, 20)
  set.faults.latencyMs = 1_000
  const workers = [await set.worker(), await set.worker()]
  let taken = 0
  let written = 0
  for (let n = 0; n < times; n++) {
    const [run_id] = await set.submit(1)
    const { at, epoch } = await holderOf(set, run_id, workers)
    set.excuse(workers[at])
    workers[at].kill('SIGSTOP')
    await set.until(async () => (await stateOf(set, run_id)).epoch > epoch)
    taken += 1
    workers[at].kill('SIGCONT')
    await set.until(async () => (await stateOf(set, run_id)).status === 'completed')
    // Each claim of the older epoch that still asks for something would be an intent opened after the newer claim.
    const [{ n: late }] = await set.query(
      `select count(*)::int as n from model_call c join chaos.takeover t on t.run_id = c.run_id
        where c.run_id = $1 and c.epoch = $2 and c.opened_at > t.at`,
      [run_id, epoch],
    )
    written += late
  }
  return [
    { what: 'runs taken over meanwhile', value: taken, bar: `= ${times}` },
    { what: 'calls begun by who had lost the run', value: written, bar: '= 0' },
    ...(await set.promises()),
  ]
}

export async function terminated(set) {
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
  return [{ what: 'until the process ended, s', value: seconds, bar: '<= 30', timed: true }, ...(await set.promises())]
}

/** From the request until nothing is in flight and the run has ended. */
export async function cancels(set) {
  set.faults.hang = true
  await set.worker()
  const ids = await set.submit(set.size(8, 52), { actor: set.app.local.actor })
  const most = Math.min(ids.length, 25)
  await set.until(() => set.api.inFlight >= most)
  const inFlight = set.api.inFlight
  const took = await Promise.all(
    ids.map(async (run_id) => {
      const asked = performance.now()
      await cancelRun(set.app.local, { run_id })
      await set.until(async () => (await stateOf(set, run_id)).status === 'cancelled')
      return (performance.now() - asked) / 1_000
    }),
  )
  await set.until(() => set.api.inFlight === 0)
  return [
    { what: 'calls in flight', value: inFlight, bar: `>= ${most}` },
    { what: 'cancelled, p95, s', value: percentile(took, 0.95), bar: '<= 3', timed: true },
  ]
}

/** One of four workers is killed at random, again and again, while runs of every kind are worked on. */
export async function randomKills(set) {
  const times = set.size(3, 100)
  set.faults.latencyMs = 150
  const workers = await Promise.all([set.worker(), set.worker(), set.worker(), set.worker()])
  let killed = 0
  while (killed < times) {
    const [{ n }] = await set.query(`select count(*)::int as n from run where status in ('queued', 'running')`)
    if (n < 20) {
      await submitEveryKind(set)
      await set.submit(10)
    }
    await sleep(Math.random() * 1_500)
    const at = Math.floor(Math.random() * workers.length)
    set.kill(workers[at])
    killed += 1
    workers[at] = await set.worker()
  }
  return [{ what: 'kills', value: killed, bar: `= ${times}` }, ...(await set.promises(900_000))]
}

/** A run of each kind, workers that hold some of them killed on the way, against the same without any kill. */
export async function everyKind(set) {
  set.faults.latencyMs = 400
  const workers = [await set.worker(), await set.worker()]
  const submitting = submitEveryKind(set)
  for (let n = 0; n < 4; n++) {
    const { at } = await holderOf(set, null, workers)
    await sleep(Math.random() * 700)
    set.kill(workers[at])
    workers[at] = await set.worker()
  }
  const ids = await submitting
  const promises = await set.promises()
  const [{ n: kinds }] = await set.query(`select count(distinct kind)::int as n from run where status = 'completed'`)
  return [
    { what: 'kinds of runs', value: kinds, bar: '= 8' },
    { what: 'runs taken up after a kill', value: (await set.pickUps()).length, bar: '>= 1' },
    ...promises,
    { what: 'results that differ from those of an undisturbed run', value: await differing(set), bar: '= 0' },
    { what: 'runs', value: ids.length, bar: '>= 8' },
  ]
}
