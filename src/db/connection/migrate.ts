import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { AppError } from '../../errors.js'
import { INSTALLATION } from '../../installation.js'
import { hasNoConnections, passingTrouble } from './passing-trouble.js'
import { ownsTables, prepareRoles, type RuntimeLogin } from './roles.js'
import { type SchemaFile, withSchemaEngine } from './schema-engine.js'

const PRISMA = fileURLToPath(new URL('prisma/', INSTALLATION))
/** Any fixed number: all processes that migrate this database wait for the same advisory lock. */
const MIGRATION_LOCK = 7_355_608_001
const OLDEST_POSTGRES = 15
/** A frozen server accepts the connection and never responds, so connecting has a limit. */
const CONNECT_MS = 10_000
/** Longest wait for the lock: with something to do here, and where another process may finish what it does alone. */
const PATIENCE_MS = 60_000
const NOTHING_TO_DO_MS = 2_000
/** `lock_not_available`. */
const LOCK_KEPT = '55P03'
const TRIES = 4
const TRY_AGAIN_MS = 300
/** Another schema of the same database, with the function that migrates it. */
type ExtraSchema = { readonly name: string; migrate(client: pg.Client): Promise<unknown> }

type MigrateOptions = {
  /** The login of running processes; default: the owner, which assumes a role with fewer rights in each transaction. */
  readonly login?: RuntimeLogin | null
  readonly extraSchemas?: readonly ExtraSchema[]
  readonly patienceMs?: number
}

/**
 * Migrates the database to the newest schema and grants its users their rights: plain Prisma migrations, one process at
 * a time (advisory lock), a few milliseconds when nothing is missing. Returns how many were missing. A user who may not
 * migrate only checks. Errors: `storage_unavailable`, also for that user where a migration is missing, and where
 * another process keeps the lock; `configuration`.
 */
export async function migrate(
  connectionString: string,
  { login = null, extraSchemas = [], patienceMs = PATIENCE_MS }: MigrateOptions = {},
): Promise<number> {
  return connected(connectionString, async (client) => {
    if (!(await ownsTables(client))) {
      await refuseBehind(client)
      return 0
    }
    const isComplete = await lacksNothing(client, login, extraSchemas)
    if (isComplete && (await takesNoWrites(client))) return 0
    if (!(await takeLock(client, isComplete ? NOTHING_TO_DO_MS : patienceMs))) {
      if (isComplete) return 0
      throw await lockKept(client, patienceMs)
    }
    const wanted = await migrationNames()
    const pending = wanted.filter(without(await appliedMigrations(client)))
    if (pending.length > 0) await applyAll(connectionString, wanted)
    for (const schema of extraSchemas) await schema.migrate(client)
    await prepareRoles(
      client,
      login,
      extraSchemas.map(({ name }) => name),
    )
    return pending.length
  })
}

/** Whether the database has all that a migration gives it, as far as can be seen without the lock. */
async function lacksNothing(
  client: pg.Client,
  login: RuntimeLogin | null,
  extraSchemas: readonly ExtraSchema[],
): Promise<boolean> {
  const applied = await appliedMigrations(client)
  if ((await migrationNames()).some(without(applied))) return false
  const { rows } = await client.query<{ whole: boolean }>(
    `select coalesce(bool_and(to_regnamespace(name) is not null), true)
            and ($2::text is null or exists (select from pg_roles where rolname = $2 and has_table_privilege(oid, 'run', 'select')))
            as whole
       from unnest($1::text[]) as name`,
    [extraSchemas.map(({ name }) => name), login?.name ?? null],
  )
  return rows[0]?.whole ?? false
}

async function takesNoWrites(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ value: string }>(`select current_setting('transaction_read_only') as value`)
  return rows[0]?.value === 'on'
}

/** Whether this connection holds the lock, after waiting for it this long at most. */
async function takeLock(client: pg.Client, ms: number): Promise<boolean> {
  await client.query(`select set_config('lock_timeout', $1, false)`, [String(ms)])
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
  } catch (error) {
    if ((error as { code?: string }).code !== LOCK_KEPT) throw error
    return false
  }
  // Migrations themselves may wait for tables that are in use.
  await client.query('reset lock_timeout')
  return true
}

