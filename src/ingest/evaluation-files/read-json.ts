import { refuseBySize } from './limits.js'
import { excerpt } from './refuse.js'
import { lineRow, type Row } from './rows.js'

/**
 * Parses one JSON value. `problem`: `null` where the text is not JSON, a sentence where an object has a duplicate key:
 * `JSON.parse` would silently keep the last value.
 */
export function readJson(text: string): { readonly value: unknown } | { readonly problem: string | null } {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { problem: null }
  }
  const doubled = duplicateKey(text, value)
  return doubled === undefined ? { value } : { problem: `The key "${excerpt(doubled)}" stands in one object twice.` }
}

/** A key that occurs in the text more often than in the parsed value. */
function duplicateKey(text: string, value: unknown): string | undefined {
  const excess = new Map<string, number>()
  const count = (key: string, by: number) => excess.set(key, (excess.get(key) ?? 0) + by)
  // Escapes are masked at equal length, so that quotes alternate between opening and closing and offsets stay.
  for (const { 1: key = '', 2: colon, index } of text.replace(/\\./g, '__').matchAll(/("[^"]*")(\s*:)?/g))
    if (colon !== undefined) count(JSON.parse(text.slice(index, index + key.length)), 1)
  const open = [value]
  while (open.length > 0) {
    const node = open.pop()
    if (typeof node !== 'object' || node === null) continue
    if (!Array.isArray(node)) for (const key of Object.keys(node)) count(key, -1)
    for (const child of Object.values(node)) open.push(child)
  }
  return [...excess].find(([, more]) => more > 0)?.[0]
}

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
