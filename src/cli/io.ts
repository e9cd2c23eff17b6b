import isUnicodeSupported from 'is-unicode-supported'
import { escapeHidden } from '../domain/text/hidden-characters.js'

/** The terminal as commands use it; tests and other hosts supply their own. */
export type Io = {
  /** Writes results to stdout. */
  out(text: string): void
  /** Writes progress, errors and advice to stderr. */
  err(text: string): void
  readonly stdin: AsyncIterable<Uint8Array>
  readonly stdinIsTerminal: boolean
  /** Whether stderr can show a status line that is rewritten. */
  readonly live: boolean
  readonly colour: boolean
  /** Whether the terminal shows more than ASCII; files and pipes get ASCII signs. */
  readonly unicode: boolean
  readonly columns: number
}

/** Fewest columns of a layout; on a narrower terminal its lines wrap. */
const MIN_COLUMNS = 28

export function processIo(): Io {
  const { stdout, stderr } = process
  // Nobody needs to read progress; what keeps results from being written ends the program with an exit code.
  stderr.on('error', () => {})
  return {
    out: (text) => void stdout.write(text),
    err: (text) => void stderr.write(text),
    stdin: process.stdin,
    stdinIsTerminal: process.stdin.isTTY === true,
    live: stderr.isTTY === true,
    colour: stdout.isTTY === true && stdout.hasColors(),
    unicode: (stdout.isTTY === true || stderr.isTTY === true) && isUnicodeSupported(),
    // Read each time, because the window may be resized while a run is followed.
    get columns() {
      return Math.max(MIN_COLUMNS, (stdout.isTTY ? stdout.columns : stderr.columns) || 80)
    },
  }
}

/** Prints one JSON document on stdout, with what a terminal would obey or hide written as `\uXXXX`. */
export const printJson = (io: Io, value: unknown): void => io.out(`${escapeHidden(JSON.stringify(value, null, 2))}\n`)

/** Makes untrusted text harmless for a terminal: no escape sequences, no bidirectional or invisible controls. */
export function stripTerminalControls(text: string): string {
  return (
    text
      .replace(/\s+/g, ' ')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must go
      .replace(/[\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '')
      .trim()
  )
}
