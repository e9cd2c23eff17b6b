import { markCell, markRow, markTable } from './cell-marks.js'

/** The line below the headings of a table in Markdown. */
const RULE = /^ {0,3}\|?(?: {0,3}:?-{1,40}:? {0,3}\|){1,40}(?: {0,3}:?-{1,40}:? {0,3})?$/
/** A row between bars, without a heading above it as well. */
const ROW = /^ {0,8}\|[^\n]*\|\s*$/

/** A Markdown or plain text with marks around its tables: rows with bars, and lines with as many tabs. */
export function markedText(text: string): string {
  const lines = text.split('\n')
  const marked: string[] = []
  for (let at = 0; at < lines.length; ) {
    const end = endOfTable(lines, at)
    if (end === at) marked.push(lines[at] ?? '')
    else marked.push(markTable(lines.slice(at, end).map(markedRow).join('\n')))
    at = Math.max(end, at + 1)
  }
  return marked.join('\n')
}

/** The line behind the table that begins at a line; that line itself where none does. */
function endOfTable(lines: readonly string[], start: number): number {
  const line = lines[start] ?? ''
  const hasRule = RULE.test(lines[start + 1] ?? '') && line.includes('|')
  let end = start
  if (hasRule || ROW.test(line)) {
    while (hasRule ? (lines[end] ?? '').includes('|') : ROW.test(lines[end] ?? '')) end += 1
    return end
  }
  const tabs = tabsIn(line)
  if (tabs > 0) while (tabsIn(lines[end]) === tabs) end += 1
  return end
}

const tabsIn = (line = ''): number => line.split('\t').length - 1

/** The mark of a row stands in a line even where it is a rule, which has no cells. */
function markedRow(line: string): string {
  if (RULE.test(line)) return line
  if (!line.includes('|'))
    return markRow(
      line
        .split('\t')
        .map((cell) => markCell(cell))
        .join('\t'),
    )
  // The bars at both ends stand outside; one with a backslash before it is part of a cell.
  const inner = line.trim().replace(/^\||\|$/g, '')
  const cells = inner.split(/(?<!\\)\|/).map((cell) => markCell(cell))
  return markRow(line.replace(inner, () => cells.join('|')))
}
