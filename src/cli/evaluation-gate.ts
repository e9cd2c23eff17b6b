import { type EvaluationResult, judgedBy } from '../domain/evaluation.js'
import { formatScore } from '../domain/format-score.js'
import { inert } from './io.js'

const JUDGED_INSTEAD = 'Set ANTHROPIC_API_KEY to have it judged'

type Gate = { readonly failUnder?: number; readonly allowRehearsal?: boolean }

/** Why an evaluation does not pass the gate that was set for it; `null` where it does, or none was set. */
export function gateOf(result: EvaluationResult, { failUnder, allowRehearsal }: Gate): string | null {
  const { overall_score, verdict, comparison } = result
  if (comparison?.verdict === 'regressed')
    return `Worse than ${inert(comparison.against.version)}: ${inert(comparison.sentence)}`
  if (failUnder === undefined) return null
  if (judgedBy(result) === 'rehearsal' && !allowRehearsal)
    return `A rehearsal passes no threshold: the offline model spoke for the agent. ${JUDGED_INSTEAD}, or add --allow-rehearsal for a demonstration.`
  if (
    overall_score === null ||
    (verdict.status === 'unjudged' && !(allowRehearsal && result.models.mode === 'offline'))
  )
    return `The agent was not judged, which is no pass. ${inert(verdict.sentence)}`
  if (overall_score < failUnder) return `The score ${formatScore(overall_score)} is under ${failUnder}.`
  const [critical] = verdict.critical_failures
  return critical ? `A critical check failed: ${inert(critical.sentence)}` : null
}
