import type { Analysis, PressureMapRow } from '../../../src/domain/panel/analysis.js'
import type { Belief, Response } from '../../../src/domain/panel/response.js'
import type { ArchetypeScores, PanelIntent } from '../../../src/domain/panel/scores.js'
import { CLAIMS, pmfOf } from './panel.js'

const ATTACK = {
  c5: 'A competitor could print “no clinic needed” on its own carton.',
  c3: 'Name the brand, they could ask.',
}
const FIX = {
  c5: 'Take “clinically proven” out, or name the study.',
  c3: 'Name the brand and the source of the figure.',
}

/** One row per claim, who believes it counted from what they answered. */
function mapOf(panel: readonly Response[]): PressureMapRow[] {
  return CLAIMS.map(({ claim_id, text }) => {
    const held = panel.flatMap(({ persona_id, beliefs }) =>
      (beliefs ?? []).filter((one) => one.claim_id === claim_id).map((one) => ({ persona_id, ...one })),
    )
    const who = (stance: Belief['stance']) => held.filter((one) => one.stance === stance).map((one) => one.persona_id)
    return {
      claim_id,
      claim: text,
      believes: who('believes'),
      doubts: who('doubts'),
      rejects: who('rejects'),
      doubts_because: held
        .filter(({ stance }) => stance !== 'believes')
        .map(({ persona_id, why, proof_wanted }) => ({ persona_id, why, proof_wanted })),
      attack: ATTACK[claim_id as keyof typeof ATTACK] ?? null,
      fix: FIX[claim_id as keyof typeof FIX] ?? null,
    }
  })
}

export function analysisOf(panel: readonly Response[]): Analysis {
  const evidence = panel.slice(0, 3).map(({ persona_id, considered_response: quote }) => ({
    ...{ persona_id, quote },
    source: 'considered_response' as const,
  }))
  const [first] = panel
  return {
    pressure_score: 46.6,
    gut_attraction_index: 71.2,
    credibility_score: 38.4,
    key_weaknesses: [
      {
        weakness: '“Clinically proven to boost your energy” is not believed and makes the true claims look doubtful.',
        ...{ severity: 'high', evidence },
      },
      { weakness: 'No source stands behind “40% less sugar”.', severity: 'medium', evidence: evidence.slice(1) },
      { weakness: 'The deadline reads as pressure.', severity: 'low', evidence: evidence.slice(2) },
    ],
    credibility_gaps: [
      {
        claim_id: 'c5',
        claim: 'clinically proven to boost your energy',
        issue: 'A drink is not expected to have been to a clinic.',
        fix_suggestion: FIX.c5,
        evidence,
      },
      {
        claim_id: '',
        claim: 'the whole text',
        issue: 'Too many promises at once.',
        fix_suggestion: 'Keep three.',
        evidence,
      },
    ],
    friction_points: [
      {
        barrier: 'Giving an address for the money back',
        severity: 7,
        personas_affected: [first?.persona_id ?? ''],
        evidence,
      },
    ],
    competitive_vulnerabilities: [
      { claim_id: 'c5', vulnerability: 'The energy claim', attack_angle: ATTACK.c5, evidence: evidence.slice(0, 1) },
    ],
    minority_report: {
      suppressed_objections: ['Money back means giving away an address.'],
      why_they_matter: 'It matters.',
    },
    recommended_refinements: [
      { recommendation: FIX.c5, addresses: 'The disbelieved energy claim', priority: 'high', evidence },
      { recommendation: FIX.c3, addresses: 'The sugar figure without a source', priority: 'medium', evidence },
    ],
    intervals: {
      pressure_score: { low: 31.4, high: 62.2 },
      gut_attraction_index: { low: 58, high: 83.5 },
      credibility_score: { low: 21, high: 54 },
    },
    // With six nobody shares a kind with somebody else.
    intervals_same_kinds:
      panel.length <= 6
        ? null
        : {
            pressure_score: { low: 41.2, high: 52 },
            gut_attraction_index: { low: 66, high: 76.5 },
            credibility_score: { low: 33, high: 44 },
          },
    analyst_score: 68,
    analyst_gap: { points: -21.4, flagged: true },
    pressure_map: mapOf(panel),
  }
}

/** What each kind of person made of it. */
export function archetypesOf(panel: readonly Response[]): ArchetypeScores[] | null {
  const kinds = [...new Set(panel.map(({ archetype }) => archetype))]
  if (kinds.length < 2) return null
  return kinds.map((archetype, i) => ({
    archetype,
    people: panel.filter((one) => one.archetype === archetype).length,
    pressure_score: 30.4 + 6 * i,
    gut_attraction_index: 55 + 7.5 * i,
    credibility_score: 22.2 + 5 * i,
    intent: 20 + 10 * i,
  }))
}

/** The panel's distribution: the mean of its people's. */
export function intentOf(panel: readonly Response[]): PanelIntent {
  const pmf = [0, 1, 2, 3, 4].map(
    (point) => panel.reduce((sum, _, i) => sum + (pmfOf(i)[point] ?? 0), 0) / Math.max(1, panel.length),
  )
  const mean = pmf.reduce((sum, p, i) => sum + p * (i + 1), 0)
  const sd = Math.sqrt(pmf.reduce((sum, p, i) => sum + p * (i + 1 - mean) ** 2, 0))
  const top_two_box = (pmf[3] ?? 0) + (pmf[4] ?? 0)
  const intervals = {
    mean: { low: mean - 0.4, high: mean + 0.5 },
    top_two_box: { low: top_two_box - 0.12, high: top_two_box + 0.14 },
  }
  return { method: 'ssr', pmf, mean, top_two_box, sd, intervals }
}
