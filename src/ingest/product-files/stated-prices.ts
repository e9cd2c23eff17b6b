import { CURRENCY_BEFORE, CURRENCY_BEHIND, CURRENCY_CODE, currencyOf } from '../../domain/text/currencies.js'
import { actionIn } from './actions.js'
import { around, type Block } from './page-blocks.js'

/** A price with a period. `per`: what it is paid for each of, such as "card"; `group`: who alone buys it, such as "clubs". */
export type StatedPlan = {
  readonly name: string
  readonly per_month: number
  readonly per: string | null
  readonly group: string | null
}
/** A price that is no plan, and why. */
export type UnreadPrice = { readonly words: string; readonly why: string }

export type StatedPrices = {
  readonly plans: readonly { readonly value: StatedPlan; readonly words: string }[]
  readonly unread_prices: readonly UnreadPrice[]
  /** Currency of the first plan, where a sign or a code is next to its price. */
  readonly currency: string | null
}

const MARKS = String.raw`.,’'\u00a0\u202f`
/** Its thousands have marks or fixed spaces between them; before a currency also plain ones, as in “1 290 kr”. */
const number = (marks: string): string => `([1-9]\\d{0,2}(?:[${marks}]\\d{3})+(?!\\d)|\\d{1,5})([.,]\\d{1,2})?`
export const AMOUNT = new RegExp(
  String.raw`(?:US\$|${CURRENCY_BEFORE})\s?${number(MARKS)}(?!\d|\s?(?:k|m|bn|b|million|billion|thousand)\b)|(?<![\p{L}\d]|\d[.,])${number(`${MARKS} `)}\s?(?!\$)${CURRENCY_BEHIND}`,
  'iu',
)
const EACH = '(?:per|\\/|an?|each|every|for (?:each|every)|pro|je)'
const PERIOD_WORD = '(?:months?|monat|jahr|mo\\b|years?|yr\\b|annum|annual|quarter|quartal|week)'
/** Those who use a product by themselves: a price of each is the price of one person. */
const USERS =
  'user|seat|member|person|editor|agent|host|employee|head|licen[cs]e|nutzer|benutzer|platz|mitarbeiter|kopf|lizenz'
const UNITS = `${USERS}|team|workspace|device|location|site|project|contact|gerät|standort`
/** “per user and month”, “per card per month”, “/ seat / month”, “a month”, “billed yearly”. */
const PERIOD = new RegExp(
  `^\\W{0,4}(?:${CURRENCY_CODE}\\W{0,3})?(?:(?:${EACH}?\\s*(?<unit>(?:${UNITS})(?:s|in|innen|en)?)|${EACH}\\s*(?<other>(?!${PERIOD_WORD})\\p{L}[\\p{L}'’-]*(?: (?!(?:per|an?|each|every|and|und|pro|je|for|or)\\b)\\p{L}[\\p{L}'’-]*)?))(?![\\p{L}])\\W{0,3}(?:(?:and|und|&|\\+|x|×)\\s+)?)?(?:(?:per|\\/|an?|each|every|paid|billed|charged|im|pro|je)\\W{0,2})*(?<period>${PERIOD_WORD})`,
  'iu',
)
const ANY_PERIOD = new RegExp(`(?<!\\p{L})(?:${PERIOD_WORD}|monthly|yearly|annually|weekly|monatlich|jährlich)`, 'iu')
/** What a price without a plan's name is called. */
const PAID_BY: readonly (readonly [RegExp, string])[] = [
  [/^(?:year|yr|ann|jahr)/, 'yearly'],
  [/^quart/, 'quarterly'],
  [/^week/, 'weekly'],
]
const MONTHS: readonly (readonly [RegExp, number])[] = [
  [/^(?:year|yr|ann|jahr)/, 12],
  [/^quart/, 3],
  [/^week/, 12 / 52],
]
/** A price with more words before it stands in a sentence and not in a price box. */
const MAX_WORDS_IN_BOX = 2
/** Blocks after an amount that are searched for its period. */
const PERIOD_WITHIN = 2
const MAX_PLANS = 10
const MAX_PER_MONTH = 100_000

