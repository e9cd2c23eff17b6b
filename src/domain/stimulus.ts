import { z } from 'zod'

/** Longest stimulus accepted, in characters. */
export const MAX_STIMULUS = 20_000

export const Stimulus = z
  .string()
  .trim()
  .min(1, 'The proposition is empty; give a text of at least one word.')
  .max(MAX_STIMULUS, `The proposition is longer than ${MAX_STIMULUS.toLocaleString('en-US')} characters; shorten it.`)

const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const
/** Of one text. */
export const MAX_PICTURES = 5

/** A picture as it is shown to a model. */
export const Picture = z.object({
  media_type: z.enum(PICTURE_TYPES),
  /** Base64. */
  data: z.string(),
  width: z.int(),
  height: z.int(),
})
export type Picture = z.infer<typeof Picture>
/** Shown with a text, which has a place for each. The verb that reads them puts them into an input. */
export const Pictures = z.array(Picture).max(MAX_PICTURES)
export type PictureSize = Pick<Picture, 'width' | 'height'>

/** One piece of what was brought, as it was read before it was tested. */
export const StimulusSource = z.object({
  kind: z.enum(['text', 'file', 'link', 'picture']),
  /** The file's name, or the address that was read in the end; '' for a typed text. */
  name: z.string(),
  /** Of the bytes that were received, in hexadecimal. */
  sha256: z.string(),
  /** Words read; 0 of a picture, which a model reads. */
  words: z.int(),
  /** How it begins, or what picture it is. */
  first_lines: z.string(),
})
export type StimulusSource = z.infer<typeof StimulusSource>

/** What a model sees of a picture at most; a larger one is scaled down by its provider, which counts what is left. */
export type PictureLimits = { readonly edge: number; readonly tokens: number }
/** Of the provider's high-resolution models, and the most that any has. */
export const HIGH_RESOLUTION: PictureLimits = { edge: 2_576, tokens: 4_784 }
const PIXELS_PER_PATCH = 28

/** Tokens of a picture by the provider's documentation: one for each patch of 28 by 28 pixels, once it is scaled to the limits. */
export function pictureTokens(
  { width, height }: PictureSize,
  { edge, tokens }: PictureLimits = HIGH_RESOLUTION,
): number {
  const patches = (scale: number): number =>
    Math.ceil((width * scale) / PIXELS_PER_PATCH) * Math.ceil((height * scale) / PIXELS_PER_PATCH)
  // The edges are rounded up to whole patches, so that the scale is found from above.
  const fitting = Math.min(1, edge / Math.max(width, height))
  return Math.min(tokens, patches(fitting))
}

/** Stands in the text for a picture until a model has read it. */
export const placeOfPicture = (number: number, { media_type, width, height }: Omit<Picture, 'data'>): string =>
  `[Picture ${number}: ${media_type.slice('image/'.length).toUpperCase()}, ${width} × ${height} pixels]`

/** What a model reads from pictures, one for each in their order. */
export const PictureReading = z.object({
  pictures: z.array(z.object({ words: z.string().max(4_000), shows: z.string().max(400) })).max(MAX_PICTURES),
})
export type PictureReading = z.infer<typeof PictureReading>

const MIN_WORDS = 2
/** Beside an address: "please look at <address>" says nothing of what is offered. */
const MIN_WORDS_BESIDE_ADDRESS = 6
/** Links of Slack and of Markdown: what they show stands for a page that is not read. */
const MARKED_ADDRESS = /<[^<>\s|]{1,2000}:[^<>]{1,2000}>|!?\[[^[\]]{0,300}\]\([^()\s]{1,2000}\)/gu
const TAG = /<[^<>]{1,2000}>/gu
/** A word that is an address of a page, a mailbox or a file: example.com/page, me@example.com, localhost:3000, ~/page.md */
const ADDRESS =
  /:[\\/]{2}|^(?:mailto|data|file):|^localhost\b|^www\.|^(?:[a-z]:|~)?[\\/]|\p{L}@\p{L}|[\p{L}\p{N}]\.\p{L}{2,}(?:[:/?#]|$)/iu
const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })

/** How many different words with a letter in them the text has, counted no further than `most`. */
function countWords(text: string, limit: number): number {
  const words = new Set<string>()
  for (const { segment, isWordLike } of segmenter.segment(text)) {
    if (isWordLike && /\p{L}/u.test(segment)) words.add(segment.toLowerCase())
    if (words.size >= limit) break
  }
  return words.size
}

