import type { Judgement, Trial } from '../../../domain/evaluation.js'
import { shown } from '../../../domain/score-shown.js'
import { optional, phrase, type Said } from '../wording.js'
import type { EvaluationNames } from './names.js'

/** What one judge said of a conversation. */
export type JudgeView = {
  readonly title: string
  /** Why there is no judgement; '' where there is one. */
  readonly problem: string
  readonly feedback: string
  readonly reasons: readonly {
    readonly name: string
    readonly score: string
    readonly reason: string
    readonly said: readonly Said[]
  }[]
  readonly broken: readonly { readonly rule: string; readonly said: readonly Said[] }[]
}

export const judgesOf = ({ judgements }: Trial, names: EvaluationNames): JudgeView[] =>
  judgements.map((one) => judgeOf(one, judgements.length, names))

function judgeOf(one: Judgement, of: number, names: EvaluationNames): JudgeView {
  const model = names.judge(one.judge)
  const repaired = one.status === 'judged' && one.rounds > 1 ? ', in a second round' : ''
  return {
    title: `${of === 1 ? 'The judge’s reasons' : `Judge ${one.judge} of ${of}`}${model && ` (${model})`}${repaired}`,
    problem: one.status === 'judged' ? '' : optional(one.problem) || 'It could not judge this.',
    feedback: optional(one.feedback),
    reasons: one.dimensions.map(({ dimension_id, score, reason, evidence }) => ({
      name: names.dimension(dimension_id),
      score: shown(score),
      reason: optional(reason),
      said: names.said([evidence]),
    })),
    broken: one.broken_rules.map(({ rule, evidence }) => ({
      rule: phrase(rule),
      said: names.said(evidence ? [evidence] : []),
    })),
  }
}
