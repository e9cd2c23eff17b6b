/** A cell with a counted or written value; `null` is empty. */
export type Cell = string | number | boolean | null

/** Characters that begin a formula in spreadsheets, also after blanks and in full width. */
const FORMULA = /^[\s\uFEFF]*[=+\-@\t\r\n＝＋－＠]/

/**
 * A table as CSV (RFC 4180), rows ended by CRLF. A text that a spreadsheet would take for a formula gets an apostrophe
 * before it; numbers that were counted are left as they are.
 */
export const csvOf = (heads: readonly string[], rows: readonly (readonly Cell[])[]): string =>
  [heads, ...rows].map((row) => `${row.map(cellText).join(',')}\r\n`).join('')

function cellText(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell !== 'string') return String(cell)
  const safe = FORMULA.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe
}
