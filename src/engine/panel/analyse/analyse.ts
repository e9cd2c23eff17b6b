import {
  ANALYSIS_STEP,
  type Analysis,
  type AnalysisMissing,
  type AnalystAnswer,
  type Evidence,
  type Measured,
  type PressureMapRow,
} from '../../../domain/panel/analysis.js'
import type { Claim } from '../../../domain/panel/claim.js'
import type { Response } from '../../../domain/panel/response.js'
import type { ScoreIntervals, Scores } from '../../../domain/panel/scores.js'
import type { FactsOf } from '../../../domain/run/tasks.js'
import type { EngineDeps } from '../../deps.js'
import { isFinalForStep } from '../../settle-all.js'
import type { QuoteChecker } from '../quotes.js'
import { credibilityNote } from '../scores.js'
import { analysePrompt } from './prompt.js'

export type AnalysisAttempt =
  | { readonly answer: AnalystAnswer }
  | { readonly answer: null; readonly missing: AnalysisMissing }

/**
 * Asks the analyst for findings over all answers. The quotes of its answer are unchecked; `withEvidence` checks them. A
 * final error of the call becomes `missing`, not an exception: the paid answers of the panel stand without an analysis.
 */
export async function analyse(deps: EngineDeps, rules: string, facts: FactsOf<'analyse'>): Promise<AnalysisAttempt> {
  deps.report('stage', { stage: 'analyse', sentence: 'An analyst reads every answer' })
  try {
    return { answer: await deps.ask(ANALYSIS_STEP, 'analyse', facts, analysePrompt(rules, facts)) }
  } catch (error) {
    if (!isFinalForStep(error)) throw error
    return { answer: null, missing: { code: error.code, message: error.message } }
  }
}

/** Points by which the analyst's impression may differ from the computed score before it is flagged. */
const MAX_GAP = 20

export type Computed = {
  readonly scores: Scores
  readonly intervals: ScoreIntervals | null
  readonly intervals_same_kinds: ScoreIntervals | null
}

/**
 * The analysis as a result holds it: computed scores, quotes looked up in the answers and turns, and only people of the
 * panel. A weakness or obstacle without a verified quote is left out.
 */
export function withEvidence(
  answer: AnalystAnswer,
  { scores, intervals, intervals_same_kinds }: Computed,
  claims: readonly Claim[],
  responses: readonly Response[],
  quotes: QuoteChecker,
): Omit<Analysis, 'minority_report'> {
  const names = new Set(responses.map((response) => response.persona_name))
  const known = new Set(claims.map(({ claim_id }) => claim_id))
  const evidenced = <F extends { quotes: string[] }>(findings: F[]) =>
    findings.map(({ quotes: copied, ...finding }) => ({ ...finding, evidence: quotes.verify(copied) }))
  const aboutClaims = <F extends { claim_id: string }>(findings: F[]) =>
    findings.map((finding) => ({ ...finding, claim_id: known.has(finding.claim_id) ? finding.claim_id : '' }))
  const supported = <F extends { evidence: Evidence[] }>(findings: F[]) =>
    findings.filter(({ evidence }) => evidence.length > 0)
  const gap = Math.round((scores.pressure_score - answer.pressure_score) * 10) / 10
  return {
    ...scores,
    key_weaknesses: supported(evidenced(answer.key_weaknesses)),
    credibility_gaps: aboutClaims(evidenced(answer.credibility_gaps)),
    friction_points: supported(evidenced(answer.friction_points)).map((point) => ({
      ...point,
      personas_affected: point.personas_affected.filter((name) => names.has(name)),
    })),
    competitive_vulnerabilities: aboutClaims(evidenced(answer.competitive_vulnerabilities)),
    recommended_refinements: evidenced(answer.recommended_refinements),
    intervals,
    intervals_same_kinds,
    ...noteOn(claims),
    analyst_score: answer.pressure_score,
    analyst_gap: { points: gap, flagged: Math.abs(gap) > MAX_GAP },
    pressure_map: claims.map((claim) => mapRow(claim, responses, answer)),
  }
}

/** The computed part of an analysis, for a result without an analyst's answer. */
export const measuredOnly = (
  { scores, intervals, intervals_same_kinds }: Computed,
  claims: readonly Claim[],
  responses: readonly Response[],
): Measured => ({
  ...scores,
  intervals,
  intervals_same_kinds,
  ...noteOn(claims),
  pressure_map: claims.map((claim) => mapRow(claim, responses, null)),
})

function noteOn(claims: readonly Claim[]): Pick<Measured, 'credibility_note'> {
  const note = credibilityNote(claims)
  return note === null ? {} : { credibility_note: note }
}

/** The row of one claim: counts come from the beliefs, attack and fix from the analyst where it gave them. */
function mapRow(
  { claim_id, text }: Claim,
  responses: readonly Response[],
  answer: AnalystAnswer | null,
): PressureMapRow {
  const beliefs = responses.flatMap(({ persona_id, beliefs }) =>
    (beliefs ?? []).filter((belief) => belief.claim_id === claim_id).map((belief) => ({ persona_id, ...belief })),
  )
  const holdersOf = (stance: string) =>
    beliefs.filter((belief) => belief.stance === stance).map(({ persona_id }) => persona_id)
  return {
    claim_id,
    claim: text,
    believes: holdersOf('believes'),
    doubts: holdersOf('doubts'),
    rejects: holdersOf('rejects'),
    doubts_because: beliefs
      .filter(({ stance, why }) => stance !== 'believes' && why !== '')
      .map(({ persona_id, why, proof_wanted }) => ({ persona_id, why, proof_wanted })),
    attack:
      answer?.competitive_vulnerabilities.find((vulnerability) => vulnerability.claim_id === claim_id)?.attack_angle ??
      null,
    fix: answer?.credibility_gaps.find((gap) => gap.claim_id === claim_id)?.fix_suggestion ?? null,
  }
}
