import { z } from 'zod'

/** Longest stimulus accepted, in characters. */
export const MAX_STIMULUS = 20_000

export const Stimulus = z
  .string()
  .trim()
  .min(1, 'The proposition is empty; give a text of at least one word.')
  .max(MAX_STIMULUS, `The proposition is longer than ${MAX_STIMULUS.toLocaleString('en-US')} characters; shorten it.`)

const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const
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

/** Most of a picture's tokens; the provider scales a larger picture down. */
const MAX_PICTURE_TOKENS = 4_784
const PIXELS_PER_TOKEN = 750
/** An upper bound of the tokens of a picture, by the provider's formula. */
export const pictureTokens = ({ width, height }: Pick<Picture, 'width' | 'height'>): number =>
  Math.min(MAX_PICTURE_TOKENS, Math.ceil((width * height) / PIXELS_PER_TOKEN))

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

/** A text that is nothing but addresses of pages, one after the other; `null` for any other text. */
export function linksOf(text: string): string[] | null {
  const words = text.trim().split(/\s+/u)
  return words.every((word) => /^https?:\/\/[^\s<>"]{3,2000}$/iu.test(word)) ? words : null
}
