import { CURRENCY_BEFORE, CURRENCY_BEHIND } from '../../../domain/text/currencies.js'

const NUMBER = String.raw`\d{1,3}(?:[.,\u00a0\u202f '’]\d{3})+(?:[.,]\d{1,2})?(?!\d)|\d+(?:[.,]\d{1,4})?(?!\d)`
const WORD = String.raw`${CURRENCY_BEHIND}|(?:pence|cents?)(?!\p{L})`
const AMOUNT = new RegExp(
  `(?<![\\d.,])(?:(${CURRENCY_BEFORE})([\\s\\u00a0\\u202f]?)(${NUMBER})|(${NUMBER})([\\s\\u00a0\\u202f-]?)(${WORD}))`,
  'giu',
)

/** Words directly before a sum that make it a price, whatever stands earlier. */
const PRICE_BEFORE =
  /\b(?:for|at|only|just|now|from|costs?|price[ds]?|yours for|für|nur|jetzt|ab|kostet|pour|dès|por|desde|kun|fra)\s?$/iu
/** Words around sums that are no price: savings, winnings, refunds, insured amounts, or what somebody else loses. */
const NO_PRICE_BEFORE =
  /(?:\b(?:sav(?:e|es|ed|ing)|worth|win|wins|won|prize|refund(?:ed)?|protect(?:ed|s)?|insured|guaranteed|covers?|cover(?:ed|age)?|earn(?:s|ed)?|raised?|fine[ds]?|donate[sd]?|grants?|bonus|cashback|voucher|cuts?|reduces?|lowers?|spar\p{L}*|gespart|gewinn\p{L}*|versichert|économis\p{L}*|gagn\p{L}*|ahorr\p{L}*|gan[ae]\p{L}*|vind\p{L}*)\b[^.,;:!?\n]{0,40}|\b(?:by|get|gets|receive|receives|um)\s)$/iu
const NO_PRICE_AFTER =
  /^\s?(?:\d|[km]\b|bn\b|million|billion|Mio|Mrd|off\b|less\b|cheaper|saved\b|cash\s?back|back\b|bonus|voucher|discount|fine\b|fund\b|grant|of (?:each|every)|for each (?:friend|referral))/iu
/** Pounds as a weight, and figures next to another figure, where it is unclear which digits belong to the price. */
const WEIGHT_BEFORE =
  /\b(?:lose|loses|lost|losing|weighs?|weighing|gain(?:ed)?|lifts?|carr(?:y|ies)|drop(?:ped)?)\b[^.!?\n]{0,25}$/iu
const RANGE_BEFORE = /(?:\d\s?(?:[–—-]|to|bis|à|a|til)|\p{L}\s\d+)\s?$/iu
const RANGE_AFTER = /^\s?[–—-]\s?\d/u

/**
 * Multiplies each price in a text by `factor` and keeps its notation; `null` where the text has no price. All prices
 * keep their proportions. Sums saved, won or paid back stay, and so do ranges, whose unit cannot be told.
 */
export function withPricesTimes(text: string, factor: number): string | null {
  let found = 0
  const changed = text.replace(AMOUNT, (amount: string, ...rest: unknown[]) => {
    const [sign, gap, after, before, hyphen, word] = rest.slice(0, 6) as (string | undefined)[]
    const at = rest[6] as number
    const number = times((after ?? before) as string, factor, word)
    if (number === null || !isPrice(text, at, amount, word)) return amount
    found++
    return sign === undefined ? `${number}${hyphen}${word}` : `${sign}${gap}${number}`
  })
  return found === 0 ? null : changed
}

function isPrice(text: string, at: number, amount: string, word: string | undefined): boolean {
  const before = text.slice(Math.max(0, at - 60), at)
  const after = text.slice(at + amount.length, at + amount.length + 20)
  if (NO_PRICE_AFTER.test(after) || RANGE_BEFORE.test(before) || RANGE_AFTER.test(after)) return false
  // "Model 3 299 €": it cannot be told whether the first figure belongs to the price.
  if (/^\d\s/u.test(amount) && /\p{L}\s$/u.test(before)) return false
  if (/^pounds?$/iu.test(word ?? '') && (WEIGHT_BEFORE.test(before) || /\d-pound/iu.test(amount))) return false
  return PRICE_BEFORE.test(before) || !NO_PRICE_BEFORE.test(before)
}

/** Multiplies a written number and keeps its decimal and thousands marks; `null` for the number 0. */
function times(written: string, factor: number, word: string | undefined): string | null {
  const decimals = /^0[.,]\d+$|[.,](?:\d{1,2}|\d{4})$/u.exec(written)
  const [fraction] = decimals ? (/\d+$/u.exec(written) ?? []) : []
  const whole = fraction === undefined ? written : written.slice(0, -fraction.length - 1)
  const thousands = /[.,\u00a0\u202f '’]/u.exec(whole)?.[0]
  const value = Number(`${whole.replace(/\D/g, '')}.${fraction ?? '0'}`) * factor
  if (value === 0) return null
  const digits = fraction !== undefined || !Number.isInteger(value) ? Math.max(2, fraction?.length ?? 0) : 0
  const [units = '', cents] = value.toFixed(digits).split('.')
  const grouped = thousands === undefined ? units : units.replace(/\B(?=(?:\d{3})+$)/g, thousands)
  return cents === undefined ? grouped : `${grouped}${decimalMark(written, fraction, thousands, word)}${cents}`
}

/** The decimal mark of `written`; without a fraction the one that fits its thousands, or a comma for signs behind the sum. */
function decimalMark(
  written: string,
  fraction: string | undefined,
  thousands: string | undefined,
  word?: string,
): string {
  if (fraction !== undefined) return written.charAt(written.length - fraction.length - 1)
  return thousands === '.' || /^(?:[€₹]|kr|zł)$/iu.test(word ?? '') ? ',' : '.'
}
