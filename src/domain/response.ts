import { z } from 'zod'

export const Sentiment = z.enum(['positive', 'negative', 'neutral', 'mixed'])
export type Sentiment = z.infer<typeof Sentiment>

/** What a synthetic respondent answers: the twelve fields of the specification. */
export const PersonaAnswer = z.object({
  persona_name: z.string(),
  gut_reaction: z.string().min(1),
  gut_sentiment: Sentiment,
  considered_response: z.string().min(1),
  considered_sentiment: Sentiment,
  social_response: z.string().min(1),
  private_thoughts: z.string().min(1),
  /** 1 "definitely not" … 10 "definitely would". */
  purchase_intent: z.int().min(1).max(10),
  action_threshold: z.string(),
  friction_points: z.array(z.string()).max(8),
  memory_influence_notes: z.string(),
  key_quotes: z.array(z.string()).min(1).max(5),
})
export type PersonaAnswer = z.infer<typeof PersonaAnswer>

const Pmf = z.array(z.number().min(0).max(1)).length(5)

export const Belief = z.object({
  claim_id: z.string(),
  stance: z.enum(['believes', 'doubts', 'rejects']),
  why: z.string(),
  proof_wanted: z.string(),
})

/** A respondent's answer as it stands in a result: who gave it, and what was measured on it (`null` until measured). */
export const Response = PersonaAnswer.extend({
  persona_id: z.string(),
  archetype: z.string(),
  influence_type: z.string(),
  intent_pmf: Pmf.nullable(),
  intent_method: z.string().nullable(),
  beliefs: z.array(Belief).nullable(),
})
export type Response = z.infer<typeof Response>

/** The places of a response a quote may come from. */
export const QUOTE_SOURCES = [
  'gut_reaction',
  'considered_response',
  'social_response',
  'private_thoughts',
  'action_threshold',
  'friction_points',
  'memory_influence_notes',
  'key_quotes',
] as const
export type QuoteSource = (typeof QUOTE_SOURCES)[number]
