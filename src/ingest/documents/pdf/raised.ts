import { CURRENCY_CODE, CURRENCY_SIGN } from '../../../domain/text/currencies.js'
import { markStruck, STRUCK } from '../../struck-price.js'
import { markRaised } from '../superscript.js'
import type { PdfItem } from './item.js'
import { type Letter, lettersIn } from './letters.js'

const CURRENCY = String.raw`(?:[${CURRENCY_SIGN}]|${CURRENCY_CODE})`
/** Figures that are raised whole: cents, powers and numbers of notes, with what may stand behind cents. */
const FIGURES = new RegExp(
  String.raw`^[-−+]?\d{1,4}(?:[,–-]\d{1,2})*(?:[*†‡.,)–-]|\s?(?:${CURRENCY}|/)\D{0,12})?$`,
  'iu',
)
const CENTS = /^\d\d(?!\d)/u
const NOTE = /^\d{1,2}$/u
/** What stands small and high at a price beside its cents. */
const SIGN = new RegExp(`^(?:${CURRENCY}|[*†‡%])$`, 'iu')
const PRICE = new RegExp(String.raw`${CURRENCY}\s?\d[\d.,'’]*$`, 'iu')

/** Sizes of raised text in those of what it stands at, how high it stands, and how near. */
const SMALL = { least: 0.2, most: 0.87, cents: 0.75 } as const
const RAISED = { from: 0.04, note: 0.15, below: -0.03, top: 1.2 } as const
const NEAR = { least: -0.15, spaced: 0.2, most: 0.45 } as const
const HEIGHT_OF_FIGURES = 0.72

/**
 * Items with raised figures marked, and with these and small signs of a currency on the line of what they stand at,
 * however high they are.
 */
export function withRaised(items: readonly PdfItem[]): PdfItem[] {
  const found = [...items]
  const drawn = [...items.keys()].filter((at) => items[at]?.isStruck || items[at]?.str.trim() !== '')
  for (const [order, at] of drawn.entries()) {
    const item = items[at]
    const from = drawn[order - 1] ?? at
    const to = drawn[order + 1] ?? at
    const before = from < at ? found[from] : undefined
    const behind = to > at ? items[to] : undefined
    if (!item) continue
    const isAtBefore = before !== undefined && isRaisedBehind(item, before, isSpaced(items, from, at))
    const isAtBehind = behind !== undefined && isRaisedBefore(item, behind, isSpaced(items, at, to))
    const base = isAtBefore ? before : behind
    if (!base || !(isAtBefore || isAtBehind)) continue
    // The line that strikes a price is drawn below its raised cents.
    const isStruck = item.isStruck || (isAtBefore && base.isStruck && /(?:^|\s)$/u.test(base.str))
    const isStruckNumber = item.str.includes(STRUCK) || (isAtBefore && base.str.trimEnd().endsWith(STRUCK))
    const said = unmarked(item.str).replace(/\S(?:.*\S)?/u, (said) => (FIGURES.test(said) ? markRaised(said) : said))
    const str = isStruckNumber ? markStruck(said) : said
    found[at] = { ...item, isStruck, str: isStruck ? '' : str, y: base.y, fontSize: base.fontSize }
    const goesOn = behind === base || (behind !== undefined && isOnLine(item, behind, base))
    for (let open = isAtBefore ? from : at; open < (goesOn ? to : at); open++)
      found[open] = { ...(found[open] ?? item), hasEOL: false }
  }
  return found
}

const unmarked = (text: string): string => text.replaceAll(STRUCK, '')

const isSpaced = (items: readonly PdfItem[], from: number, to: number): boolean =>
  items.slice(from + 1, to).some(({ width }) => width > 0)

/** Whether an item is drawn on the line of what a raised one stands at, and goes on behind it. */
const isOnLine = (raised: PdfItem, item: PdfItem, base: PdfItem): boolean =>
  Math.abs(item.y - base.y) <= base.fontSize * -RAISED.below &&
  Math.abs(item.x - raised.x - raised.width) <= base.fontSize

