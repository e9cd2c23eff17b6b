import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '../../src/db/connection/client.js'
import { migrate } from '../../src/db/connection/migrate.js'
import { ensureEmbedded } from '../../src/db/embedded/embedded.js'
import { createStore } from '../../src/db/store.js'
import { silentLog } from '../../src/log.js'
import { OAT_DRINK, SMALL_FLAGS } from '../support/app.js'
import { query, testDatabase } from '../support/database.js'
import { ownHome } from '../support/embedded-home.js'
import { freshEnv, run, start } from '../support/processes.js'
import {
  asLogin,
  asUser,
  emptyDatabase,
  makeRole,
  OWNERS,
  type OwnedDatabase,
  ownedDatabase,
} from '../support/roles.js'

/** A statement that a test puts together, as a tagged template would hand it over. */
const statement = (sql: string) => Object.assign([sql], { raw: [sql] })

const OURS = `p.pronamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
  and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`

async function openStore(url: string) {
  const database = await openDatabase({ connectionString: url, log: silentLog })
  onTestFinished(() => database.close())
  return { database, store: createStore(database) }
}

async function oneRun(url: string, workspace = 'one'): Promise<{ workspace_id: string; run_id: string }> {
  const { store } = await openStore(url)
  const actor = await store.workspaces.actor({
    workspace,
    workspace_name: workspace,
    kind: 'local',
    external_id: 'somebody',
    display_name: 'Somebody',
  })
  const model = { mode: 'offline', persona: 'm', analysis: 'm', judge: 'm' } as const
  const { run } = await store.runs.submit(actor, {
    kind: 'pressure_test',
    input: { stimulus: 'x' },
    seed: 1,
    model,
    budget_usd: 1,
  })
  return { workspace_id: actor.workspace_id, run_id: run.run_id }
}

/** Keeps the lock for migrations, as a process that hangs in the middle of one does. */
async function lockedFor(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  onTestFinished(() => client.end())
  const { rows } = await client.query('select pg_backend_pid() as pid, pg_advisory_lock($1)', [7_355_608_001])
  return rows[0].pid
}

describe('while another process keeps the lock for migrations', () => {
  it('a start with nothing to migrate goes on, and one with something says who keeps it', async () => {
    const url = await testDatabase()
    await lockedFor(url)
    const started = performance.now()
    expect(await migrate(url)).toBe(0)
    expect(performance.now() - started).toBeLessThan(10_000)

    const empty = await emptyDatabase()
    const pid = await lockedFor(empty)
    await expect(migrate(empty, { patienceMs: 1_000 })).rejects.toMatchObject({
      code: 'storage_unavailable',
      message: expect.stringMatching(
        new RegExp(`for 1 s the server process ${pid} has kept the lock .*pg_terminate_backend`),
      ),
    })
  })
})

/** Of each kind of owner one, as its migrations take longer than the tests. */
const owned = new Map<string, OwnedDatabase>()
const undoing: (() => Promise<void>)[] = []
beforeAll(async () => {
  for (const owner of OWNERS) owned.set(owner.kind, await ownedDatabase(owner, (undo) => void undoing.unshift(undo)))
})
afterAll(async () => {
  for (const undo of undoing) await undo()
})
const databaseOf = ({ kind }: { readonly kind: string }): OwnedDatabase =>
  owned.get(kind) ?? expect.fail(`no database of ${kind}`)

describe.each(OWNERS)('functions of a database that belongs to $kind', (owner) => {
  it('with their owner’s rights are nobody’s to call, look nothing up where a caller can write, and are no superuser’s', async () => {
    const { root } = databaseOf(owner)
    const found = await query<{ name: string }>(
      root,
      `select p.oid::regprocedure::text as name, has_function_privilege('public', p.oid, 'execute') as by_all,
              r.rolsuper or r.rolbypassrls as passes_by, p.proconfig as settings
         from pg_proc p join pg_roles r on r.oid = p.proowner where p.prosecdef and ${OURS}`,
    )
    expect(found.map(({ name }) => name)).toContain('pressure_test_purge()')
    for (const definer of found)
      expect(definer).toMatchObject({
        by_all: false,
        passes_by: false,
        settings: ['search_path=pg_catalog, pg_temp'],
      })
  })

  it('forget no workspace for a login without grants, and touch no table of a caller', async () => {
    const { url, root } = databaseOf(owner)
    const { workspace_id } = await oneRun(url, 'forgotten')
    const kept = () => query(root, 'select 1 from run where workspace_id = $1', [workspace_id])
    const stranger = await makeRole('login', [root])
    const scope = `select set_config('pressure_test.workspace', '${workspace_id}', false)`
    const trap = `create temp table run (workspace_id uuid);
      insert into pg_temp.run values ('${workspace_id}');
      create function pg_temp.spring() returns trigger language plpgsql as 'begin raise exception ''as %'', current_user; end';
      create trigger spring before delete on pg_temp.run for each row execute function pg_temp.spring();
      grant all on pg_temp.run to public`
    const call = 'select public.pressure_test_purge()'
    expect(await asLogin(root, stranger, scope, call)).toMatch(/permission denied for function/)
    expect(await asLogin(root, stranger, scope, trap, call)).toMatch(/permission denied for function/)
    expect(await kept()).toHaveLength(1)
    // Who may call it forgets the workspace, not what a caller has put in its way.
    expect(await asLogin(root, new URL(url).username, scope, trap, call)).toBe('1')
    expect(await kept()).toHaveLength(0)
  })
})

