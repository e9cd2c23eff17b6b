import { wordCount } from '../../../domain/panel/stimulus.js'
import { hasFigure } from '../../page/text.js'
import type { PdfItem } from './item.js'
import type { PdfPage } from './page.js'
import { type Piece, type Row, rowsOf } from './rows.js'
import { withDashes } from './tables.js'

/** A line of text: the row of a table, or a line of one column. */
export type PdfLine = {
  readonly text: string
  readonly x: number
  readonly end: number
  readonly y: number
  readonly page: number
  readonly size: number
  /** The cells of a row; of another line none. */
  readonly cells: readonly string[]
  readonly isRow: boolean
  readonly isListItem: boolean
  readonly first: PdfItem
  readonly last: PdfItem
}

/** Rows at the top and at the bottom of a page that can be its header and footer. */
const MAX_MARGIN_ROWS = 3
/** Largest share of the rows that are headers and footers. */
const MAX_MARGIN_SHARE = 0.5
/** Height of the margins, where headers and footers are, as a share of the page; and of those that browsers print in. */
const MARGIN = 0.12
const OUTER_MARGIN = 0.06

/** The lines of all pages without their headers and footers, in the order they are read, column by column. */
export function pdfLines(pages: readonly PdfPage[]): PdfLine[] {
  const rows = pages.map(({ items, height }, page) => {
    const all = rowsOf(items, page).filter((row) => !PAGE_NUMBER.test(row.text))
    return withoutPrinted(
      all.filter((row) => !isArtifact(row, height)),
      height,
      pages.length,
    )
  })
  return withoutRepeated(rows).flatMap((page, at) =>
    inColumns(withDashes(inOrder(page.filter(isWritten)), pages[at]?.shapes ?? [])),
  )
}

const PAGE_NUMBER = /^\s{0,9}(?:page|seite|side|página|pagina) \d{1,4} (?:of|von|sur|de|af|di|van) \d{1,4}\s{0,9}$/i

/** Whether a row is a header or a footer by the tags of the page; one with a price is read. */
function isArtifact({ y, pieces, text }: Row, height: number): boolean {
  const isAtEdge = y < height * MARGIN || y > height * (1 - MARGIN)
  const items = pieces.flatMap(({ items }) => items).filter(({ str }) => str.trim() !== '')
  return isAtEdge && items.length > 0 && items.every((item) => item.isArtifact) && !hasFigure(text)
}

const ADDRESS = /^(?:https?|file|about|blob|chrome-extension):\S*$/
const DATE_AND_TIME =
  /^\d{1,4}[./-] ?\d{1,2}[./-] ?\d{1,4},? (?:\p{L}+ )?\d{1,2}[:.]\d\d(?:[:.]\d\d)?(?:\s?[ap]\.?m\.?)?$/iu
const NUMBER_OF_PAGES = /^(?:\p{L}+ )?\d{1,4} ?(?:\/|of|von|sur|de|af|di|van) ?\d{1,4}$/iu

/**
 * Removes what browsers print at the edge of a page: date and title above, address and number below. An address alone
 * may be the author's own.
 */
function withoutPrinted(rows: readonly Row[], height: number, pages: number): Row[] {
  const edges = rows.filter(({ y }) => y < height * OUTER_MARGIN || y > height * (1 - OUTER_MARGIN))
  const says = (row: Row, pattern: RegExp): boolean =>
    row.pieces.some(({ text }) => pattern.test(text.trim())) || pattern.test(row.text.trim())
  const glued = (row: Row): boolean => {
    const [address = '', number = '', ...others] = row.text.trim().split(/\s+/)
    return ADDRESS.test(address) && NUMBER_OF_PAGES.test(number) && others.length === 0
  }
  const isDated = edges.some((row) => says(row, DATE_AND_TIME))
  const printed = edges.filter((row) => {
    if (says(row, DATE_AND_TIME) || glued(row)) return true
    const isNumber = says(row, NUMBER_OF_PAGES)
    if (says(row, ADDRESS)) return isNumber || isDated
    return isNumber && row.pieces.length === 1 && /\d+$/.exec(row.text.trim())?.[0] === String(pages)
  })
  return rows.filter((row) => !printed.includes(row))
}

