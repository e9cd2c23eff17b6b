import { sum } from './descriptive.js'

/**
 * Splits `seats` into whole numbers by weight: rounded-down shares, then one more each to the largest remainders
 * (Hamilton's method), ties in order. Weights need not sum to 1; all zero weights count as equal.
 */
export function largestRemainder(weights: readonly number[], seats: number): number[] {
  if (weights.length === 0) return []
  const total = sum(weights)
  const shares = weights.map((weight) => (total > 0 ? (weight / total) * seats : seats / weights.length))
  const counts = shares.map((share) => Math.floor(share + ROUNDING))
  const left = seats - sum(counts)
  const order = shares
    .map((share, index) => ({ index, remainder: share - (counts[index] ?? 0) }))
    .sort((a, b) => (Math.abs(b.remainder - a.remainder) > ROUNDING ? b.remainder - a.remainder : a.index - b.index))
  for (const { index } of order.slice(0, left)) counts[index] = (counts[index] ?? 0) + 1
  return counts
}

/** Rounding error of a share that is a whole number. */
const ROUNDING = 1e-9
