import type { CaseResult, Reliability } from '../../../domain/evaluation.js'
import { meanOf } from '../../statistics/mean-interval.js'
import { passAtK, passHatK } from '../../statistics/pass-at-k.js'
import { wilsonInterval } from '../../statistics/wilson.js'

/** How often it works. pass@k and pass^k are means over the cases, with k the number of trials or what every case has. */
export function reliabilityOf(cases: readonly CaseResult[]): Reliability {
  const scored = cases.filter(({ score }) => score !== null)
  const k = Math.min(...scored.map(({ scored_trials }) => scored_trials))
  const meanOver = (figure: (passed: number, trials: number, k: number) => number) =>
    scored.length === 0 ? null : meanOf(scored.map((result) => figure(result.passed_trials, result.scored_trials, k)))
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
