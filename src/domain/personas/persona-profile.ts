import { z } from 'zod'
import { MINUTES_PER_DAY } from '../simulation/daily-minutes.js'

export const EXPERIENCE_LEVELS = ['Novice', 'Intermediate', 'Expert'] as const
/** `None`: the person decides for themselves and for no company. */
export const COMPANY_SIZES = ['Startup', 'SMB', 'Enterprise', 'None'] as const
export const TECH_ADOPTION = ['Early adopter', 'Early majority', 'Late majority', 'Laggard'] as const
export const LEARNING_STYLES = ['Trial-error', 'Documentation', 'Video', 'Peer learning'] as const
export const COLLABORATION_STYLES = ['Solo', 'Team', 'Community-driven'] as const
/** Thirds of a figure from 0 to 1. */
export const THIRDS = ['low', 'middle', 'high'] as const

/** The content of `tech_stack` where a person uses none of the named tools. */
export const NOT_APPLICABLE = 'not applicable'

/** Fields that hold several statements. */
export const STATEMENT_FIELDS = [
  'pain_points',
  'goals',
  'fears',
  'values',
  'evaluation_criteria',
  'deal_breakers',
  'delight_triggers',
  'referral_triggers',
] as const
/** Fields that hold one statement. */
export const SENTENCE_FIELDS = ['typical_workflow', 'time_availability'] as const

const Statement = z.object({
  /** '' where nothing is known. */
  text: z.string(),
  /** The evidence for the text; '' where it is assumed. */
  evidence_id: z.string(),
})
export type Statement = z.infer<typeof Statement>

/** One person as drawn: everything that is decided before a model writes a word. */
export const PersonaBrief = z.object({
  id: z.string(),
  name: z.string(),
  age: z.int(),
  archetype: z.string(),
  /** The respondent of the research this person stands for; '' where the kind has none. */
  respondent: z.string().default(''),
  variation: z.string(),
  edge_case: z.string().nullable(),
  levels: z.array(z.object({ axis: z.string(), level: z.string() })),
  risk_tolerance: z.number(),
  patience_level: z.number(),
  irrationality: z.number(),
  distraction: z.number(),
})
export type PersonaBrief = z.infer<typeof PersonaBrief>

/** A model's text about one synthetic person. Everything that can be drawn was drawn before; an empty list means unknown. */
export const PersonaProse = z.object({
  role: Statement,
  tech_stack: z.array(Statement).max(6),
  pain_points: z.array(Statement).max(4),
  goals: z.array(Statement).max(4),
  fears: z.array(Statement).max(3),
  values: z.array(Statement).max(3),
  evaluation_criteria: z.array(Statement).max(3),
  deal_breakers: z.array(Statement).max(3),
  delight_triggers: z.array(Statement).max(3),
  referral_triggers: z.array(Statement).max(3),
  typical_workflow: Statement,
  time_availability: Statement,
})
export type PersonaProse = z.infer<typeof PersonaProse>

/** The source of a statement about a persona. */
export const ProfileSource = z.object({
  /** A field of the profile, with an index in a list: `pain_points.0`. */
  field: z.string(),
  /**
   * `quoted`: a passage supports it. `sampled`: drawn outside the model by quota; the passage, if any, shows that such
   * people exist. `assumed`: no source. `given`: written by the author of the template or import.
   */
  basis: z.enum(['quoted', 'sampled', 'assumed', 'given']),
  passage_id: z.string().nullable(),
  quote: z.string(),
})
export type ProfileSource = z.infer<typeof ProfileSource>

const share = z.number().min(0).max(1)

/** How well a persona predicted real people; `hits` may be a fraction of `trials`. */
const Calibration = z.object({ hits: z.number().min(0), trials: z.int().min(0) })

/** A synthetic user: the fields of the SUTS specification, with our name, age and sources. */
export const PersonaProfile = z.object({
  id: z.string().regex(/^[a-z0-9][a-z0-9-]*$/),
  name: z.string().min(1),
  age: z.int().min(5).max(99),
  archetype: z.string().min(1),
  variation: z.string(),
  /** The unusual case this person stands for; `null` for everybody else. */
  edge_case: z.string().nullable(),
  /** Sentences of the respondent this person stands for, word for word. */
  own_words: z.array(z.string()).default([]),
  role: z.string().min(1),
  experience_level: z.enum(EXPERIENCE_LEVELS),
  company_size: z.enum(COMPANY_SIZES),
  tech_stack: z.array(z.string()),
  pain_points: z.array(z.string()),
  goals: z.array(z.string()),
  fears: z.array(z.string()),
  values: z.array(z.string()),
  risk_tolerance: share,
  patience_level: share,
  tech_adoption: z.enum(TECH_ADOPTION),
  learning_style: z.enum(LEARNING_STYLES),
  evaluation_criteria: z.array(z.string()),
  deal_breakers: z.array(z.string()),
  delight_triggers: z.array(z.string()),
  referral_triggers: z.array(z.string()),
  typical_workflow: z.string(),
  time_availability: z.string(),
  /** Minutes a day for something new. This and the two below are absent in profiles made without them: see `extrasOf`. */
  minutes_per_day: z.literal(MINUTES_PER_DAY, `The minutes a day are one of ${MINUTES_PER_DAY.join(', ')}.`).optional(),
  /** Weight of chance in a simulated user's choices, and the probability that a session is cut short. */
  irrationality: share.optional(),
  distraction: share.optional(),
  collaboration_style: z.enum(COLLABORATION_STYLES),
  /** Levels on the axes that only this research or these records name. */
  context: z.array(z.object({ axis: z.string(), level: z.string() })),
  state: z.record(z.string(), z.unknown()),
  history: z.array(z.record(z.string(), z.unknown())),
  /** 0–1; at most 0.5 until real people were compared with it. */
  confidence_score: share,
  calibration: Calibration,
  /** When this person was written or last changed; where absent, the set's own time counts. */
  last_updated: z.string().optional(),
  source: z.string(),
  sources: z.array(ProfileSource),
})
export type PersonaProfile = z.infer<typeof PersonaProfile>
