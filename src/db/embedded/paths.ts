import { createHash } from 'node:crypto'
import { accessSync, constants, statSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { AppError } from '../../errors.js'

/** Where root keeps an embedded database that its server's user could not reach otherwise. */
const SYSTEM_FOLDER = '/var/lib/pressure-test'

export type EmbeddedPaths = {
  /** Holds everything below. */
  readonly folder: string
  readonly data: string
  /** The server's own messages. */
  readonly log: string
  /** Password of the database's owner, mode 0600. */
  readonly password: string
}

export const isRoot = (): boolean => process.getuid?.() === 0

/** Whether users other than the owner can walk down to this path. */
export function reachableByOthers(path: string): boolean {
  for (let at = resolve(path); ; at = dirname(at)) {
    const stat = statSync(at, { throwIfNoEntry: false })
    if (stat && (stat.mode & 0o001) === 0) return false
    if (at === dirname(at)) return true
  }
}

/** Where the embedded database of this home keeps its files. Root's server runs as another user and needs a place it can reach. */
export function embeddedPaths({ home }: { home: string }): EmbeddedPaths {
  const hidden = isRoot() && !reachableByOthers(home)
  const hash = createHash('sha256').update(resolve(home)).digest('hex').slice(0, 12)
  const folder = hidden ? join(SYSTEM_FOLDER, hash) : join(resolve(home), 'postgres')
  return { folder, data: join(folder, 'data'), log: join(folder, 'server.log'), password: join(folder, 'password') }
}

/** Makes the home, or says in one sentence why it cannot be used. */
export async function prepareHome(home: string): Promise<void> {
  try {
    await mkdir(home, { recursive: true, mode: isRoot() ? 0o755 : 0o700 })
    accessSync(home, constants.W_OK | constants.X_OK)
    if (!statSync(home).isDirectory()) throw new Error('not a folder')
  } catch (error) {
    throw folderError(home, error)
  }
}

/** The sentence for a folder that cannot be written, with what to do about it. */
export function folderError(path: string, error: unknown): AppError {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC') return diskFull(path)
  return new AppError(
    'storage_unavailable',
    {
      problem: `Cannot write to ${path} (${code ?? message}); set PRESSURE_TEST_HOME to a folder you can write to, or DATABASE_URL to a PostgreSQL of yours.`,
    },
    { cause: error },
  )
}

export const diskFull = (path: string): AppError =>
  new AppError('storage_unavailable', {
    problem: `The disk that holds ${path} is full; free some space (about 100 MB are needed), or set PRESSURE_TEST_HOME to another disk.`,
  })
