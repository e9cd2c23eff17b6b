import { createHash } from 'node:crypto'
import { basename, extname } from 'node:path'
import { withoutHidden } from '../../domain/hidden-characters.js'
import type { RunKind } from '../../domain/kinds.js'
import {
  isOnlyLinks,
  MAX_PICTURES,
  MAX_STIMULUS,
  type Picture,
  pictureTokens,
  placeOfPicture,
  REQUEST_NOT_SHOWN,
  type StimulusSource,
  TOO_LONG,
  wordCount,
} from '../../domain/stimulus.js'
import { requireReading } from '../../domain/token-scopes.js'
import { isAppError, refuse } from '../../errors.js'
import {
  checkStimulusFile,
  type FileReading,
  isFileName,
  isMarkup,
  isPictureName,
  PICTURE_ENDINGS,
  STIMULUS_ENDINGS,
  type StimulusFile,
} from '../../ingest/check-stimulus-file.js'
import { linksOf } from '../../ingest/links-in-text.js'
import { childReaderFor } from '../../ingest/read-in-child-process.js'
import { isBeside, onlyAsks, withoutRequests } from '../../ingest/said-to-program.js'
import { partsOf, withLabels } from '../../ingest/stimulus-parts.js'
import type { Context } from '../context.js'

/** A piece of a proposition as it was given. */
export type Piece =
  | { readonly text: string }
  | { readonly link: string }
  | { readonly name: string; readonly bytes: Uint8Array }

/** A stored file, whose bytes are got when it is read. */
export type StoredPiece = { readonly name: string; readonly load: () => Promise<Uint8Array> }

/** A piece as a request names it: also a file that was uploaded before, as `upload:<id>`. */
export type Attachment = Piece | { readonly upload: string }

/** A request as it was sent: a text, or addresses of pages instead of it, and its attachments. */
export type Brought = {
  readonly stimulus?: unknown
  readonly attachments?: readonly (Piece | StoredPiece)[] | undefined
  /** The text of an earlier test, which was read and confirmed then. */
  readonly of_test?: true
}

export type ReadStimulus = {
  readonly stimulus: string
  /** What was read; empty for a single typed text. */
  readonly sources: StimulusSource[]
  readonly pictures: Picture[]
}

/** The part of a context that reading needs; it needs no database. */
export type ReadingContext = Pick<Context, 'fetchPage' | 'seesPictures' | 'grant'> & {
  readonly actor: Pick<Context['actor'], 'workspace_id'>
}

const MAX_PIECES = 10
/** Most megabytes of all pictures of one run, as each person is shown them. */
const MAX_PICTURES_MB = 5

/**
 * Reads all pieces of a proposition in order and joins them into one text; `null` where there is only a typed text.
 * Errors: `invalid_input`, one sentence about the first piece that cannot be read; `forbidden` for links and files,
 * which need the permission to start runs.
 */
export async function readStimulus(
  ctx: ReadingContext,
  { stimulus, attachments = [], of_test }: Brought,
  as: ReadAs = 'proposition',
): Promise<ReadStimulus | null> {
  const isAsked = IS_ASKED[as]
  const typed = typeof stimulus === 'string' ? stimulus : ''
  const pieces: (Piece | StoredPiece)[] = [
    ...meantBy(typed, isAsked),
    ...attachments.flatMap((piece): readonly (Piece | StoredPiece)[] =>
      'text' in piece ? meantBy(piece.text, isAsked) : [piece],
    ),
  ]
  const isTyped = pieces.every((piece) => 'text' in piece)
  if (isTyped && pieces.length <= 1) return of_test || as === 'subject' ? null : readWithoutRequests(pieces[0])
  if (!isTyped) requireReading(ctx.grant)
  if (pieces.length > MAX_PIECES)
    refuse(`At most ${MAX_PIECES} pieces make one proposition; ${pieces.length} were given.`)
  const readings: PieceReading[] = []
  for (const piece of pieces)
    readings.push(
      'text' in piece && !isTyped && isAboutOthers(piece.text, isAsked)
        ? requestIn(piece)
        : await readPiece(ctx, piece),
    )
  const pictures = readings.flatMap(({ picture }) => picture ?? [])
  refusePictures(pictures)
  const text = textOf(readings.filter(({ isRequest }) => !isRequest))
  const sources = readings.map(({ source }) => source)
  const page = sources.find(({ kind }) => kind === 'link')
  if (page && isOnlyLinks(text))
    refuse(`${page.name} has next to no text beside its links; give the page that they lead to, or paste its text.`)
  return { stimulus: text, sources, pictures }
}

