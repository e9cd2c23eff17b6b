import {
  type CaseResult,
  type EvaluationResult,
  type JudgedBy,
  judgedBy,
  type Trial,
  type VersionComparison,
} from '../../domain/evaluation/evaluation.js'
import { failedCheckWords } from '../../domain/evaluation/failed-checks.js'
import type { Rubric } from '../../domain/evaluation/rubric.js'
import { plural } from '../../domain/text/words.js'
import { holm } from '../statistics/holm.js'
import { mcnemarP } from '../statistics/mcnemar.js'
import { type Estimate, intervalOf, smallestVisible } from '../statistics/mean-interval.js'
import { signFlipP } from '../statistics/sign-flip.js'
import { groupCopies, meanOfCopies } from './verdict/copies.js'
import { criticalFailures, suspectedBreaches } from './verdict/critical-failures.js'
import { enoughScored, estimateOver, verdictOf as overallOf, scoredOf, unscoredCritical } from './verdict/verdict.js'

/** Results of one version, from this run or from a stored one. */
export type VersionResults = { readonly cases: readonly CaseResult[]; readonly trials: readonly Trial[] }

/** The smallest loss in points that matters; "not worse" means that it can be ruled out. */
const RELEVANT_LOSS = 0.5
/** A sign-flip test over five cases gives p = 0.0625 at best. */
const MIN_CASES_FOR_SIGNIFICANCE = 6
const ALPHA = 0.05

type Compared = Pick<
  VersionComparison,
  'verdict' | 'sentence' | 'cases' | 'overall' | 'smallest_visible' | 'dimensions' | 'flips' | 'new_critical_failures'
>

/** Compares results of two versions on the same cases, from one run or from two. Makes no pairwise judgements. */
export function comparisonOf(
  mine: VersionResults,
  other: VersionResults,
  against: VersionComparison['against'],
  rubric: Rubric,
  seed: number,
  by: JudgedBy,
): VersionComparison {
  const { agent_version_id, version } = against
  return {
    against: { agent_version_id, version },
    ...compareVersions(mine, other, rubric, seed, by),
    pairwise: null,
    other: { overall_score: overallOf(other.cases, other.trials, by).overall_score, test_cases: [...other.cases] },
  }
}

/** Compares a stored evaluation with an earlier one on the same cases and rubric; `null` unless only the agent has changed. */
export function compareStored(now: EvaluationResult, before: EvaluationResult, seed: number): VersionComparison | null {
  if (!sameRaters(now, before) || !isAnotherAgent(now, before)) return null
  return comparisonOf(
    { cases: now.test_details.test_cases, trials: now.trials },
    { cases: before.test_details.test_cases, trials: before.trials },
    before.agent,
    now.rubric,
    seed,
    judgedBy(now),
  )
}

/** Whether the same models judged and played, equally often. A model or address the agent names is part of the agent. */
function sameRaters(now: EvaluationResult, before: EvaluationResult): boolean {
  const judges = ({ models }: EvaluationResult) => [...models.judges].sort().join()
  const namesItsModel = ({ agent, models }: EvaluationResult) => agent.live || models.agent === agent.model
  if (judges(now) !== judges(before) || now.trials.length !== before.trials.length) return false
  if (isHandedIn(now) || isHandedIn(before)) return isHandedIn(now) && isHandedIn(before)
  const sameAgent = now.models.agent === before.models.agent || (namesItsModel(now) && namesItsModel(before))
  return sameAgent && now.models.prospect === before.models.prospect
}

/** Whether the agent changed: another version, or other real conversations; judging the same ones again is no change. */
function isAnotherAgent(now: EvaluationResult, before: EvaluationResult): boolean {
  const turns = ({ trials }: EvaluationResult) => JSON.stringify(trials.map((trial) => trial.turns))
  if (isHandedIn(now)) return turns(now) !== turns(before)
  const { agent_version_id, version } = now.agent
  return agent_version_id !== before.agent.agent_version_id || version !== before.agent.version
}

const isHandedIn = ({ trials }: EvaluationResult): boolean => trials.every(({ simulated }) => !simulated)

