import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type Database, openDatabase } from '../../src/db/connection/client.js'
import { RUN_CHANGED } from '../../src/db/connection/notifications.js'
import { ConnectionInUse } from '../../src/db/connection/transaction.js'
import { savePanel } from '../../src/db/panel/respondents.js'
import { openStepReader } from '../../src/db/run/read-steps.js'
import { AlreadyStored, openRunJournal } from '../../src/db/run/run-journal.js'
import type { Isolation } from '../../src/db/run/run-leases.js'
import { storedSteps } from '../../src/db/run/stored-steps.js'
import { deleteOtherJoiners, saveSessions } from '../../src/db/simulation/simulations.js'
import { createStore } from '../../src/db/store.js'
import type { Response } from '../../src/domain/panel/response.js'
import type { RunEnd } from '../../src/domain/run/run-end.js'
import { collectSessionRows } from '../../src/domain/simulation/session-rows.js'
import { cleanDeep } from '../../src/domain/text/clean-text.js'
import { isAppError } from '../../src/errors.js'
import { TIMES } from '../../src/jobs/worker-times.js'
import { silentLog } from '../../src/log.js'
import { borrowDatabase, query, testDatabase } from '../support/database.js'

// A server that has just begun gives leases a rest, whichever of these tests is run first.
beforeAll(async () => {
  const { connectionString, drop } = await borrowDatabase()
  await query(
    connectionString,
    `select pg_sleep(greatest(0, ${TIMES.leaseMs / 1_000} - extract(epoch from now() - pg_postmaster_start_time())))`,
  )
  await drop()
})

const MODEL = { mode: 'offline', persona: 'm', analysis: 'm', judge: 'm' } as const

async function open(): Promise<{ url: string; database: Database; store: ReturnType<typeof createStore> }> {
  const url = await testDatabase()
  const database = await openDatabase({ connectionString: url, log: silentLog })
  onTestFinished(() => database.close())
  return { url, database, store: createStore(database) }
}

const actorOf = (store: ReturnType<typeof createStore>, workspace: string) =>
  store.workspaces.actor({
    workspace,
    workspace_name: workspace,
    kind: 'local',
    external_id: 'somebody',
    display_name: 'Somebody',
  })

/** A statement that a test puts together, as a tagged template would hand it over. */
const statement = (sql: string) => Object.assign([sql], { raw: [sql] })

/** Gives the ids of the runs that were notified of since it was last asked. */
function tellings(database: Database, of: { workspace_id: string }): () => Promise<string[]> {
  const told: string[] = []
  onTestFinished(database.changes.subscribe((id) => void told.push(id)))
  return async () => {
    const last = randomUUID()
    await database.inWorkspace(of, (tx) => database.notify(tx, RUN_CHANGED, last))
    while (!told.includes(last)) await sleep(10)
    return told.splice(0)
  }
}

const newRun = (budget_usd = 1, input: unknown = { stimulus: 'x' }) =>
  ({ kind: 'pressure_test', input, seed: 1, model: MODEL, budget_usd }) as const

/** A claim that makes no suspect of the run. */
const take = async (
  store: ReturnType<typeof createStore>,
  run_id: string,
  worker_id: string,
  isolation: Isolation = 'shared',
) => {
  const lease = await store.leases.claim(run_id, { worker_id, isolation, modes: ['offline'], times: TIMES })
  if (lease === 'suspect') throw new Error('it may be taken alone only')
  return lease
}

describe('row-level security', () => {
  it('is forced on every table that belongs to a workspace', async () => {
    const { url } = await open()
    const tables = await query<{
      relname: string
      relrowsecurity: boolean
      relforcerowsecurity: boolean
      policies: number
    }>(
      url,
      `select c.relname, c.relrowsecurity, c.relforcerowsecurity, (select count(*)::int from pg_policy p where p.polrelid = c.oid) as policies
         from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname <> '_prisma_migrations'`,
    )
    expect(tables.length).toBeGreaterThanOrEqual(14)
    for (const table of tables) expect(table).toMatchObject({ relrowsecurity: true, relforcerowsecurity: true })
    for (const table of tables) expect(table.policies, table.relname).toBeGreaterThan(0)
  })

  it('shows nothing to a query without a workspace, and takes nothing', async () => {
    const { database, store } = await open()
    const actor = await actorOf(store, 'one')
    await store.runs.submit(actor, newRun())
    expect(await database.inWorkspace(actor, (tx) => tx.run.count())).toBe(1)
    expect(await database.inWorkspace({ workspace_id: '' }, (tx) => tx.run.count())).toBe(0)
    const stray = database.inWorkspace({ workspace_id: '' }, (tx) =>
      tx.actor.create({ data: { workspaceId: actor.workspace_id, kind: 'local', externalId: 'x', displayName: 'x' } }),
    )
    await expect(stray).rejects.toThrow(/row-level security/)
  })

  it('hides the runs of another workspace on every read and write', async () => {
    const { store } = await open()
    const [one, two] = [await actorOf(store, 'one'), await actorOf(store, 'two')]
    const { run } = await store.runs.submit(one, newRun())
    expect(await store.runs.get(two, run.run_id)).toBeNull()
    expect(await store.runs.list(two, { limit: 10 })).toEqual([])
    expect(await store.runs.requestCancel(two, run.run_id)).toBeNull()
    expect(await store.runs.reopen(two, run.run_id, ['queued'])).toBeNull()
    expect(await store.runs.get(one, run.run_id)).toMatchObject({ status: 'queued', cancel_requested: false })
  })

  it('lets housekeeping see runs and nothing that people wrote', async () => {
    const { database, store } = await open()
    await store.runs.submit(await actorOf(store, 'one'), newRun())
    const seen = await database.acrossWorkspaces(async (tx) => ({
      runs: await tx.run.count(),
      actors: await tx.actor.count(),
      results: await tx.result.count(),
    }))
    expect(seen).toEqual({ runs: 1, actors: 0, results: 0 })
  })

  it('keeps ledger, steps and events append-only', async () => {
    const { database, store } = await open()
    const actor = await actorOf(store, 'one')
    for (const table of ['model_call', 'model_call_outcome', 'run_step', 'run_event']) {
      const tamper = database.inWorkspace(actor, (tx) => tx.$executeRaw(statement(`delete from ${table}`)))
      await expect(tamper, table).rejects.toThrow(/does not let this program/)
    }
  })
})

