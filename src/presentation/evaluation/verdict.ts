import {
  type CaseEvidence,
  type EvaluationResult,
  type JudgedBy,
  judgedBy,
  PASS_AT,
} from '../../domain/evaluation/evaluation.js'
import { FAILED_CHECKS } from '../../domain/evaluation/failed-checks.js'
import type { Interval } from '../../domain/panel/scores.js'
import { formatScore } from '../../domain/text/format-score.js'
import { counted, number, percent, upperFirst } from '../../domain/text/words.js'
import { truncate } from '../clean.js'
import { factsIn } from '../provenance.js'
import { optional, phrase, range, shareWords, sureness } from '../words.js'
import type { EvaluationNames } from './names.js'
import { caseOutcome, OUTCOMES, type Outcome, VERDICTS, verdictWords } from './outcomes.js'

/**
 * The verdict at a glance. Colour and word of the score follow from the unrounded score, those of the status from the
 * verdict.
 */
export function verdictOf(result: EvaluationResult) {
  // Figures of the offline model judge nobody: the conversations show them, the headline never does.
  if (judgedBy(result) !== 'model')
    return {
      ...verdictWords(result),
      score: formatScore(null),
      value: null,
      standing: null,
      interval: null,
      between: null,
      confidence: '',
    }
  const { overall_score: value, verdict } = result
  return {
    ...VERDICTS[verdict.status],
    score: formatScore(value),
    value,
    standing: value === null ? null : standingOf(value),
    interval: verdict.interval,
    between: verdict.interval && between(verdict.interval),
    confidence: verdict.confidence === null ? '' : sureness(verdict.confidence),
  }
}

/** Title of the verdict's own sentence, where nothing was judged. */
export const WHY_UNJUDGED = 'Why nothing is approved'

/** The most important finding, short enough for the first screen of a phone; the page repeats it in full below. */
export function firstOf(result: EvaluationResult, names: EvaluationNames) {
  const { verdict, test_details, reliability } = result
  const [critical] = verdict.critical_failures
  const found = (title: string, what: string, evidence: readonly CaseEvidence[], more = '') => {
    const [quotation] = names.quotations(evidence)
    return {
      title,
      what: truncate(phrase(what), 170),
      more: truncate(optional(more), 170),
      said: quotation ? { ...quotation, quote: truncate(quotation.quote, 150) } : null,
    }
  }
  if (judgedBy(result) === 'rehearsal')
    return found(
      'What this is',
      'The offline model spoke for the agent and checked it by stated rules: this shows what an evaluation looks like, nothing about the agent.',
      [],
    )
  if (critical) {
    const many = verdict.critical_failures.length
    const title = many === 1 ? 'Critical failure' : `First of ${counted(many, 'critical failure')}`
    return found(title, FAILED_CHECKS[critical.check], critical.evidence, critical.sentence)
  }
  if (verdict.status === 'unjudged') return found(WHY_UNJUDGED, verdict.sentence, [])
  const [failure] = test_details.failures
  if (failure) return found('What went wrong first', failure.text, failure.evidence)
  const [weakness] = test_details.weaknesses
  if (weakness) return found('The weakest point', weakness.text, weakness.evidence)
  const { cases_passed, cases_scored } = reliability
  return found('What went wrong', `Nothing was found: ${cases_passed} of ${cases_scored} cases pass.`, [])
}

/** A score of 0–10 on its scale. */
export type PointScore = {
  readonly name: string
  /** A few words under the name. */
  readonly asks: string
  /** Unrounded, for drawing; never to be shown. */
  readonly value: number
  readonly figure: string
  /** `null` where no language model judged: the figure has no word and no threshold. */
  readonly standing: Standing | null
  readonly interval: EvaluationResult['verdict']['interval']
}

type Named = Pick<PointScore, 'name' | 'asks' | 'interval'>
const pointScore = (value: number, by: JudgedBy, named: Named): PointScore => ({
  ...named,
  value,
  figure: formatScore(value),
  standing: by === 'model' ? standingOf(value) : null,
})

