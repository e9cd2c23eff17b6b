import type { KnownBlock } from '@slack/types'

/** The verdict of a completed run in one glance. */
export type Card = {
  readonly title: string
  /** For a notification; texts of strangers in it are inert. */
  readonly said: string
  readonly body: (scale: number) => readonly (KnownBlock | false)[]
}

const BAR = 8

/** "Pressure    ███░░░░░  47  31–62": 32 columns, so that a phone does not break it. */
export function scoreLine(name: string, share: number, figure: string, between: string): string {
  const full = Math.max(0, Math.min(BAR, Math.round(share * BAR)))
  return `${name.padEnd(11)} ${'█'.repeat(full)}${'░'.repeat(BAR - full)} ${figure.padStart(4)}  ${between}`.trimEnd()
}

/** "31–62". */
export const span = (
  interval: { low: number; high: number } | null | undefined,
  write: (value: number) => string = (value) => String(Math.round(value)),
): string => (interval ? `${write(interval.low)}–${write(interval.high)}` : '')
