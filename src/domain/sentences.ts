const SEGMENTER = new Intl.Segmenter('en', { granularity: 'sentence' })
/** "Mr.", "St.", "z. B." and "3." end no sentence: the next piece belongs to them. */
const ABBREVIATED = /(?:^|\s)(?:\p{Lu}\p{Ll}{0,2}|\p{L}|\d{1,2})\.\s*$/u
/** The segmenter's time grows with the square of a text without letters between its full stops. */
const MAX_SEGMENTED = 4_000
/** Abbreviations one after the other that a sentence may hold; a list of initials is no sentence. */
const MAX_JOINED = 8

export type Span = { readonly start: number; readonly end: number }

/** Where the sentences of a text stand, without the white space around them. A line break ends none. */
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
  let from = 0
  while (from < text.length) {
    let to = text.length
    if (to - from > MAX_SEGMENTED) {
      const at = text.lastIndexOf('. ', from + MAX_SEGMENTED)
      if (at > from) to = at + 2
      else {
        const next = text.indexOf('. ', from + MAX_SEGMENTED)
        if (next > 0) to = next + 2
      }
    }
    for (const { segment, index } of SEGMENTER.segment(text.slice(from, to))) yield { segment, index: from + index }
    from = to
  }
}

/** The sentences of a text, word for word. */
export const sentencesIn = (text: string): string[] =>
  sentenceSpans(text).map(({ start, end }) => text.slice(start, end))
