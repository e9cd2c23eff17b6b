import { LEXICON } from '../../../data/lexicon.js'
import { markCell, markRow, TABLE, TABLE_END } from '../cell-marks.js'
import { usualWidth } from './drawing.js'
import type { PdfLine } from './lines.js'

/** Largest difference of two sizes of one text, as a share; and of where its lines begin, in points. */
const MAX_SIZE_CHANGE = 0.08
const MAX_SHIFT = 3
/** Largest distance of two lines of a paragraph, in sizes of its font; it differs within one by this factor at most. */
const MAX_LEADING = 2.2
const MAX_LEADING_CHANGE = 1.2
/** How far a first line or one below a bullet is moved in, in sizes of the font. */
const MAX_INDENT = 3.5
/** Smallest share of lines that begin with a small letter in a text whose lines go on; a list has none. */
const MIN_GOING_ON = 0.2
/** How near to the edge of its column another line of a text must end, in sizes of the font. */
const RAGGED = 5
/** Characters of a line from which on it is a paragraph and no entry of a list. */
const LONG = 60

/** The text of lines in their order: those of a paragraph joined, words that a line divides, and tables with marks. */
export function paragraphsOf(lines: readonly PdfLine[]): string {
  const words = new Set(lines.flatMap(({ text }) => text.match(/[\p{L}-]+/gu) ?? []))
  let text = ''
  let isLong = false
  for (const [index, line] of lines.entries()) {
    const before = lines[index - 1]
    const said = `${line.isListItem ? '- ' : ''}${line.isRow ? rowOf(line, before, lines[index + 1]) : line.text}`
    if (!before) text = said
    else if (goesOn(lines, index - 1)) {
      text += `${gapBetween(before.text, line.text)}${said}`
      isLong = true
      continue
    } else text += `${isLong || isApart(before, line) ? '\n\n' : '\n'}${said}`
    isLong = line.text.length >= LONG && !line.isRow
  }
  return joined(text, words)
}

/** A row with its marks, and those of the table that it begins or ends. */
function rowOf(line: PdfLine, before: PdfLine | undefined, next: PdfLine | undefined): string {
  const row = markRow(line.cells.map((cell) => markCell(cell)).join(' '))
  const goesOnIn = (other: PdfLine | undefined): boolean => other?.isRow === true && other.page === line.page
  return `${goesOnIn(before) ? '' : TABLE}${row}${goesOnIn(next) ? '' : TABLE_END}`
}

function isApart(before: PdfLine, line: PdfLine): boolean {
  const gap = before.y - line.y
  return before.page !== line.page || gap <= 0 || gap > line.size * MAX_LEADING
}

const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}，。、！？：；「」（）]/u

function gapBetween(before: string, behind: string): string {
  if (before.endsWith('\u00ad') || /\p{L}-$/u.test(before)) return /^\p{Ll}/u.test(behind) ? '\n' : ''
  return CJK.test(before.slice(-1)) && CJK.test(behind.slice(0, 1)) ? '' : ' '
}

