const SEGMENTER = new Intl.Segmenter('en', { granularity: 'sentence' })
/** "Mr.", "St.", "z. B." and "3." end no sentence: the next piece belongs to them. */
const ABBREVIATED = /(?:^|\s)(?:\p{Lu}\p{Ll}{0,2}|\p{L}|\d{1,2})\.\s*$/u

export type Span = { readonly start: number; readonly end: number }

/** Where the sentences of a text stand, without the white space around them. A line break ends none. */
export function sentenceSpans(text: string): Span[] {
  const spans: { start: number; end: number }[] = []
  let open = false
  // A line break inside a paragraph is white space to a reader.
  for (const { segment, index } of SEGMENTER.segment(text.replace(/\n/g, ' '))) {
    const last = spans.at(-1)
    if (open && last) last.end = index + segment.trimEnd().length
    else if (segment.trim() !== '')
      spans.push({
        start: index + segment.length - segment.trimStart().length,
        end: index + segment.trimEnd().length,
      })
    open = ABBREVIATED.test(segment)
  }
  return spans
}

/** The sentences of a text, word for word. */
export const sentencesIn = (text: string): string[] =>
  sentenceSpans(text).map(({ start, end }) => text.slice(start, end))
