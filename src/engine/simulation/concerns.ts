import { LEXICON } from '../../data/lexicon.js'
import { CONCERNS, type Concern, type Concerns } from '../../domain/concern.js'
import { type PersonaProfile, STATEMENT_FIELDS } from '../../domain/persona-profile.js'
import { stemsOf } from '../evaluation/checks/stems.js'

/** What each further sentence about the same adds: the half of what is left. */
const HALF = 0.5
const SENTENCE_END = /(?<=[.!?…])\s+|\n+/u

/** What a sentence is about; nothing where it says that it is no trouble. Words, not meaning: irony is not noticed. */
export function concernsIn(sentence: string): Concern[] {
  const { untroubled, concerns } = LEXICON.concerns()
  if (untroubled.test(sentence)) return []
  return CONCERNS.filter((concern) => concerns[concern].test(sentence))
}

/** How much each concern is in these texts: 1 − ½ⁿ by the sentences that speak of it. `null`: none was recognised. */
export function concernsOf(texts: readonly string[]): Concerns | null {
  const left = Object.fromEntries(CONCERNS.map((concern) => [concern, 1])) as Record<Concern, number>
  let found = 0
  for (const sentence of new Set(texts.flatMap((text) => text.split(SENTENCE_END))))
    for (const concern of concernsIn(sentence)) {
      left[concern] *= HALF
      found++
    }
  if (found === 0) return null
  return Object.fromEntries(CONCERNS.map((concern) => [concern, 1 - left[concern]])) as Concerns
}

/** What somebody of a set says, in their own words and in what was written of them with a finding behind it. */
export function saidBy(member: PersonaProfile): string[] {
  const assumed = new Set(member.sources.filter(({ basis }) => basis === 'assumed').map(({ field }) => field))
  const statements = STATEMENT_FIELDS.flatMap((field) =>
    member[field].filter((_, place) => !assumed.has(`${field}.${place}`)),
  )
  const quotes = member.sources.filter(({ basis }) => basis === 'quoted').map(({ quote }) => quote)
  const sentences = [...member.own_words, ...statements, ...quotes].map((text) => text.replace(/\s+/g, ' ').trim())
  return [...new Set(sentences)].filter((text) => text !== '')
}

/** The screens of whose name somebody speaks. A word that names more than half of the screens names none. */
export function screensSpokenOf(said: readonly string[], screens: ReadonlyMap<string, string>): string[] {
  const stems = new Set(said.flatMap(stemsOf))
  const named = [...screens].map(([id, label]) => ({
    id,
    words: new Set(stemsOf(`${id.replaceAll(/[_-]/g, ' ')} ${label}`)),
  }))
  const isCommon = (stem: string) => named.filter(({ words }) => words.has(stem)).length * 2 > named.length
  return named.filter(({ words }) => [...words].some((stem) => stems.has(stem) && !isCommon(stem))).map(({ id }) => id)
}
