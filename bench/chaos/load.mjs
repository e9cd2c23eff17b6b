// Much work at once, for long, and a provider that has trouble.
import { readFileSync } from 'node:fs'
import { createServer, connect as dial } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { prepareInput, submitRun } from '../../build/service/run/submit-run.js'

export async function deliveries(set) {
  const times = set.size(100, 1_000)
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

export async function race(set) {
  const budget = 0.3
  set.faults.latencyMs = 100
  // Each process sets what it was started with.
  set.env.MONTHLY_BUDGET_USD = String(budget)
  await Promise.all([set.worker(), set.worker()])
  const ids = await set.submit(set.size(20, 200), { actor: set.app.local.actor })
  const waiting = `select count(*)::int as n from run where status = 'completed' or (status = 'paused' and resume_at > now() + interval '1 hour')`
  await set.until(async () => (await set.query(waiting))[0].n === ids.length, 600_000)
  const [{ spent, refused }] = await set.query(
    `select (spent_usd + reserved_usd)::float as spent, (select count(*)::int from run where status = 'paused') as refused from month_spend`,
  )
  return [
    { what: 'runs that the budget stopped', value: refused, bar: '>= 1' },
    { what: 'dollars above the budget', value: Math.max(0, spent - budget), bar: '<= 0.000000001' },
  ]
}

/** Nothing but probes while it lasts; then all runs finish. */
export async function overloaded(set) {
  const ms = set.size(6_000, 600_000)
  set.faults.status = 529
  await set.worker()
  const ids = await set.submit(set.size(6, 50))
  const started = performance.now()
  await set.until(() => set.api.requests.length > 0)
  await sleep(Math.max(0, ms - (performance.now() - started)))
  const refused = set.api.requests.length
  const failed = (await set.query(`select count(*)::int as n from run where status = 'failed'`))[0].n
  set.faults.status = null
  const promises = await set.promises(600_000)
  return [
    { what: 'seconds', value: ms / 1_000, bar: `>= ${ms / 1_000}` },
    { what: 'calls refused', value: refused, bar: '>= 5' },
    // Each run tries some calls as it begins; after that one probe at a time, at most every few seconds.
    { what: 'calls refused for a run', value: refused / ids.length, bar: `<= ${40 + ms / 10_000}` },
    { what: 'runs failed meanwhile', value: failed, bar: '= 0' },
    ...promises,
  ]
}

/** What happens to one of the workers while 25 panels of 30 people are worked on. */
const PUT_TO_ONE = {
  nothing: async () => 1,
  async 'kill -9'(set, worker) {
    set.kill(worker)
    await set.worker()
    return 1
  },
  async SIGSTOP(set, worker) {
    // Shorter than a lease: nothing may be lost by it; then longer.
    await set.stop(worker, 2_500)
    await sleep(2_000)
    await set.stop(worker, 8_000)
    return 2
  },
  async 'half-open sockets'(_set, _worker, proxy) {
    return proxy.silence()
  },
}

export const manyPanels = (fault) => async (set) => {
  set.faults.latencyMs = 50
  const proxy = await silentProxy(Number(new URL(set.url).port || 5432))
  const through = Object.assign(new URL(set.env.DATABASE_URL), { port: String(proxy.port) }).href
  const runs = set.size(3, 25)
  const started = performance.now()
  await set.submit(runs, { input: { personas: Math.max(12, set.size(12, 30)), focus_group: 'live', controls: true } })
  const [first] = await Promise.all([set.worker(null, { DATABASE_URL: through }), set.worker()])
  await set.until(async () => (await set.query('select coalesce(sum(steps), 0)::int as n from run'))[0].n > runs * 10)
  const fired = await PUT_TO_ONE[fault](set, first, proxy)
  const promises = await set.promises(900_000)
  const stall = await set.longestStallMs()
  proxy.close()
  return [
    { what: 'times', value: fired, bar: '>= 1' },
    { what: 'seconds', value: (performance.now() - started) / 1_000, bar: '<= 900', timed: true },
    ...promises,
    { what: 'event loop held up, at most, ms', value: stall, bar: '<= 200', timed: true },
  ]
}

/** A way to a server that can go silent, as a network does whose other end is gone; who connects later gets through. */
async function silentProxy(serverPort) {
  const pairs = new Set()
  const proxy = createServer((near) => {
    const far = dial(serverPort, '127.0.0.1')
    const pair = [near, far]
    pairs.add(pair)
    for (const [one, other] of [pair, [far, near]]) {
      one.on('error', () => other.destroy())
      one.on('close', () => {
        pairs.delete(pair)
        other.destroy()
      })
      one.pipe(other)
    }
  })
  await new Promise((done) => proxy.listen(0, '127.0.0.1', done))
  return {
    port: proxy.address().port,
    silence() {
      for (const [near, far] of pairs) {
        near.unpipe(far)
        far.unpipe(near)
        // Neither side is told when the other gives up.
        for (const socket of [near, far]) socket.removeAllListeners('close')
        near.resume()
        far.pause()
      }
      return pairs.size
    },
    close() {
      for (const pair of pairs) for (const socket of pair) socket.destroy()
      proxy.close()
    },
  }
}

/** Two workers that take a hundred runs each, and a thousand more that wait. */
export async function crowd(set) {
  const [running, queued] = [set.size(10, 200), set.size(20, 1_000)]
  set.faults.latencyMs = 2_000
  await set.submit(running + queued, { input: { personas: 3, focus_group: 'off' } })
  const options = { concurrency: Math.ceil(running / 2) }
  await Promise.all([set.worker(options), set.worker(options)])
  let most = 0
  const watched = set.until(async () => {
    const [{ n, open }] = await set.query(
      `select count(*) filter (where status = 'running')::int as n, count(*) filter (where status in ('queued', 'running', 'paused'))::int as open from run`,
    )
    most = Math.max(most, n)
    if (most >= running * 0.9) set.faults.latencyMs = 100
    return open === 0
  }, 1_800_000)
  await watched
  return [
    { what: 'runs', value: (await set.query('select count(*)::int as n from run'))[0].n, bar: `= ${running + queued}` },
    { what: 'running at once, at most', value: most, bar: `>= ${Math.floor(running * 0.9)}` },
    ...(await set.promises()),
  ]
}

const SOAK_MS = 1_800_000
/** In which caches fill. */
const WARM_SHARE = 1 / 6

/** Memory after each round of runs, without those at the beginning; the slope is that of the line through them. */
export async function soak(set) {
  const length = set.size(20_000, SOAK_MS)
  set.faults.latencyMs = 100
  const worker = await set.worker()
  const began = performance.now()
  const samples = []
  while (performance.now() - began < length) {
    const ids = await set.submit(4)
    await set.until(async () => {
      const done = `select count(*)::int as n from run where id = any($1) and status = 'completed'`
      return (await set.query(done, [ids]))[0].n === ids.length
    })
    samples.push({ at: performance.now() - began, mb: residentMb(worker.pid) })
  }
  const warm = samples.filter(({ at }) => at > length * WARM_SHARE)
  const mean = (of) => warm.reduce((sum, sample) => sum + of(sample), 0) / warm.length
  const [at, mb] = [mean((sample) => sample.at), mean((sample) => sample.mb)]
  const slope = mean((sample) => (sample.at - at) * (sample.mb - mb)) / mean((sample) => (sample.at - at) ** 2)
  const growth = (100 * slope * length * (1 - WARM_SHARE)) / mb
  return [
    { what: 'runs', value: samples.length * 4, bar: `>= ${set.size(8, 600)}` },
    ...(await set.promises()),
    { what: 'memory, MB on average', value: mb, bar: '<= 512' },
    // In a short form the process is still warming up.
    { what: 'memory at the end over that after the first sixth, %', value: growth, bar: '<= 5', timed: true },
  ]
}

const residentMb = (pid) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1_000
