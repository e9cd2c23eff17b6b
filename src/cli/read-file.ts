import { readFile, stat } from 'node:fs/promises'
import { extname } from 'node:path'
import { MAX_STIMULUS } from '../domain/stimulus.js'
import { refuse } from '../errors.js'
import { utf8Text } from '../ingest/plain-text.js'
import { readApart } from '../ingest/read-apart.js'
import type { Io } from './io.js'

const READABLE = ['.txt', '.md', '.html', '.htm']
/** HTML shrinks to its text; a file this much larger than the limit will not. */
const MAX_STIMULUS_BYTES = MAX_STIMULUS * 50

/**
 * The proposition named on the command line: `-` is standard input, the name of a file its text, anything else the
 * text itself. Errors: `invalid_input` with one sentence.
 */
export async function readStimulus(argument: string, io: Io): Promise<string> {
  if (argument === '-') return readApart('text', 'standard input', await readAll(io), 'standard input')
  const file = await stat(argument).catch(() => null)
  if (!file) return looksLikeAPath(argument) ? refuse(`There is no file ${argument}.`) : argument
  if (file.isDirectory()) refuse(`${argument} is a folder; name a file inside it.`)
  const extension = extname(argument).toLowerCase()
  if (!READABLE.includes(extension)) refuse(`${argument} is not one of ${READABLE.join(', ')}; save it as text first.`)
  if (file.size > MAX_STIMULUS_BYTES)
    refuse(
      `${argument} is too large (${Math.round(file.size / 1024)} kB); a proposition has at most ${MAX_STIMULUS.toLocaleString('en-US')} characters.`,
    )
  return readApart('text', argument, await readFile(argument), argument)
}

/** A missing file must not be taken for a text. */
const looksLikeAPath = (argument: string): boolean =>
  !/\s/.test(argument) &&
  (READABLE.includes(extname(argument).toLowerCase()) || /^[./~]*\/|^[A-Za-z]:\\/.test(argument))

async function readAll(io: Io): Promise<Buffer> {
  if (io.stdinIsTerminal) io.err('Type the proposition, then Ctrl-D.\n')
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of io.stdin) {
    chunks.push(chunk)
    size += chunk.length
    if (size > MAX_STIMULUS_BYTES)
      refuse(
        `Standard input is too large; a proposition has at most ${MAX_STIMULUS.toLocaleString('en-US')} characters.`,
      )
  }
  return Buffer.concat(chunks)
}

/** Far above any file that a person writes. */
const MAX_FILE_BYTES = 50 * 1024 * 1024

/** Whether an argument names a file rather than something by its id: it is there, or it looks as if it should be. */
export async function isFile(argument: string, endings: readonly string[]): Promise<boolean> {
  const file = await stat(argument).catch(() => null)
  return file !== null || endings.includes(extname(argument).toLowerCase()) || /^[./~]*\/|^[A-Za-z]:\\/.test(argument)
}

/** A text file named on the command line. Errors: `invalid_input` with one sentence. */
export async function readTextFile(path: string): Promise<string> {
  const file = await stat(path).catch(() => null)
  if (!file) return refuse(`There is no file ${path}.`)
  if (file.isDirectory()) return refuse(`${path} is a folder; name a file inside it.`)
  if (file.size > MAX_FILE_BYTES) return refuse(`${path} is too large (${Math.round(file.size / 1024 / 1024)} MB).`)
  const bytes = await readFile(path)
  if (bytes.includes(0)) return refuse(`${path} is not text; save it as UTF-8 text first.`)
  return utf8Text(bytes, path)
}
