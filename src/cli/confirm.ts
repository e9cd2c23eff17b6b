import { refuse } from '../errors.js'
import type { Io } from './io.js'

/**
 * Whether the person at the terminal confirms; `yes`: the option `--yes` was given. Errors: `invalid_input` without a
 * terminal.
 */
export async function confirmed(io: Io, what: string, yes: boolean | undefined): Promise<boolean> {
  if (yes) return true
  if (!io.stdinIsTerminal) return refuse(`${what} This cannot be undone; add --yes to do it.`)
  return isAnsweredYes(io, `${what} This cannot be undone.`)
}

/**
 * Whether to test a text that may have been meant as a command. `doubt`: the reason to ask, `null` where there is none.
 */
export async function isConfirmedTest(io: Io, doubt: string | null): Promise<boolean> {
  if (doubt === null) return true
  return isAnsweredYes(io, `${doubt} Test it as a proposition?`)
}

async function isAnsweredYes(io: Io, question: string): Promise<boolean> {
  io.err(`${question} Type yes to go on: `)
  for await (const line of io.stdin) return /^y(?:es)?$/i.test(Buffer.from(line).toString('utf8').trim())
  return false
}

/** A sentence about runs that keep copies of what was deleted, '' where there are none; null: they were not looked up. */
export function keptCopies(used_by: readonly string[] | null, which: string): string {
  if (used_by === null) return 'Runs may keep copies: looking them up took too long.\n'
  if (used_by.length === 0) return ''
  return `These runs ${which}; delete them with \`runs delete\`: ${used_by.join(', ')}.\n`
}
