import { type CaseResult, type EvaluationVerdict, PASS_AT, type Trial } from '../../../domain/evaluation.js'
import { shown } from '../../../domain/score-shown.js'
import {
  confidenceAbove,
  type Estimate,
  estimateClustered,
  estimateMean,
  estimateRerun,
  intervalOf,
} from '../../statistics/mean-interval.js'
import { withoutDust } from '../trial.js'
import { criticalFailures } from './critical-failures.js'

/** Share of the cases that must have a score; below it the mean is about other cases than were asked. */
const ENOUGH = 2 / 3
const LOWEST = 0
const HIGHEST = 10

export type Scored = CaseResult & { readonly score: number }
export const scoredOf = (cases: readonly CaseResult[]): Scored[] =>
  cases.flatMap((one) => (one.score === null ? [] : [{ ...one, score: one.score }]))

/** Whether enough of the cases have a score for a mean to mean anything. */
export const enoughScored = (cases: readonly CaseResult[]): boolean => {
  const scored = scoredOf(cases).length
  return scored > 0 && scored >= cases.length * ENOUGH
}

/** The mean of cases that may come in clusters; a case without a cluster is one of its own. */
export function estimateOver(cases: readonly CaseResult[], values: readonly number[]): Estimate {
  return cases.some(({ cluster_id }) => cluster_id !== null)
    ? estimateClustered(
        values,
        cases.map(({ case_id, cluster_id }) => cluster_id ?? `/${case_id}`),
      )
    : estimateMean(values)
}

/**
 * Approved at a mean of 8 or more, unrounded, with no critical check failed and every critical case scored. Too few scored
 * cases, or a critical one among the missing, make it `unjudged`, which is never approved.
 */
export function verdictOf(
  cases: readonly CaseResult[],
  trials: readonly Trial[],
): EvaluationVerdict & { overall_score: number | null } {
  const critical = criticalFailures(cases, trials)
  const scored = scoredOf(cases)
  if (!enoughScored(cases))
    return {
      ...unjudged(
        `Only ${scored.length} of ${cases.length} cases could be scored; nothing is said about this version.`,
      ),
      critical_failures: critical,
    }
  const raw = estimateOver(
    scored,
    scored.map(({ score }) => score),
  )
  const estimate = { ...raw, mean: withoutDust(raw.mean) }
  const rerun = estimateRerun(
    scored.map(({ case_id }) =>
      trials.flatMap((one) => (one.case_id === case_id && one.score !== null ? [one.score] : [])),
    ),
  )
  const good = estimate.mean >= PASS_AT
  const missing = cases.find(({ critical: matters, score }) => matters && score === null)
  const status = critical.length > 0 || !good ? 'needs_improvement' : missing ? 'unjudged' : 'active'
  return {
    overall_score: estimate.mean,
    status,
    approved: status === 'active',
    confidence: confidenceAbove(estimate, PASS_AT),
    interval: onScale(intervalOf(estimate)),
    rerun_interval: onScale(intervalOf(rerun)),
    critical_failures: critical,
    sentence:
      missing && status === 'unjudged'
        ? `The critical case "${missing.name}" could not be scored, so nothing is approved.`
        : sentenceOf(estimate, status, critical.length),
  }
}

const unjudged = (sentence: string) => ({
  overall_score: null,
  status: 'unjudged' as const,
  approved: false,
  confidence: null,
  interval: null,
  rerun_interval: null,
  sentence,
})

function sentenceOf(estimate: Estimate, status: string, critical: number): string {
  const interval = onScale(intervalOf(estimate))
  const figures = `${shown(estimate.mean)} of 10${interval ? ` (95 % interval ${interval.low.toFixed(1)} to ${interval.high.toFixed(1)})` : ' (too few cases for an interval)'}`
  if (critical > 0)
    return `Not approved: ${critical} critical ${critical === 1 ? 'failure' : 'failures'}. Score ${figures}.`
  return status === 'active' ? `Approved at ${figures}.` : `Not approved: ${figures}, and ${PASS_AT} is needed.`
}

export const onScale = <I extends { low: number; high: number }>(interval: I | null) =>
  interval && { low: Math.max(LOWEST, interval.low), high: Math.min(HIGHEST, interval.high) }
