/** Text as PostgreSQL and every terminal can hold it: without NUL, with lone surrogates replaced by U+FFFD. */
export function cleanText(text: string): string {
  return text.replaceAll('\u0000', '').toWellFormed()
}

/** `cleanText` for every string, also keys, inside a JSON-like value. */
export function cleanDeep<T>(value: T): T {
  if (typeof value === 'string') return cleanText(value) as T
  if (Array.isArray(value)) return value.map(cleanDeep) as T
  if (value !== null && typeof value === 'object' && !(value instanceof Date)) {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [cleanText(key), cleanDeep(item)])) as T
  }
  return value
}
