import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import {
  LINK_NOT_READ,
  MAX_PICTURES,
  type Picture,
  pictureTokens,
  placeOfPicture,
  REQUEST_NOT_SHOWN,
  type StimulusSource,
  wordCount,
} from '../../domain/panel/stimulus.js'
import { withoutHidden } from '../../domain/text/hidden-characters.js'
import { refuse } from '../../errors.js'
import {
  checkStimulusFile,
  type FileReading,
  isPictureName,
  PICTURE_ENDINGS,
} from '../../ingest/check-stimulus-file.js'
import { linksOf } from '../../ingest/links-in-text.js'
import { childReaderFor } from '../../ingest/read-in-child-process.js'
import type { Context } from '../context.js'
import { documentAt } from './linked-document.js'

/** A piece of a proposition as it was given. */
export type Piece =
  | { readonly text: string }
  | { readonly link: string }
  | { readonly name: string; readonly bytes: Uint8Array }

/** A stored file, whose bytes are got when it is read. */
export type StoredPiece = { readonly name: string; readonly load: () => Promise<Uint8Array> }

/** A piece as a request names it: also a file that was uploaded before, as `upload:<id>`. */
export type Attachment = Piece | { readonly upload: string }

/** The part of a context that reading needs; it needs no database. */
export type ReadingContext = Pick<Context, 'fetchPage' | 'seesPictures' | 'grant'> & {
  readonly actor: Pick<Context['actor'], 'workspace_id'>
}

/** A piece of what was brought, as it was read. */
export type PieceReading = {
  readonly source: StimulusSource
  readonly text: string
  readonly picture?: Picture
  /** It asks for the test, and the panel is not shown it. */
  readonly isRequest?: true
}

/** Most megabytes of all pictures of one run, as each person is shown them. */
const MAX_PICTURES_MB = 5

/** A typed text. */
export const readingOfText = (text: string): PieceReading => ({ source: sourceOf('text', '', text, text), text })

/** A request, which is listed among the sources and not shown. */
export const readingOfRequest = (text: string): PieceReading => ({
  source: sourceOf('text', REQUEST_NOT_SHOWN, text, text),
  text,
  isRequest: true,
})

/** The reading of a file of which only a part is shown. */
export const withText = ({ source }: PieceReading, text: string): PieceReading => {
  const { words, first_lines } = sourceOf(source.kind, source.name, '', text)
  return { source: { ...source, words, first_lines }, text }
}

/** The addresses of the pages that typed texts name and that are not read. */
export const linksNotRead = (texts: readonly string[]): StimulusSource[] =>
  [...new Set(texts.flatMap(linksOf))].map((link) => ({
    ...sourceOf('text', LINK_NOT_READ, link, link),
    words: 0,
  }))

/** Reads a piece. Errors: `invalid_input`, with what to do instead. */
export async function readPiece(ctx: ReadingContext, piece: Piece | StoredPiece): Promise<PieceReading> {
  if ('text' in piece) return readingOfText(piece.text)
  if ('link' in piece) return readLink(ctx, piece.link)
  const bytes = 'load' in piece ? await piece.load() : piece.bytes
  const name = basename(piece.name)
  checkStimulusFile(name, bytes.length)
  if (isPictureName(name)) refuseUnseen(ctx, name)
  return readingOf('file', name, bytes, await childReaderFor(ctx.actor.workspace_id)('stimulus', name, { name, bytes }))
}

function readingOf(kind: 'file' | 'link', name: string, bytes: Uint8Array, read: FileReading): PieceReading {
  if ('text' in read) return { source: sourceOf(kind, name, bytes, read.text), text: read.text }
  const { picture, scaled_from } = read
  const { media_type, width, height } = picture
  const from = scaled_from ? ` (scaled down from ${scaled_from.width} × ${scaled_from.height})` : ''
  const words = `${media_type.slice('image/'.length).toUpperCase()}, ${width} × ${height} pixels${from}, at most ${pictureTokens(picture).toLocaleString('en-US')} tokens each time it is shown`
  const source: StimulusSource = { kind: 'picture', name, sha256: hashOf(bytes), words: 0, first_lines: words }
  return { source, text: '', picture }
}

const hashOf = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex')
const FIRST_LINES = 160

function sourceOf(
  kind: StimulusSource['kind'],
  name: string,
  bytes: Uint8Array | string,
  text: string,
): StimulusSource {
  // Hidden characters are counted where they stand, and this is the same text once more.
  const line = withoutHidden(text).replace(/\s+/g, ' ').trim()
  const first_lines = line.length <= FIRST_LINES ? line : `${line.slice(0, FIRST_LINES).replace(/\s+\S*$/, '')} …`
  return { kind, name, sha256: hashOf(bytes), words: wordCount(text), first_lines }
}

async function readLink(ctx: ReadingContext, link: string): Promise<PieceReading> {
  const file = await documentAt(ctx, link)
  const { name, bytes } = file
  if (PICTURE_ENDINGS.includes(file.link.ending)) refuseUnseen(ctx, name)
  const read = childReaderFor(ctx.actor.workspace_id)
  return readingOf('link', name, bytes, await read('stimulus', name, file))
}

function refuseUnseen({ seesPictures }: ReadingContext, name: string): void {
  if (!seesPictures)
    refuse(
      `${name} is a picture, which the offline model cannot see; give the words on it as text, or set ANTHROPIC_API_KEY to have it read by Claude.`,
    )
}

/** The text of all pieces, with a place for each picture. */
export function textOf(readings: readonly PieceReading[]): string {
  let pictures = 0
  return readings
    .map(({ text, picture }) => {
      if (!picture) return text.trim()
      pictures += 1
      return placeOfPicture(pictures, picture)
    })
    .join('\n\n')
}

/** Refuses more or larger pictures than one run may have. Errors: `invalid_input`. */
export function refusePictures(pictures: readonly Picture[]): void {
  if (pictures.length > MAX_PICTURES)
    refuse(`At most ${MAX_PICTURES} pictures can be tested at once; ${pictures.length} were given.`)
  refuseLargePictures(pictures)
}

/** Refuses pictures that are too large together. Errors: `invalid_input`. */
export function refuseLargePictures(pictures: readonly Picture[]): void {
  const bytes = pictures.reduce((sum, { data }) => sum + data.length * 0.75, 0)
  if (bytes > MAX_PICTURES_MB * 1_000_000)
    refuse(
      `The pictures have ${Math.ceil(bytes / 1_000_000)} MB in all; at most ${MAX_PICTURES_MB} MB: save them smaller or as JPEG.`,
    )
}
