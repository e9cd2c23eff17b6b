import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { access, chmod, chown, constants, link, readFile, rm, statfs, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { programIn } from './binaries.js'
import { buildWhole } from './build-whole.js'
import { type ClusterPaths, isRoot, makeFolder, reachableBy, type ServerUser, SYSTEM_FOLDER } from './paths.js'
import { errnoOf, fileProblem, homeFull, lastLines, OR_DATABASE_URL, saysDiskFull, unavailable } from './problems.js'
import { runProgram } from './run-program.js'

/** The superuser of the cluster and the name of the product's database in it. */
export const OWNER = 'pressure_test'
export const DATABASE = 'pressure_test'

/** Creates the data folder if there is none. Errors: `storage_unavailable`. */
export async function ensureCluster(paths: ClusterPaths, native: string, user: ServerUser): Promise<void> {
  await prepareFolder(paths, user)
  if (existsSync(paths.data)) return requirePassword(paths)
  await writePasswordOnce(paths, user)
  await buildWhole(paths.data, (partial) => initialise(partial, paths, native, user))
}

/**
 * Rejects data of another major version, which cannot be opened; the error says how to move it. Errors:
 * `storage_unavailable`.
 */
export function requireMajor(paths: ClusterPaths, major: string): void {
  let found: string
  try {
    found = readFileSync(join(paths.data, 'PG_VERSION'), 'utf8').trim()
  } catch (error) {
    if (errnoOf(error) === 'ENOENT' && !existsSync(paths.data)) return // not made yet
    if (errnoOf(error) === 'ENOTDIR') return // prepareHome reports this
    throw unreadable(paths, error)
  }
  if (found === major) return
  throw unavailable(
    `The data in ${paths.data} was written by PostgreSQL ${found} and this program brings PostgreSQL ${major}; move it over as docs/upgrade-embedded-postgres.md says (dump with ${found}, restore into ${major}), or set PRESSURE_TEST_HOME to a new folder.`,
  )
}

const unreadable = (paths: ClusterPaths, error: unknown): Error =>
  unavailable(
    `The embedded database in ${paths.folder} cannot be read (${errnoOf(error)}): it may belong to another user; run as that user, set PRESSURE_TEST_HOME to a folder of yours, or ${OR_DATABASE_URL}.`,
    error,
  )

async function prepareFolder(paths: ClusterPaths, user: ServerUser): Promise<void> {
  try {
    const isNew = (await makeFolder(paths.folder, 0o700)) !== undefined
    if (isRoot() && dirname(paths.folder) === SYSTEM_FOLDER) await chmod(SYSTEM_FOLDER, 0o755) // whatever the umask
    if (user && (isNew || !existsSync(paths.data))) await giveTo(user, paths.folder)
    await requireWritable(paths)
  } catch (error) {
    throw fileProblem(paths.folder, error)
  }
  if (user && !reachableBy(dirname(paths.folder), user)) {
    throw unavailable(
      `The user that PostgreSQL runs as (uid ${user.uid}) cannot reach ${paths.folder}; give the folders above it mode o+x, or set PRESSURE_TEST_HOME to another folder.`,
    )
  }
}

/** The server and its log say little where they cannot write. Errors: `storage_unavailable`. */
async function requireWritable({ folder, data, log }: ClusterPaths): Promise<void> {
  for (const path of [folder, data, log].filter((path) => existsSync(path))) {
    await access(path, constants.W_OK).catch((error) => {
      throw fileProblem(path, error)
    })
  }
}

async function giveTo(user: NonNullable<ServerUser>, path: string): Promise<void> {
  await chown(path, user.uid, user.gid).catch((error) => {
    throw unavailable(
      `PostgreSQL does not run as root, and this process may not give ${path} to user ${user.uid} (${errnoOf(error)}); start it as an ordinary user, or ${OR_DATABASE_URL}.`,
      error,
    )
  })
}

/**
 * The password is written in full and only then linked to its name: starters that race all read the same complete
 * password.
 */
async function writePasswordOnce(paths: ClusterPaths, user: ServerUser): Promise<void> {
  const partial = `${paths.password}.${randomBytes(4).toString('hex')}`
  try {
    if (existsSync(paths.password)) return
    await writeFile(partial, randomBytes(24).toString('base64url'), { flag: 'wx', mode: 0o600 })
    if (user) await giveTo(user, partial)
    await link(partial, paths.password)
  } catch (error) {
    if (errnoOf(error) !== 'EEXIST') throw fileProblem(paths.password, error)
  } finally {
    await rm(partial, { force: true })
  }
}

async function requirePassword(paths: ClusterPaths): Promise<void> {
  const lacking = (what: string, error?: unknown) =>
    unavailable(
      `The password of the embedded database, ${paths.password}, is ${what}; put it back from a backup, or set PRESSURE_TEST_HOME to a new folder.`,
      error,
    )
  const password = await readFile(paths.password, 'utf8').catch((error: unknown) => {
    throw errnoOf(error) === 'ENOENT' ? lacking('missing', error) : unreadable(paths, error)
  })
  if (password.trim() === '') throw lacking('empty')
}

async function initialise(partial: string, paths: ClusterPaths, native: string, user: ServerUser): Promise<void> {
  const { code, output } = await runProgram(
    programIn(native, 'initdb'),
    [
      ...['-D', partial, '-U', OWNER, `--pwfile=${paths.password}`, '--auth=scram-sha-256'],
      ...['--encoding=UTF8', '--locale=C', '--no-sync', '--no-instructions'],
    ],
    { user },
  )
  if (code === 0) return
  if (saysDiskFull(output) || (await isTooSmall(paths.folder))) throw homeFull(paths.folder)
  throw unavailable(`The embedded PostgreSQL could not be initialised in ${paths.folder}: ${lastLines(output, 4)}`)
}

/**
 * Bytes that `initdb` writes. After a failure its folder is gone and its output may only report a crash, so free space
 * is checked.
 */
const CLUSTER_BYTES = 48_000_000

async function isTooSmall(folder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize < CLUSTER_BYTES
}
