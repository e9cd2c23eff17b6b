import { LEXICON } from '../../../data/lexicon.js'
import { CURRENCY_BEHIND } from '../../../domain/text/currencies.js'
import { hitsOf } from './hits.js'
import type { Segment } from './segments.js'

const NOT_A_NAME = new RegExp(
  `^(?:i|we|our|you|your|the|a|an|ein|eine|no|it|its|this|that|price|free|deposit|delivery|introducing|usb|led|gps|pdf|ai|uk|eu|us|apr|aer|english|christmas|${CURRENCY_BEHIND})$`,
  'iu',
)
/** Days and months count as names only beside another name: "Monday Roast". */
const DATE =
  /^(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|may|june|july|august|september|october|november|december)s?$/iu
/** A name after one of these words is usually a place of origin or sale, not the product. */
const BEFORE_A_PLACE = /^(?:in|from|of|to|on|at|by|near|or|and)$/iu
/** What follows a name: “Pip is”, “Pip: a lamp”, “Pip, the lamp”. */
const BEHIND_A_NAME = new Set(['AUX', 'VERB', 'PUNCT', 'SYM', 'PART', 'CCONJ', 'NUM', 'ADP'])
/** A capital at the beginning of a sentence that is of an ordinary word: “Baked in Leeds”, “Unmatched, unrivalled”. */
const PARTICIPLE = /(?:ed|ing)$/u
const PLURAL = /[^sui]s$/u
const MAX_LENGTH = 40
const AFTER_PREPOSITION = 0.25
const IN_FIRST_SENTENCE = 0.5

/**
 * The name of a text's subject: its most frequent capitalised words. Words of the first sentence count more, possible
 * places less; '' where there is no such name.
 */
export function readSubject(segments: readonly Segment[]): string {
  const names = new Map<string, number>()
  for (const [index, { tokens, lower }] of segments.entries()) {
    if (hitsOf(LEXICON.claims().around, lower).length > 0) continue
    for (let first = 0; first < tokens.length; first++) {
      let last = first
      while (isName(tokens[last])) last++
      if (last === first) continue
      const words = tokens.slice(first, last).map(({ text }) => text)
      const name = words.join(' ')
      if (first === 0 && beginsOrdinaryWords(tokens, last)) {
        first = last
        continue
      }
      const count = BEFORE_A_PLACE.test(tokens[first - 1]?.text ?? '') ? AFTER_PREPOSITION : 1
      if (!words.every((word) => DATE.test(word)))
        names.set(name, (names.get(name) ?? 0) + count + (index === 0 ? IN_FIRST_SENTENCE : 0))
      first = last
    }
  }
  const [name] = [...names]
    .filter(([name, count]) => name.length <= MAX_LENGTH && count >= 1)
    .sort((a, b) => b[1] - a[1])
  return name?.[0] ?? ''
}

const isName = (token: Segment['tokens'][number] | undefined): boolean =>
  token !== undefined && token.pos === 'PROPN' && /^\p{Lu}[\p{L}\d]+$/u.test(token.text) && !NOT_A_NAME.test(token.text)

/**
 * Whether the capitalised words at the beginning of a sentence, up to `end`, are no name but half of a noun phrase
 * (“Oat oil balm”), a participle or a call (“Rent an oven”).
 */
function beginsOrdinaryWords(tokens: Segment['tokens'], end: number): boolean {
  const last = tokens[end - 1]
  const next = tokens[end]
  if (!last?.isKnown) return false
  // “Softer than our 2023 roll”
  if (next?.text === 'than') return true
  if (end === 1 && (PARTICIPLE.test(last.text) || PLURAL.test(last.text))) return true
  return next !== undefined && /^\p{Ll}/u.test(next.text) && !BEHIND_A_NAME.has(next.pos)
}
