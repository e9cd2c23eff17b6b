import { randomUUID } from 'node:crypto'
import { constants, type Stats } from 'node:fs'
import { access, type FileHandle, lstat, open, rename, rm } from 'node:fs/promises'
import { unwritable, type WrittenPath } from '../domain/text/unwritable.js'

type Text = string | AsyncIterable<string>
/** How a path was named, for the sentence that says why it cannot be written. */
type Named = Omit<WrittenPath, 'path'>
export const NAMED_FILE: Named = { remedy: 'name a file', code: 'invalid_input' }

/**
 * Writes a file that only its owner can read. It is replaced whole or not at all; a device or pipe is written into. A
 * symbolic link, which somebody else may have placed there, is not followed. Errors: `storage_unavailable` for a full
 * disk, else the code of `named`.
 */
export async function writeOut(path: string, text: Text, named: Named = NAMED_FILE): Promise<void> {
  const attempt = attemptAt({ path, ...named })
  const found = await attempt(() => existing(path))
  if (found?.isSymbolicLink()) await attempt(() => Promise.reject(Object.assign(new Error(), { code: 'ELOOP' })))
  if (found !== null && !found.isFile()) {
    const { O_WRONLY, O_NOFOLLOW = 0 } = constants
    return fill(await attempt(() => open(path, O_WRONLY | O_NOFOLLOW)), text, attempt)
  }
  if (found !== null) await attempt(() => access(path, constants.W_OK))
  const draft = `${path}.${randomUUID()}.tmp`
  try {
    await fill(await attempt(() => open(draft, 'wx', 0o600)), text, attempt)
    await attempt(() => rename(draft, path))
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {})
    throw error
  }
}

/** As `writeOut`, for a path where nothing is yet. Returns whether there was nothing. */
export async function writeNew(path: string, text: Text): Promise<boolean> {
  const attempt = attemptAt({ path, ...NAMED_FILE })
  if ((await attempt(() => existing(path))) !== null) return false
  const file = await attempt(() => open(path, 'wx', 0o600))
  try {
    await fill(file, text, attempt)
  } catch (error) {
    await rm(path, { force: true }).catch(() => {})
    throw error
  }
  return true
}

type Attempt = <T>(work: () => Promise<T>) => Promise<T>

const attemptAt =
  (written: WrittenPath): Attempt =>
  async (work) => {
    try {
      return await work()
    } catch (error) {
      throw unwritable(error, written)
    }
  }

async function existing(path: string): Promise<Stats | null> {
  try {
    return await lstat(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** An error of the text's source stays as it is. */
async function fill(file: FileHandle, text: Text, attempt: Attempt): Promise<void> {
  try {
    if (typeof text === 'string') await attempt(() => file.writeFile(text))
    else for await (const part of text) await attempt(() => file.writeFile(part))
  } finally {
    await file.close()
  }
}
