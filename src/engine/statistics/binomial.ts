/** Share of a binomial distribution at or below `successes` of `trials`, each with probability `p` (0 < p < 1). */
export function binomialAtMost(successes: number, trials: number, p: number): number {
  let logTerm = trials * Math.log1p(-p)
  let sum = 0
  for (let count = 0; count <= Math.min(successes, trials); count++) {
    sum += Math.exp(logTerm)
    logTerm += Math.log((trials - count) / (count + 1)) + Math.log(p / (1 - p))
  }
  return Math.min(1, sum)
}
