import type { Analysis, AnalystAnswer } from '../../../domain/analysis.js'
import type { DiscussionScript } from '../../../domain/discussion.js'
import type { PressureTestInput } from '../../../domain/pressure-test.js'
import type { Response } from '../../../domain/response.js'
import type { EngineDeps } from '../../deps.js'
import type { QuoteChecker } from '../quotes.js'
import { analysePrompt } from './prompt.js'

/** Asks the analyst for findings over all answers. Its quotes are unchecked; `withEvidence` checks them. */
export async function analyse(
  deps: EngineDeps,
  rules: string,
  responses: Response[],
  discussion: DiscussionScript | null,
  input: PressureTestInput,
): Promise<AnalystAnswer> {
  deps.report('stage', { stage: 'analyse', sentence: 'An analyst reads every answer' })
  const { stimulus, category, skepticism } = input
  return deps.ask(
    'analyse',
    'analyse',
    { stimulus, category, skepticism, responses, discussion },
    analysePrompt(rules, stimulus, responses, discussion),
  )
}

/** The analysis as a result holds it: quotes looked up in the answers, people only from the panel. */
export function withEvidence(
  answer: AnalystAnswer,
  responses: Response[],
  quotes: QuoteChecker,
): Omit<Analysis, 'minority_report'> {
  const names = new Set(responses.map((response) => response.persona_name))
  const evidenced = <F extends { quotes: string[] }>(findings: F[]) =>
    findings.map(({ quotes: said, ...finding }) => ({ ...finding, evidence: quotes.verify(said) }))
  return {
    pressure_score: answer.pressure_score,
    gut_attraction_index: answer.gut_attraction_index,
    credibility_score: answer.credibility_score,
    key_weaknesses: evidenced(answer.key_weaknesses),
    credibility_gaps: evidenced(answer.credibility_gaps),
    friction_points: evidenced(answer.friction_points).map((point) => ({
      ...point,
      personas_affected: point.personas_affected.filter((name) => names.has(name)),
    })),
    competitive_vulnerabilities: evidenced(answer.competitive_vulnerabilities),
    recommended_refinements: evidenced(answer.recommended_refinements),
    intervals: null,
    analyst_score: answer.pressure_score,
  }
}
