import { cleanText } from '../domain/text/clean-text.js'
import { withoutHidden } from '../domain/text/hidden-characters.js'

/** Many combining marks on one letter cover the lines above and below; no language needs more than a few. */
const PILED_MARKS = /(\p{Mn}{4})\p{Mn}+/gu
/** Latin letters, digits and punctuation: nothing to remove, and each code unit is one character. */
const PLAIN = /^[\t\n -~\u00a0-\u00ac\u00ae-\u02ff\u2010-\u2027\u2030-\u205e\u20a0-\u20bf]*$/

/** Texts with other letters, cleaned: a message is made at smaller scales of the same texts until it fits. */
const cleaned = new Map<string, string>()
const MAX_CLEANED = 200

/**
 * Untrusted text as a page may show it: without control characters, lone surrogates, invisible characters and
 * bidirectional controls. Markup is escaped on rendering.
 */
export function clean(text: string): string {
  // Fast path: nearly all texts are plain, and a report or a message has thousands of them.
  if (PLAIN.test(text)) return text.trim()
  const known = cleaned.get(text)
  if (known !== undefined) return known
  const shown = withoutHidden(cleanText(text).replace(/\r\n?|[\u2028\u2029\u0085]/g, '\n'))
    .replace(PILED_MARKS, '$1')
    .trim()
  if (cleaned.size >= MAX_CLEANED) cleaned.clear()
  cleaned.set(text, shown)
  return shown
}

/** `clean`, with a placeholder for an empty text, for headings and names. */
export const displayText = (text: string): string => clean(text) || '(nothing that can be shown)'

/** Cleans the texts of a list and drops the empty ones. */
export const cleanList = (texts: readonly string[]): string[] => texts.map(clean).filter((text) => text !== '')

/** The first line with words, without Markdown marks, at most `max` characters. */
export function headline(text: string, max: number): string {
  const lines = clean(text)
    .split('\n')
    .map((line) => line.replace(/^[#>*\-\s]+/, '').trim())
  return truncate(lines.find((line) => line !== '') ?? '', max)
}

const CHARACTERS = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** More code units than any grapheme has, once combining marks are limited. */
const MAX_CHARACTER_UNITS = 24

/** The beginning of a text, at most `max` characters, cut between words where there are any. */
export function truncate(text: string, max: number): string {
  if (text.length <= max) return text
  // Counts graphemes, so that an emoji of several code points is kept or left out whole; only the first ones are read.
  const characters = firstCharacters(text, max + 1)
  if (characters.length <= max) return text
  const cut = characters.slice(0, max - 1).join('')
  const space = cut.lastIndexOf(' ')
  return `${(space > max / 2 ? cut.slice(0, space) : cut).trimEnd()}…`
}

function firstCharacters(text: string, count: number): string[] {
  const plain = text.slice(0, count)
  if (PLAIN.test(plain)) return plain.split('')
  const characters: string[] = []
  for (const { segment } of CHARACTERS.segment(text.slice(0, count * MAX_CHARACTER_UNITS))) {
    characters.push(segment)
    if (characters.length === count) break
  }
  return characters
}