/**
 * The paired verdict over the cases with a score in both versions, as `mine` less `other`. An unscored case, an
 * unscored conversation of a critical case or a suspected breach allows at best `inconclusive`. Results of the offline
 * model have no verdict; checks that newly fail are named.
 */
export function compareVersions(
  mine: VersionResults,
  other: VersionResults,
  rubric: Rubric,
  seed: number,
  by: JudgedBy,
): Compared {
  const theirs = new Map(scoredOf(other.cases).map((scored) => [scored.case_id, scored]))
  const pairs = scoredOf(mine.cases).flatMap((after) => {
    const before = theirs.get(after.case_id)
    if (before) return [{ after, before }]
    return []
  })
  const cases = pairs.map(({ after }) => after)
  const differences = pairs.map(({ after, before }) => after.score - before.score)
  const { estimate, ...difference } = differenceOf(cases, differences, `${seed}/versions`)
  const overall = pairs.length === 0 ? null : difference
  const new_critical_failures = newCriticalFailures(mine, other, by)
  const figures = {
    cases: groupCopies(cases).length,
    overall,
    smallest_visible: smallestVisible(estimate),
    dimensions: dimensionDifferences(pairs, rubric, seed),
    flips: flipsOf(pairs),
    new_critical_failures,
  }
  const verdict = verdictOf(mine, other, estimate, difference.p, new_critical_failures.length, by)
  const names = new Map(mine.cases.map(({ case_id, name }) => [case_id, name]))
  return { ...figures, verdict, sentence: sentenceOf(verdict, figures, estimate, names, by) }
}

type Pair = { readonly after: CaseResult; readonly before: CaseResult }

/** Cases that pass in one version only; undecided cases are listed apart. Copies of a case count once for p. */
function flipsOf(pairs: readonly Pair[]): Compared['flips'] {
  const cases = (kept: (pair: Pair) => boolean) => pairs.filter(kept).map(({ after }) => after)
  const fixed = cases(({ after, before }) => after.passed === true && before.passed === false)
  const broken = cases(({ after, before }) => after.passed === false && before.passed === true)
  const undecided = cases(({ after, before }) => after.passed === null || before.passed === null)
  const idsOf = (of: readonly CaseResult[]) => of.map(({ case_id }) => case_id)
  return {
    fixed: idsOf(fixed),
    broken: idsOf(broken),
    undecided: undecided.length > 0 ? idsOf(undecided) : undefined,
    p: mcnemarP(groupCopies(fixed).length, groupCopies(broken).length),
  }
}

/** The verdict by interval; without an interval, as all cases differ by the same amount, by the sign-flip test. */
function verdictOf(
  mine: VersionResults,
  other: VersionResults,
  estimate: Estimate,
  p: number,
  newFailureCount: number,
  by: JudgedBy,
): Compared['verdict'] {
  if (by !== 'model') return 'unjudged'
  if (newFailureCount > 0) return 'regressed'
  const interval = intervalOf(estimate)
  if (!enoughScored(mine.cases) || !enoughScored(other.cases)) return 'unjudged'
  const seen = interval ? interval.high < 0 || interval.low > 0 : p < ALPHA
  if (seen && estimate.mean < 0) return 'regressed'
  if ([...mine.cases, ...other.cases].some(({ score }) => score === null)) return 'inconclusive'
  if (unscoredCritical(mine.cases) || suspectedBreaches(mine.cases, mine.trials).length > 0) return 'inconclusive'
  if (seen) return 'improved'
  // One-sided: the lower end of the 90 % interval is D − t(.95)·SE.
  if ((intervalOf(estimate, 0.9)?.low ?? Number.NEGATIVE_INFINITY) > -RELEVANT_LOSS) return 'not_worse'
  return 'inconclusive'
}

function differenceOf(cases: readonly CaseResult[], differences: readonly number[], seed: string) {
  const estimate = estimateOver(cases, differences)
  // The cases of a cluster share one sign.
  const sums = new Map<string, number>()
  for (const { case_id, cluster_id, value } of meanOfCopies(cases, differences)) {
    const cluster = cluster_id ?? `/${case_id}`
    sums.set(cluster, (sums.get(cluster) ?? 0) + value)
  }
  return { estimate, mean: estimate.mean, interval: intervalOf(estimate), p: signFlipP([...sums.values()], seed) }
}

