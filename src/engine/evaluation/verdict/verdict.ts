import {
  type CaseResult,
  type CriticalFailure,
  type EvaluationVerdict,
  type JudgedBy,
  MIN_CASES_FOR_APPROVAL,
  PASS_AT,
  type SuspectedBreach,
  type Trial,
} from '../../../domain/evaluation/evaluation.js'
import type { Interval } from '../../../domain/panel/scores.js'
import { formatInterval, formatScore } from '../../../domain/text/format-score.js'
import { plural, upperFirst } from '../../../domain/text/words.js'
import {
  confidenceAbove,
  type Estimate,
  estimateClustered,
  estimateMean,
  estimateRerun,
  intervalOf,
  unlessAlike,
} from '../../statistics/mean-interval.js'
import { withoutRoundingNoise } from '../trial.js'
import { breaksRules } from './case-results.js'
import { groupCopies, meanOfCopies } from './copies.js'
import { criticalFailures, suspectedBreaches } from './critical-failures.js'

/** Minimum share of cases with a score; below it the mean is about other cases than those asked. */
const MIN_SCORED_SHARE = 2 / 3
const MIN_SCORE = 0
const MAX_SCORE = 10

type Scored = CaseResult & { readonly score: number }
export const scoredOf = (cases: readonly CaseResult[]): Scored[] =>
  cases.flatMap((result) => (result.score === null ? [] : [{ ...result, score: result.score }]))

/** Whether enough cases have a score for a meaningful mean. */
export const enoughScored = (cases: readonly CaseResult[]): boolean => {
  const scored = groupCopies(scoredOf(cases)).length
  return scored > 0 && scored >= groupCopies(cases).length * MIN_SCORED_SHARE
}

/**
 * The mean over cases that may be clustered; copies count as one case, and a case without a cluster as a cluster of its
 * own. There is no standard error for a single case or where all values are equal.
 */
export function estimateOver(cases: readonly CaseResult[], values: readonly number[]): Estimate {
  const means = meanOfCopies(cases, values)
  const different = means.map(({ value }) => value)
  if (means.every(({ cluster_id }) => cluster_id === null)) return unlessAlike(estimateMean(different))
  return unlessAlike(
    estimateClustered(
      different,
      means.map(({ case_id, cluster_id }) => cluster_id ?? `/${case_id}`),
    ),
  )
}

/** The scores of each scored case's trials, including those of its copies. */
const trialScores = (scored: readonly Scored[], trials: readonly Trial[]): number[][] =>
  groupCopies(scored).map((copies) => {
    const ids = new Set(copies.map(({ case_id }) => case_id))
    return trials.flatMap(({ case_id, score }) => (score !== null && ids.has(case_id) ? [score] : []))
  })

/**
 * Approved at an unrounded mean of 8 or more, with no failed critical check, every case and every conversation of a
 * critical case scored, and at least ten cases or an interval with a lower bound of 8 or more. Where only the evidence
 * falls short of that, the verdict is `unjudged`. So it is with suspected breaches, with cases that could not be read
 * (`unreadable`) and for the offline model, unless a check failed in a conversation that was really held.
 */
