import { mean, sum } from './descriptive.js'

/**
 * Cohen's κ of two raters over the same items (Cohen 1960, 1968): agreement beyond chance, −1 … 1. Ratings are
 * integers; `quadratic` weights a disagreement by the square of its distance. `null` where only one category occurs.
 */
export function cohenKappa(
  first: readonly number[],
  second: readonly number[],
  weights: 'none' | 'quadratic' = 'none',
): number | null {
  const n = first.length
  const distance = (a: number, b: number) => (weights === 'none' ? Number(a !== b) : (a - b) ** 2)
  let observed = 0
  let expected = 0
  for (let i = 0; i < n; i++) {
    observed += distance(first[i] ?? 0, second[i] ?? 0) / n
    for (let j = 0; j < n; j++) expected += distance(first[i] ?? 0, second[j] ?? 0) / n ** 2
  }
  if (expected === 0) return null
  return 1 - observed / expected
}

type Metric = 'nominal' | 'interval'

/**
 * Krippendorff's α of several raters (Krippendorff 2011): 1 is agreement, 0 is chance. `units` holds each item's
 * ratings without missing ones; items with a single rating are ignored. `null` where nothing can differ.
 */
export function krippendorffAlpha(units: readonly (readonly number[])[], metric: Metric): number | null {
  const paired = units.filter((ratings) => ratings.length > 1)
  const all = paired.flat()
  if (all.length < 2) return null
  const within = sum(paired.map((ratings) => disagreement(ratings, metric) / (ratings.length - 1)))
  const between = disagreement(all, metric) / (all.length - 1)
  if (between === 0) return null
  return 1 - within / between
}

/** Σ of the distances of all ordered pairs. For the interval metric by sums of squares: 2·n·Σ(x − mean)². */
function disagreement(ratings: readonly number[], metric: Metric): number {
  const n = ratings.length
  if (metric === 'interval') {
    const average = mean(ratings)
    return 2 * n * sum(ratings.map((rating) => (rating - average) ** 2))
  }
  const counts = new Map<number, number>()
  for (const rating of ratings) counts.set(rating, (counts.get(rating) ?? 0) + 1)
  return sum([...counts.values()].map((count) => count * (n - count)))
}

/**
 * Kendall's τ-b of two rankings of the same items (Kendall 1945): −1 … 1, ties allowed. `null` where one ranking ties
 * all items.
 */
export function kendallTauB(first: readonly number[], second: readonly number[]): number | null {
  let agreement = 0
  let tiedOnlyInFirst = 0
  let tiedOnlyInSecond = 0
  let untied = 0
  for (let i = 0; i < first.length; i++)
    for (let j = i + 1; j < first.length; j++) {
      const a = Math.sign((first[i] ?? 0) - (first[j] ?? 0))
      const b = Math.sign((second[i] ?? 0) - (second[j] ?? 0))
      agreement += a * b
      if (a !== 0 && b !== 0) untied++
      else if (a === 0 && b !== 0) tiedOnlyInFirst++
      else if (b === 0 && a !== 0) tiedOnlyInSecond++
    }
  const scale = Math.sqrt((untied + tiedOnlyInFirst) * (untied + tiedOnlyInSecond))
  if (scale === 0) return null
  return agreement / scale
}
