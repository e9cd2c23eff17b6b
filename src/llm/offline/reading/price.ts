import type { Category } from '../../../domain/personas/persona.js'
import { CURRENCY_BEFORE, CURRENCY_BEHIND, currencyOf } from '../../../domain/text/currencies.js'
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

const CENTS = /\d\s?(?:p|pence|cents?)$/u
const AMOUNT = new RegExp(
  String.raw`${CURRENCY_BEFORE}\s?\d(?:[\d.,]*\d)?(?:\s?(?:k|m|million|thousand)\b)?|\b\d(?:[\d.,]*\d)?\s?(?:(?!\p{Sc}\s?\d)${CURRENCY_BEHIND}|pence\b|p\b|cents?\b)`,
  'giu',
)
/**
 * An amount without a currency behind a word that says what it is: “Price: 29.99”, “kostet nur 29,90”. A whole number
 * stands alone or in front of a period, as “costs 3 clicks” is none.
 */
const PLAIN =
  /(?<!\p{L})(?:price|preis|rrp|msrp|uvp|costs?|kostet|kosten)(?!\p{L})(?: \p{L}+){0,2}?\s?[:=|–-]?\s?(?:(?:is|of|just|only|about|from|ist|nur|ab|circa|ca\.) ){0,2}(\d{1,6}(?:[.,]\d{3})?(?:[.,](?:\d{2}|-)(?!\d)(?!\s?(?:%|×|x\b|per ?cent|prozent|points?|punkte|times|mal\b|[kcm]?[gml]\b|k[wm]h?\b|h\b))|(?=\s?(?:\/|per\b|a (?:month|year|week|day)|pro\b|im (?:monat|jahr)|monthly|monatlich|each|[;!?)|\n]|[.,](?!\d)|$))))/gu
const COMPARED =
  /(?<!\p{L})(?:instead of|was|were|rrp|usually|normally|(?:down|reduced) from|compared (?:with|to)|versus|vs\.?|elsewhere|rather than|than|(?:brand|others?|rivals?|competitors?|alternatives?) (?:costs?|charges?|is|are))(?!\p{L})\W*(?:\p{L}+ ){0,2}$/u
const MULTIPLES: readonly (readonly [RegExp, number])[] = [
  [/\d\s?(?:m|million)$/u, 1_000_000],
  [/\d\s?(?:k|thousand)$/u, 1_000],
]
/**
 * Words in front of an amount that is no price: what is saved, insured, guaranteed, earned, raised, donated or fined.
 * “for” and “at” lead to a price again.
 */