/** A typed text whose requests are left out; `null` where it has none. */
function readWithoutRequests(piece: Piece | StoredPiece | undefined): ReadStimulus | null {
  const parted = piece && 'text' in piece ? withoutRequests(withLabels(piece.text)) : null
  if (parted === null) return null
  const asked = parted.requests.map((text) => requestIn({ text }).source)
  return { stimulus: parted.offer, sources: [...asked, sourceOf('text', '', parted.offer, parted.offer)], pictures: [] }
}

/**
 * The pieces within a text. `partsOf` takes longer the longer a text is, so its length is checked first. Errors:
 * `invalid_input`.
 */
function meantBy(text: string, isAsked: IsAsked): readonly Piece[] {
  if (isMarkup(text)) return [{ name: 'pasted.html', bytes: Buffer.from(text) }]
  return text.trim().length > MAX_STIMULUS ? refuse(TOO_LONG) : partsOf(text, isAsked)
}

/** What a text is to be: that of a discussion may be a question. */
type ReadAs = 'proposition' | 'subject'
/** Whether a text beside a file or a page says what to do with them. */
type IsAsked = (text: string) => boolean
const IS_ASKED: Readonly<Record<ReadAs, IsAsked>> = { proposition: isBeside, subject: onlyAsks }

const isAboutOthers = (text: string, isAsked: IsAsked): boolean =>
  isAsked(text) || (isFileName(text.trim()) && !/\s/u.test(text.trim()))

type PieceReading = {
  readonly source: StimulusSource
  readonly text: string
  readonly picture?: Picture
  /** It asks for the test, and the panel is not shown it. */
  readonly isRequest?: true
}

const requestIn = ({ text }: { readonly text: string }): PieceReading => ({
  source: sourceOf('text', REQUEST_NOT_SHOWN, text, text),
  text,
  isRequest: true,
})

function textOf(readings: readonly PieceReading[]): string {
  let pictures = 0
  return readings
    .map(({ text, picture }) => {
      if (!picture) return text.trim()
      pictures += 1
      return placeOfPicture(pictures, picture)
    })
    .join('\n\n')
}

