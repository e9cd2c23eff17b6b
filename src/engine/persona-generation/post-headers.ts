import type { Block } from './blocks.js'
import { isTime } from './labels.js'

const MIN_POSTS = 3
const SEPARATOR = /\s+[·•|–—]\s+|\t+/
const DATED = /\d{1,2}[:.]\d{2}|\b(?:19|20)\d{2}\b|\b\d{1,2}\.? \p{L}{3,}|\p{L}{3,} \d{1,2}\b/u

/** Fields of a line that could precede a post: author, date, and what the board adds. */
function fieldsOf({ text, kind }: Block): string[] {
  if (kind === 'quote' || kind === 'rule' || text.includes('\n') || text.length > 160) return []
  return text
    .replace(/[*`#>]+|(?<!\p{L})_|_(?!\p{L})/gu, ' ')
    .split(SEPARATOR)
    .map((field) => field.trim())
    .filter((field) => field !== '')
}

const isDate = (field: string): boolean => DATED.test(field) || isTime(field)
const isAuthor = (field: string): boolean => /\p{L}/u.test(field) && !/:\s/.test(field) && !isDate(field)

/**
 * Lines that precede a post and name its author: at least three of the same form, by at least two people, with a date
 * or number beside the name. By index in `blocks`; empty where the document is no thread.
 */
export function postAuthors(blocks: readonly Block[]): Map<number, string> {
  const headers = blocks.flatMap((block, place): { place: number; authors: string[]; isHeading: boolean }[] => {
    const fields = fieldsOf(block)
    if (fields.length === 0) return []
    const raw = block.text.split(SEPARATOR)
    const authors = fields.filter(isAuthor)
    if (raw.length < 2 || authors.length === 0 || !fields.some(isDate)) return []
    return [{ place, authors, isHeading: block.kind === 'heading' }]
  })
  if (headers.length < MIN_POSTS) return new Map()
  // A field with the same value everywhere belongs to the board, not to the author.
  for (let at = 0; at < 2; at++) {
    const named = new Map<number, string>()
    for (const { place, authors } of headers) {
      const author = authors[at]
      if (author !== undefined) named.set(place, author)
    }
    const authors = new Set(named.values()).size
    // Headings that each name another person head sections about people, not posts.
    const arePeople = authors === named.size && headers.every(({ isHeading }) => isHeading)
    if (named.size >= MIN_POSTS && authors >= 2 && !arePeople) return named
  }
  return new Map()
}
