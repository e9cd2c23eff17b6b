/**
 * Cohen's κ of two raters over the same things (Cohen 1960, 1968): agreement beyond chance, −1 … 1. Ratings are whole
 * numbers; `quadratic` weighs a disagreement by the square of its distance. `null` where one category is all there is.
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
  return expected === 0 ? null : 1 - observed / expected
}
