import { createHash } from 'node:crypto'
import { existsSync, realpathSync, type Stats, statSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { fileProblem, unavailable } from './problems.js'

/** Where root keeps files that the server's user could not reach otherwise. */
export const SYSTEM_FOLDER = '/var/lib/pressure-test'

/** The user that the server runs as; null: this process's own user. */
export type ServerUser = { readonly uid: number; readonly gid: number } | null

export type ClusterPaths = {
  readonly home: string
  /** Holds everything below; owned by the user that the server runs as. */
  readonly folder: string
  readonly data: string
  /** Log file of the server. */
  readonly log: string
  readonly watchdogLog: string
  /** Password of the database's owner, mode 0600. */
  readonly password: string
}

export const isRoot = (): boolean => process.getuid?.() === 0

/** Whether the mode bits let this user (null: any user) execute or enter `path` and every folder above it. */
export function reachableBy(path: string, user: ServerUser): boolean {
  for (let at = resolve(path); ; at = dirname(at)) {
    const stat = statSync(at, { throwIfNoEntry: false })
    if (stat && (stat.mode & bitFor(stat, user)) === 0) return false
    if (at === dirname(at)) return true
  }
}

function bitFor(stat: Stats, user: ServerUser): number {
  if (user?.uid === stat.uid) return 0o100
  return user?.gid === stat.gid ? 0o010 : 0o001
}

/** Paths of the embedded database of this home. Existing data keeps its place. */
export function clusterPaths(givenHome: string): ClusterPaths {
  const home = canonical(resolve(givenHome))
  const near = join(home, 'postgres')
  const hash = createHash('sha256').update(home).digest('hex').slice(0, 12)
  const folder = isRoot() ? folderForRoot(near, join(SYSTEM_FOLDER, hash), home) : near
  return {
    home,
    folder,
    data: join(folder, 'data'),
    log: join(folder, 'server.log'),
    watchdogLog: join(folder, 'watchdog.log'),
    password: join(folder, 'password'),
  }
}

function folderForRoot(near: string, far: string, home: string): string {
  if (existsSync(join(near, 'data'))) return near
  if (existsSync(join(far, 'data'))) return far
  return isReachableHome(home) ? near : far
}

function isReachableHome(home: string): boolean {
  try {
    return reachableBy(home, null)
  } catch {
    return true // a file in the path: prepareHome reports it
  }
}

/** The canonical path of a folder, also through links and before it exists: all processes must agree on it. */
function canonical(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path === dirname(path) ? path : join(canonical(dirname(path)), basename(path))
  }
}

/** Creates the home folder. Errors: `storage_unavailable`, with one sentence that says why it cannot be used. */
export async function prepareHome(home: string): Promise<void> {
  // pg_ctl starts the server through a shell and puts the path between double quotes.
  if (process.platform !== 'win32' && /["$`\\\n]/.test(home)) {
    throw unavailable(
      `PostgreSQL cannot be started in ${home}: the path holds one of " $ \` \\; set PRESSURE_TEST_HOME to another folder.`,
    )
  }
  try {
    await makeFolder(home, isRoot() ? 0o755 : 0o700)
  } catch (error) {
    throw fileProblem(home, error)
  }
}

/**
 * Makes a folder and those above it; returns the first folder that was made, if any. Where nothing can be written Node
 * reports `ENOENT` for a recursive call; making the first missing folder alone gives the real error.
 */
export async function makeFolder(folder: string, mode: number): Promise<string | undefined> {
  try {
    return await mkdir(folder, { recursive: true, mode })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    let missing = resolve(folder)
    while (!existsSync(dirname(missing))) missing = dirname(missing)
    await mkdir(missing, { mode })
    throw error
  }
}