function dimensionDifferences(pairs: readonly Pair[], { dimensions }: Rubric, seed: number): Compared['dimensions'] {
  const differences = dimensions.flatMap(({ dimension_id }) => {
    const scoreOf = (result: CaseResult) => result.dimensions.find((mark) => mark.dimension_id === dimension_id)?.score
    const kept = pairs.flatMap(({ after, before }) => {
      const [now, then] = [scoreOf(after), scoreOf(before)]
      if (now === undefined || then === undefined) return []
      return [{ after, difference: now - then }]
    })
    if (kept.length === 0) return []
    const { mean, interval, p } = differenceOf(
      kept.map(({ after }) => after),
      kept.map(({ difference }) => difference),
      `${seed}/versions/${dimension_id}`,
    )
    return [{ dimension_id, mean, interval, p }]
  })
  const corrected = holm(differences.map(({ p }) => p))
  return differences.map((difference, index) => ({ ...difference, p_holm: corrected[index] ?? 1 }))
}

function newCriticalFailures(
  mine: VersionResults,
  other: VersionResults,
  by: JudgedBy,
): Compared['new_critical_failures'] {
  const key = ({ case_id, check }: { case_id: string; check: string }) => `${case_id}/${check}`
  const before = new Set(criticalFailures(other.cases, other.trials, by).map(key))
  return criticalFailures(mine.cases, mine.trials, by)
    .filter((failure) => !before.has(key(failure)))
    .map(({ case_id, check }) => ({ case_id, check }))
}

function sentenceOf(
  verdict: Compared['verdict'],
  compared: Omit<Compared, 'verdict' | 'sentence'>,
  estimate: Estimate,
  names: ReadonlyMap<string, string>,
  by: JudgedBy,
): string {
  if (by === 'rehearsal') return 'A rehearsal compares no agents: the offline model spoke for both versions.'
  const newFailures = newFailuresText(compared.new_critical_failures, names)
  if (by === 'offline')
    return `${newFailures ?? 'No check newly failed'}; whether one version is better than the other the offline model cannot judge.`
  if (verdict === 'unjudged')
    return 'Too few cases could be scored in both versions; nothing is said about the difference.'
  const interval = intervalOf(estimate)
  const counted = `${compared.cases} ${plural(compared.cases, 'case')}`
  const spread = interval ? `95% interval ${signed(interval.low)} to ${signed(interval.high)}` : 'no interval'
  const figures = `${signed(estimate.mean)} points over ${counted} (${spread})`
  const powerNote =
    compared.cases < MIN_CASES_FOR_SIGNIFICANCE
      ? ` So few cases cannot show a difference at ${ALPHA * 100}%, however large.`
      : ''
  const sensitivityNote =
    compared.smallest_visible === null
      ? ''
      : ` The smallest difference these cases can see is ${compared.smallest_visible.toFixed(1)} points.`
  switch (verdict) {
    case 'improved':
      return `Improved: ${figures}.${powerNote}`
    case 'regressed':
      return newFailures === null ? `Regressed: ${figures}.${powerNote}` : `Regressed: ${newFailures}; ${figures}.`
    case 'not_worse':
      return `Not worse: ${figures}; a loss of ${RELEVANT_LOSS} points or more can be ruled out.`
    case 'inconclusive':
      return `Inconclusive: ${figures}.${sensitivityNote}${powerNote}`
  }
}

/** "2 critical checks newly failed (…)"; `null` where there are none. */
function newFailuresText(
  failures: Compared['new_critical_failures'],
  names: ReadonlyMap<string, string>,
): string | null {
  if (failures.length === 0) return null
  const named = failures.map(({ case_id, check }) => `${names.get(case_id) ?? case_id}: ${failedCheckWords(check)}`)
  return `${failures.length} critical ${plural(failures.length, 'check')} newly failed (${named.join(', ')})`
}

const signed = (value: number): string => `${value > 0 ? '+' : ''}${value.toFixed(2)}`.replace('-0.00', '0.00')
