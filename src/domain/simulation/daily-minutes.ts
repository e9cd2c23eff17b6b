import { keyedShare } from '../statistics/keyed-share.js'

/** Minutes a day that a person has for something new. */
export const MINUTES_PER_DAY = [15, 30, 60, 120] as const
type MinutesPerDay = (typeof MINUTES_PER_DAY)[number]

/** Maximum ratio of two amounts of time that do not contradict each other; neighbouring levels differ by a factor of two. */
const MAX_RATIO = 2
const WORDS: Readonly<Record<string, number>> = { a: 1, an: 1, one: 1, two: 2, three: 3, half: 0.5, quarter: 0.25 }
const AMOUNT =
  /(?<![\w.])(?<low>\d+(?:\.\d+)?|an?|one|two|three|half|quarter)(?:\s*(?:-|–|to|or)\s*(?<high>\d+(?:\.\d+)?|two|three))?(?: an?| of an)?[ -]*(?<unit>hours?|h|minutes?|mins?)\b[^.,;]{0,24}?\b(?<period>a day|per day|daily|each day|every day|a week|per week|weekly|each week|every week)\b/i
const NO_TIME = /\bno (?:spare |free )?time\b/i

const clamped = (minutes: number): number =>
  Math.min(MINUTES_PER_DAY[MINUTES_PER_DAY.length - 1] ?? 120, Math.max(MINUTES_PER_DAY[0], minutes))

/** Minutes a day that an English text states in figures or short words, as a range; `null` where it states none. */
function statedMinutes(text: string): { readonly low: number; readonly high: number } | null {
  const { low, high, unit = '', period = '' } = AMOUNT.exec(text)?.groups ?? {}
  if (low === undefined) return NO_TIME.test(text) ? { low: MINUTES_PER_DAY[0], high: MINUTES_PER_DAY[0] } : null
  const perDay = (unit.startsWith('h') ? 60 : 1) / (/week/i.test(period) ? 7 : 1)
  const minutes = (amount: string): number => clamped((WORDS[amount.toLowerCase()] ?? Number(amount)) * perDay)
  return { low: minutes(low), high: minutes(high ?? low) }
}

/** Whether a text states an amount of time a day that is more than twice or less than half of `minutes`. */
export function contradictsMinutes(text: string, minutes: number): boolean {
  const stated = statedMinutes(text)
  return stated !== null && (minutes > stated.high * MAX_RATIO || minutes * MAX_RATIO < stated.low)
}

/**
 * Minutes a day for a profile that holds none: the level nearest to what `time_availability` states; where it states
 * none, one of the four levels by the id, each equally likely.
 */
export function derivedMinutes({ id, time_availability }: { id: string; time_availability: string }): MinutesPerDay {
  const stated = statedMinutes(time_availability)
  if (!stated) return MINUTES_PER_DAY[Math.floor(keyedShare(`${id}/minutes_per_day`) * 4)] ?? 30
  const distance = (minutes: number): number => Math.abs(Math.log(minutes / Math.sqrt(stated.low * stated.high)))
  return MINUTES_PER_DAY.reduce((best, minutes) => (distance(minutes) < distance(best) ? minutes : best))
}

export const HOURS_A_DAY = 24