describe('one statement by itself', () => {
  const seen = (name: string, table: string) => ({
    name,
    text: `select count(*)::int as count, $1::text from ${table}`,
  })
  const runs = seen('runs seen', 'run')
  const divide = { name: 'divide', text: 'update workspace set name = (1 / $1::int)::text' }

  it('sees and changes what a transaction would, whichever it shared a connection with', async () => {
    const url = await testDatabase()
    const database = await openDatabase({ connectionString: url, log: silentLog, poolSize: 1 })
    onTestFinished(() => database.close())
    const store = createStore(database)
    const [one, two] = [await actorOf(store, 'one'), await actorOf(store, 'two')]
    await store.runs.submit(one, newRun())
    const countFor = async (workspace_id: string) => (await database.queryInWorkspace({ workspace_id }, runs, ['']))[0]
    expect(await countFor(one.workspace_id)).toMatchObject({ count: 1 })
    expect(await countFor(two.workspace_id)).toMatchObject({ count: 0 })
    expect(await database.queryAcrossWorkspaces(runs, [''])).toMatchObject([{ count: 1 }])
    expect(await database.queryAcrossWorkspaces(seen('actors seen', 'actor'), [''])).toMatchObject([{ count: 0 }])
    expect(await countFor('')).toMatchObject({ count: 0 })
    await database.queryInWorkspace(one, divide, [1])
    const names = await query<{ name: string }>(url, 'select name from workspace order by slug')
    expect(names).toEqual([{ name: '1' }, { name: 'two' }])
  })

  it('is answered after another has failed on its connection', async () => {
    const url = await testDatabase()
    const database = await openDatabase({ connectionString: url, log: silentLog, poolSize: 1 })
    onTestFinished(() => database.close())
    const actor = await actorOf(createStore(database), 'one')
    for (const bad of [divide, { name: 'no table', text: 'select $1::int from nothing' }]) {
      await expect(database.queryInWorkspace(actor, bad, [0])).rejects.toThrow(/division by zero|lacks a table/)
      await expect(database.queryInWorkspace(actor, bad, [0])).rejects.toThrow(/division by zero|lacks a table/)
    }
    expect(await database.queryInWorkspace(actor, runs, [''])).toMatchObject([{ count: 0 }])
    expect(await database.inWorkspace(actor, (tx) => tx.workspace.count())).toBe(1)
  })
})

describe('a transaction', () => {
  const rename = (slug: string) => ({ where: { slug }, data: { name: 'renamed' } })

  it('is shared by Prisma models and raw statements: each reads what the other wrote', async () => {
    const { database, store } = await open()
    const actor = await actorOf(store, 'one')
    const names = await database.inWorkspace(actor, async (tx) => {
      await tx.workspace.update(rename('one'))
      const byStatement = await tx.$queryRaw<{ name: string }[]>`select name from workspace`
      await tx.$executeRaw`update workspace set name = 'renamed again'`
      return [...byStatement, ...(await tx.workspace.findMany({ select: { name: true } }))]
    })
    expect(names).toEqual([{ name: 'renamed' }, { name: 'renamed again' }])
  })

  it('of a process that does not go on with it is ended by the server, so that its rows are free', async () => {
    const { database, store } = await open()
    const actor = await actorOf(store, 'one')
    const { run } = await store.runs.submit(actor, newRun())
    const frozen = database.inWorkspace(actor, async (tx) => {
      await tx.$queryRaw`select 1 from run where id = ${run.run_id}::uuid for update`
      await database.inWorkspace(
        actor,
        (other) => other.$executeRaw`update run set steps = steps where id = ${run.run_id}::uuid`,
      )
      await tx.$queryRaw`select 1`
    })
    await expect(frozen).rejects.toMatchObject({ code: 'storage_unavailable' })
  })

  it('takes back what a model wrote when a statement fails, and the other way round', async () => {
    const { database, store } = await open()
    const actor = await actorOf(store, 'one')
    const statementFails = database.inWorkspace(actor, async (tx) => {
      await tx.workspace.update(rename('one'))
      await tx.$queryRaw`select 1 / 0`
    })
    await expect(statementFails).rejects.toThrow(/division by zero/)
    const modelFails = database.inWorkspace(actor, async (tx) => {
      await tx.$executeRaw`update workspace set name = 'renamed'`
      await tx.workspace.findUniqueOrThrow({ where: { slug: 'of nobody' } })
    })
    await expect(modelFails).rejects.toThrow(/No record was found/)
    expect(await database.inWorkspace(actor, (tx) => tx.workspace.findMany({ select: { name: true } }))).toEqual([
      { name: 'one' },
    ])
  })

  it('keeps models of workspaces apart that ask in the same moment', async () => {
    const { database, store } = await open()
    const actors = await Promise.all(['one', 'two', 'three', 'four'].map((name) => actorOf(store, name)))
    const found = await Promise.all(
      actors.map((actor) =>
        database.inWorkspace(actor, async (tx) => [
          await tx.workspace.findUnique({ where: { slug: 'one' }, select: { name: true } }),
          await tx.workspace.count(),
        ]),
      ),
    )
    expect(found).toEqual([
      [{ name: 'one' }, 1],
      [null, 1],
      [null, 1],
      [null, 1],
    ])
  })
})

