import { excerpt } from './refuse.js'

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
