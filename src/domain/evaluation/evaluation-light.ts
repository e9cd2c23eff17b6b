import type { TrustLight } from '../run/run.js'
import { type EvaluationResult, judgedBy } from './evaluation.js'

/**
 * How far an evaluation's verdict can be trusted. Red: there is no verdict, or people's marks contradict the judge.
 * Green: the judge agrees with people’s marks, every conversation has a score, and its models played nobody.
 */
export function evaluationLight(result: EvaluationResult): TrustLight {
  const { judge_trust, verdict, trials } = result
  if (judgedBy(result) !== 'model') return 'rehearsal'
  if (verdict.status === 'unjudged' || judge_trust.status === 'not_trusted') return 'red'
  const { status, judgements, plays } = judge_trust
  const all = judgements.cannot_judge === 0 && trials.every(({ score }) => score !== null)
  return status === 'trusted' && all && plays.length === 0 ? 'green' : 'amber'
}
