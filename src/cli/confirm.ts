import { refuse } from '../errors.js'
import type { Io } from './io.js'

/**
 * Whether the person at the terminal confirms; `yes`: the option `--yes` was given. Errors: `invalid_input` without a
 * terminal.
 */
export async function confirmed(io: Io, what: string, yes: boolean | undefined): Promise<boolean> {
  if (yes) return true
  if (!io.stdinIsTerminal) return refuse(`${what} This cannot be undone; add --yes to do it.`)
  io.err(`${what} This cannot be undone. Type yes to go on: `)
  for await (const line of io.stdin) return /^y(?:es)?$/i.test(Buffer.from(line).toString('utf8').trim())
  return false
}

/**
 * Whether to test a text that may have been meant as a command. `doubt`: the reason to ask, `null` where there is none.
 */
export async function isConfirmedTest(io: Io, doubt: string | null): Promise<boolean> {
  if (doubt === null) return true
  io.err(`${doubt} Test it as a proposition? Type yes to go on: `)
  for await (const line of io.stdin) return /^y(?:es)?$/i.test(Buffer.from(line).toString('utf8').trim())
  return false
}
