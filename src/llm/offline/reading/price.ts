import { toWords } from 'n2words/en'
import type { Category } from '../../../domain/personas/persona.js'
import { CURRENCY_BEFORE, CURRENCY_BEHIND, currencyOf } from '../../../domain/text/currencies.js'
import { clamp, PRICE } from '../model/weights.js'
import {
  type Beside,
  isContested,
  isFormer,
  isNoPrice,
  isOpen,
  PERIOD,
  PERIOD_BEFORE,
  pointsFor,
  SENTENCE_END,
} from './sums.js'

export type Price = {
  /** The price verbatim. */
  readonly text: string
  readonly start: number
  readonly end: number
  /** In pounds: per month where the text names a period, else once. */
  readonly amount: number
  readonly periodic: boolean
  /** Whether the text leaves open that it is the price: nothing is said then of how high it is. */
  readonly is_open: boolean
  /** The price that the text compares it with beside it (an old price or a rival's), in pounds. */
  readonly compared: number | null
  /** The compared price, verbatim. */
  readonly compared_text: string
}

const CENTS = /\d\s?p$|(?:pence|cents?)$/u
const AMOUNT = new RegExp(
  String.raw`${CURRENCY_BEFORE}\s?\d(?:[\d.,'’]*\d)?(?:\s?(?:k|m|million|thousand)\b)?|(?:(?<![\p{L}\d.,])\d{1,3}(?:[ \u202f]\d{3})+(?:[.,]\d\d)?|\b\d(?:[\d.,'’]*\d)?)(?:[.,][-–—])?\s?(?:(?!\p{Sc}\s?\d)${CURRENCY_BEHIND}|pence\b|p\b|cents?\b)`,
  'giu',
)
/** Whole numbers up to this one are also read in words. */
const MAX_IN_WORDS = 999
const withoutJoints = (words: string): string => words.toLowerCase().replace(/[\s-]+(?:and[\s-]+)?/gu, ' ')
const IN_WORDS = new Map(
  Array.from({ length: MAX_IN_WORDS }, (_, i) => [withoutJoints(toWords(i + 1)), i + 1] as const),
)
const NUMBER_WORD = `(?:${[...new Set([...IN_WORDS.keys()].flatMap((words) => words.split(' ')))].join('|')})`
/** “Eleven pounds”, but not “eleven pounds of flour”. */
const AMOUNT_IN_WORDS = new RegExp(
  String.raw`(?<![\p{L}-])${NUMBER_WORD}(?:[\s-](?:and\s)?${NUMBER_WORD}){0,5}\s(?:${CURRENCY_BEHIND}|pence\b|cents?\b)(?! (?:of|heavier|lighter|overweight)\b)`,
  'giu',
)
/**
 * An amount without a currency behind a word that says what it is: “Price: 29.99”, “kostet nur 29,90”. A whole number
 * stands alone or in front of a period, as “costs 3 clicks” is none, and “the same price since 2021” names a year.
 */
const PLAIN =
  /(?<!\p{L})(?:price|preis|rrp|msrp|uvp|costs?|kostet|kosten)(?!\p{L})(?: (?!(?:since|until|till|by|before|after|seit|bis|vor|nach|in(?= \d))(?!\p{L}))\p{L}+){0,2}?\s?[:=|–-]?\s?(?:(?:is|of|just|only|about|from|ist|nur|ab|circa|ca\.) ){0,2}(\d{1,6}(?:[.,]\d{3})?(?:[.,](?:\d{2}|-)(?!\d)(?!\s?(?:%|×|x\b|per ?cent|prozent|points?|punkte|times|mal\b|[kcm]?[gml]\b|k[wm]h?\b|h\b))|(?=\s?(?:\/|per\b|a (?:month|year|week|day)|pro\b|im (?:monat|jahr)|monthly|monatlich|each|[;!?)|\n]|[.,](?!\d)|$))))/gu
