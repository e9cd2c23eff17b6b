import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { embeddedPaths, ensureEmbedded, stopEmbedded } from '../../src/db/embedded/embedded.js'
import { migrate } from '../../src/db/migrate.js'

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
  const home = await mkdtemp(join(tmpdir(), 'pressure-test-'))
  const server = given ?? (await ensureEmbedded({ home, idleSeconds: 3_600 })).connectionString
  if (!given) {
    // Nothing of a test outlives the machine; servers that tests kill are their own.
    await onServer(server, 'alter system set fsync = off')
    await onServer(server, 'alter system set autovacuum = off')
    await onServer(server, 'select pg_reload_conf()')
    // Its password is random; what slows guessing down would slow every connection of every test down.
    const { password } = new URL(server)
    await onServer(server, `set scram_iterations = 1; alter role current_user password '${password}'`)
  }
  const template = `pt_template_${process.pid}`
  await onServer(server, `create database ${template}`)
  await migrate(at(server, template))
  run.provide('server', server)
  run.provide('template', template)
  return async () => {
    await onServer(server, `drop database if exists ${template} with (force)`)
    if (!given) {
      await stopEmbedded({ home })
      await rm(embeddedPaths({ home }).folder, { recursive: true, force: true })
    }
    await rm(home, { recursive: true, force: true })
  }
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
