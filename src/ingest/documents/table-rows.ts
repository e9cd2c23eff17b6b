/** Most characters of a row that is a line. Longer ones with several paragraphs in a cell lay out a page. */
const MAX_ROW = 300

type Table = { readonly rows: string[]; cells: string[][]; isLayout: boolean }

/**
 * Collects the paragraphs of an Office document, with one line per row of a table and its cells separated by dots, as
 * in a CSV. `namespace`: prefix of its elements; `gap`: what separates paragraphs.
 */
export function createTableRows(namespace: 'w' | 'a', gap: string) {
  const paragraphs: string[] = []
  const tables: Table[] = []
  const add = (paragraph: string): void => {
    if (paragraph !== '') (tables.at(-1)?.cells.at(-1) ?? paragraphs).push(paragraph)
  }
  const endRow = (table: Table): void => {
    const cells = table.cells.filter((cell) => cell.length > 0)
    const line = cells.map((cell) => cell.join(' ').replace(/\s+/g, ' ')).join(' · ')
    const isLong = line.length > MAX_ROW && cells.some((cell) => cell.length > 1)
    table.isLayout ||= isLong
    if (line !== '') table.rows.push(table.isLayout ? cells.flat().join(gap) : line)
    table.cells = []
  }
  const endTable = ({ rows, isLayout }: Table): void => {
    const outer = tables.at(-1)
    if (outer) outer.isLayout = true
    add(rows.join(isLayout ? gap : '\n'))
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
