import type { Lift } from '../../domain/refinement.js'
import { tenth } from '../panel/scores.js'
import { mean } from '../statistics/descriptive.js'
import { estimateMean, intervalOf } from '../statistics/mean-interval.js'

const MIN_PEOPLE = 3

/** Mean of one difference per person, in the differences' own unit, with its 95 % t interval; `null` for fewer than three. */
export function meanDifference(differences: readonly number[]): Lift {
  const interval = differences.length < MIN_PEOPLE ? null : intervalOf(estimateMean(differences))
  // `|| 0`: a mean of -0 is a 0.
  return {
    mean: tenth(mean(differences)) || 0,
    interval: interval && { low: tenth(interval.low) || 0, high: tenth(interval.high) || 0 },
  }
}

/** A figure with one decimal, and a sign where one is wanted; whole numbers stay whole. */
export const formatPoints = (value: number): string => `${Number(value.toFixed(1))}`
export const formatSignedPoints = (value: number): string =>
  value > 0 ? `+${formatPoints(value)}` : formatPoints(value)

/** "(95 % interval -1.2 to 8)"; says so where there is none. */
export function formatInterval(interval: Lift['interval']): string {
  if (interval === null) return '(too few people for an interval)'
  return `(95 % interval ${formatPoints(interval.low)} to ${formatPoints(interval.high)})`
}
