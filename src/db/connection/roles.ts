import pg from 'pg'
import { AppError } from '../../errors.js'

/**
 * Role that runs the queries where the connection's user is a superuser. An owner without superuser rights has such a
 * role with its own id in the name.
 */
const APP_ROLE = 'pressure_test_app'
/**
 * Owner of the deleting functions where the owner of the tables is a superuser. It may read and delete, bound by
 * row-level security.
 */
const PURGE_ROLE = 'pressure_test_purge'
/** Functions that delete with the rights of their owner. */
const DELETING = ['public.pressure_test_purge()', 'public.pressure_test_forget_runs(uuid[])']
/** Append-only tables: only the functions above delete their rows, and nothing updates them. */
const APPEND_ONLY = [
  'model_call',
  'model_call_outcome',
  'run_step',
  'run_event',
  'security_event',
  'prediction',
  'outcome',
]

/** The login of running processes, where that is not the owner. With a password it is created where it is missing. */
export type RuntimeLogin = { readonly name: string; readonly password: string | null }

type Connection = Pick<pg.Client, 'query'>
type Owner = {
  readonly name: string
  readonly passes_by: boolean
  readonly makes_roles: boolean
  readonly app_role: string
}

const { escapeIdentifier, escapeLiteral } = pg

/**
 * Grants the role that runs queries the rights it needs and no more: the login, else a role that the owner assumes in
 * each transaction. The caller holds the migration lock. Errors: `configuration` for a login with the rights of an
 * owner.
 */
export async function prepareRoles(
  client: Connection,
  login: RuntimeLogin | null,
  schemas: readonly string[],
): Promise<void> {
  const owner = await ownerOf(client)
  if (owner.passes_by) await givePurgeAway(client)
  const role = login ? await requireLogin(client, owner, login) : await appRole(client, owner)
  if (role === null) return
  await grantTables(client, role)
  for (const schema of schemas) await grantSchema(client, role, schema)
}

/** The role that a process assumes in its transactions, which owns nothing. Null: it keeps its own user. */
export async function runtimeRole(client: Connection): Promise<string | null> {
  const owner = await ownerOf(client)
  const { rows } = await client.query<{ role: string }>(
    `select rolname as role from pg_roles where rolname = $1 and pg_has_role(current_user, oid, 'MEMBER')`,
    [owner.app_role],
  )
  return rows[0]?.role ?? null
}

/** Whether the user of a connection owns the tables. */
export async function ownsTables(client: Connection): Promise<boolean> {
  const { rows } = await client.query<{ owns: boolean }>(
    `select coalesce((select pg_has_role(current_user, relowner, 'MEMBER') from pg_class where oid = to_regclass('_prisma_migrations')),
                     has_schema_privilege(current_user, current_schema(), 'create')) as owns`,
  )
  return rows[0]?.owns ?? false
}

async function ownerOf(client: Connection): Promise<Owner> {
  const { rows } = await client.query<Owner>(
    `select rolname as name, rolsuper or rolbypassrls as passes_by, rolsuper or rolcreaterole as makes_roles,
            $1::text || case when rolsuper or rolbypassrls then '' else '_' || oid end as app_role
       from pg_roles where rolname = current_user`,
    [APP_ROLE],
  )
  const [owner] = rows
  if (!owner) throw new Error('a connection always has a user')
  return owner
}

/**
 * Null where the owner may not create the role. Queries then run as the owner, who is bound by row-level security all
 * the same.
 */
async function appRole(client: Connection, owner: Owner): Promise<string | null> {
  const known = await runtimeRole(client)
  if (known !== null || !owner.makes_roles) return known
  await makeRole(client, owner.app_role, 'nologin')
  await client.query(`grant ${escapeIdentifier(owner.app_role)} to current_user`)
  return owner.app_role
}

/**
 * Roles belong to the whole server, but the migration lock to one database: a start on another database may create the
 * role first.
 */
