import { refuseFile } from './refuse.js'

/** Byte limits. Documents are parsed as a whole with the position of every node; rows one by one. */
const MAX_BYTES = { document: 5_000_000, rows: 10_000_000 }
export const MAX_DEPTH = 64
/** Most rows of a file, including skipped ones. */
export const MAX_ROWS = 100_000
/** Most keys, values and entries of one document or row; every use of an alias counts. */
export const MAX_PARTS = 300_000

/** Refuses a file that is empty or too large, before it is parsed. Errors: `invalid_input`. */
export function refuseBySize(text: string, name: string, kind: keyof typeof MAX_BYTES): void {
  const max = MAX_BYTES[kind]
  if (text.length > max || Buffer.byteLength(text) > max)
    refuseFile(name, `is too large: at most ${max / 1_000_000} MB can be read; split it.`)
  if (text.trim() === '') refuseFile(name, 'is empty.')
}

/**
 * Why a value is too complex to process: nested too deeply (also by an alias that contains itself), or expanded too
 * much by aliases; `null` for any other value.
 */
export function complexityProblem(value: unknown, maxParts = MAX_PARTS): string | null {
  // A stack of iterators instead of recursion: a document with one level per character must not exhaust the call stack.
  const open: Iterator<unknown>[] = [[value].values()]
  for (let parts = 0; open.length > 0; parts++) {
    if (parts > maxParts * 2) return `has more than ${maxParts.toLocaleString('en-US')} parts; split it.`
    const next = open.at(-1)?.next()
    if (!next || next.done) open.pop()
    else if (typeof next.value === 'object' && next.value !== null) {
      if (open.length > MAX_DEPTH) return `is nested more than ${MAX_DEPTH} levels deep.`
      open.push(Object.values(next.value).values())
    }
  }
  return null
}