const NOT_A_PRICE =
  /(?<!\p{L})(?:sav(?:es?|ed|ing)|earn(?:s|ed|ing)?|mak(?:es?|ing)|invest(?:s|ed|ing)?|deposits?|rais(?:es?|ed|ing)|donat(?:es?|ed|ing)|giv(?:es?|en|ing)|gave|revenue|turnover|spend(?:s|ing)?|spent|(?:set|put|puts) aside|worth|w[io]ns?|los(?:es?|t|ing)|fined|insure[sd]?|cover(?:s|ed)?|protect(?:s|ed)|guarantee[ds]|compensate[sd]?|refund(?:s|ed)|deducted|up to|above|more than|at least|(?<!(?:just|little|slightly|bit) )over|sparen|sparst|spart|gespart|versichert|gespendet|spenden|garantiert|bis zu|mindestens|über)(?!\p{L})[^\p{L},;:(]*(?:(?!(?:by|for|at|from|now|only|just|price|costs?|für|nur|jetzt|ab)(?!\p{L}))\p{L}+ ){0,4}$|(?<!\p{L})(?:savings|earnings|donations?|prizes?|fines?|penalt(?:y|ies)|insurance|cover|coverage|protection|guarantee|compensation|refunds?|cashback|vouchers?|grants?|funds?|profits?|sales) (?:of|to|up to|is|was|worth)(?: (?:up to|about|over|just))?\s*$/u
/** “Insured for £5,000”, of no period, goes with “for” itself. */
const NOT_A_PRICE_FOR = /(?<!\p{L})(?:insured|covered|fined|guaranteed|swapped|sold) for(?: (?:up to|about|over))?\s*$/u
/** “Free post from £30”, “delivery is free over £30”. */
const THRESHOLD =
  /(?<!\p{L})(?:free (?:\p{L}+ )?(?:post|postage|p&p|delivery|shipping|returns?|gifts?|wrapping|samples?|installation)|(?:post|postage|delivery|shipping) (?:is |are )?(?:free|on us)|no (?:postage|delivery (?:fee|charge))|gratis\p{L}*|kostenlos\p{L}*|versandkosten\p{L}*|versand (?:ist )?frei|orders?|baskets?|bestellwert|bestellung(?:en)?)(?: (?!and|und|costs?|kostet)\p{L}+){0,3} (?:from|over|above|of|ab|von|über)\s*$/u
/** Words behind an amount that is no price: “£10 off”, “£5,000 of cover”, “£30 or more”, “£1 goes to a school”. */
const NOT_A_PRICE_AFTER =
  /^\s?(?:\+|(?:cheaper|less|off|back|saved|raised|insured|insurance|guarantee[ds]?|fines?|penalt(?:y|ies)|prizes?|cashback|vouchers?|donat(?:ed|ion)|earned|deposit|compensation|minimum|or (?:more|over)|and (?:over|above)|rabatt|gespart|versichert)(?!\p{L})|(?:of|in|worth of|a year in|(?:a|per) (?:month|year) in) (?:cover|insurance|protection|savings|prizes|credit|revenue|sales|fees|donations|orders|fines|compensation)(?!\p{L})|(?:of each|of every|from (?:each|every)|goes|go|is (?:donated|given)|are (?:donated|given)) (?!with|well|a long))/u
/** Words by which an amount is asked for. */
const ASKED_BEFORE =
  /(?:(?<!\p{L})(?:for|at|costs?|costing|prices?|priced|pay|only|just|now|from|is|are|each|kostet|kosten|nur|für|jetzt|ab|preis|is|ist)(?: (?:of|from|only|just|now|about|under|is|nur|ab|a mere))*|[:|=(–—-]|^)\s*$/u
/** “£24 for 30 ml”, “£3.20 a loaf”, “£8 each”, and an amount that ends its clause: “Lamp, £39.” */
const ASKED_AFTER =
  /^(?:\s?\/|\s(?:an?|per|each|once|daily|weekly|monthly|yearly|annually|buys?|you pay|one-?off|all in|including|incl|inc|pro|im|je|(?:for|für) (?:an?|one|two|three|four|six|ten|twelve|half|both|all|the|ein\p{L}*|zwei|drei))(?!\p{L})|\s(?:for|für) \p{N}|\s?(?:[.!;:|)\n]|,(?!\p{N})|[–—]|$))/u
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

type AskedPrice = Omit<Price, 'compared' | 'compared_text'> & {
  /** As it is written, of no period, in pounds. */
  readonly written: number
  /** Whether the words beside it ask for it. */
  readonly isAsked: boolean
}

/**
 * Reads the asking price of a text and the price that it compares this with. Of several, one counts that the words
 * beside it ask for (a period, a quantity, “for”), and of those the highest, as extras and refills cost less. `lower` is
 * the text in lower case, same offsets.
 */
export function readPrice(lower: string, original: string): Price | null {
  const found: AskedPrice[] = []
  let compared: { amount: number; text: string } | null = null
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
    const after = lower.slice(end, end + CONTEXT)
    if (COMPARED.test(before) || isStruck(lower, index))
      compared ??= { amount: written, text: original.slice(index, end) }
    else if (!isNoPrice(before, after)) {
      const period = PERIOD.exec(after) ?? PERIOD_BEFORE.exec(before)
      const months = PER_MONTH[period?.[1]?.[0] ?? '']
      found.push({
        text: original.slice(index, end),
        start: index,
        end,
        amount: written * (months ?? 1),
        periodic: months !== undefined,
        written,
        isAsked: ASKED_BEFORE.test(before) || ASKED_AFTER.test(after),
      })
    }
  }
  const asked = found.filter(({ isAsked }) => isAsked)
  const [price] = (asked.length > 0 ? asked : found).toSorted((a, b) => b.written - a.written)
  if (price === undefined) return null
  const { written: _, isAsked: __, ...rest } = price
  return { ...rest, compared: compared?.amount ?? null, compared_text: compared?.text ?? '' }
}

/** Prices that a page or a document strikes out, as its reader writes them: “MRP ~~₹24,999~~ ₹14,499”. */
const STRUCK = /~~[^~\n]{1,300}~~/gu
const isStruck = (lower: string, at: number): boolean =>
  [...lower.matchAll(STRUCK)].some(({ index, 0: struck }) => at > index && at < index + struck.length)

const isNoPrice = (before: string, after: string): boolean =>
  NOT_A_PRICE.test(before) ||
  (NOT_A_PRICE_FOR.test(before) && !PERIOD.test(after)) ||
  THRESHOLD.test(before) ||
  NOT_A_PRICE_AFTER.test(after)

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
  const rate = CENTS.test(text) ? 0.01 : (currencyOf(text)?.pounds ?? 1)
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