describe('the connection given to Prisma', () => {
  const connected = (connections: ConnectionInUse) => connections.connect().then(() => 'connected')

  it('is handed on though a begin throws at once', async () => {
    const connections = new ConnectionInUse()
    const [one, other] = [new pg.Client() as unknown as pg.PoolClient, new pg.Client() as unknown as pg.PoolClient]
    const thrown = connections.using(one, () => {
      throw new Error('at once')
    })
    const next = connections.using(other, async () => void (await connections.connect()))
    await expect(thrown).rejects.toThrow('at once')
    await next
  })

  it('is not taken by a begin that was given up', async () => {
    const connections = new ConnectionInUse()
    await connections.using(new pg.Client() as unknown as pg.PoolClient, async () => {})
    await expect(connected(connections)).rejects.toThrow('outside of a transaction')
  })
})

describe('an error of the database', () => {
  const FOR_ALL = { workspace_id: '' }
  const NOW = { patienceMs: 0 }
  type Raise = (db: Database, state: string, message?: string) => Promise<unknown>
  const ways: { way: string; raise: Raise }[] = [
    {
      way: 'a model',
      raise: (db, state, message = 'by a test') =>
        db.inWorkspace(
          FOR_ALL,
          (tx) => tx.slackPace.create({ data: { key: `${state} ${message}`, free: new Date() } }),
          NOW,
        ),
    },
    {
      way: 'a statement',
      raise: (db, state, message = 'by a test') =>
        db.inWorkspace(
          FOR_ALL,
          (tx) =>
            tx.$executeRaw(statement(`do $$ begin raise exception '${message}' using errcode = '${state}'; end $$`)),
          NOW,
        ),
    },
  ]
  const openRaising = async (): Promise<Database> => {
    const { url, database } = await open()
    await query(
      url,
      `create function raise() returns trigger language plpgsql as $$ begin
         raise exception '%', substr(new.key, 7) using errcode = left(new.key, 5); end $$`,
    )
    await query(url, 'create trigger raise before insert on slack_pace for each row execute function raise()')
    return database
  }

  it.each(ways)('through $way passes by itself or not, by its SQLSTATE alone', async ({ raise }) => {
    const database = await openRaising()
    const passing = [
      '08006',
      '42P01',
      '25006',
      '40001',
      '40P01',
      '53000',
      '53100',
      '53200',
      '53300',
      '57014',
      '57P01',
      '58030',
    ]
    for (const state of passing) {
      const problem = expect.stringMatching(new RegExp(`^The .+ \\(${state}\\); try again in a moment\\.$`))
      await expect(raise(database, state), state).rejects.toMatchObject({
        code: 'storage_unavailable',
        facts: { problem },
      })
    }
    for (const state of ['22P02', '23505', '25P02', '42501', '42804', 'P0001', 'XX000'])
      await expect(raise(database, state), state).rejects.not.toMatchObject({ code: 'storage_unavailable' })
    const rightsAreGone = raise(database, '42501', 'permission denied for table run_step')
    await expect(rightsAreGone).rejects.toMatchObject({ code: 'storage_unavailable' })
    await expect(raise(database, '23505', 'connection terminated: ECONNRESET')).rejects.not.toMatchObject({
      code: 'storage_unavailable',
    })
  })
})

describe('accepting a run', () => {
  it('acts once per delivery, however often it arrives', async () => {
    const { url, store } = await open()
    const actor = await actorOf(store, 'one')
    const delivery = { source: 'http', key: 'same' }
    const submissions = await Promise.all(
      Array.from({ length: 50 }, () => store.runs.submit(actor, { ...newRun(), delivery })),
    )
    expect(new Set(submissions.map(({ run }) => run.run_id)).size).toBe(1)
    expect(submissions.filter(({ created }) => created)).toHaveLength(1)
    expect(await query(url, 'select count(*)::int as n from run')).toEqual([{ n: 1 }])
  })

  it('stores text without NUL and lone surrogates', async () => {
    const { store } = await open()
    const actor = await actorOf(store, 'one')
    const { run } = await store.runs.submit(actor, newRun(1, { stimulus: 'a\u0000b\ud800c \u{1f600}' }))
    expect(run.input).toEqual({ stimulus: 'ab\ufffdc \u{1f600}' })
    expect(cleanDeep({ 'k\u0000': ['\udc00', 1, null] })).toEqual({ k: ['\ufffd', 1, null] })
  })
})

