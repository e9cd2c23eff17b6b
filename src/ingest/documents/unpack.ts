import { Unzip, UnzipInflate } from 'fflate'
import { SaxesParser } from 'saxes'
import { refuse } from '../../errors.js'

const MAX_TEXT_MB = 20
const MAX_ENTRIES = 2_000
/** Deflate expands at most 1,032 times, so a single unpacked piece stays below the limit of the text. */
const PIECE_BYTES = 16_384

type Part = { readonly pieces: Uint8Array[]; complete: boolean }

/**
 * The wanted parts of an office document as text, by name. No other part is unpacked, and declared sizes are not
 * trusted. Errors: `invalid_input` where the parts unpack to too much; any other error for an archive that ends inside
 * a wanted part.
 */
export function unpackParts(bytes: Buffer, name: string, isWanted: (part: string) => boolean): Map<string, string> {
  const parts = new Map<string, Part>()
  let entries = 0
  let size = 0
  const archive = new Unzip((entry) => {
    entries += 1
    if (entries > MAX_ENTRIES)
      refuse(`${name} has more than ${MAX_ENTRIES.toLocaleString('en-US')} parts; a document has a few dozen.`)
    if (parts.has(entry.name) || !isWanted(entry.name)) return
    const part: Part = { pieces: [], complete: false }
    parts.set(entry.name, part)
    entry.ondata = (error, piece, last) => {
      if (error) throw error
      size += piece.length
      if (size > MAX_TEXT_MB * 1_000_000)
        refuse(`${name} would unpack to more than ${MAX_TEXT_MB} MB of text, which no document does.`)
      part.pieces.push(piece)
      part.complete = last
    }
    entry.start()
  })
  archive.register(UnzipInflate)
  for (let at = 0; at < bytes.length; at += PIECE_BYTES)
    archive.push(bytes.subarray(at, at + PIECE_BYTES), at + PIECE_BYTES >= bytes.length)
  return new Map(
    [...parts].map(([part, { pieces, complete }]) => {
      if (!complete) throw new Error('the archive ends inside its text')
      return [part, Buffer.concat(pieces).toString('utf8')]
    }),
  )
}

/** A parser for an XML part that throws at the first mistake in it. */
export function strictParser(): SaxesParser {
  const parser = new SaxesParser()
  parser.on('error', (error) => {
    throw error
  })
  return parser
}
