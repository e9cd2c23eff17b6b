import { type CaseResult, type CheckResult, PASS_AT, type Trial } from '../../../domain/evaluation/evaluation.js'
import type { Rubric } from '../../../domain/evaluation/rubric.js'
import { formatScore } from '../../../domain/text/format-score.js'
import type { NamedCase } from '../evaluation-plan.js'
import { breaksRule, meanByDimension, meanWithoutRoundingNoise, unmetRules } from '../trial.js'
import { originals } from './copies.js'

/** Results of the cases over their trials, each with the case it is a copy of. */
export function caseResults(cases: readonly NamedCase[], trials: readonly Trial[], rubric: Rubric): CaseResult[] {
  const copyOf = originals(cases, trials)
  return cases.map((test) => ({ ...caseResult(test, trials, rubric), copy_of: copyOf.get(test.case_id) }))
}

/** The result of a case over its trials. It has a score where at least half of the trials have one. */
function caseResult(test: NamedCase, allTrials: readonly Trial[], rubric: Rubric): CaseResult {
  const trials = allTrials.filter(({ case_id }) => case_id === test.case_id)
  const scored = trials.flatMap((trial) => (trial.score === null ? [] : [{ ...trial, score: trial.score }]))
  const enough = scored.length > 0 && scored.length * 2 >= trials.length
  const score = enough ? meanWithoutRoundingNoise(scored.map((trial) => trial.score)) : null
  const typical =
    score === null ? trials[0] : [...scored].sort((a, b) => Math.abs(a.score - score) - Math.abs(b.score - score))[0]
  const unscored = trials.filter(({ status }) => status !== 'scored')
  const unscoredStatus = unscored.some(({ status }) => status === 'cannot_judge') ? 'cannot_judge' : 'error'
  const passed = score === null ? null : casePasses(test, score, trials, scored)
  const dimensions = enough ? meanByDimension(scored, rubric) : []
  return {
    case_id: test.case_id,
    name: test.name,
    input: test.input || (typical?.turns[0]?.text ?? ''),
    expected_behavior: test.expected_behavior,
    agent_response: typical?.turns.findLast(({ speaker }) => speaker === 'agent')?.text ?? '',
    rubric_focus: test.rubric_focus,
    category: test.category,
    score,
    passed,
    missing: missingOf(test, trials, rubric, { score, passed, dimensions }),
    feedback: typical?.judgements.find(({ status }) => status === 'judged')?.feedback ?? '',
    critical: test.critical,
    cluster_id: test.cluster_id,
    status: score === null ? unscoredStatus : 'scored',
    trials: trials.length,
    scored_trials: scored.length,
    passed_trials: scored.filter(({ passed }) => passed).length,
    undecided_trials: scored.filter(({ passed }) => passed === null).length || undefined,
    dimensions,
  }
}

/**
 * Score and pass agree: a case passes where its mean is high enough, unless a critical check failed in any trial, also in
 * one that broke off, or its rules are broken. A case with its own success rule passes where every scored trial meets
 * that rule. `null` while a breach is suspected.
 */
function casePasses(
  test: NamedCase,
  score: number,
  trials: readonly Trial[],
  scored: readonly Trial[],
): boolean | null {
  const has = (wanted: CheckResult['status']) =>
    trials.some(({ checks }) => checks.some(({ status }) => status === wanted))
  if (has('failed') || breaksRules(test, scored)) return false
  const passes = test.success ? scored.every(({ passed }) => passed !== false) : score >= PASS_AT
  return passes && has('suspected') ? null : passes
}

/** Whether a case breaks its rules: in half of its trials or more; a critical case in any. */
export function breaksRules({ critical }: Pick<CaseResult, 'critical'>, scored: readonly Trial[]): boolean {
  const broken = scored.filter(breaksRule).length
  return critical ? broken > 0 : broken > 0 && broken * 2 >= scored.length
}

type Judged = Pick<CaseResult, 'score' | 'passed' | 'dimensions'>

/** Why a case did not pass, a sentence each: checks, rules of the case, low scores, trials without a score. */
function missingOf(
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
  const sentences = [
    ...checked('failed'),
    ...checked('suspected').map((sentence) => `Suspected: ${sentence}`),
    ...broken,
    ...unmet,
  ]
  if (test.success === null) sentences.push(...tooLow(dimensions, judged))
  const [first] = unscored
  if (first) sentences.push(`${unscored.length} of ${trials.length} trials could not be scored: ${first.problem}`)
  return [...new Set(sentences)]
}

/** The dimensions below `PASS_AT`, where the case's mean is below it. */
function tooLow(rubric: Rubric['dimensions'], { score, dimensions }: Pick<Judged, 'score' | 'dimensions'>): string[] {
  if (score === null || score >= PASS_AT) return []
  const low = rubric.flatMap(({ dimension_id, name }) =>
    dimensions
      .filter((mark) => mark.dimension_id === dimension_id && mark.score < PASS_AT)
      .map((mark) => `${name} ${formatScore(mark.score)}`),
  )
  return [`Below ${PASS_AT}: ${low.join(', ')}.`]
}