describe('the run journal', () => {
  const claimed = async (budget: number, monthly: number | null = null) => {
    const opened = await open()
    const actor = await actorOf(opened.store, 'one')
    await opened.store.workspaces.setMonthlyBudget({ ...actor, origin: 'test' }, monthly)
    const { run } = await opened.store.runs.submit(actor, newRun(budget))
    const claim = await take(opened.store, run.run_id, 'w1')
    if (!claim) throw new Error('not claimed')
    return { ...opened, actor, claim, journal: openRunJournal(opened.database, claim) }
  }
  const intent = (reserve_usd: number | null = 0.01) => ({
    step_key: 'k',
    input_hash: 'h',
    task: 'respond',
    model: 'm',
    reserve_usd,
  })
  const closed = (call_id: string, status = 'answered', cost_usd: number | null = 0.004) => ({
    call_id,
    status,
    input_tokens: 10,
    output_tokens: 5,
    cache_read_tokens: 1,
    cache_write_tokens: 2,
    cost_usd,
    stop_reason: null,
    request_id: null,
    error_code: null,
    error_message: null,
    duration_ms: 1,
  })

  it('never reserves above the run budget, with 200 calls at once', async () => {
    const { journal, store, actor, claim } = await claimed(0.5)
    const outcomes = await Promise.allSettled(Array.from({ length: 200 }, () => journal.open(intent())))
    const refused = outcomes.filter((one) => one.status === 'rejected')
    expect(outcomes.length - refused.length).toBe(50)
    for (const { reason } of refused) expect(isAppError(reason, 'budget_exceeded')).toBe(true)
    expect((await store.runs.get(actor, claim.run.run_id))?.reserved_usd).toBeCloseTo(0.5, 9)
  })

  it('never reserves above the budget of the month, over several runs', async () => {
    const { database, store, actor, journal } = await claimed(1, 0.3)
    const second = await take(store, (await store.runs.submit(actor, newRun(1))).run.run_id, 'w2')
    if (!second) throw new Error('not claimed')
    const other = openRunJournal(database, second)
    const outcomes = await Promise.allSettled(
      Array.from({ length: 100 }, (_, i) => (i % 2 ? journal : other).open(intent())),
    )
    expect(outcomes.filter((one) => one.status === 'fulfilled')).toHaveLength(30)
  })

  it('gives what is left of a month to the run that was accepted first, where it is not enough for two', async () => {
    const { url, database, store, actor, journal, claim } = await claimed(1, 0.05)
    const later = await take(store, (await store.runs.submit(actor, newRun(1))).run.run_id, 'w2')
    if (!later) throw new Error('not claimed')
    const second = openRunJournal(database, later)
    const call = await second.open(intent(0.03))
    const waits = await journal.open(intent(0.04)).catch((error) => error)
    expect(waits).toMatchObject({ code: 'budget_exceeded', facts: { until: 'released' } })
    const { code, message } = waits
    await store.leases.end(claim, { status: 'paused', code, message, resume_in_seconds: 60 })

    await second.close(closed(call, 'answered', 0.01), null)
    const yields = await second.open(intent(0.01)).catch((error) => error)
    expect(yields).toMatchObject({ code: 'budget_exceeded', facts: { until: 'released' } })
    expect(yields.message).toMatch(/^A run that was accepted earlier waits for what is left .* goes on after it\.$/)

    await query(url, 'update run set resume_at = now() where id = $1', [claim.run.run_id])
    const again = await take(store, claim.run.run_id, 'w1')
    if (!again) throw new Error('not claimed')
    const first = openRunJournal(database, again)
    const large = await first.open(intent(0.04))
    await expect(second.open(intent(0.01))).rejects.toMatchObject({ facts: { until: 'released' } })
    await first.close(closed(large, 'answered', 0.02), null)
    await expect(second.open(intent(0.01))).resolves.toEqual(expect.any(String))
    const [month] = await query(url, 'select (spent_usd + reserved_usd)::float as usd from month_spend')
    expect(month).toEqual({ usd: 0.04 })
  })

  it('says when a call was opened and closed by the time of its writing, however long that waited for the run', async () => {
    const { url, journal, claim } = await claimed(1)
    const holder = new pg.Client({ connectionString: url })
    await holder.connect()
    onTestFinished(() => holder.end())
    const whileHeld = async <T>(write: () => Promise<T>) => {
      await holder.query('begin')
      await holder.query('select from run where id = $1 for update', [claim.run.run_id])
      const writing = write()
      const waits = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      while ((await query(url, waits)).length === 0);
      const [{ now: released } = { now: null }] = (await holder.query('select clock_timestamp() as now')).rows
      await holder.query('commit')
      return { released, value: await writing }
    }
    const opened = await whileHeld(() => journal.open(intent()))
    const ended = await whileHeld(() => journal.close(closed(opened.value), null))
    const [times] = await query(
      url,
      `select opened_at >= date_trunc('milliseconds', $1::timestamptz) as opened,
              closed_at >= date_trunc('milliseconds', $2::timestamptz) as closed
         from model_call c join model_call_outcome o on o.call_id = c.id`,
      [opened.released, ended.released],
    )
    expect(times).toEqual({ opened: true, closed: true })
  })

  it('says whether a month is spent or only reserved, and releases what dead workers had reserved', async () => {
    const { url, database, journal, store, actor, claim } = await claimed(1, 0.03)
    const calls = [await journal.open(intent()), await journal.open(intent()), await journal.open(intent())]
    await expect(journal.open(intent())).rejects.toMatchObject({ facts: { until: 'released' } })
    await journal.close(closed(calls[0] ?? '', 'answered', 0.03), null)
    await expect(journal.open(intent())).rejects.toMatchObject({ facts: { until: 'next_month' } })
    await store.workspaces.setMonthlyBudget({ ...actor, origin: 'test' }, 0.05)
    await expect(journal.open(intent())).rejects.toMatchObject({ facts: { until: 'released' } })

    await query(url, `update run set lease_until = now() - interval '1 second'`)
    const next = await take(store, claim.run.run_id, 'w2')
    if (!next) throw new Error('not claimed')
    const second = openRunJournal(database, next)
    await expect(second.open(intent())).rejects.toMatchObject({
      message: expect.stringContaining('is held for calls whose worker died'),
      facts: { until: 'forgotten', not_before: expect.any(String) },
    })
    await query(url, `update model_call set opened_at = now() - interval '61 minutes'`)
    await expect(second.open(intent())).resolves.toEqual(expect.any(String))
    expect((await store.runQueries.whole(actor, claim.run.run_id))?.usage).toMatchObject({ possibly_paid: 2 })
    expect(
      await query(url, 'select reserved_usd::float as reserved, spent_usd::float as spent from month_spend'),
    ).toEqual([{ reserved: 0.01, spent: 0.03 }])
  })

  it('waits for what calls of its dead workers hold of the budget of a run, and releases it within the hour', async () => {
    const { url, database, journal, store, actor, claim } = await claimed(0.05)
    for (let n = 0; n < 4; n++) await journal.open(intent())
    await query(url, `update run set lease_until = now() - interval '1 second'`)
    const next = await take(store, claim.run.run_id, 'w2')
    if (!next) throw new Error('not claimed')
    const second = openRunJournal(database, next)
    const waits = await second.open(intent(0.02)).catch((error) => error)
    expect(waits).toMatchObject({ code: 'budget_exceeded', facts: { until: 'forgotten' } })
    const [time] = await query<{ in_time: boolean }>(
      url,
      `select $1::timestamptz between min(opened_at) + interval '1 hour' and min(opened_at) + interval '61 minutes' as in_time from model_call`,
      [waits.facts.not_before],
    )
    expect(time).toEqual({ in_time: true })
    const tooDear = await second.open(intent(0.06)).catch((error) => error)
    expect(tooDear).toMatchObject({ code: 'budget_exceeded' })
    expect(tooDear.facts.until).toBeUndefined()

    await query(url, `update model_call set opened_at = now() - interval '61 minutes'`)
    await expect(second.open(intent(0.02))).resolves.toEqual(expect.any(String))
    const whole = await store.runQueries.whole(actor, claim.run.run_id)
    expect(whole).toMatchObject({ run: { reserved_usd: 0.02 }, usage: { possibly_paid: 4 } })
  })

  it('turns reservations into cost, keeps those of lost calls, and counts what may have been paid', async () => {
    const { url, journal, store, actor, claim } = await claimed(1)
    const calls = [await journal.open(intent()), await journal.open(intent()), await journal.open(intent())]
    await journal.close(closed(calls[0] ?? ''), null)
    await journal.close(closed(calls[1] ?? '', 'lost', 0), null)
    const run = await store.runs.get(actor, claim.run.run_id)
    expect(run).toMatchObject({ spent_usd: 0.004, reserved_usd: 0.02 })
    expect((await store.runQueries.whole(actor, claim.run.run_id))?.usage).toMatchObject({
      calls: 3,
      input_tokens: 20,
      cost_usd: 0.004,
      possibly_paid: 1,
    })
    await store.leases.end(claim, { status: 'queued' })
    expect((await store.runQueries.whole(actor, claim.run.run_id))?.usage).toMatchObject({ possibly_paid: 2 })

    // Once the run is deleted nobody can settle them: what was perhaps paid is spent.
    await query(url, `update run set status = 'failed'`)
    await store.erasure.deleteRuns({ ...actor, origin: 'test' }, [claim.run.run_id])
    expect(
      await query(url, 'select reserved_usd::float as reserved, spent_usd::float as spent from month_spend'),
    ).toEqual([{ reserved: 0, spent: 0.024 }])
  })

  it('says that a cost is unknown instead of adding nothing', async () => {
    const { journal, store, actor, claim } = await claimed(1)
    await journal.close(closed(await journal.open(intent(null)), 'answered', null), null)
    expect((await store.runQueries.whole(actor, claim.run.run_id))?.usage.cost_usd).toBeNull()
  })

  it('refuses intents and events of a worker that lost its lease, but never forgets an answer', async () => {
    const { url, journal, store, claim } = await claimed(1)
    const call = await journal.open(intent())
    await query(url, "update run set lease_until = now() - interval '1 second'")
    const next = await take(store, claim.run.run_id, 'w2')
    expect(next?.run.epoch).toBe(2)
    await expect(journal.open(intent())).rejects.toMatchObject({ code: 'lease_lost' })
    await expect(journal.event('stage', { stage: 'claims', sentence: '' })).rejects.toMatchObject({
      code: 'lease_lost',
    })
    await journal.close(closed(call), { key: 'k', input_hash: 'h', outcome: { ok: 'late' } })
    expect(await store.leases.end(claim, { status: 'failed', code: 'x', message: 'x' })).toBeNull()
    expect(await store.leases.renew(claim)).toBe('lost')
    if (!next) throw new Error('not claimed')
    expect(await openRunJournal((await open()).database, next).drained()).toBeUndefined()
    expect(await query(url, 'select outcome from run_step')).toEqual([{ outcome: { ok: 'late' } }])
    expect(await query(url, 'select status, worker_id from run')).toEqual([{ status: 'running', worker_id: 'w2' }])
  })

  it('admits no intent for a step that somebody before has stored late', async () => {
    const { url, database, journal, store, actor, claim } = await claimed(1)
    const late = await journal.open(intent())
    await query(url, "update run set lease_until = now() - interval '1 second'")
    const next = await take(store, claim.run.run_id, 'w2')
    if (!next) throw new Error('not claimed')
    const second = openRunJournal(database, next)
    expect((await storedSteps(database, next)).otherHash('k')).toBeNull()
    await journal.close(closed(late), { key: 'k', input_hash: 'h', outcome: { ok: 1 } })
    const outcomes = await Promise.allSettled([
      second.open(intent()),
      // The same question in the words of another version, and another question.
      second.open({ ...intent(), input_hash: 'another' }),
      second.open({ ...intent(), step_key: 'another' }),
    ])
    const stored = { status: 'rejected', reason: new AlreadyStored('h') }
    expect(outcomes).toMatchObject([stored, stored, { status: 'fulfilled' }])
    expect(await openStepReader(database, next)('k', 'h')).toEqual({ ok: 1 })
    expect(await query(url, 'select count(*)::int as calls from model_call')).toEqual([{ calls: 2 }])
    expect((await store.runs.get(actor, claim.run.run_id))?.reserved_usd).toBeCloseTo(0.01, 9)
  })

  it('judges anew what was refused by a commit whose answer was lost, and admits nothing twice', async () => {
    const { url, database, journal, store, claim } = await claimed(0.015)
    const repeating: Database = {
      ...database,
      async inWorkspace(of, work, options) {
        await database.inWorkspace(of, work, options)
        return database.inWorkspace(of, work, options)
      },
    }
    const first = openRunJournal(repeating, claim)
    const outcomes = await Promise.allSettled([first.open(intent()), first.open(intent())])
    expect(outcomes).toMatchObject([
      { status: 'fulfilled' },
      { status: 'rejected', reason: { facts: { until: 'own_calls' } } },
    ])
    expect(await query(url, 'select reserved_usd::float as reserved from run')).toEqual([{ reserved: 0.01 }])

    await query(url, `update run set lease_until = now() - interval '1 second'`)
    const next = await take(store, claim.run.run_id, 'w2')
    if (!next) throw new Error('not claimed')
    const late = outcomes[0]?.status === 'fulfilled' ? outcomes[0].value : ''
    await journal.close(closed(late), { key: 'k', input_hash: 'h', outcome: { ok: 1 } })
    await expect(openRunJournal(repeating, next).open(intent())).rejects.toBeInstanceOf(AlreadyStored)
  })

  it.each<{ readonly done: string; readonly end: RunEnd }>([
    {
      done: 'being paused',
      end: { status: 'paused', code: 'provider_down', message: 'Busy.', resume_in_seconds: 60 },
    },
    { done: 'being handed back', end: { status: 'queued' } },
    { done: 'failing', end: { status: 'failed', code: 'x', message: 'x' } },
    { done: 'completed', end: { status: 'completed', kind: 'pressure_test', result: {}, trust: null } as never },
  ])('cancels a run that was asked to end while it was $done', async ({ end }) => {
    const { store, actor, claim } = await claimed(1)
    const { run_id } = claim.run
    await store.runs.requestCancel(actor, run_id)
    expect(await store.leases.end(claim, end)).toBe('cancelled')
    expect(await store.runs.get(actor, run_id)).toMatchObject({
      status: 'cancelled',
      reason: { code: 'cancelled', message: 'The run was cancelled.' },
    })
  })

  it.each(['its workspace is deleted', 'it is deleted', 'another worker has it'])(
    'tells who works on a run, who stores nothing more beside its journal, once %s',
    async (what) => {
      const { url, database, store, actor, claim } = await claimed(1)
      const { run_id } = claim.run
      const { rows } = collectSessionRows({ targets: ['home'], defects: [] })
      rows.people.add(0, 0, 14, -1, 1, -1, -1, 0, -1)
      rows.sessions.add(0, 1, 9, 0, 1, 2, 0, 0, 0, 0, 0, -1)
      const who = { ...actor, origin: 'test' }
      await query(url, `update run set lease_until = now() - interval '1 second'`)
      const toldNow = tellings(database, actor)
      await toldNow()
      if (what === 'its workspace is deleted') await store.erasure.deleteWorkspace(who)
      else if (what === 'it is deleted') expect(await store.erasure.deleteRuns(who, [run_id])).toEqual([run_id])
      else await take(store, run_id, 'w2')
      expect(await toldNow()).toContain(run_id)
      const stores = [
        saveSessions(database, claim, rows),
        deleteOtherJoiners(database, claim, []),
        savePanel(database, claim, [], [{ persona_id: 'p1' } as Response]),
        store.parts.prepare(claim, [{ part: 0, from_item: 0, to_item: 30 }]),
      ]
      for (const stored of await Promise.allSettled(stores))
        expect(stored).toMatchObject({ status: 'rejected', reason: { code: 'lease_lost' } })
      for (const table of ['simulation', 'simulation_person', 'simulation_session', 'response', 'run_part'])
        expect(await query(url, `select from ${table}`), table).toEqual([])
    },
  )

  it('stores the sessions of a person in place of those that another version had stored', async () => {
    const { url, database, claim } = await claimed(1)
    const lived = (days: number) => {
      const { rows } = collectSessionRows({ targets: ['home'], defects: [] })
      rows.people.add(0, 0, 14, -1, days, -1, -1, 0, -1)
      for (let day = 1; day <= days; day++) {
        rows.sessions.add(0, day, 9, 0, days, 2, 0, 0, 0, 0, 0, -1)
        rows.events.add(0, day, 0, 0, 0, 0, -1, -1, -1, 0, 0, 0, 0)
      }
      return rows
    }
    await saveSessions(database, claim, lived(3))
    await saveSessions(database, claim, lived(2))
    expect(await query(url, 'select day, actions from simulation_session order by day')).toEqual([
      { day: 1, actions: 2 },
      { day: 2, actions: 2 },
    ])
    expect(await query(url, 'select day from simulation_event order by day')).toEqual([{ day: 1 }, { day: 2 }])
    expect(await query(url, 'select sessions from simulation_person')).toEqual([{ sessions: 2 }])
  })

  it('drops whoever joined in an attempt of another version alone', async () => {
    const { url, database, claim } = await claimed(1)
    const { rows } = collectSessionRows({ targets: ['home'], defects: [] })
    for (const [person, joined] of [
      [0, 0],
      [40, 2],
      [41, 3],
    ] as const) {
      rows.people.add(person, joined, 9, -1, 1, joined === 0 ? -1 : 0, -1, 0, -1)
      rows.sessions.add(person, 1, 9, 0, 1, 2, 0, 0, 0, 0, 0, -1)
      rows.events.add(person, 1, 0, 0, 0, 0, -1, -1, -1, 0, 0, 0, 0)
    }
    await saveSessions(database, claim, rows)
    await deleteOtherJoiners(database, claim, [41])
    for (const table of ['simulation_person', 'simulation_session', 'simulation_event'])
      expect(await query(url, `select person from ${table} order by person`), table).toEqual([
        { person: 0 },
        { person: 41 },
      ])
  })

  it('numbers events without a gap, however they arrive', async () => {
    const { journal, store, claim } = await claimed(1)
    await Promise.all(
      Array.from({ length: 120 }, (_, n) => journal.event('turn', { speaker: '', text: `${n}`, moderator: true })),
    )
    const events = await store.runQueries.events(claim.run, 0)
    expect(events.map(({ seq }) => seq)).toEqual(Array.from({ length: 120 }, (_, n) => n + 1))
    expect(events.map(({ data }) => 'text' in data && data.text)).toEqual(Array.from({ length: 120 }, (_, n) => `${n}`))
  })

  it('quarantines a run that kills three workers which work on it alone, and reopens it on request', async () => {
    const { url, store, actor, claim } = await claimed(1)
    const { run_id } = claim.run
    const crash = () => query(url, `update run set lease_until = now() - interval '1 second'`)
    await crash()
    for (let losses = 1; losses <= 2; losses++) {
      expect(await take(store, run_id, 'w')).toMatchObject({ isolation: 'shared' })
      await crash()
    }
    const beside = { worker_id: 'w', isolation: 'shared', modes: ['offline'], times: TIMES } as const
    expect(await store.leases.claim(run_id, beside)).toBe('suspect')
    for (let n = 0; n < 3; n++) {
      expect(await take(store, run_id, 'w', 'alone')).toMatchObject({ run: { crashes: n }, isolation: 'alone' })
      await crash()
    }
    expect(await take(store, run_id, 'w', 'alone')).toBeNull()
    expect(await store.runs.get(actor, run_id)).toMatchObject({ status: 'failed', reason: { code: 'quarantined' } })
    await store.runs.reopen(actor, run_id, ['failed'])
    expect(await take(store, run_id, 'w')).toMatchObject({ run: { status: 'running', crashes: 0 } })
  })

  it('gives a lease its whole length though the claim had to wait for a process that held the row', async () => {
    const { url, database, store, claim } = await claimed(1)
    const { run_id } = claim.run
    await query(url, `update run set lease_until = now() - interval '1 second'`)
    const blocked = `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    let claiming: ReturnType<typeof take> | undefined
    const releasedAt = await database.acrossWorkspaces(async (tx) => {
      await tx.$queryRaw`select 1 from run where id = ${run_id}::uuid for update`
      claiming = take(store, run_id, 'other')
      while ((await query<{ n: number }>(url, blocked))[0]?.n === 0);
      return (await tx.$queryRaw<{ at: Date }[]>`select clock_timestamp() as at`)[0]?.at
    })
    expect(await claiming).toMatchObject({ worker_id: 'other' })
    const ends = await query<{ at: Date }>(url, 'select lease_until as at from run')
    expect(Number(ends[0]?.at) - Number(releasedAt)).toBeGreaterThanOrEqual(TIMES.leaseMs)
  })

  it('takes no run whose worker had as little of the database as itself', async () => {
    const { url, database, store, claim } = await claimed(1)
    const { run_id } = claim.run
    await query(url, `update run set lease_until = now() - interval '1 second'`)
    const name = new URL(url).pathname.slice(1)
    const server = Object.assign(new URL(url), { pathname: '/postgres' }).href
    await query(server, `alter database ${name} with allow_connections false`)
    await query(server, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
    const refused = database.acrossWorkspaces((tx) => tx.run.count(), { patienceMs: 0 })
    await expect(refused).rejects.toMatchObject({ code: 'storage_unavailable' })
    await query(server, `alter database ${name} with allow_connections true`)
    // Short, so that the server has been up for longer.
    const times = { ...TIMES, leaseMs: 100 }
    const other = { worker_id: 'other', isolation: 'shared', modes: ['offline'], times } as const
    expect(await store.leases.claim(run_id, other)).toBeNull()
    while ((await store.leases.due(9, other)).runs.length === 0);
    expect(await store.leases.claim(run_id, other)).toMatchObject({ worker_id: 'other' })
  })

  it('never makes more than a suspect of a run whose workers have others in hand', async () => {
    const { url, store, claim } = await claimed(1)
    const { run_id } = claim.run
    const beside = { worker_id: 'w', isolation: 'shared', modes: ['offline'], times: TIMES } as const
    for (let n = 0; n < 10; n++) {
      await query(url, `update run set lease_until = now() - interval '1 second'`)
      await store.leases.claim(run_id, beside)
    }
    const alone = await take(store, run_id, 'w', 'alone')
    expect(alone).toMatchObject({ run: { status: 'running', crashes: 0 } })
    if (!alone) return
    expect(await store.leases.renew(alone)).toBe('held')
    await openRunJournal(store.database, alone).storeStep({ key: 's', input_hash: 'h', outcome: { ok: 1 } })
    expect(await store.leases.renew(alone)).toBe('cleared')
  })

  it('does not count a crash after a new step', async () => {
    const { url, database, store, actor, claim } = await claimed(1)
    let current = claim
    for (let n = 0; n < 5; n++) {
      await openRunJournal(database, current).storeStep({ key: `s${n}`, input_hash: randomUUID(), outcome: { ok: n } })
      await query(url, `update run set lease_until = now() - interval '1 second'`)
      const next = await take(store, claim.run.run_id, 'w')
      if (!next) throw new Error('quarantined in spite of progress')
      current = next
    }
    expect(await store.runs.get(actor, claim.run.run_id)).toMatchObject({ status: 'running', crashes: 0 })
  })

  it('keeps answers and asks failures again when a run is tried again', async () => {
    const { database, store, actor, claim, journal } = await claimed(1)
    await journal.storeStep({ key: 'good', input_hash: 'h', outcome: { ok: 1 } })
    await journal.storeStep({
      key: 'bad',
      input_hash: 'h',
      outcome: { error: { code: 'model_refused', message: 'no' } },
    })
    await journal.storeStep({ key: 'after bad', input_hash: 'h', outcome: { ok: 2 } })
    const before = await storedSteps(database, claim)
    expect(['good', 'bad', 'after bad'].map((key) => before.has(key, 'h'))).toEqual([true, true, true])
    // As another version would look for them, which words their facts otherwise.
    expect(['good', 'bad', 'after bad'].map(before.otherHash)).toEqual(['h', 'h', 'h'])
    await store.leases.end(claim, { status: 'failed', code: 'x', message: 'x' })
    await store.runs.reopen(actor, claim.run.run_id, ['failed'])
    const again = await take(store, claim.run.run_id, 'w')
    if (!again) throw new Error('not claimed')
    const after = await storedSteps(database, again)
    expect(['good', 'bad', 'after bad'].map((key) => after.has(key, 'h'))).toEqual([true, false, true])
    // What was asked after the failure may be another question once that is answered.
    expect(['good', 'bad', 'after bad'].map(after.otherHash)).toEqual(['h', null, null])
  })
})
