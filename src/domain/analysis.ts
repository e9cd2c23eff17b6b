import { z } from 'zod'
import { QUOTE_SOURCES } from './response.js'

const Level = z.enum(['high', 'medium', 'low'])
const Score = z.number().min(0).max(100)

const weakness = z.object({ weakness: z.string(), severity: Level })
const credibilityGap = z.object({ claim: z.string(), issue: z.string(), fix_suggestion: z.string() })
const frictionPoint = z.object({
  barrier: z.string(),
  severity: z.number().min(1).max(10),
  personas_affected: z.array(z.string()),
})
const vulnerability = z.object({ vulnerability: z.string(), attack_angle: z.string() })
const refinement = z.object({ recommendation: z.string(), addresses: z.string(), priority: Level })

/** Words the analyst copied from a respondent. Who said them and where is looked up by code, never taken from a model. */
const quoted = { quotes: z.array(z.string()).max(4) }

/** What the analyst model returns: the specification's analysis with quotes that are still to be checked. */
export const AnalystAnswer = z.object({
  pressure_score: Score,
  gut_attraction_index: Score,
  credibility_score: Score,
  key_weaknesses: z.array(weakness.extend(quoted)).max(8),
  credibility_gaps: z.array(credibilityGap.extend(quoted)).max(8),
  friction_points: z.array(frictionPoint.extend(quoted)).max(10),
  competitive_vulnerabilities: z.array(vulnerability.extend(quoted)).max(6),
  unsaid_objections: z.array(z.object({ objection: z.string(), quotes: z.array(z.string()).max(4) })).max(6),
  why_they_matter: z.string(),
  recommended_refinements: z.array(refinement.extend(quoted)).max(8),
})
export type AnalystAnswer = z.infer<typeof AnalystAnswer>

export const Evidence = z.object({
  persona_id: z.string(),
  /** Verbatim; checked as a substring of `source` of that persona's response. */
  quote: z.string(),
  source: z.enum([...QUOTE_SOURCES, 'discussion']),
})
export type Evidence = z.infer<typeof Evidence>

const evidenced = { evidence: z.array(Evidence) }
const Interval = z.object({ low: z.number(), high: z.number() })

/** The analysis of a result: the spec's fields, every finding with checked evidence. */
export const Analysis = z.object({
  pressure_score: Score,
  gut_attraction_index: Score,
  credibility_score: Score,
  key_weaknesses: z.array(weakness.extend(evidenced)),
  credibility_gaps: z.array(credibilityGap.extend(evidenced)),
  friction_points: z.array(frictionPoint.extend(evidenced)),
  competitive_vulnerabilities: z.array(vulnerability.extend(evidenced)),
  minority_report: z.object({ suppressed_objections: z.array(z.string()), why_they_matter: z.string() }),
  recommended_refinements: z.array(refinement.extend(evidenced)),
  intervals: z
    .object({ pressure_score: Interval, gut_attraction_index: Interval, credibility_score: Interval })
    .nullable(),
  /** The analyst's own 0–100 impression; the headline scores equal it until they are computed by formula. */
  analyst_score: Score,
})
export type Analysis = z.infer<typeof Analysis>

/** Bands of the pressure score, from the specification. Upper bounds are inclusive. */
export const PRESSURE_BANDS = [
  { upto: 30, band: 'flawed' },
  { upto: 50, band: 'weak' },
  { upto: 70, band: 'solid' },
  { upto: 85, band: 'strong' },
  { upto: 100, band: 'exceptional' },
] as const

export function pressureBand(score: number): (typeof PRESSURE_BANDS)[number]['band'] {
  return PRESSURE_BANDS.find(({ upto }) => Math.round(score) <= upto)?.band ?? 'exceptional'
}
