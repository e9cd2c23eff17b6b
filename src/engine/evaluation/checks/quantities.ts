import { LEXICON, UNITS, type Unit } from '../../../data/lexicon.js'
import type { Language } from '../../../data/word-list.js'
import { CURRENCY_BEFORE } from '../../../domain/text/currencies.js'
import { numberWords } from './number-words.js'

/** A number in a text, with its unit. */
export type Quantity = {
  readonly value: number
  /** `null` for a number of things, or for an unnamed unit. */
  readonly unit: Unit | null
  /** The number with its unit, as written in the text. */
  readonly text: string
  readonly start: number
  readonly end: number
  /** A time of day, a day of a month, a year, an ordinal or part of a name: nothing to reckon with. */
  readonly label: boolean
  readonly written: 'figures' | 'words'
}

/** "1,200", "1.200", "1 200", "9.50" and "9,5", optionally followed by k or m. */
const FIGURE = new RegExp(
  String.raw`(?:(?<![\p{L}\p{N}])|(?<=${CURRENCY_BEFORE}))(?:\d{1,3}(?:[.,\u0020\u00a0\u202f’']\d{3})+(?:[.,]\d{1,2})?(?!\d)|\d+(?:[.,]\d+)?)(?:\s?([km])(?![\p{L}\p{N}]))?`,
  'giu',
)
const SCALE: Readonly<Record<string, number>> = { k: 1_000, m: 1_000_000 }
const CLOCK_BEHIND = /^\s?(?:[ap]\.?m\.?|uhr|o['’]clock|h(?:\d\d)?(?![\p{L}])|:\d\d)/iu
const CLOCK_BEFORE = /(?:(?:\bat|\bgegen|\bum|\bkl\.?|\bà|a las|a la|\btil|\bvor|\bbis|\bnach|klokken)\s+|\d:)$/iu
const DATE_BEHIND =
  /^(?:st|nd|rd|th|\.)?\s?(?:of\s|de\s)?(?:jan|feb|m[aä]r|apr|ma[iyj]|jun|jul|aug|ago|sep|o[ck]t|nov|de[cz]|janv|févr|avr|juin|juil|août|ene|abr|dic)\p{L}*/iu
const DATE_BEFORE = /(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\p{L}*\s$/iu
const ORDINAL_BEHIND = /^(?:st|nd|rd|th|ers?|[èe]mes?|e|[ºª]|\.\s?(?=\p{Ll}))(?!\p{L})/iu
/** "6205-2RS" and "6x12" are names or measures; "9-year-old" is neither. */
const PART_OF_NAME = /^(?:-?\d|-?\p{Lu}|\p{L})/u
const YEAR = /^(?:19|20)\d\d$/

const MONEY_BEFORE = new RegExp(String.raw`(?<=(${CURRENCY_BEFORE}\s?))`, 'iuy')
const BEHIND =
  /^[\s-]*(?:[\p{Sc}%]|(?:(?:more|working|business|full|whole|free|short|extra|calendar|weiteren|ganze|vollen|ganzen|hele|gratis)\s+)?(?:d['’])?\p{L}+\.?)/u
const CENTS = /(?<!\p{L})(?:cents?|ct|centimes?|céntimos?|pence|øre)\.?$/iu

/** Every number of a text in figures and in words, in order. */
export function quantitiesIn(text: string, language: Language): Quantity[] {
  const figures = [...text.matchAll(FIGURE)].map((match) => ({
    value: readNumber(match[0].replace(/\s?[km]$/i, '')) * (SCALE[match[1]?.toLowerCase() ?? ''] ?? 1),
    start: match.index,
    end: match.index + match[0].length,
    written: 'figures' as const,
  }))
  const words = numberWords(text, language).map((word) => ({ ...word, written: 'words' as const }))
  return [...figures, ...words]
    .sort((a, b) => a.start - b.start)
    .map((number) => {
      const unit = unitOf(text, number)
      const end = unit?.behind ? number.end + unit.behind : number.end
      const whole = text.slice(unit?.before ? number.start - unit.before : number.start, end)
      return {
        ...number,
        value: CENTS.test(whole) ? number.value / 100 : number.value,
        unit: /fortnight$/i.test(whole) ? 'days' : (unit?.unit ?? null),
        text: whole,
        label: isLabel(text, number, unit?.unit ?? null),
      }
    })
}

type Span = {
  readonly value: number
  readonly start: number
  readonly end: number
  readonly written: Quantity['written']
}

function unitOf(text: string, { start, end }: Span): { unit: Unit; before?: number; behind?: number } | null {
  const { units } = LEXICON.agents()
  MONEY_BEFORE.lastIndex = start
  const [, sign] = MONEY_BEFORE.exec(text) ?? []
  if (sign) return { unit: 'money', before: sign.length }
  const behind = BEHIND.exec(text.slice(end, end + 40))
  if (!behind) return null
  const [word] = behind
  const length = { behind: word.length }
  if (word.includes('%')) return { unit: 'percent', ...length }
  const unit = UNITS.find((name) => wholeWord(units[name]).test(word))
  return unit ? { unit, ...length } : null
}

const cache = new Map<RegExp, RegExp>()
/** The expression as a match of the last word before the end, not inside a longer word. */
function wholeWord(expression: RegExp): RegExp {
  const known = cache.get(expression) ?? new RegExp(`${expression.source}\\.?$`, 'iu')
  cache.set(expression, known)
  return known
}

function isLabel(text: string, { value, start, end, written }: Span, unit: Unit | null): boolean {
  const [before, behind] = [text.slice(Math.max(0, start - 12), start), text.slice(end, end + 16)]
  if (written === 'words') return unit === null && CLOCK_BEFORE.test(before) && value <= 24
  if (unit === null && (CLOCK_BEHIND.test(behind) || DATE_BEHIND.test(behind) || DATE_BEFORE.test(before))) return true
  if (unit === null && CLOCK_BEFORE.test(before) && value <= 24) return true
  if (unit === null && YEAR.test(text.slice(start, end))) return true
  if (unit === null && (ORDINAL_BEHIND.test(behind) || PART_OF_NAME.test(behind))) return true
  // "SOC 2", "24/7", "ISO 9001": part of a name.
  if (unit === null && /\p{Lu}{2,}[\s-]?$/u.test(before)) return true
  return /\d\/$/.test(before) || /^\/\d/.test(behind)
}

/** Reads points, commas and spaces before three digits as thousands separators. */
function readNumber(digits: string): number {
  const plain = digits.replace(/[\s’']/g, '').replace(/[.,](?=\d{3}(?:\D|$))/g, '')
  return Number(plain.replace(',', '.'))
}
