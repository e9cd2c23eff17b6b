import { readFile, stat } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import { MAX_STIMULUS, type StimulusSource } from '../domain/panel/stimulus.js'
import { refuse } from '../errors.js'
import { checkStimulusFile, isFileName, isMarkup } from '../ingest/check-stimulus-file.js'
import { isBareAddress } from '../ingest/links-in-text.js'
import { utf8Text, utf16 } from '../ingest/plain-text.js'
import { readInChildProcess, readWithin } from '../ingest/read-in-child-process.js'
import { DOCUMENT_LIMITS } from '../ingest/reader-process-limits.js'
import type { Piece } from '../service/requests/read-pieces.js'
import { readStimulus } from '../service/requests/stimulus.js'
import type { CliDeps } from './commands.js'
import type { Io } from './io.js'

/** As much as a page may have that a link leads to. */
const MAX_STDIN_BYTES = 5_000_000

/**
 * A piece of a proposition from an argument: `-` is standard input, the name of a file is that file, markup is a page, and
 * anything else is the text itself, or an address. Errors: `invalid_input` with one sentence.
 */
export async function pieceOf(argument: string, io: Io): Promise<Piece> {
  if (argument === '-') return standardInput(await readAll(io))
  if (isMarkup(argument)) return { name: 'text.html', bytes: Buffer.from(argument) }
  const file = await stat(argument).catch(() => null)
  if (!file) refuseOtherAddress(argument)
  if (!file) return looksLikeAPath(argument) ? refuse(`There is no file ${argument}.`) : { text: argument }
  if (file.isDirectory()) refuse(`${argument} is a folder; name a file inside it.`)
  checkStimulusFile(argument, file.size)
  return { name: basename(argument), bytes: await readFile(argument) }
}

/** A page is read as a file is, for its main content. */
const standardInput = async (bytes: Buffer): Promise<Piece> =>
  isMarkup(utf16(bytes) ?? bytes.toString())
    ? { name: 'standard input.html', bytes }
    : { text: await readInChildProcess('text', 'standard input', bytes, 'standard input') }

/**
 * The text of a piece, for commands that take no pictures; `sources`: what it was read from. Errors: `invalid_input`.
 */
export async function readPiece(
  { io, pricing }: Pick<CliDeps, 'io' | 'pricing'>,
  argument: string,
): Promise<{ text: string; sources?: StimulusSource[] }> {
  const piece = await pieceOf(argument, io)
  // The subject of a discussion may be a question.
  const read = await readStimulus(await pricing(), { attachments: [piece] }, 'subject')
  if (read === null) return { text: 'text' in piece ? piece.text : '' }
  if (read.pictures.length > 0) refuse(`${argument} is a picture; give the words on it as text.`)
  return { text: read.stimulus, sources: read.sources }
}

/** Refuses an address that is none of a page: “ftp://…”. */
function refuseOtherAddress(argument: string): void {
  const [, scheme = ''] = /^([a-z][a-z\d+.-]{1,20}):\/\/\S+$/i.exec(argument) ?? []
  if (scheme !== '' && !/^https?$/i.test(scheme))
    refuse(
      `${argument} is no address of a page: links begin with https:// or http://. Save what is there and give the file.`,
    )
}

/** Whether an argument looks like a path; a missing file must not be taken for a text. */
const looksLikeAPath = (argument: string): boolean =>
  !/\s/.test(argument) &&
  !/^https?:/i.test(argument) &&
  ((isFileName(argument) && !isBareAddress(argument)) || /^[./~]*\/|^[A-Za-z]:\\/.test(argument))

async function readAll(io: Io): Promise<Buffer> {
  if (io.stdinIsTerminal) io.err('Type the proposition, then Ctrl-D.\n')
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of io.stdin) {
    chunks.push(chunk)
    size += chunk.length
    if (size > MAX_STDIN_BYTES)
      refuse(
        `Standard input is too large; a proposition has at most ${MAX_STIMULUS.toLocaleString('en-US')} characters.`,
      )
  }
  return Buffer.concat(chunks)
}

/** Far above any file written by hand. */
const MAX_FILE_BYTES = 50 * 1024 * 1024

/** Whether an argument names a file rather than an id: the file exists, or the argument looks like a path. */
export async function isFile(argument: string, endings: readonly string[]): Promise<boolean> {
  const file = await stat(argument).catch(() => null)
  return file !== null || endings.includes(extname(argument).toLowerCase()) || /^[./~]*\/|^[A-Za-z]:\\/.test(argument)
}

/** Reads a text file named on the command line. Errors: `invalid_input` with one sentence. */
export async function readTextFile(path: string): Promise<string> {
  const file = await stat(path).catch(() => null)
  if (!file) return refuse(`There is no file ${path}.`)
  if (file.isDirectory()) return refuse(`${path} is a folder; name a file inside it.`)
  if (file.size > MAX_FILE_BYTES) return refuse(`${path} is too large (${Math.round(file.size / 1024 / 1024)} MB).`)
  const bytes = await readFile(path)
  if (bytes.includes(0)) return refuse(`${path} is not text; save it as UTF-8 text first.`)
  return utf8Text(bytes, path)
}

/**
 * Reads a JSON document named on the command line, in a process of its own. `mb`: the most megabytes it may have; `more`:
 * what to do with a larger one. Errors: `invalid_input` with one sentence.
 */
export async function readJsonFile(path: string, { mb, more }: { mb: number; more: string }): Promise<unknown> {
  const file = await stat(path).catch(() => null)
  if (!file) return refuse(`There is no file ${path}.`)
  if (!file.isFile()) return refuse(`${path} is no file; name one.`)
  if (file.size > mb * 1_000_000) return refuse(`${path} is larger than ${mb} MB; ${more}.`)
  return readWithin(DOCUMENT_LIMITS)('json', path, await readBytes(path), path)
}

const readBytes = (path: string): Promise<Buffer> =>
  readFile(path).catch((error: NodeJS.ErrnoException) => refuse(`${path} cannot be read (${error.code}).`))
