import { wordCount } from '../../../domain/panel/stimulus.js'
import { EMPTY, MAX_ROW } from '../table-rows.js'
import type { Shape } from './drawing.js'
import type { PdfItem } from './item.js'
import { isDrawn, type Row } from './rows.js'

/** A cell of a tagged table: its marked contents, and whether something in it is no text. */
export type TaggedCell = { readonly ids: ReadonlySet<string>; readonly hasPicture: boolean }
export type TaggedTable = readonly (readonly TaggedCell[])[]

type Span = { readonly left: number; readonly right: number }

const spanOf = (items: readonly PdfItem[]): Span => ({
  left: Math.min(...items.map(({ x }) => x)),
  right: Math.max(...items.map(({ x, width }) => x + width)),
})

/** Sizes of what is drawn in a cell in the place of words, such as a tick; and what of a row is above and below words. */
const MARK = { least: 0.3, most: 2.5 } as const
const ROW = { below: 0.5, above: 1.2 } as const

/** Whether nothing is drawn between the columns at both sides of a cell; `items`: those of its row. */
function isEmpty(at: number, columns: readonly Span[], items: readonly PdfItem[], marks: readonly Shape[]): boolean {
  const size = Math.max(...items.map(({ fontSize }) => fontSize))
  const bottom = Math.min(...items.map(({ y }) => y)) - size * ROW.below
  const top = Math.max(...items.map(({ y }) => y)) + size * ROW.above
  const left = Math.max(...columns.slice(0, at).map(({ right }) => right))
  const right = Math.min(...columns.slice(at + 1).map(({ left }) => left))
  return !marks.some((mark) => {
    const [width, height] = [mark.right - mark.left, mark.top - mark.bottom]
    const [x, y] = [(mark.left + mark.right) / 2, (mark.bottom + mark.top) / 2]
    const isMark = Math.min(width, height) >= size * MARK.least && Math.max(width, height) <= size * MARK.most
    return isMark && x > left && x < right && y > bottom && y < top
  })
}

/** The dash of an empty cell in the row of another item. */
const dashAt = (x: number, { y, fontSize, font, isMirrored }: PdfItem): PdfItem => ({
  ...{ str: ` ${EMPTY} `, x, y, width: fontSize / 2, fontSize, font, hasEOL: false, isRightToLeft: false, isMirrored },
  ...{ block: null, stretch: null, isListItem: false, isStruck: false, isArtifact: false },
})

/** Items with a dash in each empty cell of tagged tables, but for columns in which nothing is written. */
export function withEmptyCells(
  items: readonly PdfItem[],
  tables: readonly TaggedTable[],
  marks: readonly Shape[],
): readonly PdfItem[] {
  const places = new Map<string, number[]>()
  for (const [at, item] of items.entries()) {
    if (item.stretch === null || !isDrawn(item)) continue
    const before = places.get(item.stretch)
    if (before) before.push(at)
    else places.set(item.stretch, [at])
  }
  const before = new Map<number, PdfItem[]>()
  const behind = new Map<number, PdfItem[]>()
  const itemsOf = (cells: Cells): PdfItem[] => cells.flat().flatMap((at) => items[at] ?? [])
  for (const tagged of tables) {
    const placesOf = ({ ids }: TaggedCell): number[] => [...ids].flatMap((id) => places.get(id) ?? [])
    const table = withMissingCells(tagged, (cell) => itemsOf([placesOf(cell)]))
    const rows = table.map((cells) => cells.map(placesOf))
    for (const { cells, at, x } of emptyCellsOf(table, rows, itemsOf, marks)) {
      const next = cells.slice(at).flat()
      const place = next.length > 0 ? Math.min(...next) : Math.max(...cells.flat())
      const dashes = next.length > 0 ? before : behind
      const beside = items[place]
      if (beside) dashes.set(place, [...(dashes.get(place) ?? []), dashAt(x, beside)])
    }
  }
  return items.flatMap((item, at) => {
    const dashes = behind.get(at) ?? []
    const shown = [...(before.get(at) ?? []), item, ...dashes]
    if (dashes.length === 0 || !item.hasEOL) return shown
    return shown.map((item, index) => ({ ...item, hasEOL: index === shown.length - 1 }))
  })
}

