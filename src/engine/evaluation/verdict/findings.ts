import {
  type CaseEvidence,
  type CaseResult,
  type EvaluationFinding,
  type EvaluationResult,
  type Judgement,
  PASS_AT,
  type Trial,
} from '../../../domain/evaluation.js'
import { formatScore } from '../../../domain/format-score.js'
import type { Rubric } from '../../../domain/rubric.js'
import { meanOf } from '../../statistics/mean-interval.js'

type Findings = Pick<
  EvaluationResult['test_details'],
  'failures' | 'warnings' | 'strengths' | 'weaknesses' | 'recommendations'
>
type Said = { readonly trial: Trial; readonly judgement: Judgement }

const MOST = 6
/** Mean distance between the trials of a case, in points, above which it is a matter of luck. */
const UNSTEADY = 2

/** What is good and bad about a version, worst first; every quote stands in a conversation of the run. */
export function findingsOf(
  cases: readonly CaseResult[],
  trials: readonly Trial[],
  rubric: Rubric,
  about: readonly string[],
): Findings {
  const said = trials.flatMap((trial) =>
    trial.judgements.filter(({ status }) => status === 'judged').map((judgement) => ({ trial, judgement })),
  )
  const worstFirst = [...said].sort((a, b) => (a.trial.score ?? 0) - (b.trial.score ?? 0))
  return {
    failures: [...notRun(cases, trials), ...failedChecks(cases, trials), ...brokenRules(cases, worstFirst)],
    warnings: [
      ...about.map((text) => finding(text)),
      ...unsteady(cases, trials),
      ...simulator(trials),
      ...belowBar(cases, rubric),
    ],
    strengths: oncePerText([...worstFirst].reverse(), 'strength', (score) => score >= PASS_AT),
    weaknesses: oncePerText(worstFirst, 'weakness', (score) => score < HIGHEST),
    recommendations: recommendations(worstFirst),
  }
}

const HIGHEST = 10

const finding = (text: string, part: Partial<EvaluationFinding> = {}): EvaluationFinding => ({
  text,
  case_id: null,
  dimension_id: null,
  evidence: [],
  ...part,
})

function notRun(cases: readonly CaseResult[], trials: readonly Trial[]): EvaluationFinding[] {
  return cases
    .filter(({ score }) => score === null)
    .map(({ case_id, name, status }) => {
      const why = trials.find((one) => one.case_id === case_id && one.problem !== '')?.problem ?? ''
      return finding(`${status === 'error' ? '[ERROR]' : '[CANNOT JUDGE]'} ${name}: ${why}`, { case_id })
    })
}

function failedChecks(cases: readonly CaseResult[], trials: readonly Trial[]): EvaluationFinding[] {
  return cases.flatMap(({ case_id, name }) => {
    const failed = trials
      .filter((one) => one.case_id === case_id)
      .flatMap(({ checks }) => checks.filter(({ status }) => status === 'failed'))
    const kinds = [...new Set(failed.map(({ check }) => check))]
    return kinds.map((kind) => {
      const of = failed.filter(({ check }) => check === kind)
      return finding(`${name}: ${of[0]?.sentence ?? ''}`, {
        case_id,
        evidence: of.flatMap(({ evidence }) => evidence.slice(0, 1)),
      })
    })
  })
}

function brokenRules(cases: readonly CaseResult[], said: readonly Said[]): EvaluationFinding[] {
  const byRule = new Map<string, EvaluationFinding>()
  for (const { trial, judgement } of said)
    for (const { rule, evidence } of judgement.broken_rules) {
      const name = cases.find(({ case_id }) => case_id === trial.case_id)?.name ?? trial.case_id
      const text = `${name}: broken rule, ${rule}`
      const known = byRule.get(text) ?? finding(text, { case_id: trial.case_id })
      byRule.set(text, { ...known, evidence: [...known.evidence, ...(evidence ? [evidence] : [])].slice(0, 3) })
    }
  return [...byRule.values()]
}

function unsteady(cases: readonly CaseResult[], trials: readonly Trial[]): EvaluationFinding[] {
  return cases.flatMap(({ case_id, name, scored_trials, passed_trials }) => {
    const scores = trials.flatMap((one) => (one.case_id === case_id && one.score !== null ? [one.score] : []))
    const spread = scores.length < 2 ? 0 : Math.max(...scores) - Math.min(...scores)
    const split = passed_trials > 0 && passed_trials < scored_trials
    if (!split && spread <= UNSTEADY) return []
    return [
      finding(
        `${name}: ${passed_trials} of ${scored_trials} trials pass; scores run from ${formatScore(Math.min(...scores))} to ${formatScore(Math.max(...scores))}.`,
        { case_id },
      ),
    ]
  })
}

function simulator(trials: readonly Trial[]): EvaluationFinding[] {
  const faulty = trials.filter(({ simulator_faults }) => simulator_faults.length > 0)
  return faulty.length === 0
    ? []
    : [
        finding(
          `The simulated prospect misbehaved in ${faulty.length} of ${trials.length} conversations; no fault of the agent's. First: ${faulty[0]?.simulator_faults[0]}`,
          { case_id: faulty[0]?.case_id ?? null },
        ),
      ]
}

function belowBar(cases: readonly CaseResult[], { dimensions }: Rubric): EvaluationFinding[] {
  return dimensions.flatMap(({ dimension_id, name }) => {
    const scores = cases.flatMap((one) =>
      one.dimensions.filter((mark) => mark.dimension_id === dimension_id).map(({ score }) => score),
    )
    const mean = meanOf(scores)
    return scores.length > 0 && mean < PASS_AT
      ? [finding(`${name} is at ${formatScore(mean)} of 10, below ${PASS_AT}.`, { dimension_id })]
      : []
  })
}

function oncePerText(
  said: readonly Said[],
  part: 'strength' | 'weakness',
  counts: (score: number) => boolean,
): EvaluationFinding[] {
  const found = new Map<string, EvaluationFinding>()
  for (const { trial, judgement } of said) {
    const one = judgement[part]
    if (!one || !counts(trial.score ?? 0)) continue
    const known = found.get(one.text) ?? finding(one.text, { case_id: trial.case_id })
    found.set(one.text, { ...known, evidence: onePerCase([...known.evidence, one.evidence]) })
  }
  return [...found.values()].slice(0, MOST)
}

/** Asked for most often first; each with what was weakest where it was asked for. */
function recommendations(said: readonly Said[]): EvaluationFinding[] {
  const found = new Map<string, { count: number; finding: EvaluationFinding }>()
  for (const { trial, judgement } of said) {
    const text = judgement.recommendation.trim()
    if (text === '') continue
    const known = found.get(text) ?? { count: 0, finding: finding(text, { case_id: trial.case_id }) }
    const evidence = onePerCase([
      ...known.finding.evidence,
      ...(judgement.weakness ? [judgement.weakness.evidence] : []),
    ])
    found.set(text, { count: known.count + 1, finding: { ...known.finding, evidence } })
  }
  return [...found.values()]
    .sort((a, b) => b.count - a.count)
    .slice(0, MOST)
    .map((one) => one.finding)
}

const onePerCase = (evidence: readonly CaseEvidence[]): CaseEvidence[] =>
  [...new Map(evidence.map((one) => [`${one.case_id}/${one.quote}`, one])).values()].slice(0, 3)
