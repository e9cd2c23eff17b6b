import { JUDGING } from '../../../data/judging.js'
import { isPlural } from './noun-phrase.js'

const DETERMINER = '(?:the|an?|our|your|my|their|its|every|each|these|those)'
const FUNCTION_WORD =
  '(?:it|the|an?|and|or|but|of|in|on|at|to|for|with|by|from|as|than|is|are|was|were|be|ever|you|we|they|he|she|i|your|our|their|his|my|its|that|this|these|those|who|which|has|have|had|can|will|all|both|two|three|four|five|six|seven|eight|nine|ten)(?![\\w-])'

/** What no sentence has: “a it”, “the a”, “fresh and.”, a mark that follows another. */
const BROKEN = [
  `\\ban? ${FUNCTION_WORD}`,
  `\\b${DETERMINER} ${DETERMINER}\\b`,
  `\\b(?:and|or|the|an?|our|your|with|for|by|of|is|are) *[,.;:!?](?!\\p{N})`,
  '[,;:] *[,.;:!?](?!\\p{N})',
  '^\\s*[,.;:]',
  // “Zest toothpaste: a breath.”: a noun that says nothing without its superlative.
  '(?:^|[.!?:,]) *an? [\\p{L}-]+ *(?=[.!?\\n]|$)',
  // “Crisps.”: a sentence of one word that was more than one.
  '(?:^|[.!?] )\\p{L}+[.!?](?=\\s|$)',
].map((pattern) => new RegExp(pattern, 'giu'))

const ARTICLE_AND_NOUN = new RegExp(
  `\\ban? ((?:(?!${FUNCTION_WORD})[\\p{L}-]+ ){0,2}?)([\\p{L}-]+)(?= *[,.;:!?\\n]| *$| (?:in|on|of|for|with|from|that|which|and|or)\\b)`,
  'giu',
)
const SUPERLATIVE = /\b(?:best|most|\p{L}{3,}est)\b/giu

const superlativesIn = (text: string): number =>
  (text.match(SUPERLATIVE) ?? []).filter((word) => !JUDGING.no_superlatives().has(word.toLowerCase())).length

const brokenIn = (text: string): number =>
  BROKEN.reduce((sum, pattern) => sum + (text.match(pattern)?.length ?? 0), 0) +
  [...text.matchAll(ARTICLE_AND_NOUN)].filter(([, between = '', noun = '']) =>
    `${between}${noun}`.split(' ').some(isPlural),
  ).length

/**
 * Whether edits leave a sentence of English as sound as it was. A superlative that is taken out leaves none behind it
 * (“fast, smartest and secure”) and no “ever”.
 */
export function readsWell(before: string, after: string): boolean {
  const left = superlativesIn(after)
  if (left < superlativesIn(before) && (left > 0 || /\bever\b/iu.test(after))) return false
  return brokenIn(after) <= brokenIn(before)
}
