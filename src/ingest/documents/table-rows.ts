/** Most characters of a row that is a line. Longer ones with several paragraphs in a cell lay out a page. */
const MAX_ROW = 300

const EMPTY = '–'

/** Cells are their paragraphs. */
type Row = { readonly cells: readonly (readonly string[])[]; readonly isLayout: boolean }
type Table = { readonly rows: Row[]; cells: string[][]; isLayout: boolean }

/**
 * Collects the paragraphs of an Office document, with one line per row of a table and its cells separated by dots, as
 * in a CSV; an empty one is a dash, so that values stay below their columns. `namespace`: prefix of its elements; `gap`: what separates paragraphs.
 */
export function createTableRows(namespace: 'w' | 'a', gap: string) {
  const paragraphs: string[] = []
  const tables: Table[] = []
  const add = (paragraph: string): void => {
    if (paragraph !== '') (tables.at(-1)?.cells.at(-1) ?? paragraphs).push(paragraph)
  }
  const endRow = (table: Table): void => {
    const { cells } = table
    table.isLayout ||= lineOf(cells).length > MAX_ROW && cells.some((cell) => cell.length > 1)
    if (cells.some(isFilled)) table.rows.push({ cells, isLayout: table.isLayout })
    table.cells = []
  }
  const endTable = ({ rows, isLayout }: Table): void => {
    const outer = tables.at(-1)
    if (outer) outer.isLayout = true
    const used = new Set(rows.flatMap(({ cells }) => [...cells.keys()].filter((column) => isFilled(cells[column]))))
    const isUsed = (_: unknown, column: number): boolean => used.has(column)
    const lines = rows.map((row) => (row.isLayout ? row.cells.flat().join(gap) : lineOf(row.cells.filter(isUsed))))
    add(lines.join(isLayout ? gap : '\n'))
  }
  return {
    add,
    open(element: string): void {
      if (element === `${namespace}:tbl`) tables.push({ rows: [], cells: [], isLayout: false })
      else if (element === `${namespace}:tc`) tables.at(-1)?.cells.push([])
    },
    close(element: string): void {
      const table = tables.at(-1)
      if (!table) return
      if (element === `${namespace}:tr`) endRow(table)
      else if (element === `${namespace}:tbl`) {
        tables.pop()
        endTable(table)
      }
    },
    text: (): string => paragraphs.join(gap),
  }
}

const isFilled = (cell: readonly string[] | undefined): boolean => cell !== undefined && cell.length > 0

const lineOf = (cells: Row['cells']): string =>
  cells.map((cell) => cell.join(' ').replace(/\s+/g, ' ') || EMPTY).join(' · ')
