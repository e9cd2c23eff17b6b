import type { Category } from '../../../domain/personas/persona.js'
import { clamp, PRICE } from '../model/weights.js'

export type Price = {
  /** The price verbatim. */
  readonly text: string
  readonly start: number
  readonly end: number
  /** In pounds: per month where the text names a period, else once. */
  readonly amount: number
  readonly periodic: boolean
  /** The price that the text compares it with (an old price or a rival's), in pounds. */
  readonly compared: number | null
  /** The compared price, verbatim. */
  readonly compared_text: string
}

/** Pounds per unit, rounded: precise enough to tell an expensive product from a cheap one. */
const RATES: readonly (readonly [RegExp, number])[] = [
  [/£|gbp|pounds?\b/, 1],
  [/\$|usd|dollars?/, 0.8],
  [/€|eur(?:os?)?/, 0.85],
  [/chf|francs?/, 0.9],
  [/¥/, 0.005],
  [/₹/, 0.01],
  [/p\b|pence|cents?/, 0.01],
]
const AMOUNT =
  /(?:(?:£|\$|€|¥|₹)\s?|\b(?:gbp|usd|eur|chf)\s?)\d(?:[\d.,]*\d)?(?:\s?(?:k|m|million|thousand)\b)?|\b\d(?:[\d.,]*\d)?\s?(?:(?:€|£|\$)(?!\s?\d)|euros?\b|dollars?\b|pounds?\b|francs?\b|eur\b|usd\b|gbp\b|chf\b|pence\b|p\b|cents?\b)/gu
/**
 * An amount without a currency behind a word that says what it is: “Price: 29.99”, “kostet nur 29,90”. A whole number
 * stands alone or in front of a period, as “costs 3 clicks” is none.
 */
const PLAIN =
  /(?<!\p{L})(?:price|preis|rrp|msrp|uvp|costs?|kostet|kosten)(?!\p{L})(?: \p{L}+){0,2}?\s?[:=|–-]?\s?(?:(?:is|of|just|only|about|from|ist|nur|ab|circa|ca\.) ){0,2}(\d{1,6}(?:[.,]\d{3})?(?:[.,](?:\d{2}|-)(?!\d)(?!\s?(?:%|×|x\b|per ?cent|prozent|points?|punkte|times|mal\b|[kcm]?[gml]\b|k[wm]h?\b|h\b))|(?=\s?(?:\/|per\b|a (?:month|year|week|day)|pro\b|im (?:monat|jahr)|monthly|monatlich|each|[;!?)|\n]|[.,](?!\d)|$))))/gu
const COMPARED =
  /(?:instead of|was|were|rrp|usually|normally|(?:down|reduced) from|compared (?:with|to)|versus|vs\.?|elsewhere|rather than|than|(?:brand|others?|rivals?|competitors?|alternatives?) (?:costs?|charges?|is|are))\W*(?:\p{L}+ ){0,2}$/u
const MULTIPLES: readonly (readonly [RegExp, number])[] = [
  [/(?:m|million)$/u, 1_000_000],
  [/(?:k|thousand)$/u, 1_000],
]
/** Words before an amount that is not the price: savings, thresholds, turnover. */
const NOT_A_PRICE =
  /(?:saves?|saving|save you|earn|earns|make|invest|investing|deposits?|raised|revenue|orders over|spend over|spend|worth|win|lose|up to|protected up to|deducted|lost)\W*(?:\p{L}+ ){0,2}$/u
const PERIOD =
  /^\s?(?:\/|\bper\b|\ba\b|\ban\b|\beach\b|\bevery\b)?\s?(?:(?:seat|user|person|member|head)\b\s?(?:\/|per|a|and)?\s?)?(day|daily|week|weekly|month|monthly|mo\b|year|yearly|yr\b|annum|annually)/u
/** "Runs month by month, at €13". */
const PERIOD_BEFORE = /\b(day by day|week by week|month by month|daily|weekly|monthly|yearly)\b/u
const PER_MONTH: Readonly<Record<string, number>> = { d: 30, w: 4.3, m: 1, y: 1 / 12, a: 1 / 12 }
const CONTEXT = 100
/**
 * In "… than it was. It costs £3" nothing is compared, since a sentence ends in between; the full stop of "vs." ends no
 * sentence.
 */
