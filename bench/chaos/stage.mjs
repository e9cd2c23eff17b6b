// Where the faults of bench/chaos.mjs are put: for each a database, a fake Messages API and worker processes of its own.
import { spawn, spawnSync } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { readConfig } from '../../build/config.js'
import { embeddedPaths, ensureEmbedded, stopEmbedded } from '../../build/db/embedded/embedded.js'
import { silentLog } from '../../build/log.js'
import { openApp } from '../../build/main.js'
import { prepareInput, submitRun } from '../../build/service/run/submit-run.js'
import { fakeMessagesApi } from '../../test/support/fake-messages-api.mjs'
import { startProgram, startRedis } from '../http/servers.mjs'
import { auditClaims, readPromises } from './promises.mjs'

const MAIN = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url))
/** The same with other options of its worker. */
const PROCESS = fileURLToPath(new URL('../restarts/process.mjs', import.meta.url))
const PROBE = new URL('stall-probe.mjs', import.meta.url).href
const STIMULUS =
  'Havn Oat: the oat drink that froths like milk. Made from 100% Danish oats, with 40% less sugar than the leading brand, tested by 212 baristas. Now €1.49 instead of €2.29.'
const GIVE_UP_MS = 300_000
/** A server that is restarted is back by then. */
const QUERY_AGAIN_MS = 60_000
/** Rows with servers of their own leave the common one alone for minutes. */
const SERVER_IDLE_SECONDS = 7_200

export async function openStage() {
  const home = process.env.DATABASE_URL ? null : await mkdtemp(join(tmpdir(), 'pt-chaos-'))
  const server =
    process.env.DATABASE_URL ?? (await ensureEmbedded({ home, idleSeconds: SERVER_IDLE_SECONDS })).connectionString
  return {
    /**
     * Plays `scenario` with everything it needs, and clears it away. `on`: `postgres`, `redis` or `embedded`; `audited`:
     * claims are noted, and runs come from two workspaces by turns.
     */
    async play(scenario, { on = 'postgres', scale = null, audited = false } = {}) {
      const storage = on === 'embedded' ? await ownServer() : await ownDatabase(server)
      const redis = on === 'redis' && !process.env.REDIS_URL ? await startRedis() : null
      const redisUrl = redis?.url ?? process.env.REDIS_URL
      try {
        const set = await openSet(storage, { on, scale, redisUrl, audited })
        try {
          return await scenario(set)
        } finally {
          await set.close()
        }
      } finally {
        await redis?.stop()
        await storage.close()
      }
    },
    async close() {
      if (home) await removeServer(home)
    },
  }
}

/** A database on a server that others use, too. */
async function ownDatabase(server) {
  const name = `pt_chaos_${randomBytes(4).toString('hex')}`
  const asOwner = await connected(server)
  await asOwner.query(`create database ${name}`)
  const url = Object.assign(new URL(server), { pathname: `/${name}` }).href
  return {
    url,
    home: null,
    env: { DATABASE_URL: url },
    asOwner: async (sql) => (await asOwner.query(sql)).rows,
    async close() {
      await asOwner.query(`drop database ${name} with (force)`)
      await asOwner.end()
    },
  }
}

/** The embedded server of a home, as on a laptop: processes start it themselves where it has gone. */
async function ownServer() {
  const home = await mkdtemp(join(tmpdir(), 'pt-chaos-home-'))
  const { connectionString } = await ensureEmbedded({ home })
  return { url: connectionString, home, env: {}, close: () => removeServer(home) }
}

async function removeServer(home) {
  await stopEmbedded({ home })
  await rm(embeddedPaths({ home }).folder, { recursive: true, force: true })
  await rm(home, { recursive: true, force: true })
}

/** The process that works on runs for one that serves; a server of a database is none. */
function workersOf(pid) {
  const { stdout } = spawnSync('ps', ['--ppid', String(pid), '-o', 'pid=,args='], { encoding: 'utf8' })
  return stdout
    .split('\n')
    .filter((line) => line.includes('pressure-test-worker'))
    .map(Number.parseFloat)
}

