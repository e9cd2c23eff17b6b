/** One score with the level of each factor at which it was measured. */
export type FactorScore = { readonly score: number; readonly levels: readonly string[] }

/**
 * Share of the variation between scores explained by each factor: η² of an analysis of variance without interactions,
 * factors in order (type I sums of squares by sequential centring). The last share is the rest; all sum to 1. `null`
 * where the scores do not differ.
 */
export function varianceShares(scores: readonly FactorScore[], factors: number): number[] | null {
  let residuals = scores.map(({ score }) => score)
  const mean = residuals.reduce((sum, value) => sum + value, 0) / Math.max(1, residuals.length)
  residuals = residuals.map((value) => value - mean)
  const total = squares(residuals)
  if (total <= Number.EPSILON * Math.max(1, mean * mean) * scores.length) return null
  const shares: number[] = []
  for (let factor = 0; factor < factors; factor++) {
    const before = squares(residuals)
    residuals = centred(
      residuals,
      scores.map(({ levels }) => levels[factor] ?? ''),
    )
    shares.push((before - squares(residuals)) / total)
  }
  return [...shares, squares(residuals) / total]
}

/** Values less the mean of their group. */
function centred(values: readonly number[], groups: readonly string[]): number[] {
  const sums = new Map<string, { sum: number; count: number }>()
  values.forEach((value, index) => {
    const group = sums.get(groups[index] ?? '') ?? { sum: 0, count: 0 }
    sums.set(groups[index] ?? '', { sum: group.sum + value, count: group.count + 1 })
  })
  return values.map((value, index) => {
    const { sum = 0, count = 1 } = sums.get(groups[index] ?? '') ?? {}
    return value - sum / count
  })
}

const squares = (values: readonly number[]): number => values.reduce((sum, value) => sum + value * value, 0)
