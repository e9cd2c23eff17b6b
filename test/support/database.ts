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
  await onServer(server, `create database ${name} template ${inject('template')}`)
  return {
    connectionString: at(server, name),
    drop: () => onServer(server, `drop database if exists ${name} with (force)`),
  }
}

/** Looks behind the program's back, past row-level security. */
export async function query<T extends object>(
  connectionString: string,
  sql: string,
  values: unknown[] = [],
): Promise<T[]> {
  const client = new pg.Client({ connectionString })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<T>(sql, values)).rows
  } finally {
    await client.end()
  }
}
