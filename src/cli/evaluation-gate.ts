import type { EvaluationResult } from '../domain/evaluation.js'
import { shown } from '../domain/score-shown.js'
import { inert } from './io.js'

/** Why an evaluation does not pass the gate that was set for it; `null` where it does, or none was set. */
export function gateOf({ overall_score, verdict, comparison }: EvaluationResult, failUnder?: number): string | null {
  if (comparison?.verdict === 'regressed')
    return `Worse than ${inert(comparison.against.version)}: ${inert(comparison.sentence)}`
  if (failUnder === undefined) return null
  if (verdict.status === 'unjudged' || overall_score === null)
    return 'The agent could not be judged, which is not a pass.'
  if (overall_score < failUnder) return `The score ${shown(overall_score)} is under ${failUnder}.`
  const [critical] = verdict.critical_failures
  return critical ? `A critical check failed: ${inert(critical.sentence)}` : null
}