export function verdictOf(
  cases: readonly CaseResult[],
  trials: readonly Trial[],
  by: JudgedBy,
  unreadable = 0,
): EvaluationVerdict & { overall_score: number | null } {
  const critical = criticalFailures(cases, trials, by)
  const suspected = suspectedBreaches(cases, trials)
  const scored = scoredOf(cases)
  if (!enoughScored(cases))
    return {
      ...withoutScore(by, critical, `Only ${scored.length} of ${cases.length} cases could be scored`),
      critical_failures: critical,
      suspected,
    }
  const raw = estimateOver(
    scored,
    scored.map(({ score }) => score),
  )
  const estimate = { ...raw, mean: withoutRoundingNoise(raw.mean) }
  const interval = onScale(intervalOf(estimate))
  const figures = figuresOf(estimate, interval, scored)
  const broken = cases.filter((test) =>
    breaksRules(
      test,
      trials.filter(({ case_id, score }) => case_id === test.case_id && score !== null),
    ),
  )
  const refused =
    by === 'model' ? refusalOf(estimate.mean, critical.length, broken, figures) : offlineRefusal(by, critical)
  const doubt =
    by === 'model'
      ? (doubtOf(cases, suspected, interval, figures, unreadable) ?? unscoredDoubt(cases, trials, figures))
      : offlineSentence(by, suspected.length, figures)
  let status: EvaluationVerdict['status'] = 'active'
  if (refused !== null) status = 'needs_improvement'
  else if (doubt !== null) status = 'unjudged'
  return {
    overall_score: estimate.mean,
    status,
    approved: status === 'active',
    confidence: confidenceAbove(estimate, PASS_AT),
    interval,
    rerun_interval: onScale(intervalOf(estimateRerun(trialScores(scored, trials)))),
    critical_failures: critical,
    suspected,
    sentence: refused ?? doubt ?? `Approved at ${figures}.${unscoredText(trials)}`,
  }
}

const REHEARSED = 'Rehearsed: the offline model spoke for the agent and judged it. '

/** Why the version is refused on the evidence; `null` where nothing speaks against it. */
function refusalOf(mean: number, critical: number, broken: readonly CaseResult[], figures: string): string | null {
  if (critical > 0) return `Not approved: ${critical} critical ${plural(critical, 'failure')}. Score ${figures}.`
  const [first] = broken
  if (first)
    return `Not approved: ${broken.length === 1 ? `the case "${first.name}" breaks a rule of its own` : `${broken.length} cases break a rule of their own, such as "${first.name}"`}. Score ${figures}.`
  if (mean < PASS_AT) return `Not approved: ${figures}, and ${PASS_AT} is needed.`
  return null
}

/** Checks need no judge, so real conversations can be refused offline; a rehearsal is never refused. */
function offlineRefusal(by: JudgedBy, critical: readonly CriticalFailure[]): string | null {
  const failed = failedChecks(critical)
  if (by !== 'offline' || failed === 0) return null
  return `Not approved: ${checksText(failed)} failed in what was said, which needs no judge. Everything else the offline model leaves unjudged.`
}

const failedChecks = (critical: readonly CriticalFailure[]): number =>
  critical.filter(({ check }) => check !== 'critical_case').length

const checksText = (count: number): string => `${count} critical ${plural(count, 'check')}`

/** The sentence for the offline model. A rehearsal's figure is not the agent's, so it is left out. */
function offlineSentence(by: 'offline' | 'rehearsal', suspected: number, figures: string): string {
  if (by === 'rehearsal') return `${REHEARSED}Nothing is said about the agent.`
  const doubtful = suspected === 0 ? '' : ` ${upperFirst(breachesText(suspected))}, which words cannot decide.`
  return `Not judged: the offline model checks by stated rules and judges nobody.${doubtful} Its figure: ${figures}.`
}

/** Share of conversations without a score above which nothing is approved. */
const MAX_UNSCORED_SHARE = 0.1

function unscoredDoubt(cases: readonly CaseResult[], trials: readonly Trial[], figures: string): string | null {
  const unscored = trials.filter(({ score }) => score === null)
  const critical = unscoredCritical(cases)
  if (critical) {
    const missing = critical.trials - critical.scored_trials
    return `Not judged: ${missing} of ${conversationsText(critical.trials)} in the critical case "${critical.name}" ${plural(missing, 'has', 'have')} no score, so nothing is approved. The others: ${figures}.`
  }
  const shares = cases.map((test) => 1 - test.scored_trials / test.trials)
  if (withoutRoundingNoise(estimateOver(cases, shares).mean) <= MAX_UNSCORED_SHARE) return null
  return `Not judged: ${unscored.length} of ${trials.length} conversations have no score (${unscored[0]?.problem ?? ''}), so nothing is approved. The others: ${figures}.`
}

/** The first critical case of which a conversation has no score. */
export const unscoredCritical = (cases: readonly CaseResult[]): CaseResult | undefined =>
  cases.find(({ critical, trials, scored_trials }) => critical && scored_trials < trials)

