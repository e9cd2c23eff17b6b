import {
  type EvaluationResult,
  type HumanMark,
  type JudgedMark,
  type JudgeTrust,
  judgePasses,
  TRUSTED_FROM,
  type Trial,
} from '../../../domain/evaluation/evaluation.js'
import { formatBelow } from '../../../domain/text/format-score.js'
import { plural } from '../../../domain/text/words.js'
import { cohenKappa, krippendorffAlpha } from '../../statistics/agreement.js'
import { mean } from '../../statistics/descriptive.js'

/** Agreement of the judges with people's marks and with each other. Marks of conversations without a score are ignored. */
export function judgeTrustOf(
  trials: readonly Trial[],
  humanMarks: HumanMarks,
  model: string,
  judges: number,
  plays: JudgeTrust['plays'] = [],
): JudgeTrust {
  const judgements = trials.flatMap((trial) => trial.judgements)
  const calibration = calibrate(trials, humanMarks)
  let status: JudgeTrust['status'] = 'not_calibrated'
  if (calibration !== null) status = isTrusted(calibration) ? 'trusted' : 'not_trusted'
  return {
    status,
    sentence: `${sentenceOf(status, model, calibration)}${playsSentence(plays)}`,
    model,
    judges,
    plays,
    alpha: judges < 2 ? null : alphaOf(trials),
    judgements: {
      asked: judgements.length,
      repaired: judgements.filter(({ rounds, status: how }) => rounds > 1 && how === 'judged').length,
      cannot_judge: judgements.filter(({ status: how }) => how === 'cannot_judge').length,
    },
    calibration,
  }
}

/** Trust in the judge of a stored evaluation, with the marks people have given since. */
export const trustOfStoredJudge = (
  { trials, models, judge_trust }: EvaluationResult,
  humanMarks: HumanMarks,
): JudgeTrust => judgeTrustOf(trials, humanMarks, models.judge, models.judges.length, judge_trust.plays)

/** People's marks of these conversations, and earlier marks of the same judge from other evaluations. */
export type HumanMarks = { readonly marks: readonly HumanMark[]; readonly record: readonly JudgedMark[] }

/** Pairs people's marks with the judge's result of the same conversation; conversations without a score are left out. */
function judgedMarks(trials: readonly Trial[], marks: readonly HumanMark[]): JudgedMark[] {
  const byKey = new Map(trials.map((trial) => [`${trial.case_id}/${trial.trial}`, trial]))
  return marks.flatMap(({ case_id, trial, passed, score }) => {
    const judgedTrial = byKey.get(`${case_id}/${trial}`)
    if (!judgedTrial || judgedTrial.score === null) return []
    const judge_passed = judgePasses({ ...judgedTrial, score: judgedTrial.score })
    return [{ human_passed: passed, human_score: score, judge_passed, judge_score: judgedTrial.score }]
  })
}

type Calibration = NonNullable<JudgeTrust['calibration']>

