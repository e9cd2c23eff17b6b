import { z } from 'zod'

/** Longest stimulus accepted, in characters. */
export const MAX_STIMULUS = 20_000

export const TOO_LONG = `The proposition is longer than ${MAX_STIMULUS.toLocaleString('en-US')} characters; shorten it.`

export const Stimulus = z
  .string()
  .trim()
  .min(1, 'The proposition is empty; give a text of at least one word.')
  .max(MAX_STIMULUS, TOO_LONG)

const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const
/** Maximum number of pictures in one text. */
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
/** Pictures of a text, which has a placeholder for each. The verb that reads them puts them into an input. */
export const Pictures = z.array(Picture).max(MAX_PICTURES)
export type PictureSize = Pick<Picture, 'width' | 'height'>

/** Name of a typed text that only says what to do with the files and pages beside it. */
export const REQUEST_NOT_SHOWN = 'Request, not shown to the panel'

/** Name of the address of a page that stands in a typed text and is not read. */
export const LINK_NOT_READ = 'Link, not read'

/** One piece of what was brought, as read before the test. */
export const StimulusSource = z.object({
  kind: z.enum(['text', 'file', 'link', 'picture']),
  /** The file's name, or the final address of a link; '' for a typed text, or `REQUEST_NOT_SHOWN`, `LINK_NOT_READ`. */
  name: z.string(),
  /** SHA-256 of the received bytes, in hexadecimal. */
  sha256: z.string(),
  /** Words read; 0 of a picture, which a model reads, and of a link that is not read. */
  words: z.int(),
  /** The beginning of the text, or a description of the picture. */
  first_lines: z.string(),
})
export type StimulusSource = z.infer<typeof StimulusSource>

const WithSources = z.object({ sources: z.array(StimulusSource) })
/** The sources in a run's input; none for a typed text, an older run and kinds without a stimulus. */
export const sourcesOf = (input: unknown): StimulusSource[] => WithSources.safeParse(input).data?.sources ?? []

/** Limits of a model for pictures; its provider scales a larger picture down and counts what is left. */
export type PictureLimits = { readonly edge: number; readonly tokens: number }
/** Limits of the provider's high-resolution models, the highest of any model. */
export const HIGH_RESOLUTION: PictureLimits = { edge: 2_576, tokens: 4_784 }
const PIXELS_PER_PATCH = 28

/** Tokens of a picture by the provider's documentation: one per patch of 28 by 28 pixels, after scaling to the limits. */
export function pictureTokens(
  { width, height }: PictureSize,
  { edge, tokens }: PictureLimits = HIGH_RESOLUTION,
): number {
  const patches = (scale: number): number =>
    Math.ceil((width * scale) / PIXELS_PER_PATCH) * Math.ceil((height * scale) / PIXELS_PER_PATCH)
  // Rounding edges up to whole patches may exceed the limit on tokens, so the result is capped.
  const fitting = Math.min(1, edge / Math.max(width, height))
  return Math.min(tokens, patches(fitting))
}

/** Placeholder in the text for a picture until a model has read it. */
export const placeOfPicture = (number: number, { media_type, width, height }: Omit<Picture, 'data'>): string =>
  `[Picture ${number}: ${media_type.slice('image/'.length).toUpperCase()}, ${width} × ${height} pixels]`

/** What a model reads from pictures, one for each in their order. */
export const PictureReading = z.object({
  pictures: z.array(z.object({ words: z.string().max(4_000), shows: z.string().max(400) })).max(MAX_PICTURES),
})
export type PictureReading = z.infer<typeof PictureReading>

/** Fewest words of a proposition and what is told beside it. */
const MIN_WORDS = 2
/** Minimum number of words beside an address: "please look at <address>" says nothing about the offer. */
export const MIN_WORDS_BESIDE_ADDRESS = 6
/** Links in Slack's and Markdown's notation: their label stands for a page that is not read. */
const MARKED_ADDRESS = /<[^<>\s|:]{1,2000}:[^<>]{1,2000}>|!?\[[^[\]]{0,300}\]\([^()\s]{1,2000}\)/gu
const TAG = /<[^<>]{1,2000}>/gu
/** A word that is an address of a page, a mailbox or a file: example.com/page, me@example.com, localhost:3000, ~/page.md */
const ADDRESS =
  /:[\\/]{2}|^(?:mailto|data|file):|^localhost\b|^www\.|^(?:[a-z]:|~)?[\\/]|\p{L}@\p{L}|[\p{L}\p{N}]\.\p{L}{2,}(?:[:/?#]|$)/iu
const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })
/** Pieces for the segmenter, split at white space where possible: its time grows with the square of a text. */
const PIECE = /[\s\S]{1,200}(?=\s|$)|[\s\S]{1,200}/gu

