// Faults of the database and of the queue.
import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { ensureEmbedded, stopEmbedded } from '../../build/db/embedded/embedded.js'
import { startRedis } from '../http/servers.mjs'

const CONNECTIONS = `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and application_name <> 'chaos'`

export async function cuts(set) {
  await set.worker()
  await set.submit(set.size(6, 100))
  let cut = 0
  for (let n = 0; n < set.size(4, 30); n++) {
    await sleep(700)
    cut += (await set.query(CONNECTIONS)).length
  }
  return [{ what: 'connections cut', value: cut, bar: '>= 4' }, ...(await set.promises())]
}

export async function databaseAway(set) {
  await set.worker()
  await set.submit(12)
  const name = new URL(set.url).pathname.slice(1)
  await sleep(1_500)
  await set.asOwner(`alter database ${name} with allow_connections false`)
  const cut = `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`
  const connections = (await set.asOwner(cut)).length
  await sleep(20_000)
  await set.asOwner(`alter database ${name} with allow_connections true`)
  return [{ what: 'connections cut', value: connections, bar: '>= 1' }, ...(await set.promises())]
}

/** The server of the runs and of the queue, ended every few seconds, by turns in good order and without a word. */
export async function databaseRestarted(set) {
  const times = set.size(3, 30)
  // Processes know its address only, as of a server of their own.
  set.env.DATABASE_URL = set.url
  set.faults.latencyMs = 200
  await Promise.all([set.worker(), set.worker()])
  await set.submit(set.size(30, 500), { input: { personas: 3, focus_group: 'off' } })
  let restarted = 0
  for (let n = 0; n < times; n++) {
    await sleep(3_000 + Math.random() * 3_000)
    const [{ pid, at }] = await set.query(
      `select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int as pid, pg_postmaster_start_time() as at`,
    )
    if (n % 2 === 0) process.kill(pid, 'SIGKILL')
    else await stopEmbedded({ home: set.home })
    await sleep(500)
    await ensureEmbedded({ home: set.home })
    const [now] = await set.query('select pg_postmaster_start_time() as at')
    if (now.at > at) restarted += 1
  }
  return [{ what: 'restarts', value: restarted, bar: `= ${times}` }, ...(await set.promises(900_000))]
}

/** A process of this version beside one that still works while the last migration is being applied. */
export async function deployed(set) {
  set.faults.latencyMs = 500
  await set.worker()
  await set.submit(set.size(6, 40))
  // As a long migration does: a lock on the runs, and on migrating itself, while new processes start.
  const [{ id }] = await set.query(
    `select migration_name as id from _prisma_migrations order by finished_at desc limit 1`,
  )
  const waits = []
  let blocked = 0
  for (let n = 0; n < set.size(1, 5); n++) {
    const migrating = set.query(
      `select pg_advisory_lock(7355608001); begin; lock table run in access exclusive mode; select pg_sleep(6); commit; select pg_advisory_unlock(7355608001)`,
    )
    await sleep(200)
    const began = performance.now()
    const started = set.worker()
    await sleep(1_000)
    blocked += (await set.query(`select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock'`))[0].n
    await migrating
    await started
    waits.push((performance.now() - began) / 1_000)
  }
  const promises = await set.promises()
  const [last] = await set.query(
    `select migration_name as id from _prisma_migrations order by finished_at desc limit 1`,
  )
  return [
    { what: 'statements and starts that waited for it', value: blocked, bar: '>= 1' },
    { what: 'new processes that worked, at most after s', value: Math.max(...waits), bar: '<= 30', timed: true },
    { what: 'migrations applied twice', value: last.id === id ? 0 : 1, bar: '= 0' },
    ...promises,
  ]
}

const REDIS_FAULTS = {
  killed: { times: [1, 20], put: (redis) => redis.restart(500) },
  flushed: { times: [3, 20], put: (_, admin) => admin.flushall() },
  down: { times: [1, 10], put: (redis) => redis.restart(3_000) },
  'read-only': {
    times: [1, 3],
    async put(_, admin) {
      await admin.replicaof('127.0.0.1', 1)
      await sleep(4_000)
      await admin.replicaof('NO', 'ONE')
    },
  },
  'out of memory': {
    times: [1, 3],
    async put(_, admin) {
      await admin.config('SET', 'maxmemory', '1')
      await sleep(4_000)
      await admin.config('SET', 'maxmemory', '0')
    },
  },
  hanging: {
    times: [1, 3],
    async put(_, admin) {
      await admin.call('CLIENT', 'PAUSE', 15_000, 'ALL')
      await sleep(15_500)
    },
  },
}

/** The runs are in PostgreSQL; Redis only says that there are some. */
export const redisFault = (name) => async (set) => {
  const { times, put } = REDIS_FAULTS[name]
  const redis = await startRedis()
  const admin = new Redis(redis.url, { retryStrategy: () => 50, maxRetriesPerRequest: null })
  admin.on('error', () => {})
  try {
    set.env.REDIS_URL = redis.url
    await Promise.all([set.worker(), set.worker()])
    let fired = 0
    for (let n = 0; n < set.size(...times); n++) {
      await set.submit(set.size(6, 12))
      // While it lasts a process accepts runs that it cannot tell of.
      const fault = put(redis, admin)
      await sleep(300)
      await set.submit(3)
      await fault
      fired += 1
      await sleep(500)
    }
    return [{ what: 'times', value: fired, bar: `= ${set.size(...times)}` }, ...(await set.promises())]
  } finally {
    admin.disconnect()
    await redis.stop()
  }
}
