import { AppError } from '../../errors.js'
import { shown } from './shown.js'

/** Something wrong in a file: the line it stands on, from 1, and one sentence. */
export type Problem = { readonly line: number; readonly sentence: string }

const MOST_LISTED = 10

/** A file's name inside a message. */
export const fileName = (name: string): string => shown(name, 120) || 'The file'

/** Refuses a file as a whole. */
export function refuseFile(name: string, what: string): never {
  throw new AppError('invalid_input', { problem: `${fileName(name)} ${what}` })
}

/** Refuses a file for what stands in it, in the order of its lines. `total` counts also what is not among `problems`. */
export function refuseLines(name: string, problems: readonly Problem[], total = problems.length, heading = ''): never {
  const listed = problems.toSorted((one, other) => one.line - other.line).slice(0, MOST_LISTED)
  const more = total - listed.length
  throw new AppError('invalid_input', {
    problem: [
      ...(heading === '' ? [] : [heading]),
      ...listed.map(({ line, sentence }) => `${fileName(name)} line ${line}: ${sentence}`),
      ...(more > 0 ? [`… and ${more.toLocaleString('en-US')} more.`] : []),
    ].join('\n'),
  })
}
