/** The cell of a table; `start` and `end`: its place in the text. */
export type Cell = { readonly text: string; readonly start: number; readonly end: number }
/** A document's text, and the rows of its tables, those within others first. */
export type TextWithTables = { readonly text: string; readonly tables: readonly (readonly (readonly Cell[])[])[] }

/** Marks around tables, rows and cells until the text is complete: no characters of any text. */
export const TABLE = '\ufdd4'
export const TABLE_END = '\ufdd5'
const ROW = '\ufdd6'
const CELL = '\ufdd7'
const CELL_END = '\ufdd8'
/** Behind the mark of a cell, once for each further column and row that it is over. */
const ACROSS = '\ufdd9'
const DOWN = '\ufdda'
const MARKS = `${TABLE}-${DOWN}`
const MARK = new RegExp(`[${MARKS}]`, 'g')
const GAPS = new RegExp(`\\n(?:[${MARKS}]*\\n){2,}`, 'g')
const MAX_SPAN = 12

const times = (mark: string, span: number): string => mark.repeat(Math.max(0, Math.min(span, MAX_SPAN) - 1))

/** `across`, `down`: how many columns and rows the cell is over. */
export const markCell = (text: string, across = 1, down = 1): string =>
  `${CELL}${times(ACROSS, across)}${times(DOWN, down)}${text}${CELL_END}`
export const markRow = (cells: string): string => `${ROW}${cells}`
export const markTable = (rows: string): string => `${TABLE}${rows}${TABLE_END}`

/** A cell of the row above that goes on in this one, in the same column. */
type Tall = { readonly cell: OpenCell; left: number }
type OpenCell = { start: number; end: number }
type OpenTable = { readonly rows: OpenCell[][]; readonly tall: Map<number, Tall>; open: OpenCell | null }

/** A marked text without the marks, the gaps around it and those of several lines, and its tables. */
export function readMarks(marked: string): TextWithTables {
  const spaced = marked.replace(GAPS, (gap) => `\n\n${gap.replaceAll('\n', '')}`)
  const ended: OpenCell[][][] = []
  const tables: OpenTable[] = []
  let text = ''
  let at = 0
  for (const { 0: mark, index } of spaced.matchAll(MARK)) {
    text += spaced.slice(at, index)
    at = index + 1
    if (mark === TABLE) tables.push({ rows: [], tall: new Map(), open: null })
    const table = tables.at(-1)
    if (table) readMark(table, mark, text.length)
    if (mark === TABLE_END && table) ended.push((tables.pop() ?? table).rows)
  }
  const whole = text + spaced.slice(at)
  const lead = whole.length - whole.trimStart().length
  const trimmed = whole.trim()
  const inPlace = ({ start, end }: OpenCell): Cell => {
    const shown = whole.slice(start, end)
    const from = start + (/^[\s*_`]*/.exec(shown)?.[0].length ?? 0)
    const to = Math.max(from, start + shown.search(/[\s*_`]*$/))
    return { text: whole.slice(from, to), start: from - lead, end: to - lead }
  }
  return { text: trimmed, tables: ended.map((rows) => rows.map((row) => row.map(inPlace))) }
}

/** `at`: the length of the text before the mark. */
function readMark(table: OpenTable, mark: string, at: number): void {
  const { rows, tall } = table
  const row = rows.at(-1)
  if (mark === ROW) {
    if (row) fromAbove(row, tall)
    rows.push([])
  } else if (mark === CELL && row) {
    fromAbove(row, tall)
    table.open = { start: at, end: at }
    row.push(table.open)
  } else if (mark === CELL_END && table.open) {
    table.open.end = at
    table.open = null
  } else if (mark === ACROSS && row && table.open) row.push({ start: at, end: at })
  else if (mark === DOWN && row && table.open) {
    const column = row.indexOf(table.open)
    const before = tall.get(column)
    tall.set(column, { cell: table.open, left: before?.cell === table.open ? before.left + 1 : 1 })
  }
}

/** Puts the cells of rows above that go on where the next cell would be. */
function fromAbove(row: OpenCell[], tall: Map<number, Tall>): void {
  for (let above = tall.get(row.length); above && above.left > 0; above = tall.get(row.length)) {
    above.left -= 1
    row.push(above.cell)
  }
}
