/**
 * Normalised entropy H / ln k of how often each of `counts.length` = k values occurs (Shannon 1948; Pielou's evenness
 * 1966): 1 where all are equally common, 0 where all are alike. One value alone has nothing to be uneven in: 1.
 */
export function normalisedEntropy(counts: readonly number[]): number {
  if (counts.length < 2) return 1
  const total = counts.reduce((sum, count) => sum + count, 0)
  if (total <= 0) return 0
  const entropy = counts.reduce((sum, count) => (count > 0 ? sum - (count / total) * Math.log(count / total) : sum), 0)
  return entropy / Math.log(counts.length)
}
