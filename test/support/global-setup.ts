import { chmod, mkdtemp, readFile, rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from '../../src/db/connection/migrate.js'
import { embeddedPaths, ensureEmbedded, stopEmbedded } from '../../src/db/embedded/embedded.js'
import { QUEUE_SCHEMA } from '../../src/jobs/connection.js'

declare module 'vitest' {
  interface ProvidedContext {
    /** A server on which tests make databases of their own, with the name of a migrated template. */
    server: string
    template: string
  }
}

/**
 * The PostgreSQL of DATABASE_URL, or an embedded one made for this test run. Nothing needs to be installed. The first
 * project that needs it starts it for all of them; projects are set up one after the other.
 */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const run = project.vitest.getRootProject()
  if (run.getProvidedContext().server) return undefined
  const given = process.env.DATABASE_URL
  // Temporary files of this process and of those that it starts.
  const scratch = await mkdtemp(join(await memoryFolder(), 'pressure-test-'))
  // Where root runs the tests, its servers belong to somebody else, who has to get there.
  await chmod(scratch, 0o755)
  process.env.TMPDIR = scratch
  const home = join(scratch, 'server')
  const server = given ?? (await ensureEmbedded({ home, idleSeconds: 3_600 })).connectionString
  if (!given) {
    // Nothing of a test outlives the machine; servers that tests kill are their own.
    await onServer(server, 'alter system set fsync = off')
    await onServer(server, 'alter system set autovacuum = off')
    await onServer(server, "alter system set max_wal_size = '256MB'")
    // To prove its password would slow every one of thousands of connections down.
    await writeFile(join(embeddedPaths({ home }).data, 'pg_hba.conf'), 'host all all 127.0.0.1/32 trust\n')
    await onServer(server, 'select pg_reload_conf()')
  }
  const template = `pt_template_${process.pid}`
  await onServer(server, `create database ${template}`)
  // Every start would make the queue's schema in its test's database, for more than the rest of the start costs.
  await migrate(at(server, template), { extraSchemas: [QUEUE_SCHEMA] })
  run.provide('server', server)
  run.provide('template', template)
  return async () => {
    await onServer(server, `drop database if exists ${template} with (force)`)
    if (!given) {
      await stopEmbedded({ home })
      await rm(embeddedPaths({ home }).folder, { recursive: true, force: true })
    }
    await rm(scratch, { recursive: true, force: true })
  }
}

/** What the databases of this test run may need at once. */
const ROOM_BYTES = 4 * 1024 ** 3

/**
 * Where temporary files cost least: hundreds of databases are made and dropped, and on a disk that is half of the
 * work. In memory where a program may be started from it and there is room, else the usual folder.
 */
async function memoryFolder(): Promise<string> {
  const folder = '/dev/shm'
  const mounts = await readFile('/proc/mounts', 'utf8').catch(() => '')
  const options =
    mounts
      .split('\n')
      .find((line) => line.split(' ')[1] === folder)
      ?.split(' ')[3] ?? 'noexec'
  if (process.env.TMPDIR || options.split(',').includes('noexec')) return tmpdir()
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize >= ROOM_BYTES ? folder : tmpdir()
}

export function at(server: string, database: string): string {
  const url = new URL(server)
  url.pathname = `/${database}`
  return url.href
}

export async function onServer(server: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: at(server, 'postgres') })
  client.on('error', () => {})
  await client.connect()
  await client.query(sql).finally(() => client.end())
}
