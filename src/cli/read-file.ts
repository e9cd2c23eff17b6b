import { readFile, stat } from 'node:fs/promises'
import { extname } from 'node:path'
import { refuse } from '../errors.js'
import { utf8Text } from '../ingest/plain-text.js'

/** Larger than anything a person would hand in. */
const MOST_BYTES = 50 * 1024 * 1024

/** Whether an argument names a file rather than something by its id: it is there, or it looks as if it should be. */
export async function isFile(argument: string, endings: readonly string[]): Promise<boolean> {
  const found = await stat(argument).catch(() => null)
  return found !== null || endings.includes(extname(argument).toLowerCase()) || /^[./~]*\/|^[A-Za-z]:\\/.test(argument)
}

/** A text file named on the command line. Errors: `invalid_input` with one sentence. */
export async function readTextFile(path: string): Promise<string> {
  const found = await stat(path).catch(() => null)
  if (!found) return refuse(`There is no file ${path}.`)
  if (found.isDirectory()) return refuse(`${path} is a folder; name a file inside it.`)
  if (found.size > MOST_BYTES) return refuse(`${path} is too large (${Math.round(found.size / 1024 / 1024)} MB).`)
  const bytes = await readFile(path)
  if (bytes.includes(0)) return refuse(`${path} is not text; save it as UTF-8 text first.`)
  return utf8Text(bytes, path)
}
