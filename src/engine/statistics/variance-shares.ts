import { groupBy } from '../group-by.js'
import { mean, sum } from './descriptive.js'

/** One score with the level of each factor at which it was measured. */
type FactorScore = { readonly score: number; readonly levels: readonly string[] }

/**
 * Share of the variation between scores explained by each factor: η² of an analysis of variance without interactions,
 * factors in order (type I sums of squares by sequential centring). The last share is the rest; all sum to 1. `null`
 * where the scores do not differ.
 */
export function varianceShares(scores: readonly FactorScore[], factors: number): number[] | null {
  const average = mean(scores.map(({ score }) => score))
  let residuals = scores.map(({ score }) => score - average)
  const total = squares(residuals)
  if (total <= Number.EPSILON * Math.max(1, average * average) * scores.length) return null
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
  const byGroup = groupBy(
    values.map((value, index) => ({ value, group: groups[index] })),
    ({ group }) => group,
  )
  const means = new Map([...byGroup].map(([group, members]) => [group, mean(members.map(({ value }) => value))]))
  return values.map((value, index) => value - (means.get(groups[index]) ?? 0))
}

const squares = (values: readonly number[]): number => sum(values.map((value) => value * value))
