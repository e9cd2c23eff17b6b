const SEGMENTER = new Intl.Segmenter('en', { granularity: 'sentence' })
/** "Mr.", "St.", "z. B." and "3." end no sentence: the next piece belongs to them. */
const ABBREVIATED = /(?:^|\s)(?:\p{Lu}\p{Ll}{0,2}|\p{L}|\d{1,2})\.\s*$/u
const MAX_SEGMENTED = 4_000
/** Characters segmented at once: the segmenter's time grows with the square of a text of many sentences. */
const WINDOW = 1_000
/** Maximum number of consecutive abbreviations in a sentence; a longer list of initials is no sentence. */
const MAX_JOINED = 8

export type Span = { readonly start: number; readonly end: number }

/** Spans of the sentences of a text, without surrounding white space. A line break ends no sentence. */
export function sentenceSpans(text: string): Span[] {
  const spans: { start: number; end: number }[] = []
  let joined = 0
  // A line break inside a paragraph is white space to a reader.
  for (const { segment, index } of segmentsOf(text.replace(/\n/g, ' '))) {
    const last = spans.at(-1)
    if (joined > 0 && last) last.end = index + segment.trimEnd().length
    else if (segment.trim() !== '')
      spans.push({
        start: index + segment.length - segment.trimStart().length,
        end: index + segment.trimEnd().length,
      })
    joined = ABBREVIATED.test(segment.trimEnd().slice(-8)) && joined < MAX_JOINED ? joined + 1 : 0
  }
  return spans
}

/** The text's segments, piece by piece: a long text is taken apart after a full stop. */
function* segmentsOf(text: string): Generator<{ segment: string; index: number }> {
  for (let from = 0; from < text.length; ) {
    const to = pieceEnd(text, from)
    yield* segmentsBetween(text, from, to)
    from = to
  }
}

/** Where the piece from here on ends: after the last full stop within reach, else after the next one. */
function pieceEnd(text: string, from: number): number {
  const reach = from + MAX_SEGMENTED
  if (text.length <= reach) return text.length
  const last = text.lastIndexOf('. ', reach)
  if (last > from) return last + 2
  const next = text.indexOf('. ', reach)
  return next > 0 ? next + 2 : text.length
}

/** Segments between two offsets, a window at a time. The last two segments of a window end for certain only in the next one. */
function* segmentsBetween(text: string, from: number, to: number): Generator<{ segment: string; index: number }> {
  let size = WINDOW
  for (let start = from; start < to; ) {
    const end = Math.min(start + size, to)
    const segments = [...SEGMENTER.segment(text.slice(start, end))]
    const certain = end === to ? segments : segments.slice(0, -2)
    for (const { segment, index } of certain) yield { segment, index: start + index }
    size = certain.length > 0 ? WINDOW : size * 2
    start += certain.reduce((length, { segment }) => length + segment.length, 0)
  }
}

/** The sentences of a text, verbatim. */
export const sentencesIn = (text: string): string[] =>
  sentenceSpans(text).map(({ start, end }) => text.slice(start, end))