describe('functions of the schema', () => {
  it('mean the same whatever schemas their caller looks names up in', async () => {
    const found = await query(
      await testDatabase(),
      `select p.oid::regprocedure::text as name from pg_proc p
        where ${OURS} and p.pronamespace = 'public'::regnamespace and p.prosqlbody is null
          and not coalesce(p.proconfig @> '{"search_path=pg_catalog, pg_temp"}', false)`,
    )
    expect(found).toEqual([])
  })
})

/** What tells the history of runs: written once, gone with its workspace only. */
const APPEND_ONLY = ['model_call', 'model_call_outcome', 'run_step', 'run_event', 'prediction', 'outcome']

describe('the role of running processes', () => {
  const ROLES = OWNERS.filter(({ kind }) => kind !== 'an owner who may not')

  it.each(ROLES)('in a database that belongs to $kind cannot change or delete history', async (owner) => {
    const { url } = databaseOf(owner)
    const { workspace_id } = await oneRun(url)
    const { database } = await openStore(url)
    for (const table of APPEND_ONLY)
      for (const change of [`delete from ${table}`, `update ${table} set run_id = run_id`, `truncate ${table}`]) {
        const tamper = database.inWorkspace({ workspace_id }, (tx) => tx.$executeRaw(statement(change)))
        await expect(tamper, change).rejects.toThrow(/does not let this program/)
      }
  })

  it('is said by doctor where the owner may make none', async () => {
    const { url } = databaseOf({ kind: 'an owner who may not' })
    const { stdout } = await run(['doctor'], await freshEnv({ DATABASE_URL: url }))
    expect(stdout).toMatch(/ok {3}database .*owns the tables.*MIGRATION_DATABASE_URL/)
  })
})

describe('a database with an owner and a login that owns nothing', () => {
  it('is migrated by its owner alone; processes say what is missing and do their work once it is there', async () => {
    const [owner, login] = [await makeRole('login'), await makeRole('login')]
    const root = await emptyDatabase(owner)
    const runtime = { DATABASE_URL: asUser(root, login) }
    const both = { ...runtime, MIGRATION_DATABASE_URL: asUser(root, owner) }
    for (const env of [runtime, both]) {
      const { code, stderr } = await run(['runs', 'list'], await freshEnv(env))
      expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringMatching(/run `pressure-test migrate`/) })
    }
    expect(await query(root, `select 1 from pg_class where relnamespace = 'public'::regnamespace`)).toEqual([])

    expect(await run(['migrate'], await freshEnv(both))).toMatchObject({ code: 0 })
    const done = await run(['run', OAT_DRINK, ...SMALL_FLAGS, '--json', '--quiet'], await freshEnv(runtime))
    expect(done).toMatchObject({ code: 0, stderr: '' })
    expect(JSON.parse(done.stdout)).toMatchObject({ status: 'completed' })

    const owned = `select c.relname from pg_class c join pg_roles r on r.oid = c.relowner where r.rolname = '${login}'
      union all select p.proname from pg_proc p join pg_roles r on r.oid = p.proowner where r.rolname = '${login}'
      union all select n.nspname from pg_namespace n join pg_roles r on r.oid = n.nspowner where r.rolname = '${login}'`
    expect(await query(root, owned)).toEqual([])
    for (const table of APPEND_ONLY)
      for (const change of [`delete from ${table}`, `update ${table} set run_id = run_id`, `truncate ${table}`])
        expect(await asLogin(root, login, change), change).toMatch(/permission denied/)
    for (const change of ['drop table run', 'alter table run disable row level security', 'create table x ()'])
      expect(await asLogin(root, login, change), change).toMatch(/must be owner|permission denied/)
    expect(await asLogin(root, login, 'delete from _prisma_migrations')).toMatch(/permission denied/)
    expect(await asLogin(root, login, 'drop schema bullmq cascade')).toMatch(/must be owner/)
  })

  it('lets its login forget a workspace, and only that one', async () => {
    const [owner, login] = [await makeRole('login'), await makeRole('login')]
    const root = await emptyDatabase(owner)
    await migrate(asUser(root, owner), { login: { name: login, password: null } })
    const one = await oneRun(asUser(root, login), 'one')
    await oneRun(asUser(root, login), 'two')
    const scope = `select set_config('pressure_test.workspace', '${one.workspace_id}', false)`
    expect(await asLogin(root, login, scope, 'select public.pressure_test_purge()')).toBe('1')
    expect(await query(root, 'select 1 from run')).toHaveLength(1)
  })

  it('takes no superuser and no owner for the login', async () => {
    const owner = await makeRole('login')
    const root = await emptyDatabase(owner)
    for (const [login, problem] of [
      [owner, /owns the tables/],
      [await makeRole('superuser login'), /is a superuser/],
      [await makeRole(`login in role ${owner}`), /owns the tables/],
      ['nobody_there', /does not exist/],
    ] as const) {
      const env = { DATABASE_URL: asUser(root, login), MIGRATION_DATABASE_URL: asUser(root, owner) }
      const { code, stderr } = await run(['migrate'], await freshEnv(env))
      expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(problem) })
    }
  })
})

describe('the embedded database', () => {
  it('is used by processes as a login that is no superuser', async () => {
    const home = await ownHome()
    await start(['worker'], await freshEnv({ PRESSURE_TEST_HOME: home })).said(/pressure-test worker/)
    const { connectionString } = await ensureEmbedded({ home })
    const sessions = `select distinct r.rolsuper as super, a.datname from pg_stat_activity a join pg_roles r on r.rolname = a.usename
      where a.backend_type = 'client backend' and a.datname = 'pressure_test' and a.pid <> pg_backend_pid()`
    expect(await query(connectionString, sessions)).toEqual([{ super: false, datname: 'pressure_test' }])
  })
})
