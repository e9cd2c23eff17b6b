import { cleanText } from '../../domain/text/clean-text.js'
import { AppError } from '../../errors.js'

/** A problem in a file: its line, from 1, and one sentence. */
export type Problem = { readonly line: number; readonly sentence: string }

const MAX_LISTED = 10

/** A file's name for use in a message. */
export const fileName = (name: string): string => excerpt(name, 120) || 'The file'

/** Refuses a file as a whole. Throws `invalid_input`. */
export function refuseFile(name: string, what: string): never {
  throw new AppError('invalid_input', { problem: `${fileName(name)} ${what}` })
}

/**
 * Refuses a file for its problems, listed by line. `total` also counts problems that are not listed. Throws
 * `invalid_input`.
 */
export function refuseLines(name: string, problems: readonly Problem[], total = problems.length, heading = ''): never {
  const listed = problems.toSorted((a, b) => a.line - b.line).slice(0, MAX_LISTED)
  const more = total - listed.length
  const lines = listed.map(({ line, sentence }) => `${fileName(name)} line ${line}: ${sentence}`)
  if (heading !== '') lines.unshift(heading)
  if (more > 0) lines.push(`… and ${more.toLocaleString('en-US')} more.`)
  throw new AppError('invalid_input', { problem: lines.join('\n') })
}

/** Invisible characters, and characters that start a new line. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]+/gu

/** A user's text inside a message: on one line, without invisible characters, at most `max` characters. */
export function excerpt(text: string, max = 60): string {
  // Truncates first: the text may be megabytes long.
  const line = cleanText(text.slice(0, max * 10))
    .replace(/\s+/g, ' ')
    .replace(INVISIBLE, '')
    .trim()
  const characters = [...line]
  return characters.length > max ? `${characters.slice(0, max - 1).join('')}…` : line
}
