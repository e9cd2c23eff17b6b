import { constants } from 'node:fs'
import { open, writeFile } from 'node:fs/promises'
import { AppError, isAppError } from '../errors.js'

/**
 * Writes a file that only its owner can read. It does not follow a symbolic link, which somebody else may have placed
 * there. Errors: `invalid_input` where that is not possible.
 */
export async function writeOut(path: string, text: string | AsyncIterable<string>): Promise<void> {
  try {
    const { O_WRONLY, O_CREAT, O_TRUNC, O_NOFOLLOW = 0 } = constants
    const file = await open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, 0o600)
    try {
      await writeFile(file, text)
    } finally {
      await file.close()
    }
  } catch (error) {
    // The error comes from the source of the text.
    if (isAppError(error)) throw error
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    const why = code === 'ELOOP' ? 'it is a link to another file' : code
    throw new AppError('invalid_input', { problem: `${path} cannot be written (${why}); name another file.` })
  }
}
