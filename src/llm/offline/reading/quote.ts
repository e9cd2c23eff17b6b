import { LIMITS } from '../model/weights.js'

const EDGE = /^[\s.,;:!?–—\-*_|"“”'‘’()[\]]+|(?<![\s.,;:!–—\-*_|"“”'‘’([])[\s.,;:!–—\-*_|"“”'‘’([]+$/gu
/** Where a writer breathes: a quote may begin or end here. */
const BREAK = /[,;:.!?()|–—\n]\s|\s[–—-]\s|[\n\t]|\*\*|__|[“”]/gu
/** What ties a clause to the one before. */
const LINK = /^(?:and|so|which|because|while|but|when)\s+(?=\S)/iu
/** Where a long breath may still be taken. */
const SOFT_BREAK = /\s(?=(?:and|so|which|because|while|but|when)\s)/gu
/** A pile of combining marks longer than this is cut all the same. */
const LONGEST_CLUSTER = 12
const SHORTEST = 12

type Range = readonly [start: number, end: number]

/**
 * Cuts a text down to what a person would quote from it, verbatim: the clause with `focus` (an offset), without a focus
 * the longest one; where there are no clauses, the words around it.
 */
export function quotable(text: string, focus?: number): string {
  let range: Range = [0, text.length]
  if (lengthOf(range) > LIMITS.quote_wanted.value || /[\n\t“”]|\*\*|__/u.test(text))
    range = part(text, range, BREAK, focus)
  if (lengthOf(range) > LIMITS.quote_wanted.value) {
    const softer = part(text, range, SOFT_BREAK, focus)
    if (lengthOf(softer) >= SHORTEST) range = softer
  }
  if (lengthOf(range) > LIMITS.quote.value) range = wordsAround(text, range, focus ?? range[0])
  const quote = text
    .slice(...range)
    .replace(EDGE, '')
    .replace(LINK, '')
  return quote === '' ? text.slice(...range).trim() : quote
}

const lengthOf = ([start, end]: Range): number => end - start

/** The piece between two breaks that holds the focus, or the longest. */
function part(text: string, [from, to]: Range, breaks: RegExp, focus: number | undefined): Range {
  const pieces: Range[] = []
  let start = from
  for (const { index, 0: mark } of text.slice(0, to).matchAll(breaks)) {
    if (index < from) continue
    pieces.push([start, index])
    start = index + mark.length
  }
  pieces.push([start, to])
  const held = focus === undefined ? undefined : pieces.find(([, end]) => end > focus)
  return held ?? pieces.reduce((longest, piece) => (lengthOf(piece) > lengthOf(longest) ? piece : longest))
}

/** Where a cut hurts least: before the last of these, never after one. */
const HINGE = /\s(?:an?|the|of|in|on|at|by|for|from|with|to|and|or|our|your|as|is|are|that|than)(?=\s|$)/giu

/** A window of whole words that holds the focus; where there are no words, of whole characters. */
function wordsAround(text: string, [from, to]: Range, focus: number): Range {
  const limit = LIMITS.quote.value
  let start = focus - from < limit / 2 ? from : Math.min(focus, to - limit)
  let end = Math.min(to, start + limit)
  if (start > from && !/\s/u.test(text[start - 1] ?? '')) {
    const space = text.indexOf(' ', start)
    start = space >= 0 && space < focus ? space + 1 : afterPair(text, start)
  }
  if (end < to) {
    const space = text.lastIndexOf(' ', end)
    end = space > Math.max(start, focus) ? space : afterPair(text, end)
    const hinges = [...text.slice(start, end).matchAll(HINGE)].filter(({ index }) => index >= (end - start) / 2)
    if (space > 0 && hinges.length > 0) end = start + beforeLast(hinges)
  }
  return [start, end]
}

/** Before the last hinge, or before the first of those that stand side by side: "in a", "by the". */
function beforeLast(hinges: readonly RegExpExecArray[]): number {
  let i = hinges.length - 1
  while (i > 0 && hinges[i - 1]?.index === (hinges[i]?.index ?? 0) - (hinges[i - 1]?.[0].length ?? 0)) i--
  return hinges[i]?.index ?? 0
}

const GOES_ON = /^(?:[\udc00-\udfff]|\p{M}|\u200d)/u

/** Never between the halves of an astral character, nor before a combining mark or a joiner. */
function afterPair(text: string, at: number): number {
  let i = at
  while (i < Math.min(text.length, at + LONGEST_CLUSTER) && GOES_ON.test(text[i] ?? '')) i++
  return i
}
