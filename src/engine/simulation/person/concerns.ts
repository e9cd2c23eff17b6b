import { LEXICON } from '../../../data/lexicon.js'
import { type PersonaProfile, STATEMENT_FIELDS } from '../../../domain/personas/persona-profile.js'
import { CONCERNS, type Concern, type Concerns } from '../../../domain/simulation/concern.js'
import { stemsOf } from '../../evaluation/checks/stems.js'
import { troublesIn } from './polarity.js'

/** Each further sentence about a concern adds half of what is missing to 1. */
const HALF = 0.5
const SENTENCE_END = /(?<=[.!?…])\s+|\n+/u

/**
 * The concerns that a sentence names; none where all of it is said to be no trouble. What a product says where it goes
 * wrong is read so, and what people said in runs of earlier versions; `troublesIn` judges what is said of each.
 */
export function concernsIn(sentence: string): Concern[] {
  const { untroubled, concerns } = LEXICON.concerns()
  if (untroubled.test(sentence)) return []
  return CONCERNS.filter((concern) => concerns[concern].test(sentence))
}

/** Strength of each concern in these texts: 1 − ½ⁿ for n sentences about it. `null`: no concern was recognised. */
export function concernsOf(
  texts: readonly string[],
  read: (sentence: string) => Concern[] = (sentence) => troublesIn(sentence),
): Concerns | null {
  const left = Object.fromEntries(CONCERNS.map((concern) => [concern, 1])) as Record<Concern, number>
  let found = 0
  for (const sentence of new Set(texts.flatMap((text) => text.split(SENTENCE_END))))
    for (const concern of read(sentence)) {
      left[concern] *= HALF
      found++
    }
  if (found === 0) return null
  return Object.fromEntries(CONCERNS.map((concern) => [concern, 1 - left[concern]])) as Concerns
}

/** A member's statements: their own words, and text about them that rests on evidence. */
export function statementsOf(member: PersonaProfile): string[] {
  const assumed = new Set(member.sources.filter(({ basis }) => basis === 'assumed').map(({ field }) => field))
  const statements = STATEMENT_FIELDS.flatMap((field) =>
    member[field].filter((_, place) => !assumed.has(`${field}.${place}`)),
  )
  const quotes = member.sources.filter(({ basis }) => basis === 'quoted').map(({ quote }) => quote)
  const sentences = [...member.own_words, ...statements, ...quotes].map((text) => text.replace(/\s+/g, ' ').trim())
  return [...new Set(sentences)].filter((text) => text !== '')
}

/** The screens whose names a person mentions. A word in the names of more than half of the screens identifies none. */
export function mentionedScreens(said: readonly string[], screens: ReadonlyMap<string, string>): string[] {
  const stems = new Set(said.flatMap(stemsOf))
  const named = [...screens].map(([id, label]) => ({
    id,
    words: new Set(stemsOf(`${id.replaceAll(/[_-]/g, ' ')} ${label}`)),
  }))
  const isCommon = (stem: string) => named.filter(({ words }) => words.has(stem)).length * 2 > named.length
  return named.filter(({ words }) => [...words].some((stem) => stems.has(stem) && !isCommon(stem))).map(({ id }) => id)
}