/** Why a text is nothing that a panel can judge, but a link to it or fewer words than that; `null` where it may be. */
function whyNothingToJudge(text: string, minWords: number): string | null {
  const unmarked = text.replace(MARKED_ADDRESS, ' ')
  const tokens = unmarked.replace(TAG, ' ').split(/\s+/u)
  const words = tokens.filter((word) => !ADDRESS.test(word.replace(/[.,;:!?)\]]{1,20}$/u, '')))
  const hasAddress = unmarked !== text || words.length < tokens.length
  const needed = hasAddress ? MIN_WORDS_BESIDE_ADDRESS : minWords
  if (countWords(words.join(' ').replaceAll('-', ''), needed) >= needed) return null
  return hasAddress
    ? 'This is little more than a link. Give the link alone, as a piece of its own, to have the page behind it read, or paste its text.'
    : `This is too little to judge. Send the sentence or the text as your customers will read it, at least ${minWords === 1 ? 'a word' : 'two words'}.`
}

const judgeable = (minWords: number) =>
  Stimulus.superRefine((text, context) => {
    // Also asked about a text that was found empty or too long.
    if (text === '' || text.length > MAX_STIMULUS) return
    const message = whyNothingToJudge(text, minWords)
    if (message !== null) context.addIssue({ code: 'custom', message })
  })

/** A stimulus that a panel can judge: words that people would read, not a link to them. */
export const Proposition = judgeable(MIN_WORDS)
/** What a discussion is about; its topics say the rest. */
export const Subject = judgeable(1)

