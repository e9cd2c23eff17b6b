import { PASS_AT } from '../../../domain/evaluation.js'
import type { Interval } from '../../../domain/scores.js'
import { range } from '../wording.js'

/** Below it an agent has failed, 0–10; from `PASS_AT` on it is good. */
export const FAILED_BELOW = 6

/** Where a score stands, by its exact value. */
export type Standing = 'good' | 'middling' | 'bad'
export const standingOf = (score: number): Standing =>
  score >= PASS_AT ? 'good' : score >= FAILED_BELOW ? 'middling' : 'bad'

export const STANDINGS: Record<Standing, string> = {
  good: 'good',
  middling: 'needs improvement',
  bad: 'failed',
}

/** "3.9 to 7.2", as the verdict's own sentence rounds it. */
export const between = (interval: Interval): string => range(interval, (one) => one.toFixed(1))

/** A difference in points as "+4.33" or "−0.20", with a true minus sign. */
export function points(value: number): string {
  const text = Math.abs(value).toFixed(2)
  return text === '0.00' ? text : `${value > 0 ? '+' : '\u2212'}${text}`
}

/** A probability of 0–1; never 0% or 100%, for nothing here is certain. */
export function sureness(share: number): string {
  const rounded = Math.round(share * 100)
  return rounded < 1 ? 'less than 1%' : rounded > 99 ? 'more than 99%' : `${rounded}%`
}

/** A share of 0–1 that reads as 0% or 100% only where it is. */
export function rate(share: number): string {
  if (share > 0 && share < 0.01) return 'less than 1%'
  return share < 1 && share > 0.99 ? 'more than 99%' : `${Math.round(share * 100)}%`
}

export const significance = (p: number): string =>
  p < 0.001 ? 'p < 0.001' : `p = ${p.toFixed(3).replace('1.000', '1')}`
