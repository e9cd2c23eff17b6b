import type { CaseResult, Reliability } from '../../../domain/evaluation/evaluation.js'
import { wilsonInterval } from '../../../domain/statistics/wilson.js'
import { mean, sum } from '../../statistics/descriptive.js'
import { groupCopies } from './copies.js'

/**
 * How often the agent passes. pass@k and pass^k are means over the cases with k decided trials; k is the smallest
 * number of scored trials of any case. Copies of a case are further trials of it; undecided trials and cases are left
 * out.
 */
export function reliabilityOf(cases: readonly CaseResult[]): Reliability {
  const scored = groupCopies(cases.filter(({ score }) => score !== null)).map((copies) => ({
    passed: passedAll(copies),
    passed_trials: sum(copies.map(({ passed_trials }) => passed_trials)),
    trials: sum(copies.map(({ scored_trials }) => scored_trials)),
    decided_trials: sum(copies.map(({ scored_trials, undecided_trials = 0 }) => scored_trials - undecided_trials)),
  }))
  const k = scored.length === 0 ? 0 : Math.min(...scored.map(({ trials }) => trials))
  const meanOver = (least: number, figure: (passed: number, trials: number, k: number) => number) => {
    const decided = scored.filter(({ decided_trials }) => decided_trials >= least)
    if (decided.length === 0) return null
    return mean(decided.map(({ passed_trials, decided_trials }) => figure(passed_trials, decided_trials, k)))
  }
  const cases_passed = scored.filter(({ passed }) => passed).length
  const cases_undecided = scored.filter(({ passed }) => passed === null).length
  return {
    k,
    pass_rate: meanOver(1, (passed, trials) => passed / trials),
    pass_at_k: meanOver(k, passAtK),
    pass_hat_k: meanOver(k, passHatK),
    cases_passed,
    cases_scored: scored.length,
    cases_undecided: cases_undecided || undefined,
    cases_interval: wilsonInterval(cases_passed, scored.length - cases_undecided),
  }
}

/** Whether every copy of a case passes; `null` where none fails and one is undecided. */
function passedAll(copies: readonly CaseResult[]): boolean | null {
  if (copies.some(({ passed }) => passed === false)) return false
  return copies.some(({ passed }) => passed === null) ? null : true
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
