import { LIMITS } from '../model/weights.js'

const EDGE = /^[\s.,;:!?–—\-*_|"“”'‘’()[\]]+|(?<![\s.,;:!–—\-*_|"“”'‘’([])[\s.,;:!–—\-*_|"“”'‘’([]+$/gu
/** Boundaries of clauses: a quote may begin or end here. */
const BREAK = /(?<!(?<![\p{L}\p{N}])(?:No|Nr|Dr|Mrs?|Ms|St|Prof))[,;:.!?()|–—\n]\s|\s[–—-]\s|[\n\t]|\*\*|__|[“”]/gu
/** A conjunction that links a clause to the previous one. */
const LINK = /^(?:and|so|which|because|while|but|when)\s+(?=\S)/iu
/** Weaker boundaries for long clauses: before a conjunction. */
const SOFT_BREAK = /\s(?=(?:and|so|which|because|while|but|when)\s)/gu
/** Longer runs of combining marks are cut all the same. */
const MAX_CLUSTER_LENGTH = 12
const MIN_QUOTE_LENGTH = 12

type Range = readonly [start: number, end: number]

/**
 * Shortens a text to what a person would quote from it, verbatim: the clause with `focus` (an offset), without a focus
 * the longest clause; in a text without clauses, the words around the focus.
 */
export function quotable(text: string, focus?: number): string {
  let range: Range = [0, text.length]
  if (lengthOf(range) > LIMITS.quote_wanted.value || /[\n\t“”]|\*\*|__/u.test(text))
    range = clauseAt(text, range, BREAK, focus)
  if (lengthOf(range) > LIMITS.quote_wanted.value) {
    const softer = clauseAt(text, range, SOFT_BREAK, focus)
    if (lengthOf(softer) >= MIN_QUOTE_LENGTH) range = softer
  }
  if (lengthOf(range) > LIMITS.quote.value) range = wordsAround(text, range, focus ?? range[0])
  const quote = text
    .slice(...range)
    .replace(EDGE, '')
    .replace(LINK, '')
  return quote === '' ? text.slice(...range).trim() : quote
}

const lengthOf = ([start, end]: Range): number => end - start

/** The clause that contains the focus, or the longest clause. */
function clauseAt(text: string, [from, to]: Range, breaks: RegExp, focus: number | undefined): Range {
  const pieces: Range[] = []
  let start = from
  for (const { index, 0: mark } of text.slice(0, to).matchAll(breaks)) {
    if (index < from) continue
    pieces.push([start, index])
    start = index + mark.length
  }
  pieces.push([start, to])
  const focused = focus === undefined ? undefined : pieces.find(([, end]) => end > focus)
  return focused ?? pieces.reduce((longest, piece) => (lengthOf(piece) > lengthOf(longest) ? piece : longest))
}

/** A quote may end before one of these words, never after it. */
const FUNCTION_WORD = /\s(?:an?|the|of|in|on|at|by|for|from|with|to|and|or|our|your|as|is|are|that|than)(?=\s|$)/giu

/** A window of whole words around the focus; in a text without spaces, of whole characters. */
function wordsAround(text: string, [from, to]: Range, focus: number): Range {
  const limit = LIMITS.quote.value
  let start = focus - from < limit / 2 ? from : Math.min(focus, to - limit)
  let end = Math.min(to, start + limit)
  if (start > from && !/\s/u.test(text[start - 1] ?? '')) {
    const space = text.indexOf(' ', start)
    start = space >= 0 && space < focus ? space + 1 : clusterBoundary(text, start)
  }
  if (end < to) {
    const space = text.lastIndexOf(' ', end)
    end = space > Math.max(start, focus) ? space : clusterBoundary(text, end)
    const functionWords = [...text.slice(start, end).matchAll(FUNCTION_WORD)].filter(
      ({ index }) => index >= (end - start) / 2,
    )
    if (space > 0 && functionWords.length > 0) end = start + lastFunctionWord(functionWords)
  }
  return [start, end]
}

/** The offset of the last function word, or of the first in a row of adjacent ones: "in a", "by the". */
function lastFunctionWord(functionWords: readonly RegExpExecArray[]): number {
  let i = functionWords.length - 1
  while (
    i > 0 &&
    functionWords[i - 1]?.index === (functionWords[i]?.index ?? 0) - (functionWords[i - 1]?.[0].length ?? 0)
  )
    i--
  return functionWords[i]?.index ?? 0
}

const CLUSTER_CONTINUES = /^(?:[\udc00-\udfff]|\p{M}|\u200d)/u

/** The next grapheme boundary: never between surrogates, nor before a combining mark or a joiner. */
function clusterBoundary(text: string, at: number): number {
  let i = at
  while (i < Math.min(text.length, at + MAX_CLUSTER_LENGTH) && CLUSTER_CONTINUES.test(text[i] ?? '')) i++
  return i
}
