import type { KnownBlock } from '@slack/types'
import type { Room } from './blocks.js'

/** The verdict of a completed run in one glance. */
export type Card = {
  readonly title: string
  /** For a notification; texts of strangers in it are inert. */
  readonly summary: string
  /** What stands before the trust line: the figures. */
  readonly figures: readonly KnownBlock[]
  readonly body: (room: Room) => readonly (KnownBlock | false)[]
  /** Small print on what the figures are. */
  readonly note: string
}

const BAR = 6
/** Longer names are cut. */
export const NAME = 12

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
