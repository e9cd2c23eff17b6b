import { type EvaluationResult, judgedBy } from './evaluation.js'
import type { TrustLight } from './run.js'

/**
 * How far an evaluation's verdict can be trusted. Red: there is no verdict, or people's marks contradict the judge.
 * Green: the judge agrees with people’s marks, could judge everything, and its models played nobody.
 */
export function evaluationLight(result: EvaluationResult): TrustLight {
  const { judge_trust, verdict } = result
  if (judgedBy(result) !== 'model') return 'rehearsal'
  if (verdict.status === 'unjudged' || judge_trust.status === 'not_trusted') return 'red'
  const { status, judgements, plays } = judge_trust
  return status === 'trusted' && judgements.cannot_judge === 0 && plays.length === 0 ? 'green' : 'amber'
}