const NO_CELL: TaggedCell = { ids: new Set(), hasPicture: false }

/** A table with a cell in every column of its rows: Chromium writes no tags for empty ones. */
function withMissingCells(table: TaggedTable, itemsOf: (cell: TaggedCell) => readonly PdfItem[]): TaggedTable {
  const most = Math.max(...table.map(({ length }) => length))
  const isWhole = ({ length }: readonly TaggedCell[]): boolean => length === most
  const shorter = table.filter((row) => !isWhole(row) && row.length > 1)
  if (shorter.length === 0) return table
  const spanOfCell = (cell: TaggedCell): Span => spanOf(itemsOf(cell))
  const columns = Array.from({ length: most }, (_, at) =>
    spanOf(table.filter(isWhole).flatMap((row) => itemsOf(row[at] ?? NO_CELL))),
  )
  for (const span of shorter.flat().map(spanOfCell))
    if (span.left !== Infinity && !columns.some((column) => overlaps(column, span))) columns.push(span)
  columns.sort((a, b) => a.left - b.left)
  return table.map((row) => {
    const spans = row.map(spanOfCell)
    const within = columns.map((column) => [...row.keys()].filter((at) => overlaps(column, spans[at] ?? column)))
    const isPlaced = row.every((_, at) => within.filter((cells) => cells.includes(at)).length === 1)
    if (row.length < 2 || row.length === columns.length || !isPlaced || within.some(({ length }) => length > 1))
      return row
    return within.map(([at]) => (at === undefined ? NO_CELL : (row[at] ?? NO_CELL)))
  })
}

const overlaps = (span: Span, other: Span): boolean => span.left <= other.right && other.left <= span.right

/** Of each cell the places of its items. */
type Cells = readonly (readonly number[])[]
type EmptyCell = { readonly cells: Cells; readonly at: number; readonly x: number }

function emptyCellsOf(
  table: TaggedTable,
  rows: readonly Cells[],
  itemsOf: (cells: Cells) => PdfItem[],
  marks: readonly Shape[],
): EmptyCell[] {
  const isLong = (cells: Cells): boolean => itemsOf(cells).reduce((sum, { str }) => sum + str.length, 0) > MAX_ROW
  const isFilled = ({ length }: readonly number[]): boolean => length > 0
  // What lays out a page, or has one column, is no table.
  if (rows.filter((cells) => cells.filter(isFilled).length > 1).length < 2 || rows.some(isLong)) return []
  const columns = new Map<number, readonly Span[]>()
  for (const { length } of rows) {
    if (columns.has(length)) continue
    const alike = rows.filter((cells) => cells.length === length)
    const filled = Array.from({ length }, (_, at) => itemsOf(alike.flatMap((cells) => [cells[at] ?? []])))
    columns.set(length, filled.map(spanOf))
  }
  return rows.flatMap((cells, row) => {
    const own = itemsOf(cells)
    const spans = columns.get(cells.length) ?? []
    const empty = [...cells.keys()].filter((at) => !isFilled(cells[at] ?? []) && spans[at]?.left !== Infinity)
    const isSeen = (at: number): boolean => !table[row]?.[at]?.hasPicture && isEmpty(at, spans, own, marks)
    // What a picture says is not read: beside it a dash would be all that the row says.
    if (own.length === 0 || !empty.every(isSeen)) return []
    return empty.map((at) => ({ cells, at, x: spans[at]?.left ?? 0 }))
  })
}

/**
 * Fewest columns and rows of a table that only the places of words show, the smallest share of its cells that are filled,
 * most words of one and the largest share that begin small, as lines of a text do; the largest distance of rows, in sizes
 * of the font and in the smallest one.
 */
const GRID = { columns: 3, rows: 3, filled: 0.5, words: 6, small: 0.25, leading: 4, change: 2 } as const

