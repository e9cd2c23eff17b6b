import { LEXICON } from '../../../data/lexicon.js'
import { hashText } from '../model/random.js'
import { LIMITS } from '../model/weights.js'
import { type ReadClaim, readClaims } from './claims.js'
import { hitsOf } from './hits.js'
import { type LanguageEvidence, loadParse, type Parse } from './nlp.js'
import { type Price, readPrice } from './price.js'
import { quotable } from './quote.js'
import { type Segment, segment } from './segments.js'
import { readSubject } from './subject.js'

/** Parts of an offer other than claims; each is quoted verbatim where it occurs. */
const OFFER_PARTS = ['pressure', 'guarantee', 'strings', 'jargon'] as const
type OfferPart = (typeof OFFER_PARTS)[number]

/** Everything that the offline model reads in a stimulus. Computed once per stimulus and shared by the whole panel. */
export type Reading = {
  /** A hash of the stimulus, which enters every choice of words. */
  readonly fingerprint: number
  /** Share of words that the English vocabulary contains, 0–1. */
  readonly understood: number
  readonly legibility: 'clear' | 'thin' | 'unreadable' | 'long'
  readonly claims: readonly ReadClaim[]
  readonly price: Price | null
  readonly parts: Readonly<Record<OfferPart, readonly string[]>>
  /** Name of the subject, such as "Monday Roast"; '' where the text names none. */
  readonly subject: string
  /** The first quotable words, verbatim, used where nothing else can be quoted; '' if nothing can be quoted. */
  readonly opening: string
  /** The text in lower case. */
  readonly lower: string
  /** The words separated and surrounded by blanks, for finding a memory's cues. */
  readonly wordline: string
}

const WORD = /[\p{L}\p{N}]+(?:['’][\p{L}\p{N}]+)*/gu

export type Read = (stimulus: string) => Reading

/** A reader with a cache of recent readings. The first call loads the language model. */
export function createReader(): () => Promise<Read> {
  const kept = new Map<string, Reading>()
  return async () => {
    const parse = await loadParse()
    return (stimulus) => {
      const known = kept.get(stimulus)
      if (known) return known
      const reading = read(stimulus, parse)
      const [oldest] = kept.keys()
      if (kept.size >= LIMITS.cached_readings.value && oldest !== undefined) kept.delete(oldest)
      kept.set(stimulus, reading)
      return reading
    }
  }
}

function read(stimulus: string, parse: Parse): Reading {
  const { segments, lower, language } = segment(stimulus, parse)
  const claims = readClaims(segments, lower)
  const words = lower.match(WORD) ?? []
  const subject = readSubject(segments)
  return {
    fingerprint: hashText(stimulus),
    understood: Number((1 - language.unknown).toFixed(3)),
    legibility: legibilityOf(lower, words, claims, language),
    claims,
    price: readPrice(lower, stimulus, subject),
    parts: Object.fromEntries(OFFER_PARTS.map((part) => [part, quotesOf(part, segments)])) as Record<
      OfferPart,
      string[]
    >,
    subject,
    opening: openingOf(segments),
    lower,
    wordline: ` ${words.join(' ')} `,
  }
}

function legibilityOf(
  lower: string,
  words: readonly string[],
  claims: readonly ReadClaim[],
  language: LanguageEvidence,
): Reading['legibility'] {
  if (isUnreadable(lower, language)) return 'unreadable'
  if (words.length < LIMITS.thin_words.value && claims.every(({ weakness }) => weakness !== 'absurd')) return 'thin'
  return words.length > LIMITS.long_words.value ? 'long' : 'clear'
}

/** Whether the offline model, which reads English only, knows almost no word of a text. */
export function isUnreadable(text: string, language: LanguageEvidence): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0
  if (letters > 0 && 1 - latin / letters > LIMITS.foreign_letters.value) return true
  return isNotEnglish(text.match(WORD)?.length ?? 0, language)
}

/**
 * Names and new words are unknown too, and a headline has few letters, so a short text needs two signs of another
 * language.
 */
function isNotEnglish(words: number, evidence: LanguageEvidence): boolean {
  const { unknown, unknownUncapitalised, english, likeliest } = evidence
  const isOther = english < LIMITS.english_near.value * likeliest
  const isSurelyOther = isOther && likeliest >= LIMITS.sure_language.value
  if (words < LIMITS.unknown_least.value) return unknown === 1 && isSurelyOther
  const isUnknown = (share: number): boolean => share > LIMITS.unknown_share.value
  if (isUnknown(unknown) && (isOther || isUnknown(unknownUncapitalised))) return true
  const unknownShare = (unknown + unknownUncapitalised) / 2
  return (isSurelyOther && unknown > 0) || (isOther && likeliest + unknownShare >= LIMITS.other_language.value)
}

function quotesOf(part: OfferPart, segments: readonly Segment[]): string[] {
  const quotes = new Set<string>()
  for (const { text, lower } of segments) {
    for (const { at } of hitsOf(LEXICON.claims()[part], lower)) quotes.add(quotable(text, at))
    if (quotes.size > LIMITS.claims.value) break
  }
  return [...quotes]
}

function openingOf(segments: readonly Segment[]): string {
  for (const { text } of segments) {
    const quote = quotable(text)
    if (/[\p{L}\p{N}\p{S}]/u.test(quote)) return quote
  }
  return segments[0] ? quotable(segments[0].text) : ''
}

/** The cues of a memory that occur in the text: whole words, singular or plural, or phrases. */
export function cuesIn(cues: readonly string[], wordline: string): string[] {
  const words = cueWords.get(cues) ?? cues.map(wordsOfCue)
  cueWords.set(cues, words)
  return cues.filter((_, i) => {
    const word = words[i] ?? ''
    return word !== '' && (wordline.includes(` ${word} `) || wordline.includes(` ${word}s `))
  })
}

/** Cache of the cue words of a memory, which every task of a run needs. */
const cueWords = new WeakMap<readonly string[], readonly string[]>()

const wordsOfCue = (cue: string): string =>
  cue
    .toLowerCase()
    .replace(/[^\p{L}\p{N}'’]+/gu, ' ')
    .trim()
