import { cleanText } from '../../domain/clean-text.js'
import { AppError } from '../../errors.js'

/** Something wrong in a file: the line it stands on, from 1, and one sentence. */
export type Problem = { readonly line: number; readonly sentence: string }

const MAX_LISTED = 10

/** A file's name inside a message. */
export const fileName = (name: string): string => excerpt(name, 120) || 'The file'

/** Refuses a file as a whole. */
export function refuseFile(name: string, what: string): never {
  throw new AppError('invalid_input', { problem: `${fileName(name)} ${what}` })
}

/** Refuses a file for what stands in it, in the order of its lines. `total` counts also what is not among `problems`. */
export function refuseLines(name: string, problems: readonly Problem[], total = problems.length, heading = ''): never {
  const listed = problems.toSorted((one, other) => one.line - other.line).slice(0, MAX_LISTED)
  const more = total - listed.length
  throw new AppError('invalid_input', {
    problem: [
      ...(heading === '' ? [] : [heading]),
      ...listed.map(({ line, sentence }) => `${fileName(name)} line ${line}: ${sentence}`),
      ...(more > 0 ? [`… and ${more.toLocaleString('en-US')} more.`] : []),
    ].join('\n'),
  })
}

/** What a reader does not see, and what would begin a new line. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]+/gu

/** Somebody's text inside a message: on one line, without anything invisible, at most `max` characters. */
export function excerpt(text: string, max = 60): string {
  // Cut first: the text may be megabytes long.
  const line = cleanText(text.slice(0, max * 10))
    .replace(/\s+/g, ' ')
    .replace(UNSEEN, '')
    .trim()
  const characters = [...line]
  return characters.length > max ? `${characters.slice(0, max - 1).join('')}…` : line
}