/** The rows of a page that is not tagged, with dashes in the empty cells of its tables. */
export function withDashes(rows: readonly Row[], marks: readonly Shape[]): Row[] {
  const found: Row[] = []
  for (let start = 0; start < rows.length; ) {
    const grid = gridFrom(rows, start)
    found.push(...filledUp(grid, marks))
    start += grid.length
  }
  return found
}

/** The rows of several pieces that follow each other. */
function gridFrom(rows: readonly Row[], start: number): readonly Row[] {
  const isCells = ({ pieces }: Row): boolean => {
    // Pieces of one paragraph are a text with wide spaces.
    const blocks = pieces.flatMap((piece) => [...blocksOf(piece)])
    return pieces.length > 1 && new Set(blocks).size === blocks.length
  }
  let smallest = Infinity
  let before: Row | undefined
  let end = start
  for (const row of rows.slice(start)) {
    const gap = before ? before.y - row.y : Infinity
    const most = Math.min((row.pieces[0]?.items[0]?.fontSize ?? 0) * GRID.leading, smallest * GRID.change)
    if (before && (!isCells(before) || !isCells(row) || gap <= 0 || gap > most)) break
    smallest = Math.min(smallest, gap)
    before = row
    end++
  }
  return rows.slice(start, end)
}

const blocksOf = ({ items }: Row['pieces'][number]): Set<string> =>
  new Set(items.filter(isDrawn).flatMap(({ block }) => block ?? []))

/** Columns are what no piece of a row stands between. */
function columnsOf(grid: readonly Row[]): Span[] {
  const columns: Span[] = []
  const pieces = grid.flatMap((row) => row.pieces)
  for (const { x, end } of pieces.sort((a, b) => a.x - b.x)) {
    const last = columns.at(-1)
    if (last && x <= last.right) columns.splice(-1, 1, { left: last.left, right: Math.max(last.right, end) })
    else columns.push({ left: x, right: end })
  }
  return columns
}

function filledUp(grid: readonly Row[], marks: readonly Shape[]): readonly Row[] {
  if (grid.length < GRID.rows) return grid
  const columns = columnsOf(grid)
  const cells = grid.map(({ pieces }) =>
    columns.map(({ left, right }) => pieces.filter(({ x }) => x >= left && x <= right)),
  )
  const filled = cells.flat(2)
  const words = filled.reduce((sum, { text }) => sum + wordCount(text), 0)
  const small = filled.filter(({ text }) => /^\s*\p{Ll}/u.test(text) && wordCount(text) > 1).length
  const isText = words > filled.length * GRID.words || small > filled.length * GRID.small
  const isFilled = filled.length >= columns.length * grid.length * GRID.filled && !isText
  const isHeaded = cells[0]?.every(({ length }) => length === 1) === true
  const hasTwo = columns.every((_, at) => cells.filter((row) => row[at]?.length === 1).length > 1)
  if (
    columns.length < GRID.columns ||
    !isFilled ||
    !(hasTwo || isHeaded) ||
    cells.flat().some(({ length }) => length > 1)
  )
    return grid
  return grid.map((row, index) => {
    const own = row.pieces.flatMap(({ items }) => items.filter(isDrawn))
    const [beside] = own
    const empty = [...columns.keys()].filter((at) => cells[index]?.[at]?.length === 0)
    // A line whose pieces all begin small goes on in the cells above it.
    const above = new Set(grid[index - 1]?.pieces.flatMap((piece) => [...blocksOf(piece)]))
    const isOfAbove = row.pieces.some((piece) => [...blocksOf(piece)].some((block) => above.has(block)))
    const goesOn = isOfAbove || (index > 0 && row.pieces.every(({ text }) => /^\s*\p{Ll}{2}/u.test(text)))
    if (!beside || goesOn || !empty.every((at) => isEmpty(at, columns, own, marks))) return row
    const pieces = columns.map(({ left }, at) => {
      const dash = { text: EMPTY, x: left, end: left + beside.fontSize / 2, items: [dashAt(left, beside)] }
      return cells[index]?.[at]?.[0] ?? dash
    })
    return { ...row, text: pieces.map(({ text }) => text.trim()).join(' '), pieces }
  })
}