/** " 2 of 20 conversations have no score."; '' where all have one. */
function unscoredText(trials: readonly Trial[]): string {
  const unscored = trials.filter(({ score }) => score === null).length
  if (unscored === 0) return ''
  return ` ${unscored} of ${conversationsText(trials.length)} ${plural(unscored, 'has', 'have')} no score.`
}

const conversationsText = (count: number): string => `${count} ${plural(count, 'conversation')}`

/** Why the evidence does not suffice for approval; `null` where it does. */
function doubtOf(
  cases: readonly CaseResult[],
  suspected: readonly SuspectedBreach[],
  interval: Interval | null,
  figures: string,
  unreadable: number,
): string | null {
  if (unreadable > 0)
    return `Not judged: ${unreadable} ${plural(unreadable, 'case')} of the file could not be read, so nothing is approved. The others: ${figures}.`
  const missing =
    cases.find(({ critical, score }) => critical && score === null) ?? cases.find(({ score }) => score === null)
  if (missing)
    return `Not judged: the ${missing.critical ? 'critical ' : ''}case "${missing.name}" could not be scored, so nothing is approved. The other cases: ${figures}.`
  if (suspected.length > 0)
    return `Not judged: ${breachesText(suspected.length)}, and no judge has confirmed or cleared ${plural(suspected.length, 'it', 'them')}. Score ${figures}.`
  const clears = interval !== null && interval.low >= PASS_AT
  const different = groupCopies(cases).length
  const needed = `At least ${MIN_CASES_FOR_APPROVAL} are needed, or an interval that lies above ${PASS_AT}. So far: ${figures}.`
  if (different < MIN_CASES_FOR_APPROVAL && !clears)
    return `Not judged: ${different}${different < cases.length ? ' different' : ''} ${plural(different, 'case is', 'cases are')} too few to approve. ${needed}`
  if (isOneCluster(cases))
    return `Not judged: the ${different} cases are of one cluster, which counts as one case, too few to approve. ${needed}`
  return null
}

const isOneCluster = ([first, ...others]: readonly CaseResult[]): boolean =>
  first !== undefined && first.cluster_id !== null && others.every(({ cluster_id }) => cluster_id === first.cluster_id)

const breachesText = (count: number): string =>
  count === 1 ? 'one breach is suspected' : `${count} breaches are suspected`

/** Too few scores for a mean. A check that failed in what was said needs none, and refuses all the same. */
function withoutScore(by: JudgedBy, critical: readonly CriticalFailure[], few: string) {
  const failed = by === 'rehearsal' ? 0 : failedChecks(critical)
  const rehearsed = by === 'rehearsal' ? REHEARSED : ''
  return {
    overall_score: null,
    status: failed > 0 ? ('needs_improvement' as const) : ('unjudged' as const),
    approved: false,
    confidence: null,
    interval: null,
    rerun_interval: null,
    sentence:
      failed > 0
        ? `Not approved: ${checksText(failed)} failed in what was said. ${few}.`
        : `${rehearsed}${few}; nothing is said about this version.`,
  }
}

/** "6.4 of 10 (10 different cases, 39 with copies; 95% interval 5.4 to 7.3)". */
function figuresOf({ mean }: Estimate, interval: Interval | null, scored: readonly Scored[]): string {
  const different = groupCopies(scored).length
  const copies =
    different === scored.length
      ? ''
      : `${different} different ${plural(different, 'case')}, ${scored.length} with copies; `
  return `${formatScore(mean)} of 10 (${copies}${spreadOf(interval, scored)})`
}

function spreadOf(interval: Interval | null, scored: readonly Scored[]): string {
  if (interval !== null) return `95% interval ${formatInterval(interval)}`
  const alike = groupCopies(scored).length > 1 && scored.every(({ score }) => score === scored[0]?.score)
  return alike ? 'every case the same' : 'too few cases for an interval'
}

export const onScale = <I extends { low: number; high: number }>(interval: I | null) =>
  interval && { low: Math.max(MIN_SCORE, interval.low), high: Math.min(MAX_SCORE, interval.high) }
