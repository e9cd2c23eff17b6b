import { excerpt } from './refuse.js'

/**
 * One JSON value, or why there is none: `null` where the text is not JSON, a sentence where an object has a key twice, of
 * which `JSON.parse` would keep the last in silence.
 */
export function readJson(text: string): { readonly value: unknown } | { readonly problem: string | null } {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { problem: null }
  }
  const doubled = doubledKey(text, value)
  return doubled === undefined ? { value } : { problem: `The key "${excerpt(doubled)}" stands in one object twice.` }
}

/** A key that is written more often than it was kept. */
function doubledKey(text: string, value: unknown): string | undefined {
  const left = new Map<string, number>()
  const count = (key: string, by: number) => left.set(key, (left.get(key) ?? 0) + by)
  // Every place keeps its own: escapes are covered, so that from the first quote on each second one ends a text.
  for (const { 1: key = '', 2: colon, index } of text.replace(/\\./g, '__').matchAll(/("[^"]*")(\s*:)?/g))
    if (colon !== undefined) count(JSON.parse(text.slice(index, index + key.length)), 1)
  const open = [value]
  while (open.length > 0) {
    const one = open.pop()
    if (typeof one !== 'object' || one === null) continue
    if (!Array.isArray(one)) for (const key of Object.keys(one)) count(key, -1)
    for (const item of Object.values(one)) open.push(item)
  }
  return [...left].find(([, more]) => more > 0)?.[0]
}
