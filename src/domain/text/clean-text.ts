/** Text that PostgreSQL and every terminal can hold: without NUL, and with U+FFFD in place of lone surrogates. */
export function cleanText(text: string): string {
  return text.replaceAll('\u0000', '').toWellFormed()
}

/** `cleanText` for every string inside a JSON-like value, keys included. */
export function cleanDeep<T>(value: T): T {
  if (typeof value === 'string') return cleanText(value) as T
  if (Array.isArray(value)) return value.map(cleanDeep) as T
  if (value !== null && typeof value === 'object' && !(value instanceof Date)) {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [cleanText(key), cleanDeep(item)])) as T
  }
  return value
}
