import stringWidth from 'string-width'
import wrapAnsi from 'wrap-ansi'
import type { Io } from './io.js'

/** Capabilities of a screen. Colour never carries information alone. */
export type Screen = {
  readonly columns: number
  strong(text: string): string
  faint(text: string): string
  /** Green, amber or red. */
  tinted(text: string, mood: Mood): string
  /** A bar of `width` cells, `share` (0–1) of it filled. */
  bar(share: number, width: number): string
  readonly done: string
  readonly dot: string
  /** Frames of a spinner. */
  readonly spinner: readonly string[]
}

export type Mood = 'good' | 'middling' | 'bad'

const SGR = { strong: 1, faint: 2, good: 32, middling: 33, bad: 31 } as const

export function createScreen(io: Pick<Io, 'columns' | 'colour' | 'unicode'>): Screen {
  const sgr = (code: number) => (text: string) => (io.colour ? `\u001b[${code}m${text}\u001b[0m` : text)
  const [full, empty] = io.unicode ? ['█', '░'] : ['#', '.']
  return {
    columns: io.columns,
    strong: sgr(SGR.strong),
    faint: sgr(SGR.faint),
    tinted: (text, mood) => sgr(SGR[mood])(text),
    bar: (share, width) => {
      const filled = Math.round(Math.min(1, Math.max(0, share)) * width)
      return full.repeat(filled) + empty.repeat(width - filled)
    },
    done: io.unicode ? '✓' : 'ok',
    dot: io.unicode ? '·' : '-',
    spinner: io.unicode ? ['⠋', '⠙', '⠸', '⠴', '⠦', '⠇'] : ['|', '/', '-', '\\'],
  }
}

/** Breaks text into lines that fit `width` columns, each after `indent`; a word wider than a line is split. */
export function wrap(text: string, width: number, indent = ''): string {
  const room = Math.max(12, width - indent.length)
  return wrapAnsi(text, room, { hard: true })
    .split('\n')
    .map((line) => indent + line)
    .join('\n')
}

/** Text cut to `width` columns, with an ellipsis where it was cut. */
export function shorten(text: string, width: number): string {
  if (stringWidth(text) <= width) return text
  let kept = ''
  let used = 1
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    used += stringWidth(segment)
    if (used > width) break
    kept += segment
  }
  return width < 1 ? '' : `${kept.trimEnd()}…`
}

/** Text padded or cut to exactly `width` columns. */
export function column(text: string, width: number): string {
  const fitted = shorten(text, width)
  return fitted + ' '.repeat(Math.max(0, width - stringWidth(fitted)))
}
