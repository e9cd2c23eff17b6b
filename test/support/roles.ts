import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import { migrate } from '../../src/db/connection/migrate.js'
import { query } from './database.js'
import { at, onServer } from './global-setup.js'

/** Takes what is to be undone when a test, or a file, is over; the last thing first. */
type Later = (undo: () => Promise<void>) => void

/** The name of a role of this test's own, gone after it with everything that was granted to it in `databases`. */
export async function makeRole(
  rights: string,
  databases: readonly string[] = [],
  later: Later = onTestFinished,
): Promise<string> {
  const role = `pt_role_${process.pid}_${randomBytes(4).toString('hex')}`
  await onServer(inject('server'), `create role ${role} ${rights}`)
  later(async () => {
    for (const database of databases) await asLogin(database, null, `drop owned by ${role}`).catch(() => {})
    await onServer(inject('server'), `drop role if exists ${role}`)
  })
  return role
}

/** An empty database of a test's own that belongs to `owner`; gives its address as the server's superuser. */
export async function emptyDatabase(owner?: string, later: Later = onTestFinished): Promise<string> {
  const name = `pt_own_${process.pid}_${randomBytes(4).toString('hex')}`
  await onServer(inject('server'), `create database ${name} ${owner ? `owner ${owner}` : ''}`)
  later(() => onServer(inject('server'), `drop database if exists ${name} with (force)`))
  return at(inject('server'), name)
}

/** The address of a database for another login. The tests' server asks nobody for a password. */
export function asUser(url: string, user: string): string {
  const address = new URL(url)
  address.username = user
  address.password = 'unused'
  return address.href
}

/** What statements give in one session of a login (`null`: the superuser), or how the last of them was refused. */
export async function asLogin(url: string, user: string | null, ...statements: string[]): Promise<string> {
  const client = new pg.Client({ connectionString: user === null ? url : asUser(url, user) })
  client.on('error', () => {})
  await client.connect()
  try {
    let last = ''
    for (const statement of statements) {
      const result = await client.query({ text: statement, rowMode: 'array' })
      last = [result].flat().at(-1)?.rows.flat().join(' ') ?? ''
    }
    return last
  } catch (error) {
    return (error as Error).message
  } finally {
    await client.end()
  }
}

export type Owner = { readonly kind: string; readonly rights: string }
/** Who a database may belong to. */
export const OWNERS: readonly Owner[] = [
  { kind: 'a superuser', rights: 'superuser login' },
  { kind: 'an owner who may make roles', rights: 'createrole login' },
  { kind: 'an owner who may not', rights: 'login' },
]

/** `url` is the owner's, `root` the superuser's. */
export type OwnedDatabase = { readonly url: string; readonly root: string }

/** A migrated database that belongs to a login with these rights. */
export async function ownedDatabase({ rights }: Owner, later: Later): Promise<OwnedDatabase> {
  const owner = await makeRole(rights, [], later)
  const [made] = await query<{ oid: number }>(inject('server'), `select oid from pg_roles where rolname = '${owner}'`)
  later(() => onServer(inject('server'), `drop role if exists pressure_test_app_${made?.oid}`))
  const root = await emptyDatabase(owner, later)
  const url = asUser(root, owner)
  await migrate(url)
  return { url, root }
}