async function makeRole(client: Connection, name: string, rights: string): Promise<void> {
  const sql = escapeLiteral(`create role ${escapeIdentifier(name)} ${rights}`)
  await client.query(
    `do $$ begin execute ${sql}; exception when duplicate_object or unique_violation then null; end $$`,
  )
}

async function requireLogin(client: Connection, owner: Owner, { name, password }: RuntimeLogin): Promise<string> {
  if (password !== null) await makeRole(client, name, `login password ${escapeLiteral(password)}`)
  const { rows } = await client.query<{ passes_by: boolean; owns: boolean }>(
    `select rolsuper or rolbypassrls as passes_by, pg_has_role(oid, current_user, 'MEMBER') as owns from pg_roles where rolname = $1`,
    [name],
  )
  const [found] = rows
  const problem = (what: string) =>
    new AppError('configuration', {
      problem: `The user of DATABASE_URL, "${name}", ${what}; name one there with a login and no other rights (create role … login password …).`,
    })
  if (!found) throw problem('does not exist')
  if (found.passes_by) throw problem('is a superuser or passes row-level security by')
  if (found.owns) throw problem(`owns the tables, as "${owner.name}" of MIGRATION_DATABASE_URL does`)
  return name
}

/** This program's tables, and whether a role lacks a right on them. */
const LACKING = `
  select quote_ident(c.relname) as name,
         not (has_table_privilege($1, c.oid, 'select') and has_table_privilege($1, c.oid, $2)) as lacking
    from pg_class c join pg_class m on m.oid = to_regclass('_prisma_migrations')
     and m.relnamespace = c.relnamespace and m.relowner = c.relowner
   where c.relkind = 'r' and c.oid <> m.oid`

async function lacking(client: Connection, role: string, right: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string; lacking: boolean }>(LACKING, [role, right])
  return rows.some((table) => table.lacking) ? rows.map(({ name }) => name) : []
}

async function grantTables(client: Connection, name: string): Promise<void> {
  const tables = (await lacking(client, name, 'insert')).join(', ')
  if (tables === '') return
  const role = escapeIdentifier(name)
  await client.query(`
    begin;
    grant usage on schema public to ${role};
    grant select, insert, update, delete on ${tables} to ${role};
    revoke update, delete on ${APPEND_ONLY.join(', ')} from ${role};
    grant select on _prisma_migrations to ${role};
    grant execute on function ${DELETING.join(', ')} to ${role};
    commit`)
}

/** The queue keeps its own tables; the role that runs queries uses them and owns none. */
async function grantSchema(client: Connection, role: string, schema: string): Promise<void> {
  const { rows } = await client.query<{ lacking: boolean }>(
    `select exists (select from pg_class where relnamespace = $2::regnamespace
       and (relkind in ('r', 'p') and not has_table_privilege($1, oid, 'delete')
         or relkind = 'S' and not has_sequence_privilege($1, oid, 'usage'))) as lacking`,
    [role, schema],
  )
  if (!rows[0]?.lacking) return
  const [to, all] = [escapeIdentifier(role), `in schema ${escapeIdentifier(schema)}`]
  await client.query(`
    grant usage on schema ${escapeIdentifier(schema)} to ${to};
    grant select, insert, update, delete on all tables ${all} to ${to};
    grant usage, select on all sequences ${all} to ${to};
    grant execute on all functions ${all} to ${to}`)
}

async function givePurgeAway(client: Connection): Promise<void> {
  await makeRole(client, PURGE_ROLE, 'nologin')
  const tables = (await lacking(client, PURGE_ROLE, 'delete')).join(', ')
  if (tables === '') return
  await client.query(`
    begin;
    grant usage on schema public to ${PURGE_ROLE};
    grant select, delete on ${tables} to ${PURGE_ROLE};
    ${DELETING.map((deleting) => `alter function ${deleting} owner to ${PURGE_ROLE};`).join('\n    ')}
    commit`)
}
