import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '../../src/db/connection/client.js'
import { embeddedPaths, ensureEmbedded, stopEmbedded } from '../../src/db/embedded/embedded.js'
import { silentLog } from '../../src/log.js'
import { getRun } from '../../src/service/run/get-run.js'
import { OAT_DRINK, SMALL_FLAGS, startApp, startWorkerIn, submitRequest, until } from '../support/app.js'
import { runIn } from '../support/cli.js'
import { query } from '../support/database.js'
import { ownHome } from '../support/embedded-home.js'
import { fakeEmbeddings } from '../support/fake-embeddings.js'
import { fakeMessagesApi } from '../support/fake-messages-api.mjs'
import { faultProxy } from '../support/fault-proxy.js'
import { freshEnv, run, start, startScript } from '../support/processes.js'

/** One answer each, an analysis, and a discussion in one call. */
const QUICK = { focus_group: 'quick', controls: false } as const

/** A proxy in front of a database, and the database's address through it. */
async function proxied(connectionString: string) {
  const address = new URL(connectionString)
  const proxy = await faultProxy(Number(address.port))
  address.port = String(proxy.port)
  return { proxy, url: address.href }
}

describe('a worker', () => {
  it('finishes every run though PostgreSQL, with the queue in it, is restarted in the middle', {
    timeout: 120_000,
  }, async () => {
    const home = await ownHome()
    const api = await fakeMessagesApi({ latencyMs: 400 })
    onTestFinished(() => api.close())
    const { connectionString } = await ensureEmbedded({ home })
    const app = await startApp({ DATABASE_URL: connectionString, ANTHROPIC_BASE_URL: api.url })
    startWorkerIn(app)
    const runs: string[] = []
    for (let round = 0; round < 3; round++) {
      for (let n = 0; n < 3; n++) {
        // Texts of their own: the same text in two runs would be the same question. The first goes on over every restart.
        const stimulus = `${OAT_DRINK} Batch ${runs.length}.`
        runs.push(await app.submit({ seed: runs.length, stimulus, ...(runs.length === 0 ? {} : QUICK) }))
      }
      await sleep(600)
      await stopEmbedded({ home })
      await sleep(300)
      await ensureEmbedded({ home })
    }
    let shown = 0
    for (const run_id of runs) {
      const done = await until(app.local, run_id)
      expect(done, done.error?.message).toMatchObject({ status: 'completed', trust: { respondents: { answered: 6 } } })
      shown += done.usage.calls + done.usage.possibly_paid
    }
    // Where the machine is so slow that a lease ran out meanwhile, what was in flight is asked again, and shown as paid.
    const answered = api.requests.filter(({ outcome }) => outcome === 'answered').length
    expect(answered).toBeLessThanOrEqual(shown)
    const [{ takeovers } = { takeovers: 0 }] = await query<{ takeovers: number }>(
      connectionString,
      'select count(*)::int as takeovers from run where epoch > 1',
    )
    if (takeovers === 0) expect(api.duplicates()).toEqual([])
  })
})

describe('workers beside a process that is frozen', () => {
  it('keep their runs while it holds the row that all runs of a workspace write to', {
    timeout: 120_000,
  }, async () => {
    const api = await fakeMessagesApi({ latencyMs: 300 })
    onTestFinished(() => api.close())
    const one = await startApp({ ANTHROPIC_BASE_URL: api.url })
    const url = one.config.databaseUrl ?? ''
    const other = await startApp({ ANTHROPIC_BASE_URL: api.url, DATABASE_URL: url })
    // Twice as long as usual, so that a machine busy with other tests has time to renew.
    const times = { leaseMs: 10_000 }
    startWorkerIn(one, times)
    const runs: string[] = []
    for (let n = 0; n < 6; n++) runs.push(await one.submit({ ...QUICK, stimulus: `${OAT_DRINK} Batch ${n}.` }))
    await expect.poll(() => api.requests.length, { timeout: 60_000 }).toBeGreaterThan(runs.length)
    // It has nothing in hand that would tell it of the trouble.
    startWorkerIn(other, times)
    // Longer than a lease.
    await query(url, 'begin; select from month_spend for update; select pg_sleep(14.5); commit')
    for (const run_id of runs) expect(await until(one.local, run_id)).toMatchObject({ status: 'completed' })
    const epochs = await query<{ epoch: number }>(url, 'select epoch from run where epoch > 1')
    expect(epochs).toEqual([])
  })
})