/** The dimensions in the rubric's order, each with its weight; empty where nothing was judged. */
export function dimensionScores(result: EvaluationResult, names: EvaluationNames) {
  const { rubric, test_details } = result
  const { scores, score_intervals } = test_details
  const by = judgedBy(result)
  return rubric.dimensions.flatMap(({ dimension_id, weight }) => {
    const value = scores[dimension_id]
    const interval = score_intervals[dimension_id] ?? null
    const asks = `counts for ${percent(weight)}`
    return value === undefined ? [] : [pointScore(value, by, { name: names.dimension(dimension_id), asks, interval })]
  })
}

/** Number of cases by outcome, as `[name, figure]`. In a rehearsal no case passes or fails; offline none passes. */
export function totalsOf(result: EvaluationResult): readonly (readonly [string, string])[] {
  const cases = result.test_details.test_cases
  if (judgedBy(result) === 'rehearsal') return [['Cases, rehearsed', number(cases.length)]]
  const good = judgedBy(result) === 'model' ? 'passed' : 'checked'
  const outcomes = [good, 'failed', 'suspected', 'cannot_judge', 'error'] as const satisfies readonly Outcome[]
  return [
    ['Cases', number(cases.length)],
    ...outcomes.map(
      (outcome) =>
        [
          upperFirst(OUTCOMES[outcome].word),
          number(cases.filter((test) => caseOutcome(test, result) === outcome).length),
        ] as const,
    ),
  ]
}

/** The agent's reliability in words; figures that are not available are left out, all of them where nobody judged. */
export function reliabilityOf(result: EvaluationResult) {
  if (judgedBy(result) !== 'model') return []
  const { reliability, verdict } = result
  const {
    k,
    pass_rate,
    pass_at_k,
    pass_hat_k,
    cases_passed,
    cases_scored,
    cases_undecided = 0,
    cases_interval,
  } = reliability
  const decided = cases_scored - cases_undecided
  const copies = result.test_details.test_cases.filter(({ score }) => score !== null).length - cases_scored
  return factsIn({
    'Cases that pass':
      cases_interval &&
      `${number(cases_passed)} of ${number(decided)} ${cases_undecided > 0 ? 'decided' : 'scored'}, ${shareWords(cases_passed / decided)} (95% interval ${range(cases_interval, percent)}, Wilson)`,
    'Undecided cases': cases_undecided > 0 && number(cases_undecided),
    'Copies of cases, which count once': copies > 0 && number(copies),
    'One conversation passes': pass_rate !== null && shareWords(pass_rate),
    [`At least one of ${k} (pass@${k})`]: k > 1 && pass_at_k !== null && shareWords(pass_at_k),
    [`All ${k} (pass^${k})`]: k > 1 && pass_hat_k !== null && shareWords(pass_hat_k),
    'The same cases again': verdict.rerun_interval && `a score of ${between(verdict.rerun_interval)} (95% interval)`,
  })
}

/** "10 cases, 30 conversations". */
export const sizeOf = ({ test_details, trials }: EvaluationResult): string =>
  `${counted(test_details.test_cases.length, 'case')}, ${counted(trials.length, 'conversation')}`

/** Below this score of 0–10 an agent has failed; from `PASS_AT` on it is good. */
export const FAILED_BELOW = 6

/** Standing of a score, by its unrounded value. */
export type Standing = 'good' | 'middling' | 'bad'
function standingOf(score: number): Standing {
  if (score >= PASS_AT) return 'good'
  return score >= FAILED_BELOW ? 'middling' : 'bad'
}

export const STANDINGS: Record<Standing, string> = {
  good: 'good',
  middling: 'needs improvement',
  bad: 'failed',
}

/** "3.9 to 7.2", rounded like every other figure of 0–10. */
export const between = (interval: Interval): string => range(interval, formatScore)
