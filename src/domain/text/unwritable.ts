import { AppError } from '../../errors.js'

/** A path that cannot be written. */
export type WrittenPath = {
  readonly path: string
  /** How another one is named, such as "name a file", and what else helps. */
  readonly remedy: string
  readonly also?: string
  /** Space that is needed, in words. */
  readonly space?: string
  /** Error code where it is up to who named the path. */
  readonly code: 'invalid_input' | 'configuration' | 'storage_unavailable'
}

/** The folder of reports, as the configuration names it. */
export const REPORTS_FOLDER = { remedy: 'set REPORTS_OUTPUT_DIR to a folder', code: 'configuration' } as const

/** The folder of everything else that a process keeps. */
export const HOME_FOLDER = { remedy: 'set PRESSURE_TEST_HOME to a folder', code: 'storage_unavailable' } as const

/** Codes of a full disk and of a spent quota. */
const OUT_OF_SPACE = ['ENOSPC', 'EDQUOT']

const FAULTS: Readonly<Record<string, string>> = {
  EACCES: 'this user may not',
  EPERM: 'this user may not',
  EROFS: 'its disk is mounted read-only',
  ENOENT: 'its folder does not exist',
  EISDIR: 'it is a folder where a file is to be',
  ENOTDIR: 'there is a file where a folder is to be',
  EEXIST: 'there is a file where a folder is to be',
  ELOOP: 'it is a link to another file',
  ENAMETOOLONG: 'its name is too long',
}

/**
 * A failed file operation as one sentence: why the path cannot be written, and what to do about it. A full disk is
 * nobody's mistake and is `storage_unavailable`.
 */
export function unwritable(error: unknown, written: WrittenPath): AppError {
  if (error instanceof AppError) return error
  const { path, remedy, also = '', code } = written
  const errno = (error as NodeJS.ErrnoException | undefined)?.code ?? String(error)
  if (OUT_OF_SPACE.includes(errno)) return diskFull(written, error)
  const fault = FAULTS[errno] === undefined ? '' : `: ${FAULTS[errno]}`
  const problem = `Cannot write to ${path} (${errno})${fault}; ${remedy} you may write to${also}.`
  return new AppError(code, { problem }, { cause: error })
}

export function diskFull({ path, remedy, also = '', space }: WrittenPath, cause: unknown): AppError {
  const room = space === undefined ? '' : ` (${space} are needed)`
  const problem = `The disk that holds ${path} is full; free some space${room}, or ${remedy} on another disk${also}.`
  return new AppError('storage_unavailable', { problem }, { cause })
}