/** Those who buy for others than one person, or other persons than everybody. */
const GROUP =
  '(?:clubs?|teams?|schools?|classes|compan(?:y|ies)|firms?|business(?:es)?|enterprises?|organi[sz]ations?|famil(?:y|ies)|households?|groups?|agenc(?:y|ies)|institutions?|universit(?:y|ies)|associations?|charit(?:y|ies)|non-?profits?|students?|pupils?|seniors?|pensioners?|resellers?|dealers?|practices?|vereine?|schulen?|firmen|unternehmen|familien?|studenten|studierende|schüler)'
const FOR_GROUP = new RegExp(`^[^.;,]{0,24}?\\b(?:for|für)\\s+(?:\\p{L}+\\s+)?(${GROUP})(?!\\p{L})`, 'iu')
const OF_GROUP = new RegExp(
  `(?<!\\p{L})(?:(?:for|für)\\s+(?:\\p{L}+\\s+)?(${GROUP})|(${GROUP})\\s+(?:pays?|zahlen|zahlt))(?:\\s+\\p{L}+)?\\W{0,3}$`,
  'iu',
)
/** Whether a plan's name tells that it is bought by a group: "Team", "Family". */
const NAMES_GROUP = new RegExp(`(?<!\\p{L})${GROUP}(?!\\p{L})`, 'iu')

/** Prices with a period are plans, those of a group only where there are no others; all others are listed with the reason. */
export function plansIn(blocks: readonly Block[]): StatedPrices {
  const heading: Heading = { called: null, isHeaded: false }
  const prices = blocks.flatMap((block, at) => {
    const following = blocks.slice(at + 1, at + 1 + PERIOD_WITHIN).map(({ text }) => text)
    return pricesIn(block, following, heading)
  })
  const isForAll = prices.some(
    ({ group, period, per_month }) => group === null && period !== undefined && per_month > 0,
  )
  const plans: StatedPrices['plans'][number][] = []
  const unread: UnreadPrice[] = blocks.flatMap(({ text }) => unclearAmounts(text))
  let currency: string | null = null
  for (const price of prices) {
    const { name, per_month, per, group, words } = price
    const why = group !== null && isForAll ? `it is that of ${group}, not of everybody` : whyNoPlan(price, plans.length)
    if (why !== null) {
      unread.push({ words, why })
      continue
    }
    if (!plans.some(({ value }) => value.name === name && value.per_month === per_month))
      plans.push({
        value: { name, per_month, per, group: group ?? NAMES_GROUP.exec(name)?.[0].toLowerCase() ?? null },
        words,
      })
    if (plans.length === 1 && per_month > 0) currency ??= currencyIn(price.amount)
  }
  return { plans, unread_prices: unread, currency }
}

