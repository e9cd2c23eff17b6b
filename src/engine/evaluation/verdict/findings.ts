import {
  type CaseEvidence,
  type CaseResult,
  type EvaluationFinding,
  type EvaluationResult,
  type Judgement,
  PASS_AT,
  type Trial,
} from '../../../domain/evaluation/evaluation.js'
import type { Rubric } from '../../../domain/evaluation/rubric.js'
import { formatScore } from '../../../domain/text/format-score.js'
import { mean } from '../../statistics/descriptive.js'
import { meanOfCopies } from './copies.js'
import { suspectedBreaches } from './critical-failures.js'

type Findings = Pick<
  EvaluationResult['test_details'],
  'failures' | 'warnings' | 'strengths' | 'weaknesses' | 'recommendations'
>
type TrialJudgement = { readonly trial: Trial; readonly judgement: Judgement }

const MAX_FINDINGS = 6
/** Mean distance between the trials of a case, in points, above which its result counts as a matter of chance. */
const UNSTEADY_RANGE = 2

/** Findings about a version, worst first; every quote occurs in a conversation of the run. */
export function findingsOf(
  cases: readonly CaseResult[],
  trials: readonly Trial[],
  rubric: Rubric,
  notes: readonly string[],
): Findings {
  const judgements = trials.flatMap((trial) =>
    trial.judgements.filter(({ status }) => status === 'judged').map((judgement) => ({ trial, judgement })),
  )
  const worstFirst = [...judgements].sort((a, b) => (a.trial.score ?? 0) - (b.trial.score ?? 0))
  return {
    failures: [
      ...unscoredCases(cases, trials),
      ...failedChecks(cases, trials),
      ...suspectedChecks(cases, trials),
      ...brokenRules(cases, worstFirst),
    ],
    warnings: [
      ...notes.map((text) => finding(text)),
      ...unscoredTrials(cases),
      ...unsteady(cases, trials),
      ...simulatorFaults(trials),
      ...dimensionsBelowPass(cases, rubric),
    ],
    strengths: oncePerText([...worstFirst].reverse(), 'strength', (score) => score >= PASS_AT),
    weaknesses: oncePerText(worstFirst, 'weakness', (score) => score < MAX_SCORE),
    recommendations: recommendations(worstFirst),
  }
}

const MAX_SCORE = 10

const finding = (text: string, part: Partial<EvaluationFinding> = {}): EvaluationFinding => ({
  text,
  case_id: null,
  dimension_id: null,
  evidence: [],
  ...part,
})

function unscoredCases(cases: readonly CaseResult[], trials: readonly Trial[]): EvaluationFinding[] {
  return cases
    .filter(({ score }) => score === null)
    .map(({ case_id, name, status }) => {
      const why = trials.find((trial) => trial.case_id === case_id && trial.problem !== '')?.problem ?? ''
      return finding(`${status === 'error' ? '[ERROR]' : '[CANNOT JUDGE]'} ${name}: ${why}`, { case_id })
    })
}

/** Warns of cases scored from a part of their trials only: the unscored trials may not have failed by chance. */
const unscoredTrials = (cases: readonly CaseResult[]): EvaluationFinding[] =>
  cases
    .filter(({ score, trials, scored_trials }) => score !== null && scored_trials < trials)
    .map(({ case_id, name, trials, scored_trials }) =>
      finding(`${name}: ${trials - scored_trials} of ${trials} trials could not be scored.`, { case_id }),
    )

function failedChecks(cases: readonly CaseResult[], trials: readonly Trial[]): EvaluationFinding[] {
  return cases.flatMap(({ case_id, name }) => {
    const failed = trials
      .filter((trial) => trial.case_id === case_id)
      .flatMap(({ checks }) => checks.filter(({ status }) => status === 'failed'))
    const kinds = [...new Set(failed.map(({ check }) => check))]
    return kinds.map((kind) => {
      const sameCheck = failed.filter(({ check }) => check === kind)
      return finding(`${name}: ${sameCheck[0]?.sentence ?? ''}`, {
        case_id,
        evidence: sameCheck.flatMap(({ evidence }) => evidence.slice(0, 1)),
      })
    })
  })
}

/** Suspicions that neither words nor judges have decided, with the passage and the words it may contradict. */
const suspectedChecks = (cases: readonly CaseResult[], trials: readonly Trial[]): EvaluationFinding[] =>
  suspectedBreaches(cases, trials).map(({ case_id, sentence, against, evidence }) =>
    finding(`[SUSPECTED] ${sentence}${against === '' ? '' : ` It may go against “${against}”.`}`, {
      case_id,
      evidence,
    }),
  )