async function connected(connectionString) {
  const client = new pg.Client({ connectionString })
  client.on('error', () => {})
  await client.connect()
  return client
}

async function openSet(storage, { on, scale, redisUrl, audited }) {
  const faults = { latencyMs: 300, spreadMs: 0, hang: false, status: null, onRequest: null }
  const api = await fakeMessagesApi({
    latencyMs: (_body, index) => faults.latencyMs + faults.spreadMs * ((index * 0.618034) % 1),
    fault: (body, index) => {
      faults.onRequest?.(body, index)
      return faults.hang ? 'hang' : faults.status && { status: faults.status }
    },
  })
  const home = storage.home ?? (await mkdtemp(join(tmpdir(), 'pt-chaos-home-')))
  const stalls = await mkdtemp(join(tmpdir(), 'pt-chaos-stalls-'))
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    PRESSURE_TEST_HOME: home,
    ANTHROPIC_BASE_URL: api.url,
    LOG_LEVEL: 'silent',
    // Half an hour of runs costs more than the usual cap of a month.
    MONTHLY_BUDGET_USD: '100000',
    ...storage.env,
    ...(redisUrl ? { REDIS_URL: redisUrl } : {}),
  }
  const app = await openApp(readConfig(env), silentLog)
  const pool = new pg.Pool({ connectionString: storage.url, max: 3 })
  pool.on('error', () => {})
  const children = new Set()
  const guilty = new Map()
  const probed = []
  let submitted = 0

  const query = async (text, values) => {
    for (const giveUpAt = performance.now() + QUERY_AGAIN_MS; ; await sleep(200)) {
      try {
        return (await pool.query(text, values)).rows
      } catch (error) {
        if (
          performance.now() > giveUpAt ||
          !/terminat|ECONN|starting up|shutting down|not currently accepting|timeout/i.test(String(error))
        )
          throw error
      }
    }
  }
  if (audited) await auditClaims(query)
  const keep = (child) => {
    children.add(child)
    child.once('exit', () => children.delete(child))
    return child
  }
  // Rows of a second workspace are beside those of the first, so that a foreign one would be seen.
  const actors = audited ? [app.local.actor, await secondActor(app)] : [app.local.actor]

  const set = {
    api,
    app,
    faults,
    query,
    on,
    env,
    url: storage.url,
    home,
    /** Beside the set's own database. */
    asOwner: storage.asOwner,
    /** How many: as many as the short form does, or this share of the long form's. */
    size: (short, long) => (scale === null ? short : Math.max(1, Math.round(long * scale))),
    isLong: scale !== null,
    isWhole: scale === 1,
    /** The command line as shipped. */
    cli: (args, more = {}) =>
      keep(spawn(process.execPath, [MAIN, ...args], { env: { ...env, ...more }, stdio: 'ignore' })),
    /** A worker process as shipped, or with other options, or of another program, once it takes runs. */
    async worker(options = null, more = {}, main = MAIN) {
      const file = join(stalls, randomUUID())
      const command = options ? [PROCESS, 'worker', JSON.stringify(options)] : [main, 'worker']
      const child = keep(
        spawn(process.execPath, ['--import', PROBE, ...command], {
          env: { ...env, ...more, CHAOS_STALLS: file },
          stdio: ['ignore', 'ignore', 'pipe'],
        }),
      )
      probed.push({ pid: child.pid, file })
      await new Promise((resolve, reject) => {
        let said = ''
        child.stderr.on('data', (text) => {
          said += text
          if (/pressure-test worker/.test(said)) resolve()
        })
        child.once('exit', (code) => reject(new Error(`a worker ended with ${code}: ${said.slice(-300)}`)))
      })
      return child
    },
    /** The program as `serve`, on the same database and folder. */
    async serve(more = {}) {
      const started = await startProgram('serve', { ...env, PORT: '0', ...more })
      keep(started.child)
      return started
    },
    /** Ends a process without a word. What it held is lost rightly. */
    kill(child) {
      // A process that serves has another that works on runs.
      for (const pid of [child.pid, ...workersOf(child.pid)]) {
        guilty.set(pid, Date.now())
        process.kill(pid, 'SIGKILL')
      }
    },
    /** Stops a process for so long; above a lease it loses what it held rightly. */
    async stop(child, ms) {
      child.kill('SIGSTOP')
      if (ms >= 4_000) guilty.set(child.pid, Date.now())
      await sleep(ms)
      child.kill('SIGCONT')
    },
    /** What a process loses from now on it loses rightly. */
    excuse: (child) => guilty.set(child.pid, Date.now()),
    /** The longest time in ms that the thread of a worker was busy with one thing, of all that were not killed or stopped. */
    async longestStallMs() {
      const found = probed
        .filter(({ pid }) => !guilty.has(pid))
        .map(({ file }) => readFile(file, 'utf8').then(Number, () => 0))
      return Math.max(0, ...(await Promise.all(found)))
    },
    /** `input`: what differs from the usual small run. */
    async submit(count, { input: more, kind = 'pressure_test', actor, ...options } = {}) {
      const ids = []
      for (let n = 0; n < count; n++) {
        const ctx = { ...app.local, actor: actor ?? actors[submitted % actors.length] }
        const input = kind === 'pressure_test' ? { ...usualInput(submitted), seed: n, ...more } : more
        submitted += 1
        const prepared = await prepareInput(ctx, kind, input)
        ids.push((await submitRun(ctx, prepared, options)).run.run_id)
      }
      return ids
    },
    /** Waits until `check` gives something true, and gives it. */
    async until(check, most = GIVE_UP_MS) {
      for (const giveUpAt = performance.now() + most; performance.now() < giveUpAt; await sleep(50)) {
        const found = await check()
        if (found) return found
      }
      throw new Error(`it did not happen in ${most / 60_000} minutes`)
    },
    /** Waits until every run has ended, or the time is over. */
    async ended(most = GIVE_UP_MS) {
      const open = `select count(*)::int as n from run where status in ('queued', 'running') or (status = 'paused' and resume_at is not null)`
      await set.until(async () => (await query(open))[0].n === 0, most).catch(() => {})
    },
    /** Runs that have not completed after all have ended or the time is over. */
    async lost(most) {
      await set.ended(most)
      return (await query(`select count(*)::int as n from run where status <> 'completed'`))[0].n
    },
    /** What holds after every fault, once all runs have ended: rows of the table. */
    async promises(most) {
      await set.ended(most)
      return readPromises({ query, api, guilty })
    },
    /** Seconds from the end of each killed process until each run that it held was taken up by another. */
    async pickUps() {
      const rows = await query(
        `select old_worker, extract(epoch from at) * 1000 as at from chaos.takeover where part is null`,
      )
      return rows.flatMap(({ old_worker, at }) => {
        const killedAt = guilty.get(Number(old_worker.split('-')[0]))
        return killedAt === undefined ? [] : [(Number(at) - killedAt) / 1_000]
      })
    },
    async close() {
      faults.onRequest = null
      const gone = [...children].map((child) => new Promise((resolve) => child.once('exit', resolve)))
      for (const child of children) child.kill('SIGKILL')
      await Promise.all(gone)
      await app.close()
      await api.close()
      await pool.end()
      await rm(stalls, { recursive: true, force: true })
      if (!storage.home) await rm(home, { recursive: true, force: true })
    },
  }
  return set
}

/** The same text in two runs would be the same question. */
const usualInput = (n) => ({
  stimulus: `${STIMULUS} Batch ${n}.`,
  focus_group: 'quick',
  controls: false,
  assay: 'off',
})

const secondActor = (app) =>
  app.store.workspaces.actor({
    workspace: 'chaos:second',
    workspace_name: 'Second',
    kind: 'local',
    external_id: 'second',
    display_name: 'second',
  })
