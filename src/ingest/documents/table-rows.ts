import { markCell, markRow, markTable } from './cell-marks.js'

/** Most characters of a row that is a line. Longer ones with several paragraphs in a cell lay out a page. */
export const MAX_ROW = 300

export const EMPTY = '–'

/** Cells are their paragraphs. */
type Row = { readonly cells: readonly (readonly string[])[]; readonly isLayout: boolean }
/** `columns`: how many the current cell is over; `above`: the cells of the row before. */
type Table = { readonly rows: Row[]; cells: string[][]; above: string[][]; columns: number; isLayout: boolean }
const MAX_SPAN = 12

/**
 * Collects the paragraphs of an Office document, with one line per row of a table and its cells separated by dots, as
 * in a CSV; an empty one is a dash, so that values stay below their columns, and what is over several columns or rows
 * stands in each. `namespace`: prefix of its elements; `gap`: what separates paragraphs; `as`: with `cells`, each
 * paragraph of a cell stays one, and cells are marked.
 */
export function createTableRows(namespace: 'w' | 'a', gap: string, as: 'rows' | 'cells' = 'rows') {
  const paragraphs: string[] = []
  const tables: Table[] = []
  const add = (paragraph: string): void => {
    if (paragraph !== '') (tables.at(-1)?.cells.at(-1) ?? paragraphs).push(paragraph)
  }
  const endRow = (table: Table): void => {
    // One cell over the whole table is a line by itself.
    const isOne = table.cells.every((cell) => cell === table.cells[0])
    const cells = isOne ? table.cells.slice(0, 1) : table.cells
    table.isLayout ||= lineOf(cells).length > MAX_ROW && cells.some((cell) => cell.length > 1)
    if (cells.some(isFilled)) table.rows.push({ cells, isLayout: table.isLayout })
    table.above = cells
    table.cells = []
  }
  const endTable = ({ rows, isLayout }: Table): void => {
    const outer = tables.at(-1)
    if (outer) outer.isLayout = true
    const used = new Set(
      rows.flatMap(({ cells }) => [...cells.keys()].filter((column) => cells.length > 1 && isFilled(cells[column]))),
    )
    const isUsed = (_: unknown, column: number): boolean => used.has(column)
    const lines = rows.map(({ cells, isLayout }) => {
      if (as === 'cells') return markRow(cells.map((cell) => markCell(cell.join(gap))).join(gap))
      if (isLayout) return cells.flat().join(gap)
      return lineOf(cells.length > 1 ? cells.filter(isUsed) : cells)
    })
    const text = lines.join(isLayout ? gap : '\n')
    add(as === 'cells' ? markTable(text) : text)
  }
  return {
    add,
    open(element: string): void {
      if (element === `${namespace}:tbl`)
        tables.push({ rows: [], cells: [], above: [], columns: 1, isLayout: as === 'cells' })
      else if (element === `${namespace}:tc`) tables.at(-1)?.cells.push([])
    },
    /** The current cell is over several columns, or continues the one above it or before it. */
    span(columns: number): void {
      const table = tables.at(-1)
      if (table && columns > 1) table.columns = Math.min(columns, MAX_SPAN)
    },
    continues(from: 'above' | 'left'): void {
      const table = tables.at(-1)
      const column = (table?.cells.length ?? 0) - 1
      const cell = from === 'above' ? table?.above[column] : table?.cells[column - 1]
      if (table && cell && column >= 0) table.cells[column] = [...cell]
    },
    close(element: string): void {
      const table = tables.at(-1)
      if (!table) return
      if (element === `${namespace}:tc`) {
        const cell = table.cells.at(-1) ?? []
        for (let more = table.columns - 1; more > 0; more--) table.cells.push(as === 'cells' ? [] : cell)
        table.columns = 1
      } else if (element === `${namespace}:tr`) endRow(table)
      else if (element === `${namespace}:tbl`) {
        tables.pop()
        endTable(table)
      }
    },
    text: (): string => paragraphs.join(gap),
  }
}

/** Rows of cells as lines, as above. */
export function linesOfRows(rows: readonly (readonly string[])[]): string[] {
  const filled = rows.filter((row) => row.some((cell) => cell !== ''))
  const used = new Set(filled.flatMap((row) => [...row.keys()].filter((column) => row[column] !== '')))
  return filled.map((row) => {
    const cells = row.filter((_, column) => used.has(column))
    return cells.map((cell) => cell || EMPTY).join(' · ')
  })
}

const isFilled = (cell: readonly string[] | undefined): boolean => cell !== undefined && cell.length > 0

const lineOf = (cells: Row['cells']): string =>
  cells.map((cell) => cell.join(' ').replace(/\s+/g, ' ') || EMPTY).join(' · ')
