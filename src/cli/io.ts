/** The terminal as the commands see it; tests and other hosts hand in their own. */
export type Io = {
  /** Results. */
  out(text: string): void
  /** Progress, errors, advice. */
  err(text: string): void
  readonly stdin: AsyncIterable<Uint8Array>
  readonly stdinIsTerminal: boolean
  /** Whether stderr can show a line that changes. */
  readonly live: boolean
  readonly colour: boolean
  readonly columns: number
}

export function processIo(): Io {
  // A reader that goes away (`| head`) is not an error of ours.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  return {
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    stdin: process.stdin,
    stdinIsTerminal: process.stdin.isTTY === true,
    live: process.stderr.isTTY === true,
    colour: process.stdout.isTTY === true && process.stdout.hasColors(),
    columns: process.stdout.columns ?? 80,
  }
}

/** Text of strangers and models, made harmless for a terminal: no escape sequences, no bidirectional or invisible controls. */
export function inert(text: string): string {
  return (
    text
      .replace(/\s+/g, ' ')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must go
      .replace(/[\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '')
      .trim()
  )
}

/** Breaks text into lines of at most `width` characters, each after `indent`. */
export function wrap(text: string, width: number, indent = ''): string {
  const room = Math.max(20, width - indent.length)
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line && line.length + 1 + word.length > room) {
      lines.push(line)
      line = word
    } else line = line ? `${line} ${word}` : word
  }
  if (line) lines.push(line)
  return lines.map((one) => indent + one).join('\n')
}