/** Marks that begin an entry of a list, and a label: “Price: …”. */
const ENTRY = /^(?:[•‣◦▪●○■□✓✔✗➔→►*·-]|[–—] |\d{1,2}[.)] |\p{L}\) |\p{Lu}[\p{L} ]{0,30}:(?: |$))/u
const MARKED = /^(?:[•‣◦▪●○■□✓✔✗➔→►*·–-]|\d{1,2}[.)]|\p{L}\)) /u
const ENDS = /[.!?:…]["”’»)\]]*$/u

/** Whether a line goes on in the next one. */
function goesOn(lines: readonly PdfLine[], index: number): boolean {
  const line = lines[index]
  const next = lines[index + 1]
  if (!line || !next || line.isRow || next.isRow || !isSameSize(line, next)) return false
  if (next.isListItem || ENTRY.test(next.text)) return false
  const { last } = line
  const { first } = next
  if (last.block !== first.block && line.page === next.page) return false
  const isSame = line.page === next.page && last.block !== null && last.stretch === first.stretch
  const column = columnOf(lines, index)
  const isUnfinished = begins(next, 'small') && !ENDS.test(line.text)
  if (next.page !== line.page || next.y >= line.y)
    return isSame || (isUnfinished && isFull(line, next, [line, ...column.filter((other) => other !== next)]))
  const gap = line.y - next.y
  if (gap < line.size / 2 || gap > line.size * MAX_LEADING) return false
  if (isSame) return isFull(line, next, [line, next, ...around(lines, index).filter((other) => isBeside(line, other))])
  if (!isAligned(line, next) || isClosed(lines, index, gap)) return false
  if (!isFull(line, next, [line, next, ...column])) return false
  if (isUnfinished || /\p{L}-$/u.test(line.text)) return true
  if (isInEntry(line, next)) return true
  // A text from the right has a font for its letters and one for its figures.
  return (last.font === first.font || first.isMirrored) && (isProse(line, next, column) || isHeading(lines, index))
}

/** Whether a line begins an entry of a list, and the next one stands below its words. */
function isInEntry(line: PdfLine, next: PdfLine): boolean {
  if (line.isListItem) return isLeftAligned(line, next)
  return MARKED.test(line.text) && next.x > line.x + line.size / 2
}

/** As many lines as a page has. */
const around = (lines: readonly PdfLine[], index: number): readonly PdfLine[] =>
  lines.slice(Math.max(0, index - 100), index + 100)

const begins = ({ text }: PdfLine, how: 'small' | 'large'): boolean =>
  how === 'small' ? /^["“„(]?\p{Ll}/u.test(text) : /^["“„(]?\p{Lu}/u.test(text)

/** Whether a line is part of the same paragraph, in the same column. */
const isBeside = (line: PdfLine, other: PdfLine): boolean =>
  other.page === line.page && other.last.stretch === line.last.stretch && other.x < line.end && other.end > line.x

const isSameSize = (line: PdfLine, other: PdfLine): boolean =>
  Math.abs(line.size - other.size) <= Math.max(line.size, other.size) * MAX_SIZE_CHANGE

const centreOf = ({ x, end }: PdfLine): number => (x + end) / 2
const isLeftAligned = (line: PdfLine, other: PdfLine): boolean => Math.abs(line.x - other.x) <= MAX_SHIFT
const isCentred = (line: PdfLine, other: PdfLine): boolean => Math.abs(centreOf(line) - centreOf(other)) <= MAX_SHIFT

/** Whether a line stands below another one as lines of a paragraph do, the first of which may be moved in or out. */
function isAligned(line: PdfLine, next: PdfLine): boolean {
  const indent = Math.abs(next.x - line.x)
  return isLeftAligned(line, next) || isCentred(line, next) || indent <= line.size * MAX_INDENT
}

/** The lines around one that have its size and its distance, one below the other. */
function columnOf(lines: readonly PdfLine[], index: number): PdfLine[] {
  const middle = lines[index]
  if (!middle) return []
  const isNear = (line: PdfLine | undefined, other: PdfLine | undefined): boolean => {
    if (!line || !other || line.page !== other.page || other.isRow || !isSameSize(line, other)) return false
    const gap = line.y - other.y
    return gap > 0 && gap <= line.size * MAX_LEADING * 1.5 && isAligned(line, other)
  }
  let from = index
  let to = index
  while (isNear(lines[from - 1], lines[from]) && !lines[from - 1]?.isRow) from--
  while (isNear(lines[to], lines[to + 1])) to++
  return lines.slice(from, to + 1)
}

/** Whether the first word of the next line has no room in a line, by the longest line of its column. */
function isFull(line: PdfLine, next: PdfLine, column: readonly PdfLine[]): boolean {
  if (/[-\u00ad]$/u.test(line.text)) return true
  const [word = ''] = next.text.split(/[\s-]/u)
  const width = ((next.end - next.x) * usualWidth(word)) / (usualWidth(next.text) || 1)
  const isByWidth = !isLeftAligned(line, next) && isCentred(line, next)
  const room = isByWidth
    ? Math.max(...column.map(({ x, end }) => end - x)) - (line.end - line.x)
    : Math.max(...column.map(({ end }) => end)) - line.end
  return width + line.size * 0.75 > room
}

/** Whether the lines before or behind are nearer to each other, so that a paragraph ends here. */
function isClosed(lines: readonly PdfLine[], index: number, gap: number): boolean {
  const near = (at: number): boolean => {
    const line = lines[at]
    const next = lines[at + 1]
    if (!line || !next || line.page !== next.page || !isSameSize(line, next) || !isAligned(line, next)) return false
    const other = line.y - next.y
    return other > line.size / 2 && gap > other * MAX_LEADING_CHANGE
  }
  return near(index - 1) || near(index + 1)
}

/**
 * Whether lines around are text that goes on: some begin with a small letter, and another one ends near the edge; in a
 * script without them, the latter. A long line is one by itself.
 */
function isProse(line: PdfLine, next: PdfLine, column: readonly PdfLine[]): boolean {
  if (line.text.length >= LONG) return true
  const behind = column.slice(1)
  const small = behind.filter((below) => begins(below, 'small')).length
  const hasCase = small + behind.filter((below) => begins(below, 'large')).length > behind.length / 2
  if (hasCase && small < behind.length * MIN_GOING_ON) return false
  if (hasCase && small > 0 && !ENDS.test(line.text)) return true
  return column.some((other) => other !== line && other !== next && other.end >= line.end - line.size * RAGGED)
}

/** How much larger than most of the text a heading is; and the room that it leaves at the edge of the page. */
const HEADING = 1.4

/** Whether a line of a large heading reaches to the edge of the text of its page. */
function isHeading(lines: readonly PdfLine[], index: number): boolean {
  const line = lines[index]
  const next = lines[index + 1]
  if (!line || !next || ENDS.test(line.text)) return false
  const near = around(lines, index).filter(({ page }) => page === line.page)
  const sizes = near.map(({ size }) => size).sort((a, b) => a - b)
  return line.size >= (sizes[Math.floor(sizes.length / 2)] ?? 0) * HEADING && isFull(line, next, near)
}

const DIVIDED = /(?<![\p{L}\p{N}-])(\p{L}?\p{Ll}{1,40})-\n(\p{Ll}{2,40})(?![\p{L}\p{N}-])/gu
const SOFT_HYPHEN = /\u00ad\n?/gu

/**
 * A text with words joined that a line divides; `words`: those of the whole document, which may write them in one line.
 */
function joined(text: string, words: ReadonlySet<string>): string {
  const { hyphened_before, hyphened_behind } = LEXICON.pages()
  return text.replace(SOFT_HYPHEN, '').replace(DIVIDED, (_, before: string, behind: string) => {
    if (words.has(`${before}-${behind}`)) return `${before}-${behind}`
    const isCompound = hyphened_before.has(before.toLowerCase()) || hyphened_behind.has(behind)
    if (isCompound && !words.has(before + behind)) return `${before}-${behind}`
    return before + behind
  })
}
