import { cleanText } from '../../domain/clean-text.js'

/** What a reader does not see, and what would begin a new line. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]+/gu

/** Somebody's text inside a message: on one line, without anything invisible, at most `most` characters. */
export function shown(text: string, most = 60): string {
  // Cut first: the text may be megabytes long.
  const line = cleanText(text.slice(0, most * 10))
    .replace(/\s+/g, ' ')
    .replace(UNSEEN, '')
    .trim()
  const characters = [...line]
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : line
}