/**
 * Removes rows that stand at the same place at the top or the bottom of every page. Where it stands first stays a price,
 * and what one page is without, such as the cover.
 */
function withoutRepeated(pages: readonly Row[][]): Row[][] {
  const written = pages.filter((rows) => rows.some(isWritten))
  const counts = new Map<string, number>()
  for (const rows of written)
    for (const key of new Set(marginsOf(rows).map(keyOf))) counts.set(key, (counts.get(key) ?? 0) + 1)
  const countOf = (row: Row): number => counts.get(keyOf(row)) ?? 0
  const isRepeated = (row: Row) => isWritten(row) && countOf(row) >= Math.max(2, written.length - 1)
  const rows = pages.flat().filter(isWritten)
  if (written.length < 2 || rows.filter(isRepeated).length > rows.length * MAX_MARGIN_SHARE) return [...pages]
  const shown = new Set<string>()
  return pages.map((page) =>
    page.filter((row) => {
      if (!isRepeated(row)) return true
      const said = hasFigure(row.text) ? row.text : keyOf(row)
      const isLeftOut = !/\p{L}/u.test(row.text) || NUMBER_WITHIN.test(row.text)
      const isSaid = hasFigure(row.text) || (countOf(row) < written.length && !isLeftOut)
      const isFirst = isSaid && !shown.has(said)
      shown.add(said)
      return isFirst
    }),
  )
}

const isWritten = (row: Row): boolean => row.pieces.length > 0

function marginsOf(rows: readonly Row[]): Row[] {
  const sorted = rows.filter(isWritten).sort((a, b) => b.y - a.y)
  return [...sorted.slice(0, MAX_MARGIN_ROWS), ...sorted.slice(-MAX_MARGIN_ROWS)]
}

const NUMBER_WITHIN = /(?<![\p{L}\d/])\d{1,4} ?(?:\/|of|von|sur|de|af|di|van) ?\d{1,4}(?![\p{L}\d/])/iu

/**
 * What a row says and where it stands; pages differ in their number, and where that is set to the right, in its place.
 */
function keyOf({ text, y, pieces: [first] }: Row): string {
  const said = hasFigure(text) ? text.trim() : text.trim().replace(/\d+/g, '#')
  if (NUMBER_WITHIN.test(text) && !hasFigure(text)) return said
  return `${Math.round(y / 2)} ${said.includes('#') ? '' : Math.round((first?.x ?? 0) / 2)} ${said}`
}

/**
 * A drawing that goes up again stands above what was drawn before, unless it goes on at the right of what is beside
 * it, as a column does.
 */
function inOrder(rows: readonly Row[]): Row[] {
  const runs: Row[][] = []
  for (const row of rows) {
    const run = runs.at(-1)
    const isUp = run !== undefined && row.y > (run.at(-1)?.y ?? 0) + sizeOf(row) / 2
    const isRight = run?.every((before) => before.y > row.y + sizeOf(row) || endOf(before) <= startOf(row) + 1)
    const isAbove = run?.every((before) => before.y < row.y - sizeOf(row))
    if (!run || (isUp && (!isRight || isAbove))) runs.push([row])
    else run.push(row)
  }
  return runs.reduceRight<Row[]>((below, run) => {
    const top = Math.max(...run.map(({ y }) => y))
    let at = below.findIndex(({ y }) => y < top)
    if (at < 0) at = below.length
    while (at > 0 && at < below.length && isNext(below[at - 1], below[at])) at--
    return below.toSpliced(at, 0, ...run)
  }, [])
}

const sizeOf = ({ pieces: [first] }: Row): number => first?.items[0]?.fontSize ?? 0
const startOf = ({ pieces: [first] }: Row): number => first?.x ?? 0
const endOf = ({ pieces }: Row): number => pieces.at(-1)?.end ?? 0

/** Whether a row stands directly below another one. */
function isNext(above: Row | undefined, row: Row | undefined): boolean {
  if (!above || !row) return false
  const gap = above.y - row.y
  return gap > 0 && gap <= sizeOf(row) * 1.5 && Math.abs(startOf(above) - startOf(row)) <= MAX_SHIFT
}

