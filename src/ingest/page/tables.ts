const ROWS = 'tr, [role=row]'
const CELL_TAGS = new Set(['TD', 'TH'])
const CELL_ROLES = new Set(['cell', 'gridcell', 'columnheader', 'rowheader'])
const EMPTY = '–'
/** Most characters of a row that is a line; longer ones with several blocks in a cell lay out a page. */
const MAX_ROW = 300
const MAX_SPAN = 12

export const isTable = (element: Element): boolean =>
  element.tagName === 'TABLE' || /^(?:table|grid)$/.test(element.getAttribute('role') ?? '')

/**
 * The rows of a table as lines, with a dash for each empty cell, so that values stay below their columns; null for a
 * table that lays out a page. `read`: the text of a cell.
 */
export function tableLines(table: Element, read: (element: Element) => string): string[] | null {
  if (table.querySelector('table, h1, form, [role=table]') || table.getAttribute('role') === 'presentation') return null
  const rows = [...table.querySelectorAll(ROWS)].map((row) => [...row.children].filter(isCell))
  if (!rows.some((cells) => cells.length > 1) || rows.some((cells) => isLayout(cells, read))) return null
  const texts = columnsOf(rows, read).filter((row) => row.some(isFilled))
  const used = new Set(
    texts.flatMap((row) => [...row.keys()].filter((column) => row.length > 1 && isFilled(row[column]))),
  )
  const isUsed = (_: string, column: number): boolean => used.has(column)
  const lines = texts.map((row) => (row.length > 1 ? row.filter(isUsed) : row).map((cell) => cell || EMPTY).join(' · '))
  const caption = table.querySelector('caption')
  return caption ? [read(caption), ...lines] : lines
}

const isFilled = (cell: string | undefined): boolean => cell !== undefined && cell !== ''

const isCell = (element: Element): boolean =>
  CELL_TAGS.has(element.tagName) || CELL_ROLES.has(element.getAttribute('role') ?? '')

function isLayout(cells: readonly Element[], read: (element: Element) => string): boolean {
  const texts = cells.map(read)
  return texts.join(' · ').length > MAX_ROW && texts.some((text) => text.includes('\n\n'))
}

type Tall = { readonly text: string; left: number }

/** The texts of rows by column; a cell over several rows stands in each. */
function columnsOf(rows: readonly Element[][], read: (element: Element) => string): string[][] {
  const tall = new Map<number, Tall>()
  return rows.map((cells) => {
    const row: string[] = []
    const fromAbove = (): void => {
      for (let cell = tall.get(row.length); cell && cell.left > 0; cell = tall.get(row.length)) {
        cell.left--
        row.push(cell.text)
      }
    }
    for (const cell of cells) {
      fromAbove()
      const left = Math.min(Number(cell.getAttribute('rowspan')) || 1, MAX_SPAN) - 1
      for (const text of spread(cell, read)) {
        if (left > 0) tall.set(row.length, { text, left })
        row.push(text)
      }
    }
    fromAbove()
    return row
  })
}

/** The text of a cell, once a column that it is over. */
function spread(cell: Element, read: (element: Element) => string): string[] {
  const text = read(cell).replace(/\s*\n\s*/g, ' ')
  const isOnly = [...(cell.parentElement?.children ?? [])].filter(isCell).length === 1
  const span = isOnly ? 1 : Math.min(Number(cell.getAttribute('colspan')) || 1, MAX_SPAN)
  return Array.from({ length: span }, () => text)
}
