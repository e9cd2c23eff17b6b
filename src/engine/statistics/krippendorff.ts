type Metric = 'nominal' | 'interval'

/**
 * Krippendorff's α of several raters (Krippendorff 2011): 1 is agreement, 0 is chance. `units` holds what each thing got,
 * missing ratings left out; things rated once say nothing. `null` where nothing can differ.
 */
export function krippendorffAlpha(units: readonly (readonly number[])[], metric: Metric): number | null {
  const paired = units.filter((ratings) => ratings.length > 1)
  const all = paired.flat()
  if (all.length < 2) return null
  const within = paired.reduce((sum, ratings) => sum + disagreement(ratings, metric) / (ratings.length - 1), 0)
  const between = disagreement(all, metric) / (all.length - 1)
  return between === 0 ? null : 1 - within / between
}

/** Σ of the distances of all ordered pairs. For the interval metric by sums of squares: 2·n·Σ(x − mean)². */
function disagreement(ratings: readonly number[], metric: Metric): number {
  const n = ratings.length
  if (metric === 'interval') {
    const mean = ratings.reduce((sum, rating) => sum + rating, 0) / n
    return 2 * n * ratings.reduce((sum, rating) => sum + (rating - mean) ** 2, 0)
  }
  const counts = new Map<number, number>()
  for (const rating of ratings) counts.set(rating, (counts.get(rating) ?? 0) + 1)
  return [...counts.values()].reduce((sum, count) => sum + count * (n - count), 0)
}