const SENTENCE_END = /(?<!\bvs)[.!?]\s|\n/u

/**
 * Reads the highest asking price of a text (extras and refills cost less) and the price that it compares this with.
 * `lower` is the text in lower case, same offsets.
 */
export function readPrice(lower: string, original: string): Price | null {
  let price: Omit<Price, 'compared' | 'compared_text'> | null = null
  let highest: number | null = null
  let compared: { amount: number; text: string } | null = null
  for (const { index, 0: found } of amountsIn(lower)) {
    const text = found.replace(/[.,\s]+$/u, '')
    const amount = poundsOf(text)
    if (amount === null) continue
    const before =
      lower
        .slice(Math.max(0, index - CONTEXT), index)
        .split(SENTENCE_END)
        .at(-1) ?? ''
    const end = index + text.length
    if (COMPARED.test(before) || isStruck(lower, index)) compared ??= { amount, text: original.slice(index, end) }
    else if (!NOT_A_PRICE.test(before) && (highest === null || amount > highest)) {
      highest = amount
      const period = PERIOD.exec(lower.slice(end, end + CONTEXT)) ?? PERIOD_BEFORE.exec(before)
      const months = PER_MONTH[period?.[1]?.[0] ?? '']
      price = {
        text: original.slice(index, end),
        start: index,
        end,
        amount: amount * (months ?? 1),
        periodic: months !== undefined,
      }
    }
  }
  return price === null ? null : { ...price, compared: compared?.amount ?? null, compared_text: compared?.text ?? '' }
}

/** Prices that a page or a document strikes out, as its reader writes them: “MRP ~~₹24,999~~ ₹14,499”. */
const STRUCK = /~~[^~\n]{1,300}~~/gu
const isStruck = (lower: string, at: number): boolean =>
  [...lower.matchAll(STRUCK)].some(({ index, 0: struck }) => at > index && at < index + struck.length)

type Amount = { readonly index: number; readonly 0: string }

/** All amounts in their order; one without a currency only where none has one there. */
function amountsIn(lower: string): Amount[] {
  const named: Amount[] = [...lower.matchAll(AMOUNT)]
  const plain = [...lower.matchAll(PLAIN)]
    .map(({ index, 0: found, 1: amount = '' }) => ({ index: index + found.length - amount.length, 0: amount }))
    .filter(({ index, 0: found }) =>
      named.every((other) => other.index >= index + found.length || other.index + other[0].length <= index),
    )
  return [...named, ...plain].sort((a, b) => a.index - b.index)
}

/** Whether a text tells an amount without a currency. */
export const tellsPlainPrice = (lower: string): boolean => lower.search(PLAIN) >= 0

function poundsOf(text: string): number | null {
  const digits = /\d[\d.,]*/u.exec(text)?.[0].replace(/[.,]+$/u, '') ?? ''
  const decimals = /[.,]\d{1,2}$/u.exec(digits)
  const whole = (decimals ? digits.slice(0, decimals.index) : digits).replace(/[.,]/gu, '')
  const number = Number(decimals ? `${whole}.${digits.slice(decimals.index + 1)}` : whole)
  if (!Number.isFinite(number)) return null
  const multiple = MULTIPLES.find(([suffix]) => suffix.test(text))?.[1] ?? 1
  const rate = RATES.find(([unit]) => unit.test(text))?.[1] ?? 1
  return number * multiple * rate
}

/**
 * How much a price hurts: about 0 for half the usual price of the category, rising by the same step with each doubling.
 * Never falls when the price rises, since the saving against a compared price shrinks too.
 */
export function painOf(price: Price | null, category: Category): number {
  if (price === null) return PRICE.unknown.value
  const usual = PRICE.usual[category][price.periodic ? 'monthly' : 'once'].value
  const doublings = Math.log2(price.amount / usual)
  const saving = price.compared ? clamp((price.compared - price.amount) / price.compared, 0, 1) : 0
  return (
    clamp(PRICE.at_usual.value + PRICE.per_doubling.value * doublings, PRICE.least.value, PRICE.most.value) -
    PRICE.saving.value * saving
  )
}
