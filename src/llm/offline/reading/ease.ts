import type { Segment } from './segments.js'

/** A group of vowels is a syllable; a final e is silent unless it follows l ("table"); no word has none. */
export function syllablesIn(word: string): number {
  const spoken = word.toLowerCase().replace(/(?<=[^aeiouyl])e(?:d|s)?$|(?<=[aeiouy]l)e(?:d|s)?$/u, '')
  return Math.max(1, spoken.match(/[aeiouyà-ÿ]+/gu)?.length ?? 0)
}

/**
 * Flesch reading ease: 206.835 − 1.015 · words per sentence − 84.6 · syllables per word. About 60–70 is plain English,
 * below 30 very difficult (R. Flesch, A new readability yardstick, Journal of Applied Psychology 32, 1948). Only words
 * of letters count, so that a price changes nothing. 100 for a text without words.
 */
export function readingEase(segments: readonly Segment[]): number {
  const sentences = segments
    .map(({ lower }) => lower.match(/\p{L}+(?:['’]\p{L}+)*/gu) ?? [])
    .filter((words) => words.length > 0)
  const words = sentences.flat()
  if (words.length === 0) return 100
  const syllables = words.reduce((sum, word) => sum + syllablesIn(word), 0)
  return 206.835 - 1.015 * (words.length / sentences.length) - 84.6 * (syllables / words.length)
}
