import { refuseSize } from './limits.js'
import { readJson } from './read-json.js'
import { lineRow, type Row } from './rows.js'

/** One JSON object a line; lines without anything are passed over. Lazily, so that nobody holds a long file's rows at once. */
export function* readJsonl(text: string, name: string): Generator<Row> {
  refuseSize(text, name, 'rows')
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
  const wrong = (sentence: string): Row => ({ ...row, problems: [{ line, sentence }] })
  const read = readJson(raw)
  if ('value' in read)
    return Array.isArray(read.value)
      ? wrong('This line is a list; write one JSON object on each line.')
      : { ...row, value: read.value }
  if (read.problem !== null) return wrong(read.problem)
  return wrong(
    raw.startsWith('[')
      ? 'A list begins here; write one JSON object on each line, without brackets around them.'
      : 'This line is not JSON; write one whole JSON object on each line.',
  )
}
