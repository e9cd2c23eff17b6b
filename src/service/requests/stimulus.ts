import { isOnlyLinks, MAX_STIMULUS, type Picture, type StimulusSource, TOO_LONG } from '../../domain/panel/stimulus.js'
import type { RunKind } from '../../domain/run/kinds.js'
import { requireReading } from '../../domain/workspace/token-scopes.js'
import { refuse } from '../../errors.js'
import { whyLinked, whyNoteBeside, whyNotRead } from '../../ingest/ask-first.js'
import { isFileName, isMarkup } from '../../ingest/check-stimulus-file.js'
import { isOnlyTestRequest, isRequestOrNote, withoutRequests } from '../../ingest/detect-requests.js'
import { linksOf } from '../../ingest/links-in-text.js'
import { typedAsSeen } from '../../ingest/mail.js'
import { noteOnLinks } from '../../ingest/notes-on-links.js'
import { refuseNotation } from '../../ingest/source-notation.js'
import { partsOf, type ReadAs, remarkOnPages, withLabels } from '../../ingest/stimulus-parts.js'
import type { Context } from '../context.js'
import {
  linksNotRead,
  type Piece,
  type PieceReading,
  type ReadingContext,
  readingOfRequest,
  readingOfText,
  readPiece,
  refuseLargePictures,
  refusePictures,
  type StoredPiece,
  textOf,
  withText,
} from './read-pieces.js'

/** A request as it was sent: a text, or addresses of pages instead of it, and its attachments. */
export type RawStimulus = {
  readonly stimulus?: unknown
  readonly attachments?: readonly (Piece | StoredPiece)[] | undefined
  /** What is told beside it; a text that is described so is tested as it is. */
  readonly about?: unknown
  /** The text of an earlier test, which was read and confirmed then. */
  readonly of_test?: true
}

export type ReadStimulus = {
  readonly stimulus: string
  /** What was read; empty for a single typed text. */
  readonly sources: StimulusSource[]
  readonly pictures: Picture[]
}

const MAX_PIECES = 10

/** A piece that is to be read, or a request, which is only listed. */
type ToRead = Piece | StoredPiece | { readonly request: string }

/**
 * Reads all pieces of a proposition in order and joins them into one text; `null` where there is only a typed text.
 * Errors: `invalid_input`, one sentence about the first piece that cannot be read; `forbidden` for links and files,
 * which need the permission to start runs.
 */
export async function readStimulus(
  ctx: ReadingContext,
  { stimulus, attachments = [], about, of_test }: RawStimulus,
  as: ReadAs = 'proposition',
): Promise<ReadStimulus | null> {
  const typed = typeof stimulus === 'string' ? stimulus : ''
  const pieces = [
    ...piecesIn(typed, as),
    ...attachments.flatMap((piece): readonly ToRead[] => ('text' in piece ? piecesIn(piece.text, as) : [piece])),
  ]
  const isTyped = pieces.every((piece) => 'text' in piece)
  if (isTyped && pieces.length <= 1) {
    const isTold = of_test || (typeof about === 'string' && about.trim() !== '')
    return isTold || as === 'subject' ? null : readWithoutRequests(pieces[0])
  }
  return readAll(
    ctx,
    pieces.map((piece) =>
      'text' in piece && !isTyped && isAboutOthers(piece.text, as) ? { request: piece.text } : piece,
    ),
  )
}

async function readAll(ctx: ReadingContext, pieces: readonly ToRead[]): Promise<ReadStimulus> {
  if (!pieces.every((piece) => 'text' in piece)) requireReading(ctx.grant)
  if (pieces.length > MAX_PIECES)
    refuse(`At most ${MAX_PIECES} pieces make one proposition; ${pieces.length} were given.`)
  const readings: PieceReading[] = []
  for (const piece of pieces)
    readings.push(
      ...('request' in piece ? [readingOfRequest(piece.request)] : withoutItsRequests(await readPiece(ctx, piece))),
    )
  const pictures = readings.flatMap(({ picture }) => picture ?? [])
  refusePictures(pictures)
  const text = textOf(readings.filter(({ isRequest }) => !isRequest))
  const sources = [...readings.map(({ source }) => source), ...linksNotRead(typedOf(readings))]
  const page = sources.find(({ kind }) => kind === 'link')
  if (page && isOnlyLinks(text))
    refuse(`${page.name} has next to no text beside its links; give the page that they lead to, or paste its text.`)
  return { stimulus: text, sources, pictures }
}

/** The reading of a file, and before it the requests that stand around its text and are left out of it. */
function withoutItsRequests(reading: PieceReading): PieceReading[] {
  const parted = reading.source.kind === 'file' ? withoutRequests(reading.text) : null
  return parted ? [...parted.requests.map(readingOfRequest), withText(reading, parted.offer)] : [reading]
}

/** A typed text whose requests are left out; `null` where it has none. */
function readWithoutRequests(piece: ToRead | undefined): ReadStimulus | null {
  const parted = piece && 'text' in piece ? withoutRequests(withLabels(piece.text)) : null
  if (parted === null) return null
  const readings = [...parted.requests.map(readingOfRequest), readingOfText(parted.offer)]
  const sources = [...readings.map(({ source }) => source), ...linksNotRead([parted.offer])]
  return { stimulus: parted.offer, sources, pictures: [] }
}

/** The typed texts that are shown. */
const typedOf = (readings: readonly PieceReading[]): string[] =>
  readings.flatMap(({ source, text, isRequest }) => (source.kind === 'text' && !isRequest ? text : []))

