import { cleanText } from '../domain/clean-text.js'
import { withoutHidden } from '../domain/hidden-characters.js'

/** Marks piled on one letter run over the lines above and below; no language needs more than a few. */
const PILED_MARKS = /(\p{Mn}{4})\p{Mn}+/gu
/** Latin letters, digits and punctuation: nothing to take out, and each code unit is a character of its own. */
const PLAIN = /^[\t\n -~\u00a0-\u00ac\u00ae-\u02ff\u2010-\u2027\u2030-\u205e\u20a0-\u20bf]*$/

/**
 * Text of strangers and models as a page may show it: no control characters, no lone surrogates, nothing invisible or
 * that turns the text around. Markup is escaped where it is rendered.
 */
export function clean(text: string): string {
  // Nearly all texts are plain, and a report or a message has thousands of them.
  if (PLAIN.test(text)) return text.trim()
  return withoutHidden(cleanText(text).replace(/\r\n?|[\u2028\u2029\u0085]/g, '\n'))
    .replace(PILED_MARKS, '$1')
    .trim()
}

/** The same where something must stand, such as a heading or a name. */
export const displayText = (text: string): string => clean(text) || '(nothing that can be shown)'

/** Every text of a list that has something to show. */
export const cleanList = (texts: readonly string[]): string[] => texts.map(clean).filter((text) => text !== '')

/** The first line with words in it, without marks of Markdown, at most `most` characters. */
export function headline(text: string, max: number): string {
  const lines = clean(text)
    .split('\n')
    .map((line) => line.replace(/^[#>*\-\s]+/, '').trim())
  return truncate(lines.find((line) => line !== '') ?? '', max)
}

const CHARACTERS = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** More code units than a character as a reader sees it has; piled marks are gone by then. */
const MAX_CHARACTER_UNITS = 24

/** The beginning of a text, at most `most` characters, cut between words where there are any. */
export function truncate(text: string, max: number): string {
  if (text.length <= max) return text
  // Characters as a reader sees them: an emoji of several parts is kept or left out whole. Only so many are looked at.
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
