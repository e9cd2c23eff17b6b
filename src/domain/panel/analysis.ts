import { z } from 'zod'
import { isRehearsal, type RunModel } from '../run/run.js'
import { QUOTE_SOURCES } from './response.js'
import { ScoreIntervals } from './scores.js'

const Level = z.enum(['high', 'medium', 'low'])
const Score = z.number().min(0).max(100)

const weakness = z.object({ weakness: z.string(), severity: Level })
const credibilityGap = z.object({
  /** '' where the gap concerns no single claim. */
  claim_id: z.string(),
  claim: z.string(),
  issue: z.string(),
  fix_suggestion: z.string(),
})
const frictionPoint = z.object({
  barrier: z.string(),
  severity: z.number().min(1).max(10),
  personas_affected: z.array(z.string()),
})
const vulnerability = z.object({ claim_id: z.string(), vulnerability: z.string(), attack_angle: z.string() })
const refinement = z.object({ recommendation: z.string(), addresses: z.string(), priority: Level })

/** Words the analyst copied from a respondent. Code looks up their speaker and source; neither is taken from a model. */
const quoted = { quotes: z.array(z.string()).max(2) }

/** The analyst model's answer: the specification's analysis with quotes still to be checked. */
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

/** One claim against the panel: who believes it (persona ids), where a competitor would attack it, and how to fix it. */
export const PressureMapRow = z.object({
  claim_id: z.string(),
  claim: z.string(),
  believes: z.array(z.string()),
  doubts: z.array(z.string()),
  rejects: z.array(z.string()),
  /** Reasons of the respondents who do not believe it, in their own words. */
  doubts_because: z.array(z.object({ persona_id: z.string(), why: z.string(), proof_wanted: z.string() })),
  attack: z.string().nullable(),
  fix: z.string().nullable(),
})
export type PressureMapRow = z.infer<typeof PressureMapRow>

/** The analysis of a result: the specification's fields, with checked evidence for every finding. */
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
  /** 90 % intervals: where the scores would lie with other kinds of people. */
  intervals: ScoreIntervals.nullable(),
  /** 90 % intervals: with other people of the same kinds; `null` where no two of a kind were asked. */
  intervals_same_kinds: ScoreIntervals.nullable(),
  /** A note for a text without a claim that speaks for the offer: credibility then begins at a neutral ½. */
  credibility_note: z.string().optional(),
  /** The analyst's own 0–100 impression, beside the computed pressure score. */
  analyst_score: Score,
  /** Computed minus impression; more than 20 points either way is flagged. */
  analyst_gap: z.object({ points: z.number(), flagged: z.boolean() }),
  pressure_map: z.array(PressureMapRow),
})
export type Analysis = z.infer<typeof Analysis>

/** The part of an analysis that is arithmetic over the answers; in its `pressure_map` only attack and fix are the analyst's. */
export const Measured = Analysis.pick({
  pressure_score: true,
  gut_attraction_index: true,
  credibility_score: true,
  intervals: true,
  intervals_same_kinds: true,
  credibility_note: true,
  pressure_map: true,
})
export type Measured = z.infer<typeof Measured>

/** Why there is no analysis: error code and message. */
export const AnalysisMissing = z.object({ code: z.string(), message: z.string() })
export type AnalysisMissing = z.infer<typeof AnalysisMissing>

const WHY_MISSING = new Map([
  ['model_refused', 'the model refused to write it'],
  ['answer_truncated', "the model's answer was cut off at its longest"],
  ['answer_invalid', "the model's answer could not be used, also after one repair"],
  ['request_refused', 'the model provider would not take the request'],
])
/** The reason in a few words that follow a colon; the message may be longer and more technical. */
export const whyMissing = ({ code, message }: AnalysisMissing): string =>
  WHY_MISSING.get(code) ?? message.replace(/\.$/, '')

/** The step a run's analysis is stored under. */
export const ANALYSIS_STEP = 'analyse'

/** Bands of the pressure score, from the specification. Upper bounds are inclusive. */
export const PRESSURE_BANDS = [
  { upto: 30, band: 'flawed' },
  { upto: 50, band: 'weak' },
  { upto: 70, band: 'solid' },
  { upto: 85, band: 'strong' },
  { upto: 100, band: 'exceptional' },
] as const

export type PressureBand = (typeof PRESSURE_BANDS)[number]['band']

export function pressureBand(score: number): PressureBand {
  return PRESSURE_BANDS.find(({ upto }) => Math.round(score) <= upto)?.band ?? 'exceptional'
}

/** The band of a run's score; `null` for a rehearsal, whose figures judge nothing. */
export const bandOf = (run: { model: Pick<RunModel, 'mode'> }, score: number): PressureBand | null =>
  isRehearsal(run) ? null : pressureBand(score)