async function lockKept(client: pg.Client, ms: number): Promise<AppError> {
  const { rows } = await client.query<{ pid: number }>(
    `select pid from pg_locks
      where locktype = 'advisory' and granted and objsubid = 1
        and database = (select oid from pg_database where datname = current_database())
        and classid::bigint = $1::bigint >> 32 and objid::bigint = $1::bigint & 4294967295`,
    [MIGRATION_LOCK],
  )
  const [holder] = rows
  const who = holder ? `the server process ${holder.pid}` : 'another process'
  const end = holder ? `, or end it there with \`select pg_terminate_backend(${holder.pid})\`` : ''
  return new AppError('storage_unavailable', {
    problem: `The database has to be migrated, and for ${Math.round(ms / 1_000)} s ${who} has kept the lock for that: wait until it is done${end}, then start again.`,
  })
}

/**
 * Checks whether the database has every migration of this version, without changing anything. Errors:
 * `storage_unavailable`.
 */
export const requireMigrated = (connectionString: string): Promise<void> => connected(connectionString, refuseBehind)

/** Those of the applied migrations that this version does not know, because a newer one has used the database. */
export const newerMigrations = async (applied: string[]): Promise<string[]> =>
  applied.filter(without(await migrationNames()))

/**
 * Retries on a broken connection, since all work here may be repeated: another process may have been stopped behind it.
 */
async function connected<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await connectedOnce(connectionString, work)
    } catch (error) {
      // Where no connection is left, the caller retries, with longer patience.
      if (tries === TRIES || passingTrouble(error) === null || hasNoConnections(error)) throw error
      await sleep(TRY_AGAIN_MS)
    }
  }
}

async function connectedOnce<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: CONNECT_MS })
  client.on('error', () => {})
  await client.connect()
  try {
    await requireVersion(client)
    return await work(client)
  } finally {
    await client.end()
  }
}

async function refuseBehind(client: pg.Client): Promise<void> {
  const wanted = await migrationNames()
  const pending = wanted.filter(without(await appliedMigrations(client)))
  if (pending.length === 0) return
  const what = pending.length === wanted.length ? 'has no tables yet' : `lacks ${pending.length} of its migrations`
  throw new AppError('storage_unavailable', {
    problem: `The database ${what}: with MIGRATION_DATABASE_URL set to its owner’s connection, run \`pressure-test migrate\`, then start again.`,
  })
}

const without = (names: string[]) => (name: string) => !names.includes(name)

async function requireVersion(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: number }>(
    `select current_setting('server_version_num')::int as version`,
  )
  const major = Math.floor((rows[0]?.version ?? 0) / 10_000)
  if (major < OLDEST_POSTGRES) {
    throw new AppError('storage_unavailable', {
      problem: `DATABASE_URL is PostgreSQL ${major}; version ${OLDEST_POSTGRES} or newer is needed.`,
    })
  }
}

/** Names of the migrations that were applied to a database; none where it has no tables yet. */
export async function appliedMigrations(client: Pick<pg.Client, 'query'>): Promise<string[]> {
  const { rows: found } = await client.query(`select to_regclass('_prisma_migrations') as name`)
  if (!found[0]?.name) return []
  const { rows } = await client.query<{ migration_name: string }>(
    'select migration_name from _prisma_migrations where finished_at is not null and rolled_back_at is null',
  )
  return rows.map((row) => row.migration_name)
}

async function migrationNames(): Promise<string[]> {
  const entries = await readdir(join(PRISMA, 'migrations'), { withFileTypes: true })
  return entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort()
}

/** The schema files, in a stable order. */
export async function readSchema(): Promise<SchemaFile[]> {
  const folder = join(PRISMA, 'schema')
  const names = (await readdir(folder)).filter((name) => name.endsWith('.prisma')).sort()
  return Promise.all(names.map(async (name): Promise<SchemaFile> => [name, await readFile(join(folder, name), 'utf8')]))
}

async function applyAll(connectionString: string, names: string[]): Promise<void> {
  const baseDir = join(PRISMA, 'migrations')
  const migrationDirectories = await Promise.all(
    names.map(async (name) => ({
      path: name,
      migrationFile: {
        path: 'migration.sql',
        content: { tag: 'ok' as const, value: await readFile(join(baseDir, name, 'migration.sql'), 'utf8') },
      },
    })),
  )
  await withSchemaEngine(connectionString, await readSchema(), (engine) =>
    engine.applyMigrations({
      migrationsList: {
        baseDir,
        lockfile: { path: 'migration_lock.toml', content: 'provider = "postgresql"\n' },
        shadowDbInitScript: '',
        migrationDirectories,
      },
      filters: { externalTables: [], externalEnums: [] },
    } as Parameters<typeof engine.applyMigrations>[0]),
  )
}
