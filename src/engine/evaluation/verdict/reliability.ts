import type { CaseResult, Reliability } from '../../../domain/evaluation.js'
import { mean } from '../../statistics/descriptive.js'
import { wilsonInterval } from '../../statistics/wilson.js'

/** How often it works. pass@k and pass^k are means over the cases, with k the number of trials or what every case has. */
export function reliabilityOf(cases: readonly CaseResult[]): Reliability {
  const scored = cases.filter(({ score }) => score !== null)
  const k = Math.min(...scored.map(({ scored_trials }) => scored_trials))
  const meanOver = (figure: (passed: number, trials: number, k: number) => number) =>
    scored.length === 0 ? null : mean(scored.map((result) => figure(result.passed_trials, result.scored_trials, k)))
  const cases_passed = scored.filter(({ passed }) => passed).length
  return {
    k: scored.length === 0 ? 0 : k,
    pass_rate: meanOver((passed, trials) => passed / trials),
    pass_at_k: meanOver(passAtK),
    pass_hat_k: meanOver(passHatK),
    cases_passed,
    cases_scored: scored.length,
    cases_interval: wilsonInterval(cases_passed, scored.length),
  }
}

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
