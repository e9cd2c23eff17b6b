/** C(n, k)/C(m, k) for n ≤ m, without large numbers. */
function ratio(n: number, m: number, k: number): number {
  let product = 1
  for (let i = 0; i < k; i++) product *= (n - i) / (m - i)
  return n < k ? 0 : product
}

/** The chance that at least one of `k` trials passes, when `passed` of `trials` did: 1 − C(N−c,k)/C(N,k) (Chen et al. 2021). */
export const passAtK = (passed: number, trials: number, k: number): number => 1 - ratio(trials - passed, trials, k)

/** The chance that all of `k` trials pass: C(c,k)/C(N,k). `k` is at most `trials`. */
export const passHatK = (passed: number, trials: number, k: number): number => ratio(passed, trials, k)
