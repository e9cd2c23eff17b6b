// Rounds the decimal figure half up: `toFixed` makes "0.01" of 0.015.
const FIXED = { useGrouping: false } as const

/** US dollars: "$0", "$0.07", "$12.35"; below a cent with four decimals, "$0.0042". */
export function dollars(amount: number): string {
  if (amount === 0) return '$0'
  const digits = amount < 0.01 ? 4 : 2
  return `$${amount.toLocaleString('en-US', { ...FIXED, minimumFractionDigits: digits, maximumFractionDigits: digits })}`
}

const UNIT = '(?:[$€£]|us\\$|usd|us dollars?|dollars?|eur|euros?|€)'
const WRITTEN = new RegExp(`^${UNIT}?\\s?(?<figures>\\d[\\d.,’'\\s]*?)\\s?${UNIT}?$`, 'i')
/** Groups of three digits, all with the same mark between them, and cents with the other mark. */
const GROUPED =
  /^(?<whole>[1-9]\d{0,2}(?:(?<mark>[.,’'\s])\d{3})(?:\k<mark>\d{3})*)(?:(?!\k<mark>)[.,](?<cents>\d{1,2}))?$/
const PLAIN = /^(?<whole>\d+)(?:[.,](?<cents>\d{1,2}))?$/

/** Whether a text is an amount of money, however it is written. */
export const isAmount = (text: string): boolean => WRITTEN.test(text.trim())

/**
 * An amount with its unit and the marks of either writing: "1,000", "1.000,50", "$12.5", "50€"; `null` where it may be
 * meant in two ways, or is none.
 */
export function readDollars(text: string): number | null {
  const figures = WRITTEN.exec(text.trim())?.groups?.figures?.trim() ?? ''
  const { whole, cents = '0' } = (GROUPED.exec(figures) ?? PLAIN.exec(figures))?.groups ?? {}
  return whole === undefined ? null : Number(`${whole.replace(/\D/g, '')}.${cents}`)
}
