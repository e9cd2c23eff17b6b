import { LEXICON } from '../data/lexicon.js'

/** Whether the words around a struck price call it an earlier one: “Was £349 now £279”. */
export function isCalledEarlier(before: string, after: string): boolean {
  const { calls_price_earlier, begins_fall, ends_fall, names_full_price, begins_own_price } = LEXICON.pages()
  if (calls_price_earlier.test(before) || (begins_fall.test(before) && ends_fall.test(after))) return true
  return names_full_price.test(before) && begins_own_price.test(after)
}
