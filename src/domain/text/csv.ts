import { withoutHidden } from './hidden-characters.js'

/** A cell with a counted or written value; `null` is empty. */
export type Cell = string | number | boolean | null

const SIGNS = String.raw`=+\-@＝＋－＠`
/** Line breaks that a terminal takes for a way back to the beginning of the line, or that spreadsheets do not know. */
const OTHER_BREAKS = /\r\n?|[\u0085\u2028\u2029]/g
/** What begins a formula in spreadsheets, also behind blanks and in full width. */
const FORMULA = new RegExp(String.raw`^[\s\uFEFF]*[${SIGNS}\t\r\n]`)
/**
 * The same within a cell, where a spreadsheet that divides at semicolons or tabs begins another one. It matches without
 * a sign, too, so that a run of blanks is read once.
 */
const FORMULA_WITHIN = new RegExp(String.raw`([;\t\r\n][\s\uFEFF]*)([${SIGNS}]?)`, 'g')

/**
 * A table as CSV (RFC 4180), rows ended by CRLF, texts in quotes. A text that a spreadsheet would take for a formula gets
 * an apostrophe before it, and none has characters that steer a terminal or that nobody sees; numbers that were counted
 * are left as they are.
 */
export const csvOf = (heads: readonly string[], rows: readonly (readonly Cell[])[]): string =>
  [heads, ...rows].map((row) => `${row.map(cellText).join(',')}\r\n`).join('')

function cellText(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell !== 'string') return String(cell)
  const seen = withoutHidden(cell).replace(OTHER_BREAKS, '\n')
  const within = seen.replace(FORMULA_WITHIN, (all, before: string, sign: string) => (sign ? `${before}'${sign}` : all))
  const safe = `${FORMULA.test(seen) ? "'" : ''}${within}`
  return `"${safe.replaceAll('"', '""')}"`
}
