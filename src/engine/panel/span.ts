import { foldText, withoutMarks } from './fold.js'

export type Span = { readonly start: number; readonly end: number }

/**
 * Where a span copied from a text stands in it, by the same rules as quotes: white space, letter case and the shape of
 * marks may differ. The first place that does not touch any of `taken`; null where there is none.
 */
export function findSpan(text: string, copied: string, taken: readonly Span[] = []): Span | null {
  const folded = foldText(text)
  const wanted = foldText(withoutMarks(copied)).text
  if (wanted === '') return null
  for (let at = folded.text.indexOf(wanted); at >= 0; at = folded.text.indexOf(wanted, at + 1)) {
    const start = folded.origin[at] ?? 0
    const end = (folded.origin[at + wanted.length - 1] ?? text.length - 1) + 1
    if (taken.every((other) => end <= other.start || start >= other.end)) return { start, end }
  }
  return null
}
