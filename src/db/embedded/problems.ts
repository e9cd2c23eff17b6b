import { AppError } from '../../errors.js'

export const OR_DATABASE_URL = 'set DATABASE_URL to a PostgreSQL of yours'
const OTHER_HOME = `set PRESSURE_TEST_HOME to a folder you can write to, or DATABASE_URL to a PostgreSQL of yours`

/** The error of this folder, with one sentence for the user. */
export const unavailable = (problem: string, cause?: unknown): AppError =>
  new AppError('storage_unavailable', { problem }, { cause })

export const diskFull = (path: string, cause?: unknown): AppError =>
  unavailable(
    `The disk that holds ${path} is full; free some space (about 100 MB are needed), or set PRESSURE_TEST_HOME to a folder on another disk.`,
    cause,
  )

export const saysDiskFull = (text: string): boolean => /No space left on device|Disk quota exceeded/i.test(text)

/** Errno of a failed file operation, or undefined. */
export const errnoOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException | undefined)?.code

/** Maps a failed file operation to one sentence: why the path could not be used, and what to do about it. */
export function fileProblem(path: string, error: unknown): AppError {
  if (error instanceof AppError) return error
  const code = errnoOf(error)
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return diskFull(path, error)
    case 'EACCES':
    case 'EPERM':
      return unavailable(`Cannot write to ${path} (${code}); ${OTHER_HOME}.`, error)
    case 'EROFS':
      return unavailable(`Cannot write to ${path} (${code}): its disk is mounted read-only; ${OTHER_HOME}.`, error)
    case 'EISDIR':
      return unavailable(`${path} is a folder where a file is to be (${code}); move it away, or ${OTHER_HOME}.`, error)
    case 'ENOTDIR':
    case 'EEXIST':
      return unavailable(`${path} is not a folder and cannot become one (${code}); ${OTHER_HOME}.`, error)
    default:
      return unavailable(`Cannot use ${path} (${code ?? String(error)}); ${OTHER_HOME}.`, error)
  }
}

/** The last lines of a program's output, joined into one line. */
export const lastLines = (text: string, count: number): string =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .slice(-count)
    .join(' | ')