describe('a lease that ran out while nobody could renew it', () => {
  it.each([
    ['as behind a migration', 'lock table run, run_part'],
    ['as while an index is made', 'lock table run, run_part in share mode'],
  ])('is taken from nobody who lives, %s, and from the dead in the end', { timeout: 60_000 }, async (_, lock) => {
    const app = await startApp()
    const url = app.config.databaseUrl ?? ''
    const run_id = await app.submit()
    const times = { leaseMs: 2_000, patienceMs: 10_000, limitMs: 10_000 }
    const claimant = { isolation: 'shared', modes: ['offline'], times } as const
    const lease = await app.store.leases.claim(run_id, { ...claimant, worker_id: '1-holder' })
    if (lease === null || lease === 'suspect') throw new Error('not claimed')
    let isAlive = true
    const living = (async () => {
      const renewed: string[] = []
      for (; isAlive; await sleep(times.leaseMs / 5)) renewed.push(await app.store.leases.renew(lease))
      return renewed
    })()
    const other = await startApp({ DATABASE_URL: url })
    const claim = () => other.store.leases.claim(run_id, { ...claimant, worker_id: '2-other' })
    const locking = query(url, `begin; ${lock}; select pg_sleep(4); commit`)
    // At any moment of it, also shortly before it ends.
    const claims: unknown[] = []
    for (let n = 0; n < 45; n++) {
      claims.push(claim())
      await sleep(100)
    }
    await locking
    expect(new Set(await Promise.all(claims))).toEqual(new Set([null]))
    isAlive = false
    expect(new Set(await living)).toEqual(new Set(['held']))
    await expect.poll(claim, { timeout: 20_000 }).toMatchObject({ worker_id: '2-other' })
  })
})

