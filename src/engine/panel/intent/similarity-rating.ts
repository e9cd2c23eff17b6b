import { sum } from '../../statistics/descriptive.js'

/**
 * Semantic similarity rating: a free-text answer becomes a distribution over the five points of a purchase-intent scale
 * by how close its embedding lies to anchor statements. Formulas as in the code released with Maier et al. 2025, "LLMs
 * Reproduce Human Purchase Intent via Semantic Similarity Elicitation of Likert Ratings", arXiv 2510.08338.
 */

/** Probabilities of the points of a scale, lowest first; they sum to 1. */
export type Pmf = readonly number[]
export type Vector = readonly number[] | Float32Array

/**
 * The distribution of one answer against one set of anchors (one per point, lowest first). γ_r = (1 + cos) / 2; the
 * smallest γ is subtracted from all, ε is added at the first smallest γ, and the result is normalised. With all anchors
 * equally near and ε = 0 this is 0/0, so the uniform distribution is returned.
 */
export function similarityPmf(answer: Vector, anchors: readonly Vector[], epsilon = 0): Pmf {
  const gammas = anchors.map((anchor) => (1 + cosine(answer, anchor)) / 2)
  const smallest = Math.min(...gammas)
  const at = gammas.indexOf(smallest)
  const total = sum(gammas) - gammas.length * smallest + epsilon
  // A total that consists of rounding errors is a tie too.
  if (total <= gammas.length * Number.EPSILON) return gammas.map(() => 1 / gammas.length)
  return gammas.map((gamma, point) => (gamma - smallest + (point === at ? epsilon : 0)) / total)
}

/**
 * Sharpens (T < 1) or flattens (T > 1) a distribution: p^(1/T), normalised. T = 0 puts all weight on the first maximum;
 * a uniform distribution is returned unchanged; T is clamped to `maxTemperature`.
 */
export function withTemperature(pmf: Pmf, temperature: number, maxTemperature = Number.POSITIVE_INFINITY): Pmf {
  const clamped = Math.min(temperature, maxTemperature)
  const highest = Math.max(...pmf)
  if (pmf.every((p) => p === highest)) return pmf
  if (clamped === 0) {
    const first = pmf.indexOf(highest)
    return pmf.map((_, point) => (point === first ? 1 : 0))
  }
  return normalized(pmf.map((p) => p ** (1 / clamped)))
}

/** Weights of the points as a distribution; their sum must not be 0. */
export function normalized(weights: readonly number[]): Pmf {
  const total = sum(weights)
  return weights.map((weight) => weight / total)
}

export const POINTS = [1, 2, 3, 4, 5] as const

/** The distribution of one answer over several anchor sets: averages the sets first, then applies the temperature. */
export function rateBySimilarity(
  answer: Vector,
  anchorSets: readonly (readonly Vector[])[],
  { epsilon = 0, temperature = 1 } = {},
): Pmf {
  return withTemperature(meanPmf(anchorSets.map((anchors) => similarityPmf(answer, anchors, epsilon))), temperature)
}

/** The pointwise mean of distributions; empty for an empty list. */
export function meanPmf(pmfs: readonly Pmf[]): Pmf {
  const [first = []] = pmfs
  return first.map((_, point) => sum(pmfs.map((pmf) => pmf[point] ?? 0)) / pmfs.length)
}

/** Mean of the scale's points 1…n under a distribution. */
export const meanOf = (pmf: Pmf): number => sum(pmf.map((p, index) => p * (index + 1)))

/** Standard deviation of the scale's points under a distribution. */
export function standardDeviationOf(pmf: Pmf): number {
  const mean = meanOf(pmf)
  return Math.sqrt(sum(pmf.map((p, index) => p * (index + 1 - mean) ** 2)))
}

/** Probability of the two highest points: "probably" or "definitely would". */
export const topTwoBox = (pmf: Pmf): number => (pmf.at(-1) ?? 0) + (pmf.at(-2) ?? 0)

/** 1 − the largest gap between two cumulative distributions. A uniform guess scores high too: never shown without it. */
export function ksSimilarity(left: Pmf, right: Pmf): number {
  let gap = 0
  let difference = 0
  for (let point = 0; point < left.length; point++) {
    difference += (left[point] ?? 0) - (right[point] ?? 0)
    gap = Math.max(gap, Math.abs(difference))
  }
  return 1 - gap
}

/** Cosine of the angle between two vectors; 0 where one has no direction. */
export function cosine(left: Vector, right: Vector): number {
  let dot = 0
  let leftSquares = 0
  let rightSquares = 0
  for (let i = 0; i < left.length; i++) {
    const a = left[i] ?? 0
    const b = right[i] ?? 0
    dot += a * b
    leftSquares += a * a
    rightSquares += b * b
  }
  if (leftSquares === 0 || rightSquares === 0) return 0
  return dot / Math.sqrt(leftSquares * rightSquares)
}