const MULTIPLES: readonly (readonly [RegExp, number])[] = [
  [/\d\s?(?:m|million)$/u, 1_000_000],
  [/\d\s?(?:k|thousand)$/u, 1_000],
]
const PER_MONTH: Readonly<Record<string, number>> = { d: 30, t: 30, w: 4.3, m: 1, y: 1 / 12, a: 1 / 12, j: 1 / 12 }
const CONTEXT = 100

type Sum = Pick<Price, 'text' | 'start' | 'end'> & {
  /** In pounds, of no period. */
  readonly written: number
  readonly beside: Beside
}
type Candidate = Sum & { readonly points: number }

/**
 * Reads the asking price of a text in four steps. Each sum is read with the words of its sentence; former prices and sums
 * that are surely no price are left out; of the others that with the most points counts (see pointsFor), and of several the
 * highest, as extras and refills cost less; a former price beside it is what it is compared with. `lower` is the text in
 * lower case, same offsets; `name` what the text calls its subject.
 */
export function readPrice(lower: string, original: string, name = ''): Price | null {
  const sums = sumsIn(lower, original)
  const former = sums.filter(({ start, beside }) => isFormer(beside.before) || isStruck(lower, start))
  const asked: Candidate[] = sums
    .filter(notAsPrice)
    .filter((sum) => !former.includes(sum))
    .map((sum) => ({ ...sum, points: pointsFor(sum.beside, name) }))
  const [price] = asked.toSorted((a, b) => b.points - a.points || b.written - a.written)
  if (price === undefined) return null
  const compared = former.find((sum) => besideOf(sum, asked, lower) === price)
  const { text, start, end, written, beside } = price
  const months = monthsIn(beside)
  return {
    text,
    start,
    end,
    amount: written * (months ?? 1),
    periodic: months !== undefined,
    is_open:
      isOpen(price.points) || asked.some((other) => other !== price && isContested(price.beside, other.beside, name)),
    compared: compared ? compared.written * (monthsIn(compared.beside) ?? months ?? 1) : null,
    compared_text: compared?.text ?? '',
  }
}

/** How often in a month the price of a period is paid, `undefined` for none. */
function monthsIn({ before, after }: Beside): number | undefined {
  const period = PERIOD.exec(after) ?? PERIOD_BEFORE.exec(before)
  return PER_MONTH[period?.slice(1).find(Boolean)?.[0] ?? '']
}

/** All sums of a text in their order. */
function sumsIn(lower: string, original: string): Sum[] {
  const sums: Sum[] = []
  for (const { index, 0: words } of amountsIn(lower)) {
    const text = words.replace(/[.,\s]+$/u, '')
    const written = poundsOf(text)
    if (written === null) continue
    const end = index + text.length
    const before =
      lower
        .slice(Math.max(0, index - CONTEXT), index)
        .split(SENTENCE_END)
        .at(-1) ?? ''
    const last = sums.at(-1)
    const behind_last = before.slice(Math.max(0, before.length - (index - (last?.end ?? 0))))
    sums.push({
      text: original.slice(index, end),
      start: index,
      end,
      written,
      beside: { before, after: lower.slice(end, end + CONTEXT), behind_last, joins: JOINS.test(behind_last) },
    })
  }
  return sums
}

const JOINS = /^\s?(?:to|and|bis|und|[-–—])\s?$/u

/** Not what is surely no price, nor the end of its range. */
const notAsPrice = (sum: Sum, at: number, all: readonly Sum[]): boolean =>
  ![sum, sum.beside.joins ? all[at - 1] : undefined].some((one) => one && isNoPrice(one.beside))