async function readPiece(ctx: ReadingContext, piece: Piece | StoredPiece): Promise<PieceReading> {
  if ('text' in piece) return { source: sourceOf('text', '', piece.text, piece.text), text: piece.text }
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

const ENDING_OF: Readonly<Record<string, string>> = {
  'text/html': '.html',
  'application/xhtml+xml': '.html',
  'text/plain': '.txt',
  'text/markdown': '.md',
  'text/csv': '.csv',
  'application/pdf': '.pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': '.docx',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': '.pptx',
  'image/png': '.png',
  'image/jpeg': '.jpg',
  'image/webp': '.webp',
  'image/gif': '.gif',
}

/** The document at an address, for a reader. Errors: `invalid_input`, with what to do instead. */
export async function documentAt(
  ctx: Pick<ReadingContext, 'fetchPage'>,
  link: string,
): Promise<Required<StimulusFile>> {
  const google = googleExport(link)
  const page = await ctx.fetchPage(google?.address ?? link).catch((error: unknown) => {
    if (google === null || !isAppError(error, 'invalid_input')) throw error
    return refuse(
      `The Google ${google.is} cannot be read: ${CLOSED.test(error.message) ? 'it is not open to everybody with its link' : 'Google did not give it'}. Share it as “Anyone with the link”, or download it (File > Download) and give the file.`,
    )
  })
  const { bytes, media_type, charset } = page
  const name = google === null ? page.address : link
  if (bytes.length === 0) refuse(`${name} is an empty page; paste its text instead.`)
  const ending = ENDING_OF[media_type] ?? endingIn(name) ?? (bytes.includes(0) ? '' : '.html')
  if (ending === '')
    refuse(`${name} is no page and no document that can be read (${media_type}); save it as PDF, or paste its text.`)
  return { name, bytes, link: { charset, ending } }
}

async function readLink(ctx: ReadingContext, link: string): Promise<PieceReading> {
  const file = await documentAt(ctx, link)
  const { name, bytes } = file
  if (PICTURE_ENDINGS.includes(file.link.ending)) refuseUnseen(ctx, name)
  const read = childReaderFor(ctx.actor.workspace_id)
  return readingOf('link', name, bytes, await read('stimulus', name, file))
}

const CLOSED = /login|HTTP 40[134]/

/** The ending of the address, for servers that label everything as bytes. */
function endingIn(address: string): string | null {
  const ending = extname(new URL(address).pathname).toLowerCase()
  return STIMULUS_ENDINGS.includes(ending) ? ending : null
}

const GOOGLE =
  /^https:\/\/docs\.google\.com\/(document|presentation|spreadsheets)\/(?:u\/\d+\/)?d\/([\w-]{20,})(?:\/|$|\?|#)/
const GOOGLE_EXPORTS: Readonly<Record<string, { readonly is: string; readonly path: string }>> = {
  document: { is: 'Doc', path: 'export?format=txt' },
  presentation: { is: 'Slides deck', path: 'export/txt' },
  spreadsheets: { is: 'Sheet', path: 'export?format=csv' },
}

/** The sheet that a link to a spreadsheet opens. */
const SHEET = /[?&#]gid=(\d+)/

/** The export address of a Google document as text; `null` for any other address. */
function googleExport(link: string): { readonly is: string; readonly address: string } | null {
  const [, kind = '', id] = GOOGLE.exec(link) ?? []
  const found = GOOGLE_EXPORTS[kind]
  if (!found) return null
  const sheet = kind === 'spreadsheets' ? SHEET.exec(link)?.[1] : undefined
  const path = sheet === undefined ? found.path : `${found.path}&gid=${sheet}`
  return { is: found.is, address: `https://docs.google.com/${kind}/d/${id}/${path}` }
}

function refuseUnseen({ seesPictures }: ReadingContext, name: string): void {
  if (!seesPictures)
    refuse(
      `${name} is a picture, which the offline model cannot see; give the words on it as text, or set ANTHROPIC_API_KEY to have it read by Claude.`,
    )
}

function refusePictures(pictures: readonly Picture[]): void {
  if (pictures.length > MAX_PICTURES)
    refuse(`At most ${MAX_PICTURES} pictures can be tested at once; ${pictures.length} were given.`)
  refuseLargePictures(pictures)
}

function refuseLargePictures(pictures: readonly Picture[]): void {
  const bytes = pictures.reduce((sum, { data }) => sum + data.length * 0.75, 0)
  if (bytes > MAX_PICTURES_MB * 1_000_000)
    refuse(
      `The pictures have ${Math.ceil(bytes / 1_000_000)} MB in all; at most ${MAX_PICTURES_MB} MB: save them smaller or as JPEG.`,
    )
}

/** A sentence for users whose text has addresses that were not followed; `null` where it has none. */
export const unreadLinksSentence = (text: string): string | null =>
  linksOf(text).length > 0
    ? 'Links in the text are tested as they stand; to have a page read, give its link as a piece of its own or on a line of its own.'
    : null

/** A sentence about what was read, for the user; `null` for a typed text alone. */
export function readingSentence(sources: readonly StimulusSource[]): string | null {
  const read = sources.filter(({ kind, name }) => kind !== 'text' || name === REQUEST_NOT_SHOWN)
  if (read.length === 0) return null
  return read.map(sentenceOf).join(' ')
}

function sentenceOf({ kind, name, words, first_lines }: StimulusSource): string {
  if (kind === 'text') return `“${first_lines}” is taken as a request, which the panel is not shown.`
  return kind === 'picture'
    ? `Read ${name}: ${first_lines}.`
    : `Read ${words.toLocaleString('en-US')} ${words === 1 ? 'word' : 'words'} from ${name}; first lines: “${first_lines}”`
}

/** A request with its stimulus read: the text to test, and its sources. */
export async function withStimulusRead(
  ctx: ReadingContext & Pick<Context, 'notOffered'>,
  kind: RunKind,
  request: unknown,
): Promise<unknown> {
  if (typeof request !== 'object' || request === null) return request
  if (kind === 'comparison') return withPropositionsRead(ctx, request)
  if (kind !== 'pressure_test' && kind !== 'focus_group') return request
  const { attachments, ...rest }: Brought = request
  const read =
    (await readStimulus(ctx, { ...rest, attachments }, kind === 'focus_group' ? 'subject' : 'proposition')) ??
    (kind === 'pressure_test' ? await readPagesOf(ctx, rest.stimulus) : null)
  return read === null ? asShown(rest) : { ...rest, sources: read.sources, ...shownOf(read) }
}

/** A typed text as its readers see it; that of a test is so already. */
const asShown = <T extends Brought>(request: T): T =>
  !request.of_test && typeof request.stimulus === 'string' && request.stimulus.length <= MAX_STIMULUS
    ? { ...request, stimulus: withLabels(request.stimulus) }
    : request

/** Reads the linked pages of a sentence that offers nothing by itself: such a sentence refers to the pages. */
async function readPagesOf(
  ctx: ReadingContext & Pick<Context, 'notOffered'>,
  stimulus: unknown,
): Promise<ReadStimulus | null> {
  const links = typeof stimulus === 'string' ? linksOf(stimulus) : []
  if (links.length === 0 || typeof stimulus !== 'string') return null
  const problem = await ctx.notOffered(stimulus, 'offline')
  return problem?.understood ? readStimulus(ctx, { attachments: links.map((link) => ({ link })) }) : null
}

/** The part of what was read that the panel is shown. */
const shownOf = ({ stimulus, pictures }: ReadStimulus) =>
  pictures.length === 0 ? { stimulus } : { stimulus, pictures }

type Compared = { readonly propositions?: unknown }

/** Whether a proposition of a resolved comparison was tested before. */
export const isOfTest = ({ propositions }: Compared, at: number): boolean =>
  Array.isArray(propositions) && propositions[at]?.of_test === true

async function withPropositionsRead(ctx: ReadingContext, request: object): Promise<unknown> {
  const { propositions }: Compared = request
  if (!Array.isArray(propositions)) return request
  const sources: StimulusSource[] = []
  const pictures: Picture[] = []
  const texts: unknown[] = []
  for (const proposition of propositions) {
    const { attachments, ...rest }: Brought = proposition
    const read = rest.of_test ? null : await readStimulus(ctx, { ...rest, attachments })
    sources.push(...(read?.sources ?? []))
    pictures.push(...(read?.pictures ?? []))
    texts.push(read ? { ...rest, ...shownOf(read) } : asShown(rest))
  }
  refuseLargePictures(pictures)
  return sources.length === 0 ? request : { ...request, propositions: texts, sources }
}

/** Whether a request is the input of an earlier run, whose stimulus was read then. */
export const wasRead = (request: unknown): boolean =>
  typeof request === 'object' && request !== null && 'sources' in request && request.sources !== undefined
