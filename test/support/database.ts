import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import { at, onServer } from './global-setup.js'

/** A migrated database of the test's own, dropped when the test is over. */
export async function testDatabase(): Promise<string> {
  const { connectionString, drop } = await borrowDatabase()
  onTestFinished(drop)
  return connectionString
}

/** The same for whoever is no test, such as a hook. */
export async function borrowDatabase(): Promise<{ connectionString: string; drop: () => Promise<void> }> {
  const name = `pt_${process.pid}_${randomBytes(4).toString('hex')}`
  const server = inject('server')
  // Copying its files takes the server half the work of writing them into its log page by page.
  await onServer(server, `create database ${name} template ${inject('template')} strategy file_copy`)
  return {
    connectionString: at(server, name),
    drop: () => onServer(server, `drop database if exists ${name} with (force)`),
  }
}

/** Looks behind the program's back, past row-level security. Kept open for a moment, since tests look again and again. */
export async function query<T extends object>(
  connectionString: string,
  sql: string,
  values: unknown[] = [],
): Promise<T[]> {
  let looking = lookers.get(connectionString)
  if (!looking) {
    looking = new pg.Pool({ connectionString, max: 2, idleTimeoutMillis: 1_000, allowExitOnIdle: true })
    looking.on('error', () => {})
    lookers.set(connectionString, looking)
  }
  const kept = looking.totalCount > 0
  try {
    return (await looking.query<T>(sql, values)).rows
  } catch (error) {
    // The server may have ended meanwhile what was kept open.
    const { code, severity } = error as { code?: string; severity?: string }
    if (!kept || (severity === 'ERROR' && code !== undefined)) throw error
    return query(connectionString, sql, values)
  }
}
const lookers = new Map<string, pg.Pool>()
