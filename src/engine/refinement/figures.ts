import { JUDGING } from '../../data/judging.js'
import { CURRENCY_BEFORE, CURRENCY_BEHIND } from '../../domain/text/currencies.js'

/** Numerals with their separators and fractions: 5,000 · 2.35 · 40 · ½. */
const NUMERAL = /(?<!\p{N}[.,:]?)\p{N}+(?:[.,:]\p{N}+)*/gu
const MONEY = new RegExp(
  `${CURRENCY_BEFORE}\\s?${NUMERAL.source}|${NUMERAL.source}\\s?(?:${CURRENCY_BEHIND}|(?:pence|cents?)\\b)`,
  'giu',
)
const SHARE = new RegExp(`${NUMERAL.source}\\s?(?:%|per\\s?cent\\b)`, 'giu')
/** Numbers in words. "One" is left out: it is a pronoun more often than a number. */
const NUMBER_WORDS =
  /\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|dozens?|hundreds?|thousands?|millions?|billions?|half|halves|thirds?|quarters?|twice|thrice|doubles?|triples?|tenfold)\b/gi

/** Numbers in words that count something; “twice” and “millions” are often a boast. */
const COUNTS =
  /(?<!\p{L})(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|zwölf|zwanzig|dreißig|vierzig|fünfzig|sechzig|siebzig|achtzig|neunzig)(?!\p{L})/giu

const plain = (numeral: string): string => numeral.replace(/,(?=\p{N}{3}(?!\p{N}))/gu, '')
const numeralIn = (amount: string): string => plain(amount.match(NUMERAL)?.[0] ?? '')
const all = (text: string, pattern: RegExp): string[] => text.match(pattern) ?? []

/** “It doubles sales” and “it is made to double sales” say one figure. */
const baseOfVerb = (word: string): string => word.toLowerCase().replace(/^(double|triple)s$/, '$1')

/** A figure of `text` that is not in `source`, as written; `null` where there is none. 40 % does not match €40. */
export function newFigure(text: string, source: string): string | null {
  const known = (pattern: RegExp) => new Set(all(source, pattern).map(numeralIn))
  const numerals = new Set(all(source, NUMERAL).map(plain))
  const words = new Set(all(source, NUMBER_WORDS).map(baseOfVerb))
  const [money, shares] = [known(MONEY), known(SHARE)]
  return (
    all(text, MONEY).find((amount) => !money.has(numeralIn(amount))) ??
    all(text, SHARE).find((share) => !shares.has(numeralIn(share))) ??
    all(text, NUMERAL).find((numeral) => !numerals.has(plain(numeral))) ??
    all(text, NUMBER_WORDS).find((word) => !words.has(baseOfVerb(word))) ??
    null
  )
}

/** A figure of `original` that is missing in `text`; `null` where all are kept. “100% safe” and “#1” have none to keep. */
export function lostFigure(text: string, original: string): string | null {
  const source = original.replace(new RegExp(JUDGING.qualifiers().boasted_figures.source, 'giu'), '')
  const kept = new Set(all(text, NUMERAL).map(plain))
  const amounts = [...all(source, MONEY), ...all(source, SHARE), ...all(source, NUMERAL)]
  const counts = new Set(all(text, COUNTS).map((word) => word.toLowerCase()))
  return (
    amounts.find((amount) => !kept.has(numeralIn(amount))) ??
    all(source, COUNTS).find((word) => !counts.has(word.toLowerCase())) ??
    null
  )
}