/** Words and figures; of scripts without spaces two letters count as one. The segmenter's time grows with the square of a text. */
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]{1,2}|[\p{L}\p{N}]+(?:['’.,-][\p{L}\p{N}]+)*/gu
export const wordCount = (text: string): number => text.match(WORD)?.length ?? 0

/** Fewer words than these are asked about first, unless something is told beside them. */
const MIN_WORDS_UNASKED = 4
const COMMAND =
  /^(?:hi|hello|hey|help|stop|cancel|quit|exit|status|history|settings|start|test|testing|run|retry|undo|delete|thanks|thank you|ok(?:ay)?|yes|no|please|ping|abort|list|show|menu|info)(?: there| me| this| it| please)*$/i

/** Why somebody is asked before a text is tested: it may be meant for the program. `null`: it is tested as it is. */
export function whyAskFirst(text: string, about: string): string | null {
  if (about.trim() !== '') return null
  const words = wordCount(text)
  if (words >= MIN_WORDS_UNASKED && !COMMAND.test(bare(text))) return null
  if (COMMAND.test(bare(text))) return `“${bare(text)}” looks like a word to the program and not like a proposition.`
  return `“${text.trim()}” is only ${words === 1 ? 'one word' : `${words} words`} long.`
}

/** What makes such a text a proposition. */
export const SAY_MORE = 'Send the whole text, or tell beside it (about) what is offered, at what price and to whom.'

const bare = (text: string): string => text.trim().replace(/[.!?\s]+$/u, '')

/** A part of what somebody wrote: words to be tested, or the address of a page to be read. */
export type TextPart = { readonly text: string } | { readonly link: string }

const LINK = String.raw`https?:\/\/[^\s<>"]{3,2000}`
/** An address as it is written: alone, between < and >, or as a link of Markdown. */
const WRITTEN_LINK = new RegExp(
  String.raw`!?\[[^[\]\n]{0,300}\]\((https?:\/\/(?:[^\s<>"()]|\([^\s<>"()]{0,200}\)){3,2000})\)|<(${LINK})>|(${LINK})`,
  'giu',
)
/** Marks that end a sentence or close a bracket around an address, and are none of it. */
const MARKS_BEHIND = /[.,;:!?…'’”»]+$/u
const BARE_ADDRESS = /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.){1,5}\p{L}{2,24}(?:[/?#]\S{0,2000})?$/iu
const FILE_NAME =
  /\.(?:txt|md|markdown|html?|pdf|docx?|pptx?|csv|xlsx?|png|jpe?g|webp|gif|heic|svg|zip|rtf|eml|key|pages)$/iu

/** Beside so few words an address on a line of its own is the page behind it; in a longer text it is a part of the text. */
const MAX_WORDS_BESIDE_PAGE = 40
/** Words of somebody who asks for a test, and none of a proposition. */
const ASKING =
  /^(?:[\s\p{P}\p{S}]|(?:hi|hey|hello|please|pls|plz|kindly|can|could|would|will|you|we|i|guys|team|all|someone|anyone|want|need|like|love|to|take|a|an|have|quick|look|at|check|out|test|tested|testing|pressure|review|run|try|read|rate|see|this|that|these|it|its|the|our|my|new|draft|page|landing|landingpage|homepage|site|website|link|url|post|ad|for|me|us|thanks|thx|thank|cheers|feedback|thoughts|opinion|on|what|do|does|think|of|about|here|is|s|and|give|get|some|any|bitte|mal|teste|testen|testet|das|diese|dieser|seite|hier|schau|schaut|anschauen|an|euch|kannst|könnt|du|ihr|unsere|neue|meine|danke|link|por|favor|prueba|svp|stp|teste[rz]|cette|page)(?![\p{L}\p{N}]))*$/iu
const ASKS =
  /\b(?:test|tested|testing|check|look|review|feedback|thoughts|opinion|think|rate|read|see|run|testen?|testet|schaut?|anschauen|prueba|tester|testez|page|site|website|link|url|landingpage|homepage|seite)\b/iu

/** A closing bracket belongs to an address that opens it. */
function withoutMarksBehind(address: string): string {
  const bare = address.replace(MARKS_BEHIND, '')
  return bare.endsWith(')') && !bare.includes('(') ? withoutMarksBehind(bare.slice(0, -1)) : bare
}

type Found = { readonly link: string; readonly start: number; readonly end: number }

function linksIn(text: string): Found[] {
  return [...text.matchAll(WRITTEN_LINK)].map(({ index, 0: written, 1: marked, 2: bracketed, 3: plain = '' }) => {
    const link = marked ?? bracketed ?? withoutMarksBehind(plain)
    return { link, start: index, end: index + (plain === '' ? written.length : link.length) }
  })
}

/**
 * What somebody wrote as the parts that are meant. Nothing but addresses, or addresses and a request ("pls test this: …"):
 * the pages behind them. A headline of a few words, or a short text with an address on a line of its own: both. Any other
 * text is tested as it stands.
 */
export function partsOf(text: string): TextPart[] {
  const whole = text.trim()
  if (whole === '') return []
  if (BARE_ADDRESS.test(whole) && !FILE_NAME.test(whole)) return [{ link: `https://${whole}` }]
  const links = linksIn(whole)
  if (links.length === 0) return [{ text }]
  const rest = links.reduceRight((left, { start, end }) => `${left.slice(0, start)} ${left.slice(end)}`, whole)
  const isAlone = !/[\p{L}\p{N}]/u.test(rest)
  if (isAlone || (ASKING.test(rest) && ASKS.test(rest))) return links.map(({ link }) => ({ link }))
  const words = wordCount(rest)
  if (countWords(rest, MIN_WORDS_BESIDE_ADDRESS) < MIN_WORDS_BESIDE_ADDRESS) return split(whole, links)
  const onLines = links.filter(({ start, end }) => isOwnLine(whole, start, end))
  return onLines.length > 0 && words <= MAX_WORDS_BESIDE_PAGE ? split(whole, onLines) : [{ text }]
}

const isOwnLine = (text: string, start: number, end: number): boolean =>
  /(?:^|\n)[ \t]*$/u.test(text.slice(0, start)) && /^[ \t.]*(?:\n|$)/u.test(text.slice(end))

function split(text: string, links: readonly Found[]): TextPart[] {
  const parts: TextPart[] = []
  let at = 0
  const addText = (words: string): void => {
    // What is left of a sentence that announced the address: ":", "→".
    const kept = words.replace(/[\s\p{Pd}:→>👉👇]+$/u, '').trim()
    if (/[\p{L}\p{N}]/u.test(kept)) parts.push({ text: kept })
  }
  for (const { link, start, end } of links) {
    addText(text.slice(at, start))
    parts.push({ link })
    at = end
  }
  addText(text.slice(at).replace(/^[\s\p{P}]+/u, ''))
  return parts
}

/** Whether a text has addresses in it that are tested as they stand. */
export const hasLinks = (text: string): boolean => linksIn(text).length > 0
