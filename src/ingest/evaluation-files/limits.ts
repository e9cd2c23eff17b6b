import { refuseFile } from './refuse.js'

/** Documents are read whole, with the place of everything in them; rows one by one. */
const MAX_BYTES = { document: 5_000_000, rows: 10_000_000 }
export const MAX_DEPTH = 64
/** Rows of a file, those without use counted. */
export const MAX_ROWS = 100_000
/** Keys, values and entries of one document or row, each use of an alias counted. */
export const MAX_PARTS = 300_000

/** Refuses a file before it is parsed: too large, or with nothing in it. */
export function refuseSize(text: string, name: string, kind: keyof typeof MAX_BYTES): void {
  const most = MAX_BYTES[kind]
  if (text.length > most || Buffer.byteLength(text) > most)
    refuseFile(name, `is too large: at most ${most / 1_000_000} MB can be read; split it.`)
  if (text.trim() === '') refuseFile(name, 'is empty.')
}

/**
 * What makes a value too much to work with; `null` for nothing. Nested too deeply, also by an alias that holds itself, or
 * grown beyond measure by aliases.
 */
export function tangleOf(value: unknown): string | null {
  // A stack of iterators: a document of one level a character must not exhaust the call stack.
  const open: Iterator<unknown>[] = [[value].values()]
  for (let parts = 0; open.length > 0; parts++) {
    if (parts > MAX_PARTS * 2) return `has more than ${MAX_PARTS.toLocaleString('en-US')} parts; split it.`
    const next = open.at(-1)?.next()
    if (!next || next.done) open.pop()
    else if (typeof next.value === 'object' && next.value !== null) {
      if (open.length > MAX_DEPTH) return `is nested more than ${MAX_DEPTH} levels deep.`
      open.push(Object.values(next.value).values())
    }
  }
  return null
}
