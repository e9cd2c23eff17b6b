import { type CaseResult, type CheckResult, PASS_AT, type Trial } from '../../../domain/evaluation.js'
import { formatScore } from '../../../domain/format-score.js'
import type { Rubric } from '../../../domain/rubric.js'
import type { NamedCase } from '../evaluation-plan.js'
import { unmetRules } from '../trial.js'

type Judged = Pick<CaseResult, 'score' | 'passed' | 'dimensions'>

/** What kept a case from passing, a sentence each: checks, rules of the case, what scored too low, trials without a score. */
export function missingOf(
  test: NamedCase,
  trials: readonly Trial[],
  { dimensions }: Rubric,
  { passed, ...judged }: Judged,
): string[] {
  if (passed === true) return []
  const checked = (wanted: CheckResult['status']) =>
    trials.flatMap(({ checks }) => checks.filter(({ status }) => status === wanted).map(({ sentence }) => sentence))
  const broken = trials.flatMap(({ judgements }) =>
    judgements.flatMap(({ broken_rules }) =>
      broken_rules.map(({ rule }) => `Broken rule, ${rule.replace(/[.!]$/, '')}.`),
    ),
  )
  const unmet = trials.flatMap(({ score, facts_found, turns }) =>
    score === null ? [] : unmetRules(test, score, facts_found.length, turns),
  )
  const unscored = trials.filter(({ status }) => status !== 'scored')
  const [first] = unscored
  const sentences = [
    ...checked('failed'),
    ...checked('suspected').map((sentence) => `Suspected: ${sentence}`),
    ...broken,
    ...unmet,
    ...(test.success === null ? tooLow(dimensions, judged) : []),
    ...(first ? [`${unscored.length} of ${trials.length} trials could not be scored: ${first.problem}`] : []),
  ]
  return [...new Set(sentences)]
}

/** The dimensions below what a case needs, where its mean is below it. */
function tooLow(rubric: Rubric['dimensions'], { score, dimensions }: Pick<Judged, 'score' | 'dimensions'>): string[] {
  if (score === null || score >= PASS_AT) return []
  const low = rubric.flatMap(({ dimension_id, name }) =>
    dimensions
      .filter((mark) => mark.dimension_id === dimension_id && mark.score < PASS_AT)
      .map((mark) => `${name} ${formatScore(mark.score)}`),
  )
  return [`Below ${PASS_AT}: ${low.join(', ')}.`]
}
