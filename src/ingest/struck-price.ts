import { LEXICON } from '../data/lexicon.js'
import { hasFigure } from './page/text.js'

/** Whether struck words have a price, and those around them call it an earlier one: “Was £349 now £279”. */
export const isEarlierPrice = (before: string, struck: string, after: string): boolean =>
  hasFigure(struck) && isCalledEarlier(before, after)

/** Whether the words around a struck price call it an earlier one. */
export function isCalledEarlier(before: string, after: string): boolean {
  const { calls_price_earlier, begins_fall, ends_fall, names_full_price, begins_own_price } = LEXICON.pages()
  if (calls_price_earlier.test(before) || (begins_fall.test(before) && ends_fall.test(after))) return true
  return names_full_price.test(before) && begins_own_price.test(after)
}

/** Marks around struck text until what stands around it is known: no characters of any text. */
const STRUCK = '\ufdd2'
const UNSTRUCK = '\ufdd3'
const IS_STRUCK = new RegExp(`${STRUCK}([^${UNSTRUCK}]*)${UNSTRUCK}`, 'g')

export const markStruck = (text: string): string => `${STRUCK}${text}${UNSTRUCK}`

/** Marked text without what is struck out, but with a price that the words before it call an earlier one. */
export function readStruck(text: string): string {
  const whole = text.replaceAll(`${UNSTRUCK}${STRUCK}`, '')
  const without = (part: string): string => part.replace(IS_STRUCK, '')
  return whole.replace(IS_STRUCK, (marked, said: string, at: number) => {
    const isKept = isEarlierPrice(without(whole.slice(0, at)), said, whole.slice(at + marked.length))
    return isKept ? said : ''
  })
}
