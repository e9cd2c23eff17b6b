import type { EvaluationResult } from '../../../domain/evaluation.js'
import { worded } from '../../clean.js'
import type { Fact } from '../provenance.js'
import { counted, number } from '../wording.js'
import { judgeSentence } from './names.js'
import { points, rate } from './points.js'

const STATUSES = {
  trusted: { status: 'pass', word: 'Trusted' },
  not_trusted: { status: 'fail', word: 'Not trusted' },
  not_calibrated: { status: 'not_run', word: 'Not calibrated' },
} as const

/** How far the judge can be believed, figure by figure. */
export function judgeTrustOf({ judge_trust: trust }: EvaluationResult) {
  const { judgements, calibration, alpha, judges } = trust
  return {
    ...STATUSES[trust.status],
    sentence: judgeSentence(trust.sentence),
    facts: [
      {
        name: 'Judge',
        text: judges === 1 ? worded(trust.model) : `${counted(judges, 'judge')}, ${worded(trust.model)}`,
      },
      {
        name: 'Judgements',
        text: `${number(judgements.asked)} asked for, ${number(judgements.repaired)} repaired, ${number(judgements.cannot_judge)} could not be had`,
      },
      { name: 'Judges among each other (α)', text: judges < 2 ? '' : figure(alpha) },
      ...(calibration ? calibrationFacts(calibration) : []),
    ].filter(({ text }) => text !== ''),
  }
}

function calibrationFacts(one: NonNullable<EvaluationResult['judge_trust']['calibration']>): Fact[] {
  const share = (value: number | null) => (value === null ? 'unknown' : rate(value))
  return [
    { name: 'Marks of people', text: number(one.marks) },
    { name: 'Agreement on pass or fail (κ)', text: figure(one.kappa) },
    { name: 'Agreement on scores (κ, quadratic)', text: one.weighted_kappa === null ? '' : figure(one.weighted_kappa) },
    { name: 'Passes what people pass (TPR)', text: share(one.true_positive_rate) },
    { name: 'Fails what people fail (TNR)', text: share(one.true_negative_rate) },
    { name: 'Leniency', text: one.leniency === null ? '' : `${points(one.leniency)} points beside people’s marks` },
    {
      name: 'Conversations that pass',
      text: `${share(one.pass_rate)} by the judge, ${share(one.corrected_pass_rate)} corrected for its errors`,
    },
  ]
}

const figure = (value: number | null): string => (value === null ? 'unknown' : value.toFixed(2).replace('-', '\u2212'))