describe('the embedded database', () => {
  it('carries on for the second process when the one that started it is killed', { timeout: 120_000 }, async () => {
    const env = await freshEnv({ ...(await fakeEmbeddings()), PRESSURE_TEST_HOME: await ownHome() })
    const starter = start(['worker'], env)
    await starter.said(/pressure-test worker/)
    const second = start(['worker'], env)
    await second.said(/pressure-test worker/)
    starter.kill('SIGKILL')
    await starter.finished
    const done = await run(['run', OAT_DRINK, ...SMALL_FLAGS, '--json', '--quiet'], env)
    expect(done).toMatchObject({ code: 0, stderr: '' })
    expect(JSON.parse(done.stdout)).toMatchObject({ status: 'completed', model: { mode: 'offline' } })
  })

  it('is started again under an open program when it was stopped', { timeout: 120_000 }, async () => {
    const home = await ownHome()
    const { connectionString } = await ensureEmbedded({ home })
    const database = await openDatabase({
      connectionString,
      log: silentLog,
      revive: async () => {
        await ensureEmbedded({ home })
      },
    })
    onTestFinished(() => database.close())
    await stopEmbedded({ home })
    expect(await database.inWorkspace({ workspace_id: '' }, (tx) => tx.run.count(), { patienceMs: 20_000 })).toBe(0)
  })

  it('is not replaced by an empty one where its data were deleted, which /health says', {
    timeout: 120_000,
  }, async () => {
    const home = await ownHome()
    const server = start(['serve'], await freshEnv({ PRESSURE_TEST_HOME: home, PORT: '0' }))
    await server.said(/serves http/)
    const url = /http:\/\/[\d.:]+/.exec(server.output.stderr)?.[0]
    const { data } = embeddedPaths({ home })
    // The server may write into it meanwhile.
    await rm(data, { recursive: true, force: true, maxRetries: 20 })
    const health = async () => (await fetch(`${url}/health`)).json()
    const problem = expect.stringMatching(
      /^The data of the embedded PostgreSQL, .*, are gone\. Stop this process, put them/,
    )
    expect(await health()).toMatchObject({ status: 'unhealthy', ready: false, problems: [problem] })
    await stopEmbedded({ home })
    await server.said(/are gone; put them back/)
    // Each loop of the process meets it again.
    await sleep(6_000)
    expect(await health()).toMatchObject({ ready: false, problems: [problem] })
    expect(server.output.stderr.trim().split('\n')).toEqual([
      expect.stringMatching(/serves http/),
      expect.stringMatching(/are gone; put them back/),
    ])
    expect(existsSync(data)).toBe(false)
  })

  it.each([
    ['deleted', (home: string) => rm(home, { recursive: true, force: true, maxRetries: 20 })],
    ['moved', (home: string) => rename(home, `${home}-elsewhere`)],
  ])('ends a command that follows its run where its data were %s', { timeout: 120_000 }, async (_, remove) => {
    const home = await ownHome()
    onTestFinished(() => rm(`${home}-elsewhere`, { recursive: true, force: true }))
    const api = await fakeMessagesApi({ latencyMs: 600_000 })
    onTestFinished(() => api.close())
    const env = await freshEnv({ PRESSURE_TEST_HOME: home, ANTHROPIC_BASE_URL: api.url })
    const command = start(['run', OAT_DRINK, ...SMALL_FLAGS, '--quiet'], env)
    await expect.poll(() => api.requests.length, { timeout: 60_000 }).toBeGreaterThan(0)
    await remove(home)
    const { code, stderr } = await command.finished
    expect(code).toBe(1)
    const lines = stderr.split('\n').filter((line) => line !== '' && !line.startsWith('{'))
    expect(lines).toEqual([
      `The data of the embedded PostgreSQL, ${embeddedPaths({ home }).data}, are gone; put them back from a backup, or start again with an empty database.`,
    ])
    expect(stderr.split('\n').length).toBeLessThanOrEqual(4)
    expect(existsSync(home)).toBe(false)
  })

  it('is not started again for a program that has closed it', { timeout: 120_000 }, async () => {
    const home = await ownHome()
    const { connectionString } = await ensureEmbedded({ home })
    const said: string[] = []
    let begin = () => {}
    const begun = new Promise<void>((resolve) => {
      begin = resolve
    })
    const database = await openDatabase({
      connectionString,
      log: silentLog,
      revive: async (signal) => {
        said.push('begun')
        begin()
        await ensureEmbedded({ home, signal }).catch(() => {})
        said.push('ended')
      },
    })
    await stopEmbedded({ home })
    // As a lease is renewed by a timer, however the rest of the program ends.
    const late = database
      .inWorkspace({ workspace_id: '' }, (tx) => tx.run.count(), { patienceMs: 60_000 })
      .catch((error) => error)
    await begun
    await database.close()
    said.push('closed')
    await stopEmbedded({ home })
    const lateError = await late
    expect(said).toEqual(['begun', 'ended', 'closed'])
    expect(lateError).toMatchObject({ code: 'storage_unavailable' })
    await expect(query(connectionString, 'select 1')).rejects.toThrow(/ECONNREFUSED/)
  })

  it('says in one sentence that a database cannot be reached', async () => {
    const env = await freshEnv({ DATABASE_URL: 'postgres://nobody:secret@127.0.0.1:1/none' })
    const done = await run(['run', OAT_DRINK], env)
    expect(done.code).toBe(1)
    expect(done.stderr.trim().split('\n').at(-1)).toMatch(
      /^The database of DATABASE_URL cannot be used: .*ECONNREFUSED.*\.$/,
    )
    expect(done.stderr).not.toContain('secret')
  })
})

describe('whoever waits for a run', () => {
  it('is told once why nothing goes on while the database takes no writes, as with a full disk', {
    timeout: 120_000,
  }, async () => {
    const api = await fakeMessagesApi({ latencyMs: 1_500 })
    onTestFinished(() => api.close())
    const app = await startApp({ ANTHROPIC_BASE_URL: api.url })
    const url = app.config.databaseUrl ?? ''
    const takeWrites = async (yes: boolean) => {
      const setting = `alter database ${new URL(url).pathname.slice(1)} set default_transaction_read_only = ${!yes}`
      await query(url, `set transaction read write; ${setting}`)
      await query(
        url,
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      )
    }
    const running = runIn(app, ['run', OAT_DRINK, ...SMALL_FLAGS])
    await expect.poll(() => api.requests.length, { timeout: 60_000 }).toBeGreaterThan(0)
    await takeWrites(false)
    await sleep(10_000)
    await takeWrites(true)
    const done = await running
    expect(done.code).toBe(0)
    const told = done.stderr.match(/The database takes no writes at the moment \(25006\)\. Nothing is lost/g)
    expect(told).toHaveLength(1)
  })
})

