import type { Finding } from './refinement.js'

const QUOTED = /[“„"«]([^“”„"«»]+)[”“"»]/gu
const SENTENCE_END = /(?<![.!?…])[.!?…]+["”»)\]]*(?=\s|$)|\n+/gu

/** The sentences of a text from which a finding quotes, as spans; none where it quotes nothing that stands there. */
export function quotedSentences(
  { finding, fix }: Pick<Finding, 'finding' | 'fix'>,
  text: string,
): { start: number; end: number }[] {
  const ends = sentenceEnds(text)
  return [...`${finding} ${fix}`.matchAll(QUOTED)].flatMap(([, quoted = '']) => {
    const words = quoted.replace(/(?:…|\.{3})$/u, '').trim()
    if (words === '') return []
    return [...text.matchAll(patternOf(words))].map(({ index, 0: found }) => sentenceAt(ends, index, found.length))
  })
}

/** Words of a finding that say nothing of its place. */
const MIN_TELLING_LETTERS = 5

/**
 * The sentences that a finding is about: those it quotes from; where it quotes nothing, those that alone have one of its
 * longer words. None where it speaks of the whole text.
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

/** Where the sentences of a text end, the last at its own end. */
const sentenceEnds = (text: string): readonly number[] => [
  ...[...text.matchAll(SENTENCE_END)].map(({ index, 0: mark }) => index + mark.length),
  text.length,
]

const sentenceAt = (ends: readonly number[], index: number, length: number): { start: number; end: number } => ({
  start: ends.findLast((end) => end <= index) ?? 0,
  end: ends.find((end) => end >= index + length) ?? index + length,
})

/** Letter case, white space and the shape of apostrophes may differ. */
const patternOf = (words: string): RegExp =>
  new RegExp(
    words
      .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
      .replace(/\s+/g, '\\s+')
      .replace(/['’‘]/g, "['’‘]"),
    'giu',
  )
