import { refuse } from '../errors.js'
import type { Io } from './io.js'

/** Whether somebody at the terminal says yes; `yes`: it was said on the command line. Errors: `invalid_input` without a terminal. */
export async function confirmed(io: Io, what: string, yes: boolean | undefined): Promise<boolean> {
  if (yes) return true
  if (!io.stdinIsTerminal) return refuse(`${what} This cannot be undone; add --yes to do it.`)
  io.err(`${what} This cannot be undone. Type yes to go on: `)
  for await (const line of io.stdin) return /^y(?:es)?$/i.test(Buffer.from(line).toString('utf8').trim())
  return false
}
