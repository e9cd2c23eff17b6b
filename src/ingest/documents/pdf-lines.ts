import { LEXICON } from '../../data/lexicon.js'
import { wordCount } from '../../domain/panel/stimulus.js'
import { hasFigure } from '../page/page-text.js'

/** A piece of text as pdf.js reads it; places and sizes in points from the lower left corner of the page. */
export type PdfItem = {
  readonly str: string
  readonly x: number
  readonly y: number
  readonly width: number
  readonly fontSize: number
  readonly hasEOL: boolean
}
type Piece = { text: string; readonly x: number; end: number }
/** What is drawn beside each other: the pieces between which there is space, and all of it as one text. */
type Row = { text: string; readonly y: number; readonly pieces: Piece[] }

/** Rows at the top and at the bottom of a page that can be its header and footer. */
const MAX_MARGIN_ROWS = 3
/** Largest share of the rows that are headers and footers. */
const MAX_MARGIN_SHARE = 0.5

/** The texts of pages without their headers and footers, column by column, and with words joined that lines divide. */
export function pdfPages(pages: readonly (readonly PdfItem[])[]): string[] {
  const texts = withoutMargins(pages.map((items) => rowsOf(items).filter(({ text }) => !PAGE_NUMBER.test(text)))).map(
    (rows) => inColumns(rows).join('\n'),
  )
  const words = new Set(texts.flatMap((text) => text.match(/[\p{L}-]+/gu) ?? []))
  return texts.map((text) => joined(text, words))
}

const PAGE_NUMBER = /^\s{0,9}(?:page|seite|side|página|pagina) \d{1,4} (?:of|von|sur|de|af|di|van) \d{1,4}\s{0,9}$/i

function rowsOf(items: readonly PdfItem[]): Row[] {
  const rows: Row[] = []
  let isOpen = false
  for (const { str, x, y, width, fontSize, hasEOL } of items) {
    if (!isOpen) rows.push({ text: '', y, pieces: [] })
    isOpen = !hasEOL
    const row = rows.at(-1)
    if (!row) continue
    row.text += str
    if (str.trim() === '') continue
    const piece = row.pieces.at(-1)
    if (piece && x - piece.end <= fontSize) {
      piece.text += str
      piece.end = x + width
    } else row.pieces.push({ text: str, x, end: x + width })
  }
  return rows
}

/**
 * Removes rows that stand at the same place at the top or the bottom of every page; a price stays where it stands
 * first.
 */
function withoutMargins(pages: readonly Row[][]): Row[][] {
  const written = pages.filter((rows) => rows.some(isWritten))
  const counts = new Map<string, number>()
  for (const rows of written)
    for (const key of new Set(marginsOf(rows).map(keyOf))) counts.set(key, (counts.get(key) ?? 0) + 1)
  const isRepeated = (row: Row) => isWritten(row) && counts.get(keyOf(row)) === written.length
  const rows = pages.flat().filter(isWritten)
  if (written.length < 2 || rows.filter(isRepeated).length > rows.length * MAX_MARGIN_SHARE) return [...pages]
  const shown = new Set<string>()
  return pages.map((page) =>
    page.filter((row) => {
      if (!isRepeated(row)) return true
      const isFirst = hasFigure(row.text) && !shown.has(row.text)
      shown.add(row.text)
      return isFirst
    }),
  )
}

const isWritten = (row: Row): boolean => row.pieces.length > 0

function marginsOf(rows: readonly Row[]): Row[] {
  const sorted = rows.filter(isWritten).sort((one, other) => other.y - one.y)
  return [...sorted.slice(0, MAX_MARGIN_ROWS), ...sorted.slice(-MAX_MARGIN_ROWS)]
}

/**
 * What a row says and where it stands; pages differ in their number, and where that is set to the right, in its place.
 */
function keyOf({ text, y, pieces: [first] }: Row): string {
  const said = hasFigure(text) ? text.trim() : text.trim().replace(/\d+/g, '#')
  return `${Math.round(y / 2)} ${said.includes('#') ? '' : Math.round((first?.x ?? 0) / 2)} ${said}`
}

/**
 * Fewest rows and words of a line of two columns, and smallest share of lines that go on in the next one: a table has
 * cells.
 */
const MIN_ROWS = 4
const MIN_LINE_WORDS = 3
const MIN_GOING_ON = 0.4
/** Most rows of columns, and the largest gap between two of them, in gaps between the first two. */
const MAX_ROWS = 200
const MAX_GAP = 1.5
/** How far, in points, the lines of a column may begin from each other. */
const MAX_SHIFT = 3

/** The lines of a page; of two columns that are drawn row by row, first those of the left one. */
function inColumns(rows: readonly Row[]): string[] {
  const lines: string[] = []
  for (let start = 0; start < rows.length; ) {
    const block = blockFrom(rows, start)
    const left = block.flatMap((row) => row.pieces.filter(({ x }) => x < columnOf(block)))
    const right = block.flatMap((row) => row.pieces.filter(({ x }) => x >= columnOf(block)))
    if (isText(left) && isText(right)) {
      lines.push(...[...left, ...right].map(({ text }) => text))
      start += block.length
    } else lines.push(rows[start++]?.text ?? '')
  }
  return lines
}

/** Where the right one of two columns begins. */
const columnOf = ([first]: readonly Row[]): number => (first?.pieces[1]?.x ?? 0) - MAX_SHIFT

/** The rows from one of two pieces on that are divided at the same place. */
function blockFrom(rows: readonly Row[], start: number): Row[] {
  const [left, right] = rows[start]?.pieces ?? []
  const block: Row[] = []
  if (!left || !right) return block
  const begins = (piece: Piece | undefined, at: number) => piece !== undefined && Math.abs(piece.x - at) <= MAX_SHIFT
  const gap = (rows[start]?.y ?? 0) - (rows[start + 1]?.y ?? 0)
  for (const row of rows.slice(start, start + MAX_ROWS)) {
    const [first, second, ...others] = row.pieces
    if (block.length > 0 && (block.at(-1)?.y ?? 0) - row.y > gap * MAX_GAP) break
    const isBoth = begins(first, left.x) && begins(second, right.x) && others.length === 0
    const isOne =
      second === undefined && (begins(first, right.x) || (begins(first, left.x) && (first?.end ?? 0) < right.x))
    if (!isBoth && !isOne) break
    block.push(row)
  }
  return block
}

/** Whether the lines of a column are a text that goes on from one to the next. */
function isText(lines: readonly Piece[]): boolean {
  if (lines.length < MIN_ROWS) return false
  const words = lines.reduce((sum, { text }) => sum + wordCount(text), 0)
  const going = lines.slice(1).filter(({ text }) => /^\s*\p{Ll}/u.test(text)).length
  return words >= lines.length * MIN_LINE_WORDS && going >= (lines.length - 1) * MIN_GOING_ON
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
