import { readFileSync } from 'node:fs'
import pg from 'pg'
import { DATABASE, OWNER } from './cluster.js'
import type { ClusterPaths } from './paths.js'
import { isOurServer, isSameFolder, type Postmaster, readPostmaster } from './postmaster.js'
import { errnoOf, homeFull } from './problems.js'

export type Reach =
  | { readonly is: 'up'; readonly connectionString: string; readonly watched: boolean }
  /** Our server runs but does not accept connections now: it is starting, stopping or full. */
  | { readonly is: 'busy'; readonly why: string; readonly stopping: boolean }
  | { readonly is: 'down'; readonly why: string }

/**
 * Advisory lock in the `postgres` database. The only watchdog of a server holds it for as long as the watchdog lives.
 */
export const WATCH_LOCK = 7_355_608_002

const LOOK = `
  select current_setting('data_directory') as data, exists (
    select from pg_locks
    where locktype = 'advisory' and granted and (classid::bigint << 32 | objid::bigint) = ${WATCH_LOCK}
      and database = (select oid from pg_database where datname = 'postgres')) as watched`

/**
 * Checks with a real connection whether this home's server is up; creates the database if it is missing. Errors:
 * `storage_unavailable`.
 */
export async function probe(paths: ClusterPaths): Promise<Reach> {
  const postmaster = readPostmaster(paths)
  if (!postmaster) return { is: 'down', why: 'no server runs' }
  try {
    return await look(paths, postmaster)
  } catch (error) {
    const code = errnoOf(error)
    if (code === '53100') throw homeFull(paths.folder, error)
    // Too many connections: the server is up, and its users retry.
    if (code === '53300' && postmaster.port)
      return { is: 'up', connectionString: addressOf(paths, postmaster.port), watched: true }
    const why = error instanceof Error && error.message ? error.message : String(code)
    if (!isOurServer(postmaster, paths)) return { is: 'down', why }
    return { is: 'busy', why, stopping: code === '57P03' && /shutting down/.test(why) }
  }
}

async function look(paths: ClusterPaths, { port }: Postmaster): Promise<Reach> {
  if (port === null) throw new Error('the server is starting')
  const found = await query<{ data: string; watched: boolean }>(paths, port, DATABASE, LOOK).catch(async (error) => {
    if (errnoOf(error) !== '3D000') throw error
    await createDatabase(paths, port)
    return query<{ data: string; watched: boolean }>(paths, port, DATABASE, LOOK)
  })
  // A copy of the whole home has the same password and, by its stale pid file, the same port.
  if (!found || !isSameFolder(found.data, paths.data))
    return { is: 'down', why: 'the server on its port has other data' }
  return { is: 'up', connectionString: addressOf(paths, port), watched: found.watched }
}

async function createDatabase(paths: ClusterPaths, port: number): Promise<void> {
  try {
    await query(paths, port, 'postgres', `create database ${DATABASE}`)
  } catch (error) {
    if (!['42P04', '23505'].includes(errnoOf(error) ?? '')) throw error // another process made it
  }
}

async function query<Row extends pg.QueryResultRow>(
  paths: ClusterPaths,
  port: number,
  database: string,
  sql: string,
): Promise<Row | undefined> {
  const client = newClient(paths, port, database)
  try {
    await client.connect()
    return (await client.query<Row>(sql)).rows[0]
  } finally {
    await client.end().catch(() => {})
  }
}

/** A client of the embedded server that ignores environment variables. The caller connects and ends it. */
export function newClient(paths: ClusterPaths, port: number, database: string): pg.Client {
  const client = new pg.Client({
    host: '127.0.0.1',
    port,
    database,
    user: OWNER,
    password: readPassword(paths),
    ssl: false,
    application_name: 'pressure-test embedded',
    connectionTimeoutMillis: 5_000,
    query_timeout: 10_000,
  })
  client.on('error', () => {})
  return client
}

const addressOf = (paths: ClusterPaths, port: number): string =>
  `postgres://${OWNER}:${readPassword(paths)}@127.0.0.1:${port}/${DATABASE}`

const readPassword = (paths: ClusterPaths): string => readFileSync(paths.password, 'utf8').trim()