/**
 * The pieces within a text. `partsOf` takes longer the longer a text is, so its length is checked first. Errors:
 * `invalid_input`.
 */
function piecesIn(text: string, as: ReadAs): readonly ToRead[] {
  if (isMarkup(text)) return [{ name: 'pasted.html', bytes: Buffer.from(text) }]
  if (text.trim().length > MAX_STIMULUS) refuse(TOO_LONG)
  refuseNotation(text)
  return partsOf(typedAsSeen(text), as)
}

/** Whether a text beside files or pages says what to do with them, or only names one. */
function isAboutOthers(text: string, as: ReadAs): boolean {
  const isName = isFileName(text.trim()) && !/\s/u.test(text.trim())
  return isName || (as === 'subject' ? isOnlyTestRequest(text) : isRequestOrNote(text))
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
  const { attachments, ...rest }: RawStimulus = request
  const read =
    (await readStimulus(ctx, { ...rest, attachments }, kind === 'focus_group' ? 'subject' : 'proposition')) ??
    (kind === 'pressure_test' ? await readPagesOf(ctx, rest.stimulus) : null)
  if (read !== null) return { ...rest, sources: read.sources, ...shownOf(read) }
  const shown = asShown(rest)
  const sources = kind === 'pressure_test' && !rest.of_test ? sourcesOfLinked(shown.stimulus) : []
  return sources.length === 0 ? shown : { ...shown, sources }
}

/** The sources of a typed text with addresses whose pages are not read; none of any other. */
function sourcesOfLinked(stimulus: unknown): StimulusSource[] {
  if (typeof stimulus !== 'string' || stimulus.length > MAX_STIMULUS) return []
  const links = linksNotRead([stimulus])
  return links.length === 0 ? [] : [readingOfText(stimulus).source, ...links]
}

/** A typed text as its readers see it; that of a test is so already. */
const asShown = <T extends RawStimulus>(request: T): T =>
  !request.of_test && typeof request.stimulus === 'string' && request.stimulus.length <= MAX_STIMULUS
    ? { ...request, stimulus: withLabels(typedAsSeen(request.stimulus)) }
    : request

/**
 * Reads the linked pages of a sentence that offers nothing by itself: such a sentence refers to the pages, and is
 * listed as a request.
 */
async function readPagesOf(
  ctx: ReadingContext & Pick<Context, 'notOffered'>,
  stimulus: unknown,
): Promise<ReadStimulus | null> {
  const said = typeof stimulus === 'string' ? remarkOnPages(stimulus) : null
  if (said === null || typeof stimulus !== 'string') return null
  const problem = await ctx.notOffered(stimulus, 'offline')
  return problem?.understood ? readAll(ctx, [{ request: said }, ...linksOf(stimulus).map((link) => ({ link }))]) : null
}

/**
 * Why a typed text with a link may be about its page, of which some words would be tested; `null` where it is told what
 * is offered, where nothing speaks for it, and where only the page is tested.
 */
export async function whyLinkedIn(
  ctx: Pick<Context, 'notOffered'>,
  { stimulus, attachments = [], about, of_test }: RawStimulus,
  sources: readonly StimulusSource[],
): Promise<string | null> {
  const isTold = of_test || attachments.length > 0 || (typeof about === 'string' && about.trim() !== '')
  if (isTold || typeof stimulus !== 'string' || linksOf(stimulus).length === 0) return null
  if (!sources.some(({ kind, name }) => kind === 'text' && name === '')) return null
  const isRead = sources.some(({ kind }) => kind === 'link')
  if (isRead && noteOnLinks(stimulus) !== 'doubt') return null
  return isRead ? whyNoteBeside(stimulus) : (whyLinked(stimulus) ?? whyHardlyOffered(ctx, stimulus))
}

/** Why a short text with a link that hardly offers anything without it may be about its page. */
async function whyHardlyOffered(ctx: Pick<Context, 'notOffered'>, stimulus: string): Promise<string | null> {
  const said = remarkOnPages(stimulus)
  const problem = said === null ? null : await ctx.notOffered(said, 'strict')
  return problem?.understood ? whyNotRead(stimulus) : null
}

/** The part of what was read that the panel is shown. */
const shownOf = ({ stimulus, pictures }: ReadStimulus) =>
  pictures.length === 0 ? { stimulus } : { stimulus, pictures }

type Compared = { readonly propositions?: unknown }

/** Whether a proposition of a resolved comparison was tested before. */
export const isOfTest = ({ propositions }: Compared, at: number): boolean =>
  Array.isArray(propositions) && propositions[at]?.of_test === true

async function withPropositionsRead(ctx: ReadingContext, request: object): Promise<unknown> {
  const { propositions, about }: Compared & Pick<RawStimulus, 'about'> = request
  if (!Array.isArray(propositions)) return request
  const sources: StimulusSource[] = []
  const pictures: Picture[] = []
  const texts: unknown[] = []
  for (const proposition of propositions as RawStimulus[]) {
    const { attachments, ...rest } = proposition
    const read = rest.of_test ? null : await readStimulus(ctx, { about, ...rest, attachments })
    sources.push(...(read?.sources ?? []))
    pictures.push(...(read?.pictures ?? []))
    texts.push(read ? { ...rest, ...shownOf(read) } : asShown(rest))
  }
  refuseLargePictures(pictures)
  return { ...request, propositions: texts, ...(sources.length > 0 ? { sources } : {}) }
}

/** Whether a request is the input of an earlier run, whose stimulus was read then. */
export const wasRead = (request: unknown): boolean =>
  typeof request === 'object' && request !== null && 'sources' in request && request.sources !== undefined