function brokenRules(cases: readonly CaseResult[], judgements: readonly TrialJudgement[]): EvaluationFinding[] {
  const byRule = new Map<string, EvaluationFinding>()
  for (const { trial, judgement } of judgements)
    for (const { rule, evidence } of judgement.broken_rules) {
      const name = cases.find(({ case_id }) => case_id === trial.case_id)?.name ?? trial.case_id
      const text = `${name}: broken rule, ${rule}`
      const known = byRule.get(text) ?? finding(text, { case_id: trial.case_id })
      if (evidence && known.evidence.length < 3) known.evidence.push(evidence)
      byRule.set(text, known)
    }
  return [...byRule.values()]
}

function unsteady(cases: readonly CaseResult[], trials: readonly Trial[]): EvaluationFinding[] {
  return cases.flatMap(({ case_id, name, scored_trials, passed_trials, undecided_trials = 0 }) => {
    const scores = trials
      .filter((trial) => trial.case_id === case_id)
      .map(({ score }) => score)
      .filter((score) => score !== null)
    const spread = scores.length < 2 ? 0 : Math.max(...scores) - Math.min(...scores)
    const split = passed_trials > 0 && passed_trials < scored_trials - undecided_trials
    if (!split && spread <= UNSTEADY_RANGE) return []
    return [
      finding(
        `${name}: ${passed_trials} of ${scored_trials} trials pass; scores run from ${formatScore(Math.min(...scores))} to ${formatScore(Math.max(...scores))}.`,
        { case_id },
      ),
    ]
  })
}

function simulatorFaults(trials: readonly Trial[]): EvaluationFinding[] {
  const faulty = trials.filter(({ simulator_faults }) => simulator_faults.length > 0)
  if (faulty.length === 0) return []
  return [
    finding(
      `The simulated prospect misbehaved in ${faulty.length} of ${trials.length} conversations; no fault of the agent's. First: ${faulty[0]?.simulator_faults[0]}`,
      { case_id: faulty[0]?.case_id ?? null },
    ),
  ]
}

function dimensionsBelowPass(cases: readonly CaseResult[], { dimensions }: Rubric): EvaluationFinding[] {
  return dimensions.flatMap(({ dimension_id, name }) => {
    const marked = cases.flatMap((result) =>
      result.dimensions.filter((mark) => mark.dimension_id === dimension_id).map(({ score }) => ({ result, score })),
    )
    const different = meanOfCopies(
      marked.map(({ result }) => result),
      marked.map(({ score }) => score),
    )
    const average = mean(different.map(({ value }) => value))
    if (marked.length > 0 && average < PASS_AT)
      return [finding(`${name} is at ${formatScore(average)} of 10, below ${PASS_AT}.`, { dimension_id })]
    return []
  })
}

function oncePerText(
  judgements: readonly TrialJudgement[],
  part: 'strength' | 'weakness',
  counts: (score: number) => boolean,
): EvaluationFinding[] {
  const byText = new Map<string, EvaluationFinding>()
  for (const { trial, judgement } of judgements) {
    const remark = judgement[part]
    if (!remark || !counts(trial.score ?? 0)) continue
    const known = byText.get(remark.text) ?? finding(remark.text, { case_id: trial.case_id })
    byText.set(remark.text, { ...known, evidence: onePerCase([...known.evidence, remark.evidence]) })
  }
  return [...byText.values()].slice(0, MAX_FINDINGS)
}

/** The judges' recommendations, most frequent first, each with the weakest passage where it was given. */
function recommendations(judgements: readonly TrialJudgement[]): EvaluationFinding[] {
  const byText = new Map<string, { count: number; finding: EvaluationFinding }>()
  for (const { trial, judgement } of judgements) {
    const text = judgement.recommendation.trim()
    if (text === '') continue
    const entry = byText.get(text) ?? { count: 0, finding: finding(text, { case_id: trial.case_id }) }
    if (judgement.weakness)
      entry.finding.evidence = onePerCase([...entry.finding.evidence, judgement.weakness.evidence])
    byText.set(text, { ...entry, count: entry.count + 1 })
  }
  return [...byText.values()]
    .sort((a, b) => b.count - a.count)
    .slice(0, MAX_FINDINGS)
    .map((entry) => entry.finding)
}

const onePerCase = (evidence: readonly CaseEvidence[]): CaseEvidence[] =>
  [...new Map(evidence.map((quote) => [`${quote.case_id}/${quote.quote}`, quote])).values()].slice(0, 3)