/** The price beside a former one: of the same sentence, next to it, or of a sentence that says “now”; else `null`. */
function besideOf(former: Sum, asked: readonly Candidate[], lower: string): Candidate | null {
  const next = asked.find(({ start }) => start > former.start)
  const last = asked.findLast(({ start }) => start < former.start)
  const between = (one: Sum, other: Sum) => lower.slice(one.end, other.start)
  const after = next && between(former, next)
  const before = last && between(last, former)
  if (after !== undefined && !SENTENCE_END.test(after)) return next ?? null
  if (before !== undefined && !SENTENCE_END.test(before)) return last ?? null
  if (after !== undefined && (!/\p{L}/u.test(after) || NOW.test(after))) return next ?? null
  return before !== undefined && WAS.test(before) ? (last ?? null) : null
}
/** The last sentence begins with such a word, or is about a rival. */
const NOW = /(?:[.!?]\s{1,4}|\n)\W{0,8}(?:now|today|jetzt|heute|only|nur|price)(?!\p{L})[^.!?\n]*$/u
const WAS =
  /(?:[.!?]\s{1,4}|\n)\W{0,8}(?:was|instead of|rrp|uvp|statt|before|vorher|usually|normally|(?:\p{L}+ ){0,2}(?:brand|others?|rivals?|competitors?|alternatives?))(?!\p{L})[^.!?\n]*$/u

/** Prices that a page or a document strikes out, as its reader writes them: “MRP ~~₹24,999~~ ₹14,499”. */
const STRUCK = /~~[^~\n]{1,300}~~/gu
const isStruck = (lower: string, at: number): boolean =>
  [...lower.matchAll(STRUCK)].some(({ index, 0: struck }) => at > index && at < index + struck.length)

type Amount = { readonly index: number; readonly 0: string }

/** All amounts in their order; those without a currency only where none has one. */
function amountsIn(lower: string): Amount[] {
  const named: Amount[] = [...lower.matchAll(AMOUNT), ...lower.matchAll(AMOUNT_IN_WORDS)]
  if (named.length > 0) return named.sort((a, b) => a.index - b.index)
  return [...lower.matchAll(PLAIN)].map(({ index, 0: found, 1: amount = '' }) => ({
    index: index + found.length - amount.length,
    0: amount,
  }))
}

/** Whether a text tells an amount without a currency. */
export const tellsPlainPrice = (lower: string): boolean => lower.search(PLAIN) >= 0

function poundsOf(text: string): number | null {
  const number = /\d/u.test(text) ? numberInDigits(text) : IN_WORDS.get(withoutJoints(text).replace(/ \S+$/u, ''))
  if (number === undefined || !Number.isFinite(number)) return null
  const multiple = MULTIPLES.find(([suffix]) => suffix.test(text))?.[1] ?? 1
  const rate = CENTS.test(text) ? 0.01 : (currencyOf(text)?.pounds ?? 1)
  return number * multiple * rate
}

function numberInDigits(text: string): number {
  const digits = /\d(?:[\d.,'’]|[ \u202f]\d{3})*/u.exec(text)?.[0].replace(/[.,]+$/u, '') ?? ''
  const decimals = /[.,]\d{1,2}$/u.exec(digits)
  const whole = (decimals ? digits.slice(0, decimals.index) : digits).replace(/[.,'’\s]/gu, '')
  return Number(decimals ? `${whole}.${digits.slice(decimals.index + 1)}` : whole)
}

/**
 * How much a price hurts: about 0 for half the usual price of the category, rising by the same step with each doubling.
 * Never falls when the price rises, since the saving against a compared price shrinks too.
 */
export function painOf(price: Price | null, category: Category): number {
  if (price === null) return PRICE.unknown.value
  if (price.is_open) return PRICE.at_usual.value
  const usual = PRICE.usual[category][price.periodic ? 'monthly' : 'once'].value
  const doublings = Math.log2(price.amount / usual)
  const saving = price.compared ? clamp((price.compared - price.amount) / price.compared, 0, 1) : 0
  return (
    clamp(PRICE.at_usual.value + PRICE.per_doubling.value * doublings, PRICE.least.value, PRICE.most.value) -
    PRICE.saving.value * saving
  )
}