const isSmallAt = (item: PdfItem, base: PdfItem): boolean => {
  const size = item.fontSize / base.fontSize
  const rise = (item.y - base.y) / base.fontSize
  return size >= SMALL.least && size <= SMALL.most && rise + size * HEIGHT_OF_FIGURES <= RAISED.top
}

function isRaisedBehind(item: PdfItem, base: PdfItem, isSpaced: boolean): boolean {
  const text = unmarked(item.str).trim()
  const rise = (item.y - base.y) / base.fontSize
  const gap = (item.x - base.x - base.width) / base.fontSize
  if (!isSmallAt(item, base) || gap < NEAR.least || gap > (isSpaced ? NEAR.spaced : NEAR.most)) return false
  const isCents = PRICE.test(unmarked(base.str).trim()) && CENTS.test(text) && FIGURES.test(text)
  if (isSpaced || (!base.isStruck && /\s$/u.test(base.str)) || /^\s/u.test(item.str))
    return isCents && rise >= RAISED.note
  // Small figures behind the amount of a price are its cents, also where they are not raised.
  if (isCents && item.fontSize <= base.fontSize * SMALL.cents) return rise >= RAISED.below
  return rise >= RAISED.from && (FIGURES.test(text) || SIGN.test(text))
}

/** Whether an item is the number of a note or the sign of a currency, small and high before another one. */
function isRaisedBefore(item: PdfItem, base: PdfItem, isSpaced: boolean): boolean {
  const text = unmarked(item.str).trim()
  const gap = (base.x - item.x - item.width) / base.fontSize
  if (!isSmallAt(item, base) || item.y - base.y < base.fontSize * RAISED.note || gap < NEAR.least) return false
  return gap <= NEAR.most && (NOTE.test(text) || (!isSpaced && SIGN.test(text)))
}

/** How many lines of letters are looked through for the one that an item begins with. */
const MAX_AHEAD = 500
const MAX_SIZE_CHANGE = 0.08

/**
 * Items of one size each: pdf.js makes one of figures of different sizes where a document writes these by the matrix of
 * the text alone and raises them little, as InDesign and macOS do.
 */
export function withOneSize(items: readonly PdfItem[], lines: readonly (readonly Letter[])[]): PdfItem[] {
  let at = 0
  return items.flatMap((item) => {
    const said = lettersIn(item.str)
    const isFirst = ({ x, y }: Letter): boolean => Math.abs(x - item.x) < 0.1 && Math.abs(y - item.y) < 0.1
    const ahead = lines.slice(at, at + MAX_AHEAD)
    const from = said === '' || item.isRightToLeft ? -1 : ahead.findIndex(([first]) => first && isFirst(first))
    if (from < 0) return [item]
    const own: (readonly Letter[])[] = []
    let drawn = ''
    for (const line of ahead.slice(from)) {
      if (drawn.length >= said.length) break
      own.push(line)
      drawn += textOf(line)
    }
    at += from + own.length
    const sizes = own.map(([first]) => first?.size ?? 0)
    const isOne = Math.max(...sizes) - Math.min(...sizes) <= Math.max(...sizes) * MAX_SIZE_CHANGE
    return isOne || drawn !== said ? [item] : divided(item, own)
  })
}

const textOf = (line: readonly Letter[]): string => lettersIn(line.map(({ text }) => text).join(''))

/** An item as one for each line of letters that it consists of. */
function divided(item: PdfItem, lines: readonly (readonly Letter[])[]): PdfItem[] {
  let rest = item.str
  return lines.flatMap((line, index) => {
    const [first] = line
    const last = line.findLast(({ text }) => text.trim() !== '')
    if (!first || !last) return []
    const letters = textOf(line).length
    const str = new RegExp(`^(?:\\s*\\S){${letters}}\\s*`, 'u').exec(rest)?.[0] ?? rest
    rest = rest.slice(str.length)
    const hasEOL = item.hasEOL && index === lines.length - 1
    return [
      { ...item, str, hasEOL, x: first.x, y: first.y, width: last.x + last.width - first.x, fontSize: first.size },
    ]
  })
}