/**
 * Fewest rows and words of a line of columns, and smallest share of lines that go on in the next one: a table has
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

/** The lines of a page; of columns that are drawn row by row, first those of the left one. */
function inColumns(rows: readonly Row[]): PdfLine[] {
  const lines: PdfLine[] = []
  for (let start = 0; start < rows.length; ) {
    const [row] = rows.slice(start, start + 1)
    if (!row) break
    const block = blockFrom(rows, start)
    const columns = row.pieces.map((column) =>
      block.flatMap(({ pieces, y, page }) =>
        pieces
          .filter((piece) => isBelow(piece, column))
          .map((piece) => ({ text: piece.text, y, page, pieces: [piece] })),
      ),
    )
    if (columns.length > 1 && columns.every(isText)) {
      lines.push(...columns.flat().flatMap(lineOf))
      start += block.length
    } else {
      lines.push(...lineOf(row))
      start += 1
    }
  }
  return lines
}

const isBelow = (piece: Piece, column: Piece): boolean => Math.abs(piece.x - column.x) <= MAX_SHIFT

/** The rows from one of several pieces on that are divided at the same places. */
function blockFrom(rows: readonly Row[], start: number): Row[] {
  const columns = rows[start]?.pieces ?? []
  const block: Row[] = []
  if (columns.length < 2) return block
  const gap = (rows[start]?.y ?? 0) - (rows[start + 1]?.y ?? 0)
  for (const row of rows.slice(start, start + MAX_ROWS)) {
    if (block.length > 0 && (block.at(-1)?.y ?? 0) - row.y > gap * MAX_GAP) break
    const isDivided = row.pieces.every((piece) => {
      const column = columns.findIndex((above) => isBelow(piece, above))
      return column >= 0 && piece.end < (columns[column + 1]?.x ?? Infinity)
    })
    if (!isDivided) break
    block.push(row)
  }
  return block
}

/** Whether the lines of a column are a text that goes on from one to the next. */
function isText(lines: readonly Row[]): boolean {
  if (lines.length < MIN_ROWS) return false
  const words = lines.reduce((sum, { text }) => sum + wordCount(text), 0)
  const going = lines.slice(1).filter(({ text }) => /^\s*\p{Ll}/u.test(text)).length
  return words >= lines.length * MIN_LINE_WORDS && going >= (lines.length - 1) * MIN_GOING_ON
}

/** How even the spaces are between the words of a justified line, and how many and how wide, in sizes of the font. */
const JUSTIFIED = { evenness: 1.3, least: 3, widest: 2 } as const

/** Whether a row has cells: space that is neither within a paragraph by the tags nor that of a justified line. */
function isDivided({ pieces }: Row): boolean {
  if (pieces.length < 2) return false
  const items = pieces.flatMap(({ items }) => items).filter(({ str }) => str.trim() !== '')
  const [first] = items
  if (!first || (first.block !== null && items.every(({ block }) => block === first.block))) return false
  const gaps = items.slice(1).map(({ x }, index) => x - (items[index]?.x ?? 0) - (items[index]?.width ?? 0))
  const widest = Math.max(...gaps)
  const isEven = widest <= Math.min(...gaps) * JUSTIFIED.evenness && gaps.length >= JUSTIFIED.least
  return !isEven || widest > first.fontSize * JUSTIFIED.widest
}

function lineOf(row: Row): PdfLine[] {
  const items = row.pieces.flatMap(({ items }) => items).filter(({ str }) => str.trim() !== '')
  const [first] = items
  const last = items.at(-1)
  if (!first || !last) return []
  const isRow = isDivided(row)
  const oneBlank = (text: string): string => text.trim().replace(/ {2,}/g, ' ')
  return [
    {
      ...{ text: oneBlank(row.text), cells: isRow ? row.pieces.map(({ text }) => oneBlank(text)) : [] },
      ...{ x: startOf(row), end: endOf(row), y: row.y, page: row.page },
      ...{ size: first.fontSize, isRow, isListItem: first.isListItem, first, last },
    },
  ]
}
