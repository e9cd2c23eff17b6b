import { GIVEN_NAMES } from '../../data/given-names.js'
import { LEXICON } from '../../data/lexicon.js'
import { NAMED_THINGS } from '../../data/named-things.js'

type Span = { readonly start: number; readonly end: number }

const FIRST = /(?<![\p{L}\p{N}])\p{Lu}[^\s,;:!?()"“”]{0,30}(?= )/gu
const ALONE = /(?<![\p{L}\p{N}-])\p{Lu}\p{L}{1,30}(?![\p{L}\p{N}])/gu
/** A possessive without what is owned: "at Wendy's and", "Wendy's is". */
const OWNS_NOTHING =
  /^['’]s(?:$|[.,;:!?)\n]| (?:is|was|has|had|are|did|does|and|or|but|for|on|in|at|to|because|when|if|the|an?|we|I|they|you)(?!\p{L}))/u
const NEXT = /^ (\p{Lu}[\p{L}’'-]{1,30})/u

/** Brands and other things of the list in a text, as spans: those of one word where no surname follows. */
export function namedThings(text: string): Span[] {
  const { byFirst, alone, makes, possessives } = NAMED_THINGS.things()
  const { surnames, lone_surnames, word_surnames } = GIVEN_NAMES.given()
  const several = [...text.matchAll(FIRST)].flatMap(({ 0: first, index }) => {
    const plain = text.slice(index, index + 40).replace(/’/g, "'")
    const name = byFirst.get(first.replace(/’/g, "'"))?.find((thing) => isAt(plain, thing))
    if (name !== undefined) return [{ start: index, end: index + name.length }]
    const model = makes.has(first) ? NEXT.exec(text.slice(index + first.length, index + first.length + 40)) : null
    return model ? [{ start: index, end: index + first.length + model[0].length }] : []
  })
  const single = [...text.matchAll(ALONE)].flatMap(({ 0: word, index }) => {
    const end = index + word.length
    const behind = text.slice(end, end + 40)
    if (possessives.has(`${word}'s`) && OWNS_NOTHING.test(behind)) return [{ start: index, end }]
    if (!alone.has(word)) return []
    const next = NEXT.exec(behind)?.[1] ?? ''
    return [surnames, lone_surnames, word_surnames].some((list) => list.has(next)) ? [] : [{ start: index, end }]
  })
  return [...several, ...single]
}

const isAt = (text: string, name: string): boolean =>
  text.slice(0, name.length).toLowerCase() === name.toLowerCase() &&
  !/^[\p{L}\p{N}]/u.test(text.slice(name.length, name.length + 2))

const BEHIND = 24
/** "V15", "WH-1000XM5", "Serie 4"; no postcode, and no number of somebody who speaks ("Anna P3: …"). */
const MODEL =
  /^ (?:(?:Series?|Serie|Model|Modell|Typ|Type|Gen|Generation|Mk|Mark|Edition) )?(?:\p{Lu}{1,3}-?\d{1,4}(?:\p{Lu}{1,2}\d{0,2})?|(?<=[a-z] )\d{1,4})(?![\p{L}\p{N}])(?! \d\p{Lu}{2}(?!\p{L})| ?[:)])/u

/** Whether a number of a model stands behind a name: "Dyson V15", "Bosch Serie 4". */
export const isModel = (behind: string): boolean => MODEL.test(behind.slice(0, BEHIND))

/**
 * Whether a word for a product stands behind a name of several words, or is its last word: "Emma Bridgewater mug", "Alpro
 * Hafer". "I gave Anna Klein tea" is about somebody.
 */
export function isOfProduct(before: string, last: string, behind: string): boolean {
  const { product, given_to } = LEXICON.products()
  if (given_to.test(before)) return false
  return product.test(last) || product.test(/^ (\p{L}{2,20})(?!\p{L})/u.exec(behind)?.[1] ?? '')
}
