import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { copyFolder, findPackage, usableBinaries, whereBinaries } from './binaries.js'
import { ensureCluster, requireMajor } from './cluster.js'
import { type ClusterPaths, clusterPaths, prepareHome, type ServerUser } from './paths.js'
import { probe } from './probe.js'
import { OR_DATABASE_URL, unavailable } from './problems.js'
import { startServer, stopServer } from './server.js'
import { serverUser } from './server-user.js'
import { startWatchdog, type Watchdog, watchdogScript } from './watch.js'

export type EmbeddedDatabase = {
  /** `postgres://pressure_test:<password>@127.0.0.1:<port>/pressure_test` */
  readonly connectionString: string
}

export type EmbeddedOptions = {
  /** Folder of the user's files; created if missing. */
  readonly home: string
  /**
   * Seconds without connections after which the server stops. Applies to a server that has no watchdog yet. Default 30.
   */
  readonly idleSeconds?: number
  /** Whether the data must be there already: data that were deleted are not replaced by an empty database. */
  readonly existing?: boolean
  /** Aborts the wait for the server; no server is started afterwards. */
  readonly signal?: AbortSignal
}

export type EmbeddedPaths = ClusterPaths & {
  /** Folder of PostgreSQL's programs (bin, lib, share); null where they are not installed. */
  readonly binaries: string | null
}

const IDLE_SECONDS = 30
const PATIENCE_MS = 60_000
const STOPPING_MS = 5_000

/**
 * Makes sure that the shared embedded PostgreSQL of this home is up: initialises, starts or joins it. The server
 * outlives the process that started it and stops after its last user; call again when connections die. It restarts on
 * the same port unless that was taken meanwhile. Errors: `storage_unavailable`.
 */
export async function ensureEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const paths = clusterPaths(options.home)
  const guard = guardOnce(paths, options.idleSeconds ?? IDLE_SECONDS)
  const startedAt = Date.now()
  for (;;) {
    if (options.existing) requireData(options)
    requireMajor(paths, findPackage().major)
    const reach = await probe(paths)
    options.signal?.throwIfAborted()
    if (reach.is === 'up') {
      if (!reach.watched) guard.ensure()
      return { connectionString: reach.connectionString }
    }
    const waited = Date.now() - startedAt
    const why = reach.is === 'down' ? await start(paths, guard) : reach.why
    if (why && waited > PATIENCE_MS) {
      throw unavailable(
        `The embedded PostgreSQL in ${paths.folder} did not come up in ${PATIENCE_MS / 1_000} s (${why}); see ${paths.log}, or ${OR_DATABASE_URL}.`,
      )
    }
    // A server asked to stop may wait for its sessions or hang: it can then be neither used nor replaced.
    if (reach.is === 'busy' && reach.stopping && waited > STOPPING_MS) await stopEmbedded(options)
    if (reach.is === 'busy') await sleep(50)
  }
}

/** Stops the embedded server of this home now, if it runs. Errors: `storage_unavailable`. */
export async function stopEmbedded(options: { home: string }): Promise<void> {
  const paths = clusterPaths(options.home)
  if (!existsSync(paths.data)) return
  const user = await serverUser(paths.data)
  await stopServer(paths, () => findBinaries(paths, user), user)
}

/** Says that there is no data folder, as after somebody deleted it; `null` where it is there. No full stop. */
export function missingData(options: { home: string }): string | null {
  const { data } = clusterPaths(options.home)
  return existsSync(data) ? null : `The data of the embedded PostgreSQL, ${data}, are gone`
}

/** For a process that has used the data: they do not come back by waiting. Errors: `storage_unavailable`. */
export function requireData(options: { home: string }): void {
  const missing = missingData(options)
  if (missing !== null)
    throw unavailable(`${missing}; put them back from a backup, or start again with an empty database.`)
}

/** Paths of the embedded database of this home, whether or not it exists. */
export function embeddedPaths(options: { home: string }): EmbeddedPaths {
  const paths = clusterPaths(options.home)
  return { ...paths, binaries: whereBinaries(paths.folder) }
}

type Guard = { ensure(): void; cancel(): void }

/** The watchdog of one call: at most one at a time, although starting the server can take several attempts. */
function guardOnce(paths: ClusterPaths, idleSeconds: number): Guard {
  const script = watchdogScript()
  let watchdog: Watchdog | undefined
  return {
    ensure: () => {
      if (!watchdog?.isRunning()) watchdog = startWatchdog(script, paths, idleSeconds)
    },
    cancel: () => watchdog?.cancel(),
  }
}

async function start(paths: ClusterPaths, guard: Guard): Promise<string | null> {
  await prepareHome(paths.home)
  const user = await serverUser(paths.data)
  const native = await findBinaries(paths, user)
  await ensureCluster(paths, native, user)
  // Before the server: this process may be killed between the two, and a server must not run without a watchdog.
  guard.ensure()
  try {
    return await startServer(paths, native, user)
  } catch (error) {
    guard.cancel()
    throw error
  }
}

function findBinaries(paths: ClusterPaths, user: ServerUser): Promise<string> {
  const pack = findPackage()
  return usableBinaries(pack.native, copyFolder(pack, paths.folder), user)
}
