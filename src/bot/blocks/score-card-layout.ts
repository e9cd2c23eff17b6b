import type { RichTextBlockElement } from '@slack/types'
import { bold, type MessageScale, paragraph, words } from './blocks.js'
import { line } from './text.js'

/** The card of a completed run: a part in sight, and a part to be opened. */
export type Card = {
  /** The verdict in words. */
  readonly title: string
  /** For a notification; untrusted text in it has been through `neutralizeMrkdwn`. */
  readonly summary: string
  /** In sight: the result, the first fix, the unheard view. It repeats no fact of the title. */
  readonly lead: (scale: MessageScale) => readonly (RichTextBlockElement | false | null)[]
  /** To be opened: the figures. */
  readonly figures: readonly (RichTextBlockElement | false)[]
  /** Small print beside the figures. */
  readonly note: string
}

/** "Fix first: …": one line of what is in sight. */
export const leadLine = (label: string, text: string, max: number) =>
  paragraph(bold(`${label}: `), words(line(text, max)))

const BAR = 6
/** Width of a name in characters; longer names are cut. */
export const NAME = 14

/** "Pressure     ███░░░   47  31–62": 34 columns at most, so that a phone does not break the line. */
export function scoreLine(name: string, share: number, figure: string, between: string): string {
  const full = Math.max(0, Math.min(BAR, Math.round(share * BAR)))
  return `${name.padEnd(NAME)} ${'█'.repeat(full)}${'░'.repeat(BAR - full)} ${figure.padStart(4)}  ${between}`.trimEnd()
}

/** "31–62". */
export const span = (
  interval: { low: number; high: number } | null | undefined,
  write: (value: number) => string = (value) => String(Math.round(value)),
): string => (interval ? `${write(interval.low)}–${write(interval.high)}` : '')

/** "6–31" for shares of 0–1, in hundredths. */
export const shareSpan = (interval: { low: number; high: number } | null | undefined): string =>
  span(interval, (share) => String(Math.round(share * 100)))
