import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { AppError, isAppError } from '../../errors.js'
import { type Binaries, findBinaries } from './binaries.js'
import { DATABASE, initialise, OWNER, runningPort, StartFailed, startServer, stopServer } from './cluster.js'
import { embeddedPaths, type EmbeddedPaths, prepareHome } from './paths.js'
import { serverUser, type ServerUser } from './server-user.js'
import { keepWatch } from './watch.js'

export type EmbeddedOptions = {
  readonly home: string
  /** Seconds without any user after which the server stops. */
  readonly idleSeconds?: number
}

const IDLE_SECONDS = 30
const MOST_TRIES = 20

/**
 * Makes sure that the shared embedded PostgreSQL of this home is up: initialises, starts or joins it. Independent of
 * who started it; stops by itself after its last user. Call again when its connections die. Errors: `storage_unavailable`.
 */
export async function ensureEmbedded(options: EmbeddedOptions): Promise<{ connectionString: string }> {
  const paths = embeddedPaths(options)
  const joined = await join(paths)
  if (!joined) await prepareHome(options.home)
  const connectionString = joined ?? (await start(paths, serverUser()))
  await keepWatch({ home: options.home, connectionString, idleSeconds: options.idleSeconds ?? IDLE_SECONDS })
  return { connectionString }
}

/** Stops the embedded server of this home now. */
export async function stopEmbedded(options: EmbeddedOptions): Promise<void> {
  const paths = embeddedPaths(options)
  await stopServer(paths, await findBinaries(paths.folder), serverUser())
}

/** The address of a server that is up and answers, or null. */
async function join(paths: EmbeddedPaths): Promise<string | null> {
  const port = await runningPort(paths)
  const password = await readFile(paths.password, 'utf8').catch(() => null)
  if (port === null || password === null) return null
  const address = (database: string) => `postgres://${OWNER}:${password}@127.0.0.1:${port}/${database}`
  try {
    await createDatabase(address('postgres'))
    return address(DATABASE)
  } catch {
    return null // starting, stopping, or gone without removing its pid file
  }
}

async function start(paths: EmbeddedPaths, user: ServerUser): Promise<string> {
  const binaries = await findBinaries(paths.folder)
  await initialise(paths, binaries, user)
  let reason = ''
  for (let attempt = 0; attempt < MOST_TRIES; attempt++) {
    reason = (await tryStart(paths, binaries, user)) ?? ''
    const address = await join(paths)
    if (address) return address
    await sleep(100 + 50 * attempt)
  }
  throw new AppError('storage_unavailable', {
    problem: `The embedded PostgreSQL in ${paths.folder} does not start: ${reason || 'no reason given'}. Its log is ${paths.log}; DATABASE_URL can name another PostgreSQL.`,
  })
}

async function tryStart(paths: EmbeddedPaths, binaries: Binaries, user: ServerUser): Promise<string | null> {
  try {
    await startServer(paths, binaries, user)
    return null
  } catch (error) {
    if (error instanceof StartFailed) return error.message
    if (isAppError(error)) throw error
    return String(error)
  }
}

async function createDatabase(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 3_000 })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE])
    if (!rowCount) await client.query(`create database ${DATABASE}`)
  } catch (error) {
    if (!/already exists|duplicate key/.test(String(error))) throw error
  } finally {
    await client.end()
  }
}
