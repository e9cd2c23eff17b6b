import type { Interval } from '../panel/scores.js'

/** A score of 0–10 with one decimal, rounded down: 7.96 must not read as 8.0 beside "not approved". A dash for no score. */
export const formatScore = (score: number | null): string =>
  score === null ? '–' : (Math.floor(score * 10 + 1e-9) / 10).toFixed(1)

/**
 * A figure with enough decimals to read as below a bar that it does not reach: .598 must not read as 0.60 beside "0.6
 * is needed".
 */
export function formatBelow(bar: number, value: number, decimals: number): string {
  const text = value.toFixed(decimals)
  if (value >= bar || Number(text) < bar || decimals > 8) return text
  return formatBelow(bar, value, decimals + 1)
}

/** An interval of scores, "6.9 to 8.4"; each end is formatted as a score. */
export const formatInterval = ({ low, high }: Interval): string => `${formatScore(low)} to ${formatScore(high)}`
