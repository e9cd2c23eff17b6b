import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { stopEmbedded } from './embedded.js'
import { type ClusterPaths, clusterPaths } from './paths.js'
import { isOurServer, type Postmaster, readPostmaster } from './postmaster.js'
import { newClient, WATCH_LOCK } from './probe.js'

// A process of its own: the server must outlive the process that started it, and PostgreSQL does not stop when idle.

/** The starter tries for as long; a server that comes up later gets its watchdog from its next user. */
const START_MS = 60_000

const USE = `
  select
    (select count(*) from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()) as users,
    (select coalesce(sum(sessions), 0) from pg_stat_database where datname <> 'postgres') as sessions_ever`

async function watch(paths: ClusterPaths, idleSeconds: number): Promise<void> {
  await waitForServer(paths)
  for (;;) {
    const client = await connectWhileAlive(paths)
    if (!client) return
    try {
      if (!(await takeLock(client))) return // another watchdog has it
      await becomeIdle(client, idleSeconds)
      say(`no user for ${idleSeconds} s: stopping the server`)
      return await stopEmbedded({ home: paths.home })
    } catch (error) {
      // After a crashed backend PostgreSQL drops all sessions and carries on: check again whether the server is still
      // there.
      say(`lost its session (${error instanceof Error ? error.message : error})`)
    } finally {
      await client.end().catch(() => {})
    }
    await sleep(200)
  }
}

const isAlive = (postmaster: Postmaster | null, paths: ClusterPaths): postmaster is Postmaster =>
  postmaster !== null && isOurServer(postmaster, paths)

async function waitForServer(paths: ClusterPaths): Promise<void> {
  for (const giveUpAt = Date.now() + START_MS; Date.now() < giveUpAt; await sleep(100)) {
    if (isAlive(readPostmaster(paths), paths)) return
  }
}

/** Connects to the server; null once the server is gone. */
async function connectWhileAlive(paths: ClusterPaths): Promise<pg.Client | null> {
  for (;;) {
    const postmaster = readPostmaster(paths)
    if (!isAlive(postmaster, paths)) return null
    if (postmaster.port !== null) {
      const client = newClient(paths, postmaster.port, 'postgres')
      try {
        await client.connect()
        return client
      } catch {
        await client.end().catch(() => {})
      }
    }
    await sleep(200)
  }
}

async function takeLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [WATCH_LOCK])
  return rows[0]?.mine === true
}

/**
 * Resolves after `idleSeconds` without connections; sessions too short to be seen are noticed by the session counter.
 */
async function becomeIdle(client: pg.Client, idleSeconds: number): Promise<void> {
  const lost = new AbortController()
  client.once('end', () => lost.abort())
  let sessionsBefore = ''
  let idleSince = Date.now()
  for (;;) {
    const { rows } = await client.query<{ users: string; sessions_ever: string }>(USE)
    const { users = '0', sessions_ever = '' } = rows[0] ?? {}
    if (users !== '0' || sessions_ever !== sessionsBefore) idleSince = Date.now()
    if (Date.now() - idleSince >= idleSeconds * 1_000) return
    sessionsBefore = sessions_ever
    await sleep(Math.min(3_000, idleSeconds * 250), undefined, { signal: lost.signal })
  }
}

const say = (text: string): void => console.error(`${new Date().toISOString()} watchdog ${process.pid}: ${text}`)

const [home = '', idleSeconds = '30'] = process.argv.slice(2)
await watch(clusterPaths(home), Number(idleSeconds))
