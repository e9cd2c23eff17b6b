// Where the faults of bench/chaos.mjs are put: for each a database, a fake Messages API and worker processes of its own.
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { readConfig } from '../../build/config.js'
import { embeddedPaths, ensureEmbedded, stopEmbedded } from '../../build/db/embedded/embedded.js'
import { silentLog } from '../../build/log.js'
import { openApp } from '../../build/main.js'
import { prepareInput, submitRun } from '../../build/service/submit-run.js'
import { fakeMessagesApi } from '../../test/support/fake-messages-api.mjs'
import { startProgram } from '../http/servers.mjs'

const MAIN = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url))
const WORKER = fileURLToPath(new URL('../../test/support/worker.main.mjs', import.meta.url))
const STIMULUS =
  'Havn Oat: the oat drink that froths like milk. Made from 100% Danish oats, with 40% less sugar than the leading brand, tested by 212 baristas. Now €1.49 instead of €2.29.'
const GIVE_UP_MS = 300_000

export async function openStage() {
  const home = process.env.DATABASE_URL ? null : await mkdtemp(join(tmpdir(), 'pt-chaos-'))
  const server = process.env.DATABASE_URL ?? (await ensureEmbedded({ home })).connectionString
  return {
    /** Plays `scenario` with everything it needs, and clears it away. */
    async play(scenario) {
      const name = `pt_chaos_${randomBytes(4).toString('hex')}`
      const asOwner = await connected(server)
      await asOwner.query(`create database ${name}`)
      const url = Object.assign(new URL(server), { pathname: `/${name}` }).href
      const set = await openSet(url, async (sql) => (await asOwner.query(sql)).rows)
      try {
        return await scenario(set)
      } finally {
        await set.close()
        await asOwner.query(`drop database ${name} with (force)`)
        await asOwner.end()
      }
    },
    async close() {
      if (!home) return
      await stopEmbedded({ home })
      await rm(embeddedPaths({ home }).folder, { recursive: true, force: true })
      await rm(home, { recursive: true, force: true })
    },
  }
}

async function connected(connectionString) {
  const client = new pg.Client({ connectionString })
  client.on('error', () => {})
  await client.connect()
  return client
}

async function openSet(url, ownerQuery) {
  const faults = { latencyMs: 300, hang: false, status: null }
  const api = await fakeMessagesApi({
    latencyMs: () => faults.latencyMs,
    fault: () => (faults.hang ? 'hang' : faults.status && { status: faults.status }),
  })
  const home = await mkdtemp(join(tmpdir(), 'pt-chaos-home-'))
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    PRESSURE_TEST_HOME: home,
    DATABASE_URL: url,
    ANTHROPIC_BASE_URL: api.url,
    LOG_LEVEL: 'silent',
    ...(process.env.REDIS_URL ? { REDIS_URL: process.env.REDIS_URL } : {}),
  }
  const app = await openApp(readConfig(env), silentLog)
  const workers = new Set()
  let submitted = 0
  const query = (text, values) => once(url, text, values)

  return {
    api,
    app,
    faults,
    query,
    /** Beside the set's own database. */
    asOwner: ownerQuery,
    env,
    /** The command line as shipped. */
    cli(args) {
      const child = spawn(process.execPath, [MAIN, ...args], { env, stdio: 'ignore' })
      workers.add(child)
      return child
    },
    /** A worker process, once it takes runs. */
    async worker() {
      const child = spawn(process.execPath, [WORKER, '{}'], { env, stdio: ['ignore', 'ignore', 'pipe'] })
      workers.add(child)
      child.once('exit', () => workers.delete(child))
      await new Promise((resolve, reject) => {
        child.stderr.on('data', (text) => /pressure-test worker/.test(text) && resolve())
        child.once('exit', (code) => reject(new Error(`a worker ended with ${code}`)))
      })
      return child
    },
    /** The program as `serve`, on the same database and folder. */
    async serve(more = {}) {
      const started = await startProgram('serve', { ...env, PORT: '0', ...more })
      workers.add(started.child)
      return started
    },
    /** `input`: what differs from the usual small run. */
    async submit(count, { input: more, ...options } = {}) {
      const ids = []
      for (let n = 0; n < count; n++) {
        const input = {
          // The same text in two runs would be the same question.
          stimulus: `${STIMULUS} Batch ${submitted++}.`,
          focus_group: 'quick',
          controls: false,
          assay: 'off',
          seed: n,
          ...more,
        }
        const prepared = await prepareInput(app.local, 'pressure_test', input)
        ids.push((await submitRun(app.local, prepared, options)).run.run_id)
      }
      return ids
    },
    /** Waits until `check` gives something true, and gives it. */
    async until(check, most = GIVE_UP_MS) {
      for (const giveUpAt = performance.now() + most; performance.now() < giveUpAt; await sleep(50)) {
        const found = await check()
        if (found) return found
      }
      throw new Error(`It did not happen in ${most / 60_000} minutes.`)
    },
    /** Runs that have not completed after all have ended or the time is over. */
    async lost(most) {
      const open = `select count(*)::int as n from run where status in ('queued', 'running') or (status = 'paused' and resume_at is not null)`
      await this.until(async () => (await query(open))[0].n === 0, most).catch(() => {})
      return (await query(`select count(*)::int as n from run where status <> 'completed'`))[0].n
    },
    /** Runs that were put aside as what stops workers. */
    async quarantined() {
      return (await query(`select count(*)::int as n from run where reason_code = 'quarantined'`))[0].n
    },
    /** Answers that the fake gave twice, beyond those that the ledger calls possibly paid. */
    async boughtAgain() {
      const [{ n }] = await query(
        `select count(*)::int as n from model_call c left join model_call_outcome o on o.call_id = c.id
          where o.call_id is null or o.status = 'lost'`,
      )
      return Math.max(0, api.duplicates().length - n)
    },
    async close() {
      for (const child of workers) child.kill('SIGKILL')
      await app.close()
      await api.close()
      await rm(home, { recursive: true, force: true })
    },
  }
}

async function once(url, text, values) {
  const client = await connected(url)
  try {
    return (await client.query(text, values)).rows
  } finally {
    await client.end()
  }
}
