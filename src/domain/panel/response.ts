import { z } from 'zod'

export const Sentiment = z.enum(['positive', 'negative', 'neutral', 'mixed'])
export type Sentiment = z.infer<typeof Sentiment>

/** Whether one person believes one claim, why not, and what would prove it to them. */
export const Belief = z.object({
  claim_id: z.string(),
  stance: z.enum(['believes', 'doubts', 'rejects']),
  why: z.string(),
  proof_wanted: z.string(),
})
export type Belief = z.infer<typeof Belief>

/** A reason for or against buying, written by its holder in private. */
export const PrivateReason = z.object({
  /** Whether it speaks for buying or against it. */
  side: z.enum(['for', 'against']),
  reason: z.string().min(1),
  /** The reason in the holder's own words, a sentence. */
  quote: z.string().min(1),
  /** 1 (in passing) … 5 (decides it). */
  strength: z.int().min(1).max(5),
})
export type PrivateReason = z.infer<typeof PrivateReason>

/** Probabilities of the five points of the purchase-intent scale, lowest first. */
export const Pmf = z.array(z.number().min(0).max(1)).length(5)

/**
 * The method that turns free text about buying into a distribution. `coder`: a blind second reader, the whole panel in
 * one call; `graded`: a head trained on graded statements, on the bundled encoder; `ssr`: semantic similarity;
 * `likert`: a blind call for each statement.
 */
export const IntentMethod = z.enum(['coder', 'graded', 'ssr', 'likert'])
export type IntentMethod = z.infer<typeof IntentMethod>

/** A synthetic respondent's answer: the twelve fields of the specification, and what our measures need. */
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
  /** How likely they are to buy it, in their own words: the text that intent is rated from. */
  purchase_statement: z.string().min(1),
  beliefs: z.array(Belief).max(12),
  /** The secret ballot before a discussion; empty where no discussion follows. */
  private_reasons: z.array(PrivateReason).max(4),
})
export type PersonaAnswer = z.infer<typeof PersonaAnswer>

/** A respondent's answer in a result, with its persona and its measures (`null` until measured). */
export const Response = PersonaAnswer.omit({ private_reasons: true, beliefs: true }).extend({
  persona_id: z.string(),
  archetype: z.string(),
  influence_type: z.string(),
  intent_pmf: Pmf.nullable(),
  intent_method: IntentMethod.nullable(),
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
  'purchase_statement',
] as const
export type QuoteSource = (typeof QUOTE_SOURCES)[number]