/** Agreement of people and judge on the same conversations; `null` where there is nothing to compare. */
function calibrate(trials: readonly Trial[], { marks, record }: HumanMarks): Calibration | null {
  const pairs = [...record, ...judgedMarks(trials, marks)].map((mark) => ({
    human: mark.human_passed,
    judge: mark.judge_passed,
    human_score: mark.human_score,
    judge_score: mark.judge_score,
  }))
  if (pairs.length === 0) return null
  const passedByHuman = pairs.filter(({ human }) => human)
  const failedByHuman = pairs.filter(({ human }) => !human)
  const share = (marked: typeof pairs, judge: boolean) =>
    marked.length === 0 ? null : marked.filter((pair) => pair.judge === judge).length / marked.length
  const scoredPairs = pairs.flatMap((pair) =>
    pair.human_score === null ? [] : [{ ...pair, human_score: pair.human_score }],
  )
  const points = (score: number) => Math.round(score / 2)
  const [sensitivity, specificity] = [share(passedByHuman, true), share(failedByHuman, false)]
  const scored = trials.filter(({ passed }) => passed !== null)
  const pass_rate = scored.length === 0 ? null : scored.filter(({ passed }) => passed).length / scored.length
  return {
    marks: pairs.length,
    kappa: cohenKappa(
      pairs.map(({ human }) => Number(human)),
      pairs.map(({ judge }) => Number(judge)),
    ),
    weighted_kappa:
      scoredPairs.length === 0
        ? null
        : cohenKappa(
            scoredPairs.map((pair) => points(pair.human_score)),
            scoredPairs.map((pair) => points(pair.judge_score)),
            'quadratic',
          ),
    true_positive_rate: sensitivity,
    true_negative_rate: specificity,
    leniency: scoredPairs.length === 0 ? null : mean(scoredPairs.map((pair) => pair.judge_score - pair.human_score)),
    pass_rate,
    corrected_pass_rate:
      pass_rate === null || sensitivity === null || specificity === null
        ? null
        : correctedRate(pass_rate, sensitivity, specificity),
  }
}

/**
 * The true pass rate behind a judge who errs (Rogan & Gladen 1978): (p + TNR − 1)/(TPR + TNR − 1), clipped to 0–1.
 * `null` for a judge no better than chance.
 */
export function correctedRate(rate: number, truePositive: number, trueNegative: number): number | null {
  const power = truePositive + trueNegative - 1
  if (power <= 0) return null
  return Math.min(1, Math.max(0, (rate + trueNegative - 1) / power))
}

const isTrusted = ({ kappa, true_positive_rate, true_negative_rate, marks }: Calibration): boolean =>
  (kappa ?? 0) >= TRUSTED_FROM.kappa &&
  (true_positive_rate ?? 0) >= TRUSTED_FROM.rate &&
  (true_negative_rate ?? 0) >= TRUSTED_FROM.rate &&
  marks >= TRUSTED_FROM.marks

/** Krippendorff's α: one unit per conversation and dimension, the judges' scores as interval data. */
const alphaOf = (trials: readonly Trial[]): number | null =>
  krippendorffAlpha(
    trials.flatMap(({ judgements }) => {
      const able = judgements.filter(({ status }) => status === 'judged')
      const ids = able[0]?.dimensions.map(({ dimension_id }) => dimension_id) ?? []
      return ids.map((id) =>
        able.flatMap(({ dimensions }) =>
          dimensions.filter((dimension) => dimension.dimension_id === id).map(({ score }) => score),
        ),
      )
    }),
    'interval',
  )

function sentenceOf(status: JudgeTrust['status'], model: string, calibration: Calibration | null): string {
  if (calibration === null) return `Judged by ${model}, which nobody has held against people's marks yet.`
  const { marks } = calibration
  const figures = `${marks} ${plural(marks, 'mark')} of people, κ ${formatKappa(calibration.kappa)}, finds ${formatPercent(calibration.true_positive_rate)} of the good and ${formatPercent(calibration.true_negative_rate)} of the bad ones`
  if (status === 'trusted') return `Judged by ${model}, which agrees with people: ${figures}.`
  return `Judged by ${model}, not trusted yet: ${figures}; κ ${TRUSTED_FROM.kappa}, ${TRUSTED_FROM.rate * 100}% of both and ${TRUSTED_FROM.marks} marks are needed.`
}

function playsSentence(plays: JudgeTrust['plays']): string {
  if (plays.length === 0) return ''
  const whom = plays.map((part) => (part === 'agent' ? 'the agent' : 'the prospects')).join(' and ')
  return ` The same model also played ${whom}, and is lenient with itself.`
}

const formatKappa = (value: number | null): string =>
  value === null ? 'unknown' : formatBelow(TRUSTED_FROM.kappa, value, 2)
const formatPercent = (value: number | null): string =>
  value === null ? 'an unknown share' : `${formatBelow(TRUSTED_FROM.rate * 100, value * 100, 0)}%`
