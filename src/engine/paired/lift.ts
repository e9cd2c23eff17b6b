import type { Lift } from '../../domain/panel/refinement.js'
import { mean, tenth } from '../statistics/descriptive.js'
import { estimateMean, intervalOf } from '../statistics/mean-interval.js'

const MIN_PEOPLE = 3

/** Mean of one difference per person, in their unit, with its 95 % t interval; `null` for fewer than three people. */
export function meanDifference(differences: readonly number[]): Lift {
  const interval = differences.length < MIN_PEOPLE ? null : intervalOf(estimateMean(differences))
  // `|| 0` turns -0 into 0.
  return {
    mean: tenth(mean(differences)) || 0,
    interval: interval && { low: tenth(interval.low) || 0, high: tenth(interval.high) || 0 },
  }
}

/** A figure with at most one decimal; `formatSignedPoints` adds a plus sign. */
export const formatPoints = (value: number): string => `${Number(value.toFixed(1))}`
export const formatSignedPoints = (value: number): string =>
  value > 0 ? `+${formatPoints(value)}` : formatPoints(value)

/** "(95 % interval -1.2 to 8)", or a note where there is none. */
export function formatInterval(interval: Lift['interval']): string {
  if (interval === null) return '(too few people for an interval)'
  return `(95 % interval ${formatPoints(interval.low)} to ${formatPoints(interval.high)})`
}