/** Amounts in words: "nine dollars", "300 cents". */
const UNCLEAR = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:\d+(?:[.,]\d+)?|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|hundred)\s?(?:bucks|quid|cents?|pence|pennies|${CURRENCY_BEHIND})(?!\p{L})`,
  'giu',
)
const unclearAmounts = (text: string): UnreadPrice[] =>
  [...text.matchAll(UNCLEAR)]
    .filter(([amount]) => !AMOUNT.test(amount))
    .map(({ 0: amount, index }) => ({
      words: around(text, index, amount.length),
      why: 'its amount was not understood',
    }))

function whyNoPlan({ period, own, per_month }: Price, count: number): string | null {
  if (period === undefined && per_month > 0)
    return ANY_PERIOD.test(own) ? 'its period was not understood' : 'no period stands beside it'
  if (per_month > MAX_PER_MONTH) return 'it is too high for a month'
  return count >= MAX_PLANS ? `there are ${MAX_PLANS} already` : null
}

/** The last text that can name the plan of a price below it. */
type Heading = { called: string | null; isHeaded: boolean }
type Price = StatedPlan & {
  readonly amount: string
  readonly period: string | undefined
  /** What stands between this amount and the next. */
  readonly own: string
  readonly words: string
}

/** The prices in a block; one without any can be the heading of the next. */
function pricesIn({ text, kind }: Block, following: readonly string[], heading: Heading): Price[] {
  const matches = [...text.matchAll(new RegExp(AMOUNT, 'giu'))]
  if (matches.length === 0 && kind !== 'button') {
    if (kind !== 'title' && isPlanName(text)) Object.assign(heading, { called: text, isHeaded: kind === 'heading' })
    else if (kind === 'heading' || NO_NAME.test(text)) heading.called = null
  }
  const [lead = ''] = text.split(matches[0]?.[0] ?? text)
  // “Costs 24 €” is a sentence about the product, unless a heading stands above it.
  const inBox =
    (lead.match(/\p{L}+/gu) ?? []).length <= MAX_WORDS_IN_BOX && (heading.isHeaded || !STATES_PRICE.test(lead))
  return matches.map((match, place): Price => {
    const [before, next] = [matches[place - 1], matches[place + 1]]
    const own = text.slice(match.index + match[0].length, next?.index)
    const found = [own, ...(next === undefined ? following : [])].map((words) => PERIOD.exec(words))
    const read = found.find((period) => period !== null)?.groups ?? {}
    const period = read['period']?.toLowerCase()
    const isBelow = period !== undefined && !PERIOD.test(own)
    const lead = text.slice(before === undefined ? 0 : before.index + before[0].length, match.index)
    const [, forGroup, ofGroup] = OF_GROUP.exec(lead) ?? []
    const per = read['other'] ?? read['unit'] ?? null
    return {
      name: nameBefore(text.slice(0, match.index)) ?? (inBox ? heading.called : null) ?? periodName(period),
      per_month: Math.round((amountOf(match) / monthsOf(period)) * 100) / 100,
      per: per === null || new RegExp(`^(?:${USERS})`, 'i').test(per) ? null : per,
      amount: match[0],
      ...{ period, own },
      group: (FOR_GROUP.exec(own)?.[1] ?? forGroup ?? ofGroup ?? null)?.toLowerCase() ?? null,
      words: around(`${text} ${isBelow ? following.join(' ') : ''}`.trim(), match.index, match[0].length),
    }
  })
}

/** The code of a currency where it is written or has no sign, else its sign. */
function currencyIn(amount: string): string | null {
  const written = amount.replace(/^US\$/i, 'USD ')
  const { code = '', sign = '' } = currencyOf(written) ?? {}
  const isCode = code !== '' && new RegExp(`${code}(?!\\p{L})`, 'iu').test(written)
  return (isCode ? code : sign || code) || null
}

const periodName = (period = 'month'): string => PAID_BY.find(([pattern]) => pattern.test(period))?.[1] ?? 'monthly'
const monthsOf = (period = 'month'): number => MONTHS.find(([pattern]) => pattern.test(period))?.[1] ?? 1

/** Whether a text can be a plan's name: "Team", "Small business", but not "Invite your team". */
const isPlanName = (text: string): boolean =>
  PLAN_NAME.test(text) &&
  !NO_NAME.test(text) &&
  !PERIOD.test(text) &&
  !OF_ACTION.test(text) &&
  !(text.includes(' ') && actionIn(text) !== undefined)
/** “Attach a photo” is something to do, as no plan's name has an article in it. */
const OF_ACTION = /\s(?:an?|the|your|my|our|their|it|them)\s/i
const STATES_PRICE = /\b(?:costs?|is|are|pays?|priced|charges?|kostet)\s*$/i
const PLAN_NAME = /^[\p{L}][\p{L}\p{N}+& -]{1,24}$/u
const NO_NAME =
  /^(?:for|from|at|just|only|pay|pays|paying|price|about|around|also|after|afterwards|later|else|free|starting|is|it|this|that|everything|costs|plans?|prices?|pricing|or|and|to|then|danach|dann|ab|für|nur|oder|und|billed|paid|monthly|yearly|annually|month|year)$/i

const amountOf = ([, whole, cents, wholeBefore, centsBefore]: RegExpMatchArray): number =>
  Number(`${(whole ?? wholeBefore ?? '').replace(/\D/g, '')}${(cents ?? centsBefore ?? '').replace(',', '.')}`)

function nameBefore(text: string): string | null {
  const [, article, before] =
    /(?:\b(the|an?|our|this|your|its?)\s+)?(?<![\p{L}\p{N}+])(\p{L}[\p{L}\p{N}+]{1,24})(?:\s+plan)?\s*(?:[:–—(-]|is|costs|at|for)?\s*$/iu.exec(
      text,
    ) ?? []
  // “The portal is 4 €” names no plan, “the Plus plan is 4 €” does.
  if (article !== undefined && before !== undefined && /^\p{Ll}/u.test(before)) return null
  return before === undefined || NO_NAME.test(before) ? null : before
}
