import type { Span } from '../text/sentences.js'
import { escapeRegExp } from '../text/words.js'
import type { Finding } from './refinement.js'

const QUOTED = /[“„"«]([^“”„"«»]+)[”“"»]/gu
/** Words within one paragraph between marks that open and close; an inch mark opens nothing. */
const QUOTATION = /[“„«][^“”„«»\n]+[”“»]|(?<![\p{L}\p{N}])"(?=\S)[^"\n]+(?<=\S)"(?![\p{L}\p{N}])/gu
const SENTENCE_END = /(?<![.!?…])[.!?…]+["”»)\]]*(?=\s|$)|\n+/gu

/** Spans of the sentences of a text that a finding quotes; empty where it quotes nothing that occurs in the text. */
export function quotedSentences(
  { finding, fix }: Pick<Finding, 'finding' | 'fix'>,
  text: string,
): { start: number; end: number }[] {
  const ends = sentenceEnds(text)
  return quotedIn({ finding, fix }, text).map(({ start, end }) => sentenceAt(ends, start, end - start))
}

/** Spans that a finding quotes; a quotation that breaks off with “…” goes to the end of its sentence. */
export function quotedSpans(finding: Pick<Finding, 'finding' | 'fix'>, text: string): Span[] {
  const ends = sentenceEnds(text)
  return quotedIn(finding, text).map(({ start, end, breaksOff }) => ({
    start,
    end: breaksOff ? sentenceAt(ends, start, end - start).end : end,
  }))
}

const BREAKS_OFF = /(?:…|\.{3})$/u

function quotedIn({ finding, fix }: Pick<Finding, 'finding' | 'fix'>, text: string): (Span & { breaksOff: boolean })[] {
  return [...`${finding} ${fix}`.matchAll(QUOTED)].flatMap(([, quoted = '']) => {
    const words = quoted.replace(BREAKS_OFF, '').trim()
    if (words === '') return []
    const breaksOff = BREAKS_OFF.test(quoted)
    return [...text.matchAll(patternOf(words))].map(({ index, 0: found }) => ({
      start: index,
      end: index + found.length,
      breaksOff,
    }))
  })
}

/** Spans of a text in which somebody is quoted, with their marks. */
export const quotationsIn = (text: string): Span[] =>
  [...text.matchAll(QUOTATION)].map(({ index, 0: words }) => ({ start: index, end: index + words.length }))

/** Minimum length of a word of a finding that can identify a sentence. */
const MIN_TELLING_LETTERS = 5

/**
 * Spans of the sentences a finding is about: those it quotes, else those that are the only one to contain one of its
 * longer words. Empty where the finding concerns the whole text.
 */
export function sentencesMeant(
  finding: Pick<Finding, 'finding' | 'fix'>,
  text: string,
): { start: number; end: number }[] {
  const quoted = quotedSentences(finding, text)
  if (quoted.length > 0) return quoted
  const ends = sentenceEnds(text)
  const words = new Set(finding.finding.toLowerCase().match(/\p{L}+/gu))
  return [...words].flatMap((word) => {
    if (word.length < MIN_TELLING_LETTERS) return []
    const sentences = [...text.matchAll(new RegExp(`(?<!\\p{L})${word}(?!\\p{L})`, 'giu'))].map(({ index }) =>
      sentenceAt(ends, index, word.length),
    )
    const [first] = sentences
    return first && sentences.every(({ start }) => start === first.start) ? [first] : []
  })
}

/** The whole sentences that a span touches, and those that any of `others` reaches into from them. */
export function sentencesAround(text: string, span: Span, others: readonly Span[]): Span {
  const ends = sentenceEnds(text)
  let { start, end } = sentenceAt(ends, span.start, span.end - span.start)
  // In the order of the text, and back: an edit may reach into the sentences of the next.
  for (const other of [...others, ...[...others].reverse()]) {
    if (other.start >= end || other.end <= start) continue
    const more = sentenceAt(ends, other.start, other.end - other.start)
    start = Math.min(start, more.start)
    end = Math.max(end, more.end)
  }
  return { start, end }
}

/** End offsets of a text's sentences; the last one is the end of the text. */
const sentenceEnds = (text: string): readonly number[] => [
  ...[...text.matchAll(SENTENCE_END)].map(({ index, 0: mark }) => index + mark.length),
  text.length,
]

const sentenceAt = (ends: readonly number[], index: number, length: number): Span => ({
  start: ends.findLast((end) => end <= index) ?? 0,
  end: ends.find((end) => end >= index + length) ?? index + length,
})

/** Matches the words with any letter case, white space and shape of apostrophes. */
const patternOf = (words: string): RegExp =>
  new RegExp(escapeRegExp(words).replace(/\s+/g, '\\s+').replace(/['’‘]/g, "['’‘]"), 'giu')
