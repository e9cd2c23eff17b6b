import { diskFull, HOME_FOLDER, unwritable } from '../../domain/text/unwritable.js'
import { AppError } from '../../errors.js'

export const OR_DATABASE_URL = 'set DATABASE_URL to a PostgreSQL of yours'
const HOME = { ...HOME_FOLDER, also: `, or ${OR_DATABASE_URL}`, space: 'about 100 MB' }

/** The error of this folder, with one sentence for the user. */
export const unavailable = (problem: string, cause?: unknown): AppError =>
  new AppError('storage_unavailable', { problem }, { cause })

export const homeFull = (path: string, cause?: unknown): AppError => diskFull({ path, ...HOME }, cause)

export const saysDiskFull = (text: string): boolean => /No space left on device|Disk quota exceeded/i.test(text)

/** Errno of a failed file operation, or undefined. */
export const errnoOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException | undefined)?.code

/** Maps a failed file operation to one sentence: why the path could not be used, and what to do about it. */
export function fileProblem(path: string, error: unknown): AppError {
  if (errnoOf(error) !== 'EISDIR') return unwritable(error, { path, ...HOME })
  return unavailable(
    `${path} is a folder where a file is to be (EISDIR); move it away, or ${HOME.remedy} without it.`,
    error,
  )
}

/** The last lines of a program's output, joined into one line. */
export const lastLines = (text: string, count: number): string =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .slice(-count)
    .join(' | ')
