import { normalizeText, withoutQuotationMarks } from './normalize-text.js'

export type Span = { readonly start: number; readonly end: number }

/**
 * Position of a span copied from a text, by the rules for quotes: white space, letter case and the shape of marks may
 * differ. Returns the first position that overlaps none of `taken`; `null` where there is none.
 */
export const findSpan = (text: string, copied: string, taken: readonly Span[] = []): Span | null =>
  findSpans(text, copied).find((span) => taken.every(({ start, end }) => span.end <= start || span.start >= end)) ??
  null

/** All positions of the span in the text, in order; they may overlap. */
export function findSpans(text: string, copied: string): Span[] {
  const normalized = normalizeText(text)
  const normalizedSpan = normalizeText(withoutQuotationMarks(copied)).text
  const spans: Span[] = []
  if (normalizedSpan === '') return spans
  for (
    let at = normalized.text.indexOf(normalizedSpan);
    at >= 0;
    at = normalized.text.indexOf(normalizedSpan, at + 1)
  ) {
    const start = normalized.origin[at] ?? 0
    const end = (normalized.origin[at + normalizedSpan.length - 1] ?? text.length - 1) + 1
    spans.push({ start, end })
  }
  return spans
}
