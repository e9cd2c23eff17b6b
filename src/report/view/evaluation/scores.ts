import { type CaseResult, type EvaluationResult, judgedBy } from '../../../domain/evaluation.js'
import { shown } from '../../../domain/score-shown.js'
import { counted, number, percent, range } from '../wording.js'
import type { EvaluationNames } from './names.js'
import { between, rate, type Standing, standingOf } from './points.js'

/** A score of 0–10 on its scale. */
export type PointScore = {
  readonly name: string
  /** What stands under the name, a few words. */
  readonly asks: string
  /** Unrounded, for drawing; never to be shown. */
  readonly value: number
  readonly shown: string
  readonly standing: Standing
  readonly interval: EvaluationResult['verdict']['interval']
}

type Named = Pick<PointScore, 'name' | 'asks' | 'interval'>
const pointScore = (value: number, named: Named): PointScore => ({
  ...named,
  value,
  shown: shown(value),
  standing: standingOf(value),
})

/** The dimensions in the rubric's order, each with its weight; empty where nothing could be judged. */
export function dimensionScores(
  { rubric, test_details: { scores, score_intervals } }: EvaluationResult,
  names: EvaluationNames,
) {
  return rubric.dimensions.flatMap(({ dimension_id, weight }) => {
    const value = scores[dimension_id]
    const interval = score_intervals[dimension_id] ?? null
    const asks = `counts for ${percent(weight)}`
    return value === undefined ? [] : [pointScore(value, { name: names.dimension(dimension_id), asks, interval })]
  })
}

/** How many cases there are of each outcome; `[name, figure]`. In a rehearsal none passes and none fails. */
export function totalsOf(result: EvaluationResult): readonly (readonly [string, string])[] {
  const cases = result.test_details.test_cases
  if (judgedBy(result) === 'rehearsal') return [['Cases, rehearsed', number(cases.length)]]
  const count = (which: (one: CaseResult) => boolean) => cases.filter(which).length
  const unjudged = count(({ status }) => status === 'cannot_judge')
  const notRun = count(({ status }) => status === 'error')
  return [
    ['Cases', number(cases.length)],
    ['Passed', number(count(({ passed }) => passed === true))],
    ['Failed', number(count(({ passed }) => passed === false))],
    ['Not judged', number(unjudged)],
    ['Not run', number(notRun)],
  ]
}

/** How often it works, in words; figures that could not be had are left out. */
export function reliabilityOf(result: EvaluationResult) {
  if (judgedBy(result) === 'rehearsal') return []
  const { reliability, verdict } = result
  const { k, pass_rate, pass_at_k, pass_hat_k, cases_passed, cases_scored, cases_interval } = reliability
  const share = cases_scored === 0 ? 0 : cases_passed / cases_scored
  const facts = [
    {
      name: 'Cases that pass',
      text:
        cases_interval &&
        `${number(cases_passed)} of ${number(cases_scored)} scored, ${rate(share)} (95% interval ${range(cases_interval, percent)}, Wilson)`,
    },
    { name: 'One conversation passes', text: pass_rate === null ? null : rate(pass_rate) },
    { name: `At least one of ${k} (pass@${k})`, text: pass_at_k === null || k < 2 ? null : rate(pass_at_k) },
    { name: `All ${k} (pass^${k})`, text: pass_hat_k === null || k < 2 ? null : rate(pass_hat_k) },
    {
      name: 'The same cases again',
      text: verdict.rerun_interval && `a score of ${between(verdict.rerun_interval)} (95% interval)`,
    },
  ]
  return facts.flatMap(({ name, text }) => (text ? [{ name, text }] : []))
}

/** "10 cases, 30 conversations". */
export const sizeOf = ({ test_details, trials }: EvaluationResult): string =>
  `${counted(test_details.test_cases.length, 'case')}, ${counted(trials.length, 'conversation')}`
