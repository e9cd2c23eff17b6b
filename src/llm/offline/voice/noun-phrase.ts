const IRREGULAR = new Set('people children men women teeth feet mice geese'.split(' '))
const SINGULAR = new Set(
  'series species means news lens gas sales sports atlas canvas christmas always perhaps as has was does goes its'.split(
    ' ',
  ),
)
/** Nouns that take no article: “the best honey” is “honey”. */
const MASS = new Set(
  'water oil milk honey sugar salt flour butter bread rice pasta porridge basil cheese meat fish fruit food cotton wool linen leather wood steel skin hair health comfort care service support sound taste flavour flavor quality luxury power energy transport advice equipment furniture fun music software clothing weather rest sleep'.split(
    ' ',
  ),
)
/** Nouns that may take an article or none, by what they mean: “performance”, “experience”. */
const EITHER = /(?:ness|ity|ance|ence|ship|ment|tion|sion|ing|ism|ware|cy)$/iu

export const isPlural = (word: string): boolean => {
  const lower = word.toLowerCase()
  return IRREGULAR.has(lower) || (/[^siu’']s$/u.test(lower) && !SINGULAR.has(lower))
}

/**
 * A noun phrase behind an indefinite article, which goes in front of a plural or a mass noun; `null` where the noun
 * cannot be told from a verb (“the best companies work”) or may or may not take one.
 */
export function withArticleOfItsNoun(phrase: string): string | null {
  const words = phrase.split(' ')
  const noun = words.at(-1) ?? ''
  if (EITHER.test(noun) || words.slice(0, -1).some(isPlural)) return null
  return isPlural(noun) || MASS.has(noun.toLowerCase()) ? phrase : `a ${phrase}`
}
