import { JUDGING } from '../../../data/judging.js'
import { danglingWord } from '../../../domain/text/dangling-words.js'
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
  '[\\p{L}\\p{N}] +[.,;!?](?=\\s|$)',
  // “Zest toothpaste: a breath.”: a noun that says nothing without its superlative.
  '(?:^|[.!?:,]) *an? [\\p{L}-]+ *(?=[.!?\\n]|$)',
  // “Crisps.”: a sentence of one word that was more than one.
  '(?:^|[.!?]) *\\p{L}+[.!?](?=\\s|$)',
  // “In a jar: our cream”, “: in a tube”.
  '(?:^|[.!?:] )in an? \\p{L}+ *(?=[.,:])',
  // “Coffee, or your money back.”
  '(?:^|[.!?] )(?:an? )?(?:[\\p{L}-]+ ){0,2}[\\p{L}-]+, or (?:your|you|we|it)\\b',
].map((pattern) => new RegExp(pattern, 'giu'))

const SUBJECT = `(?:[\\p{L}\\p{N}’'&-]+ ){0,3}[\\p{L}\\p{N}’'&-]+`
/** What says nothing without its boast: “Lumo is a lamp.”, “A mattress.” */
const SAYS_NOTHING = [
  `(?:^|[.!?:]) *(?:${SUBJECT} (?:is|are|was) |(?:it|this|that|we|they|you)['’](?:s|re) )(?:an? )?(?!${FUNCTION_WORD})[\\p{L}-]+(?: (?!${FUNCTION_WORD})[\\p{L}-]+)? *(?=[.!]|$)`,
  '(?:^|[.!?\\n])[ *_#•-]*an? [\\p{L}-]+(?: [\\p{L}-]+)?[ *_]*(?=[.!\\n]|$)',
].map((pattern) => new RegExp(pattern, 'giu'))
/** What a boast reaches over, and what stresses it. */
const LEFT_OVER = [
  // “Experts call Tendo a calendar app.”
  '\\b(?:call|consider|vote|crown|name)(?:s|d|ed)? (?:[\\p{L}’-]+ ){1,3}an? ',
  '\\b(?:hands down|period|full stop|bar none|in the (?:world|universe)|on (?:earth|the planet|the market)|ever made|of all time|money can buy)\\b',
].map((pattern) => new RegExp(pattern, 'giu'))
const BOAST = /\b(?:best|most|ultimate|perfect|only|last|holy grail|miracle|magic|\p{L}{3,}est)\b/giu
const countOf = (pattern: RegExp, text: string): number => text.match(pattern)?.length ?? 0

const ARTICLE_AND_NOUN = new RegExp(
  `\\ban? ((?:(?!${FUNCTION_WORD})[\\p{L}-]+ ){0,2}?)([\\p{L}-]+)(?= *[,.;:!?\\n]| *$| (?:in|on|of|for|with|from|that|which|and|or)\\b)`,
  'giu',
)
const SUPERLATIVE = /\b(?:best|most|ultimate|perfect|\p{L}{3,}est)\b/giu

const superlativesIn = (text: string): number =>
  (text.match(SUPERLATIVE) ?? []).filter((word) => !JUDGING.no_superlatives().has(word.toLowerCase())).length

const brokenIn = (text: string): number =>
  BROKEN.reduce((sum, pattern) => sum + countOf(pattern, text), 0) +
  [...text.matchAll(ARTICLE_AND_NOUN)].filter(([, between = '', noun = '']) =>
    `${between}${noun}`.split(' ').some(isPlural),
  ).length

/**
 * Whether edits leave a sentence of English as sound as it was. A superlative that is taken out leaves none behind it
 * (“fast, smartest and secure”) and no “ever”, and no boast leaves an empty statement, unless only this sentence says
 * what is offered (`isNeeded`).
 */
export function readsWell(before: string, after: string, isNeeded = false): boolean {
  const left = superlativesIn(after)
  if (danglingWord(before, after) !== null) return false
  if (left < superlativesIn(before) && (left > 0 || /\bever\b/iu.test(after))) return false
  const isToned = countOf(BOAST, after) < countOf(BOAST, before)
  const leftOver = isNeeded ? LEFT_OVER : [...SAYS_NOTHING, ...LEFT_OVER]
  if (isToned && leftOver.some((pattern) => countOf(pattern, after) > countOf(pattern, before))) return false
  return brokenIn(after) <= brokenIn(before)
}