/** Number of different words with a letter in the text, counted up to `limit`. */
export function countWords(text: string, limit: number): number {
  const words = new Set<string>()
  for (const [piece] of text.matchAll(PIECE))
    for (const { segment, isWordLike } of segmenter.segment(piece)) {
      if (isWordLike && /\p{L}/u.test(segment)) words.add(segment.toLowerCase())
      if (words.size >= limit) return words.size
    }
  return words.size
}

/** Why a text, with what is told beside it, has too few words to be judged; `null` where it has enough. */
export const whyTooLittle = (text: string, minWords = MIN_WORDS): string | null =>
  countWords(text.replaceAll('-', ''), minWords) >= minWords
    ? null
    : 'This is too little to judge. Send the sentence or the text as your customers will read it, or tell beside it (about) what is offered.'

const FILE =
  /^(?:file:|[a-z]:[\\/]|~?[\\/])?[^\n]{1,300}\.(?:pdf|docx?|pptx?|xlsx?|csv|key|pages|txt|md|rtf|odt|odp|html?|zip|png|jpe?g|webp|gif|svg|mp4|mov)["']?$/iu

/** An address whose beginning is written nearly as https:// or http:// are: “htps://”, “https:/”, “http//”. */
const MISTYPED_SCHEME =
  /(?<![\p{L}\p{N}])(?!https?:\/\/[^/])(?<scheme>[htps]{3,7}[:;.,]?[\\/]{1,3})(?=[\p{L}\p{N}])\S+/iu

/** Why a text cannot be judged, whatever is told beside it: it is a link, or has no word; `null` where it may be. */
function whyNothingToJudge(text: string): string | null {
  const unmarked = text.replace(MARKED_ADDRESS, ' ')
  const tokens = unmarked.replace(TAG, ' ').split(/\s+/u)
  const words = tokens.filter((word) => !ADDRESS.test(word.replace(/[.,;:!?)\]]{1,20}$/u, '')))
  const hasAddress = unmarked !== text || words.length < tokens.length
  const tooLittle = whyTooLittle(words.join(' '), hasAddress ? MIN_WORDS_BESIDE_ADDRESS : 1)
  if (tooLittle === null || !hasAddress) return tooLittle
  if (FILE.test(text) && !/https?:|www\./iu.test(text))
    return `“${text.slice(0, 80)}” is the name of a file, which is not here. Give the file itself, as an attachment or an upload, or paste its text.`
  const mistyped = tokens.map((word) => MISTYPED_SCHEME.exec(word)).find((found) => found !== null)
  if (mistyped)
    return `“${mistyped[0].slice(0, 80)}” begins with “${mistyped.groups?.scheme}”, which is no way to a page: write https:// before the address.`
  return 'This is little more than a link. Give the link alone, as a piece of its own, to have the page behind it read, or paste its text.'
}

/** Whether a text has next to no words beside addresses. */
export const isOnlyLinks = (text: string): boolean =>
  text.split(/\s+/u).some((word) => ADDRESS.test(word)) && whyNothingToJudge(text) !== null

/** A stimulus with a word that people would read, not a link to it. */
export const Proposition = Stimulus.superRefine((text, context) => {
  // Also called for a text that another check found empty or too long.
  if (text === '' || text.length > MAX_STIMULUS) return
  const message = whyNothingToJudge(text)
  if (message !== null) context.addIssue({ code: 'custom', message })
})

/** Words and figures; in scripts without spaces two letters count as one word. No segmenter: its time grows with the square. */
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]{1,2}|[\p{L}\p{N}]+(?:['’.,-][\p{L}\p{N}]+)*/gu
export const wordCount = (text: string): number => text.match(WORD)?.length ?? 0
