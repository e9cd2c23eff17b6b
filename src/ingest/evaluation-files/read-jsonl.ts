import { refuseBySize } from './limits.js'
import { readJson } from './read-json.js'
import { lineRow, type Row } from './rows.js'

/** Reads one JSON object per line and skips empty lines. Lazy, so that a long file's rows are not in memory at once. */
export function* readJsonl(text: string, name: string): Generator<Row> {
  refuseBySize(text, name, 'rows')
  let line = 0
  for (let at = text.startsWith('\ufeff') ? 1 : 0; at < text.length; ) {
    const end = text.indexOf('\n', at)
    const raw = text.slice(at, end < 0 ? undefined : end).trim()
    at = end < 0 ? text.length : end + 1
    line++
    if (raw !== '') yield rowOf(raw, line)
  }
}

function rowOf(raw: string, line: number): Row {
  const row = lineRow(line)
  const invalid = (sentence: string): Row => ({ ...row, problems: [{ line, sentence }] })
  const json = readJson(raw)
  if ('value' in json) {
    if (Array.isArray(json.value)) return invalid('This line is a list; write one JSON object on each line.')
    return { ...row, value: json.value }
  }
  if (json.problem !== null) return invalid(json.problem)
  if (raw.startsWith('['))
    return invalid('A list begins here; write one JSON object on each line, without brackets around them.')
  return invalid('This line is not JSON; write one whole JSON object on each line.')
}