describe('an answer of the server that cannot be read', () => {
  it('ends its connection, and neither the process nor the run', { timeout: 120_000 }, async () => {
    const api = await fakeMessagesApi({ latencyMs: 300 })
    onTestFinished(() => api.close())
    const app = await startApp({ ...(await fakeEmbeddings()), ANTHROPIC_BASE_URL: api.url })
    const { proxy, url } = await proxied(app.database.connectionString)
    const running = start(
      ['run', OAT_DRINK, ...SMALL_FLAGS, '--quiet'],
      await freshEnv({ ...app.env, DATABASE_URL: url }),
    )
    await expect.poll(() => api.requests.length, { timeout: 60_000 }).toBeGreaterThan(0)
    for (let n = 1; n <= 5; n++) {
      proxy.spoilNextRow()
      await expect.poll(() => proxy.spoiledRows(), { timeout: 20_000 }).toBe(n)
    }
    const done = await running.finished
    expect(done.stderr).not.toMatch(/RangeError/)
    expect(done.code, done.stderr).toBe(0)
  })
})

describe('a server that lets nobody connect', () => {
  const NO_ROOM = { state: 'XX000', message: 'could not write init file' }
  const REFUSED = { state: '28000', message: 'pg_hba.conf rejects connection' }

  it.each([
    ['because its disk is full', NO_ROOM, /The disk of the database is full \(XX000\)\. Nothing is lost/],
    ['because its rules refuse', REFUSED, /The database does not let this program in \(28000\)\. Nothing is lost/],
  ])('%s is waited for', { timeout: 120_000 }, async (_, refusal, said) => {
    const api = await fakeMessagesApi({ latencyMs: 1_500 })
    onTestFinished(() => api.close())
    const app = await startApp({ ...(await fakeEmbeddings()), ANTHROPIC_BASE_URL: api.url })
    const { proxy, url } = await proxied(app.database.connectionString)
    const running = start(['run', OAT_DRINK, ...SMALL_FLAGS], await freshEnv({ ...app.env, DATABASE_URL: url }))
    await expect.poll(() => api.requests.length, { timeout: 60_000 }).toBeGreaterThan(0)
    proxy.refuse(refusal)
    proxy.cut()
    await running.said(said)
    proxy.refuse(null)
    const done = await running.finished
    expect(done.code, done.stderr).toBe(0)
  })

  it('because its disk is full is said with what to do', async () => {
    const app = await startApp()
    const { proxy, url } = await proxied(app.database.connectionString)
    proxy.refuse(NO_ROOM)
    const { code, stdout } = await run(['doctor'], await freshEnv({ DATABASE_URL: url }))
    expect(code).toBe(1)
    expect(stdout).toContain('BAD  database  The disk of the database is full; make room on it.')
  })
})

describe('a server that is frozen', () => {
  it('is said by doctor', { timeout: 60_000 }, async () => {
    const app = await startApp()
    const { proxy, url } = await proxied(app.database.connectionString)
    proxy.silenceAll()
    const { code, stdout } = await run(['doctor'], await freshEnv({ DATABASE_URL: url }))
    expect(code).toBe(1)
    expect(stdout).toMatch(/BAD {2}database {2}The database of DATABASE_URL cannot be used: it does not answer\./)
  })
})

describe('a worker whose queue is closed under it', () => {
  it('does not keep its process from anything else', { timeout: 60_000 }, async () => {
    const app = await startApp()
    const program = `
      import { readConfig } from './dist/config.js'
      import { createLog } from './dist/log.js'
      import { openApp } from './dist/main.js'
      const app = await openApp(readConfig(process.env), createLog('silent'))
      app.startWorker()
      await app.queue.close()
      // Longer than a queue worker waits for a job before it asks again.
      setTimeout(() => process.exit(7), 6_000)`
    const { finished } = startScript(['--input-type=module', '-e', program], await freshEnv(app.env))
    expect((await finished).code).toBe(7)
  })
})

describe('an open program', () => {
  it('answers again after its database was away', { timeout: 120_000 }, async () => {
    const home = await ownHome()
    const { connectionString } = await ensureEmbedded({ home })
    const app = await startApp({ DATABASE_URL: connectionString })
    await stopEmbedded({ home })
    await expect(submitRequest(app.local, 'pressure_test', { stimulus: OAT_DRINK })).rejects.toMatchObject({
      code: 'storage_unavailable',
    })
    await ensureEmbedded({ home })
    const { run_id } = await submitRequest(app.local, 'pressure_test', { stimulus: OAT_DRINK })
    expect((await getRun(app.local, { run_id })).status).toBe('queued')
  })
})
