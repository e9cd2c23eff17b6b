import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { AppError } from '../errors.js'
import { type SchemaFile, withSchemaEngine } from './schema-engine.js'

const PRISMA = fileURLToPath(new URL('../../prisma/', import.meta.url))
/** Any fixed number: everybody who migrates this database waits for the same lock. */
const MIGRATION_LOCK = 7_355_608_001
const OLDEST_POSTGRES = 15
/** The role every query runs as where the connection's own user would pass row-level security by. */
export const APP_ROLE = 'pressure_test_app'
/** Owner of `pressure_test_purge()`: it may read and delete, behind row-level security like every role. */
const PURGE_ROLE = 'pressure_test_purge'
const APPEND_ONLY = ['model_call', 'model_call_outcome', 'run_step', 'run_event']

/**
 * Brings the database to the newest schema: plain Prisma migrations, one process at a time (advisory lock), a few
 * milliseconds when there is nothing to do. Errors: `storage_unavailable`.
 */
export async function migrate(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString })
  client.on('error', () => {})
  await client.connect()
  try {
    await requireVersion(client)
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    const wanted = await migrationNames()
    const pending = wanted.filter(without(await appliedMigrations(client)))
    if (pending.length > 0) await applyAll(connectionString, wanted)
    await prepareAppRole(client, pending.length > 0)
  } finally {
    await client.end()
  }
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

async function appliedMigrations(client: pg.Client): Promise<string[]> {
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

/**
 * A superuser passes even forced row-level security by, so its queries run as a role that owns nothing. A plain owner
 * cannot create roles and needs none: FORCE binds it.
 */
async function prepareAppRole(client: pg.Client, schemaChanged: boolean): Promise<void> {
  const { rows } = await client.query<{ passes_by: boolean; role_exists: boolean; granted: boolean | null }>(
    `select rolsuper or rolbypassrls as passes_by,
            exists (select from pg_roles where rolname = $1) as role_exists,
            (select has_table_privilege(r.oid, 'run', 'select') from pg_roles r where r.rolname = $1) as granted
       from pg_roles where rolname = current_user`,
    [APP_ROLE],
  )
  const [state] = rows
  if (!state?.passes_by || (state.role_exists && state.granted && !schemaChanged)) return
  // Roles belong to the whole server while our lock is the database's: another database's start may be first.
  for (const role of [APP_ROLE, PURGE_ROLE])
    await client.query(
      `do $$ begin create role ${role} nologin; exception when duplicate_object or unique_violation then null; end $$`,
    )
  await client.query(`grant usage on schema public to ${APP_ROLE}`)
  await client.query(`grant select, insert, update, delete on all tables in schema public to ${APP_ROLE}`)
  await client.query(`revoke update, delete on ${APPEND_ONLY.join(', ')} from ${APP_ROLE}`)
  await client.query(`grant usage on schema public to ${PURGE_ROLE}`)
  await client.query(`grant select, delete on all tables in schema public to ${PURGE_ROLE}`)
  await client.query(`revoke all on _prisma_migrations from ${APP_ROLE}, ${PURGE_ROLE}`)
  await client.query(`alter function public.pressure_test_purge() owner to ${PURGE_ROLE}`)
  await client.query(`grant execute on function public.pressure_test_purge() to ${APP_ROLE}`)
}
