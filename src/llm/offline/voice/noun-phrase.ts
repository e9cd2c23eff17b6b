import { LEXICON } from '../../../data/lexicon.js'

/** Nouns that may take an article or none, by what they mean: “performance”, “experience”. */
const EITHER = /(?:ness|ity|ance|ence|ship|ment|(?<!solu)tion|sion|ing|ism|(?<!soft)ware|cy)$/iu

export const isPlural = (word: string): boolean => {
  const lower = word.toLowerCase()
  const { irregular_plurals, singulars } = LEXICON.nouns()
  return irregular_plurals.has(lower) || (/[^siu’']s$/u.test(lower) && !singulars.has(lower))
}

/**
 * A noun phrase behind an indefinite article, which goes in front of a plural or a mass noun; `null` where the noun
 * cannot be told from a verb (“the best companies work”) or may or may not take one.
 */
export function withArticleOfItsNoun(phrase: string): string | null {
  const words = phrase.split(' ')
  const noun = words.at(-1) ?? ''
  if (EITHER.test(noun) || words.slice(0, -1).some(isPlural)) return null
  return isPlural(noun) || LEXICON.nouns().mass.has(noun.toLowerCase()) ? phrase : `a ${phrase}`
}

const isEmpty = (phrase: string): boolean => LEXICON.nouns().empty.has(phrase.toLowerCase().split(' ').at(-1) ?? '')

/** “our lamp”, which needs neither number nor article; `null` for a noun that names nothing that is sold. */
export const ourThing = (phrase: string): string | null => (isEmpty(phrase) ? null : `our ${phrase}`)

const NAME = /^\p{Lu}[^\s]*(?: (?:\p{Lu}|\p{N}|&)[^\s]*)*$/u

/** A name with its noun, “the Lumo lamp”, “Pawly dog food”; `null` for words that are no name. */
export function namedThing(name: string, phrase: string): string | null {
  const noun = phrase.split(' ').at(-1) ?? ''
  if (!NAME.test(name) || isEmpty(phrase)) return null
  if (name.toLowerCase().endsWith(noun.toLowerCase())) return name
  const isUncounted = isPlural(noun) || LEXICON.nouns().mass.has(noun.toLowerCase())
  return isUncounted ? `${name} ${phrase}` : `the ${name} ${phrase}`
}
