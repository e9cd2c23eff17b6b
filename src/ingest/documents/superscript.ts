import { CURRENCY_CODE, CURRENCY_SIGN } from '../../domain/text/currencies.js'

/** Marks around raised text until what follows it is known: no characters of any text. */
export const RAISED = '\ufdd0'
export const LOWERED = '\ufdd1'

const CURRENCY = String.raw`[${CURRENCY_SIGN}]|\b(?:${CURRENCY_CODE}\.?|Fr\.)|euros?\b`
const CENTS = new RegExp(
  String.raw`((?:${CURRENCY})\s?)?(?<![\d.,])(\d{1,3}(?:[.,'’]?\d{3})*)([.,]?)\s?${RAISED}(\d\d)([^\d${LOWERED}]*)${LOWERED}(?=(\s?(?:${CURRENCY}))?)`,
  'giu',
)
/** Notes are counted up from 1, and cents hardly ever: “€49¹²”. */
const NUMBERS_NOTE = /^[12][1-4678]$/
const STILL_RAISED = new RegExp(`${RAISED}([^${LOWERED}]*)${LOWERED}`, 'g')
const IS_CURRENCY = new RegExp(CURRENCY, 'iu')

const RAISED_OF: Readonly<Record<string, string>> = {
  ...Object.fromEntries([...'⁰¹²³⁴⁵⁶⁷⁸⁹'].map((raised, digit) => [String(digit), raised])),
  '-': '⁻',
  '−': '⁻',
  '+': '⁺',
}

/** Marks raised text that would change a figure before it; other raised text, such as ™ and st, is read as it is. */
export const markRaised = (text: string): string =>
  /^\s*[-−+]?\d/.test(text) ? `${RAISED}${text.trim()}${LOWERED}` : text

/** Raised digits as characters of their own. */
export const raised = (text: string): string => text.replace(/[\d−+-]/g, (digit) => RAISED_OF[digit] ?? digit)

/** Reads marked text: cents behind the amount of a price (“€39⁹⁹” is €39.99), else as powers and notes (10⁶). */
export function readRaised(text: string): string {
  return text
    .replaceAll(`${LOWERED}${RAISED}`, '')
    .replace(
      CENTS,
      (whole, before: string | undefined, amount: string, point: string, cents: string, rest: string, after = '') => {
        const isPrice = before !== undefined || after !== '' || IS_CURRENCY.test(rest)
        const separator = point || (amount.includes('.') ? ',' : '.')
        const isNote = point === '' && after === '' && !IS_CURRENCY.test(rest) && NUMBERS_NOTE.test(cents)
        if (isNote) return whole
        return isPrice ? `${before ?? ''}${amount}${separator}${cents}${rest}` : whole
      },
    )
    .replace(STILL_RAISED, (_, digits: string) => raised(digits))
}
