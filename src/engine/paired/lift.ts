import type { Lift } from '../../domain/refinement.js'
import { tenth, tenths } from '../panel/scores.js'
import { mean } from '../statistics/descriptive.js'
import { resampledInterval } from '../statistics/resample.js'

/**
 * Mean of one difference per person, in the differences' own unit, with a 90 % interval by resampling the people; the
 * interval is `null` for fewer than three. Deterministic by `seed`.
 */
export function meanDifference(differences: readonly number[], seed: number | string): Lift {
  // `|| 0`: a mean of -0 is a 0.
  return { mean: tenth(mean(differences)) || 0, interval: tenths(resampledInterval(differences, mean, seed)) }
}

/** A figure with one decimal, and a sign where one is wanted; whole numbers stay whole. */
export const formatPoints = (value: number): string => `${Number(value.toFixed(1))}`
export const formatSignedPoints = (value: number): string =>
  value > 0 ? `+${formatPoints(value)}` : formatPoints(value)

/** "(90 % interval -1.2 to 8)"; says so where there is none. */
export function formatInterval(interval: Lift['interval']): string {
  if (interval === null) return '(too few people for an interval)'
  return `(90 % interval ${formatPoints(interval.low)} to ${formatPoints(interval.high)})`
}
