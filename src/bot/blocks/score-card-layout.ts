import type { RichTextBlockElement } from '@slack/types'
import { bold, paragraph, type Room, words } from './blocks.js'
import { line } from './text.js'

/** The verdict of a completed run: what is read in five seconds, and what is opened. */
export type Card = {
  /** In words. */
  readonly title: string
  /** For a notification; texts of strangers in it are inert. */
  readonly summary: string
  /** In sight: what came of it, the one thing to mend, what nobody heard. No fact of the title stands here again. */
  readonly lead: (room: Room) => readonly (RichTextBlockElement | false | null)[]
  /** To be opened: the figures. */
  readonly figures: readonly (RichTextBlockElement | false)[]
  /** Small print beside the figures. */
  readonly note: string
}

/** "Fix first: …": one line of what is in sight. */
export const leadLine = (label: string, text: string, max: number) =>
  paragraph(bold(`${label}: `), words(line(text, max)))

const BAR = 6
/** Longer names are cut. */
export const NAME = 14

/** "Pressure     ███░░░   47  31–62": 34 columns at most, so that a phone does not break it. */
export function scoreLine(name: string, share: number, figure: string, between: string): string {
  const full = Math.max(0, Math.min(BAR, Math.round(share * BAR)))
  return `${name.padEnd(NAME)} ${'█'.repeat(full)}${'░'.repeat(BAR - full)} ${figure.padStart(4)}  ${between}`.trimEnd()
}

/** "31–62". */
export const span = (
  interval: { low: number; high: number } | null | undefined,
  write: (value: number) => string = (value) => String(Math.round(value)),
): string => (interval ? `${write(interval.low)}–${write(interval.high)}` : '')
