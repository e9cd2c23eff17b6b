import { z } from 'zod'
import { IntentMethod } from './response.js'

const Score = z.number().min(0).max(100)

/** A range in the unit of the figure beside it; its level is stated where it is shown. */
export const Interval = z.object({ low: z.number(), high: z.number() })
export type Interval = z.infer<typeof Interval>

/** The three headline scores, 0–100, computed from judgements by the formulas of docs/scoring.md. */
export const Scores = z.object({
  pressure_score: Score,
  gut_attraction_index: Score,
  credibility_score: Score,
})
export type Scores = z.infer<typeof Scores>

export const ScoreIntervals = z.object({
  pressure_score: Interval,
  gut_attraction_index: Interval,
  credibility_score: Interval,
})
export type ScoreIntervals = z.infer<typeof ScoreIntervals>

/** Mean scores of the people of one archetype, 0–100. */
export const ArchetypeScores = Scores.extend({
  archetype: z.string(),
  people: z.int(),
  /** `null` where no answer of theirs about buying was rated. */
  intent: Score.nullable(),
})
export type ArchetypeScores = z.infer<typeof ArchetypeScores>

/** Version of the score formulas. 2: belief is weighted by a claim's meaning for the buyer. Results of version 1 lack it. */
export const SCORING_VERSION = 2

/** Purchase intent of a whole panel on the five-point scale, over the rated answers. */
export const PanelIntent = z.object({
  method: IntentMethod,
  /** Number of rated answers; present only where some were not rated. */
  rated: z.int().optional(),
  /** Mean of the respondents' distributions. */
  pmf: z.array(z.number()).length(5),
  /** 1–5. */
  mean: z.number(),
  /** Probability of the two highest points, 0–1. */
  top_two_box: z.number(),
  /** Standard deviation on the five-point scale. */
  sd: z.number(),
  intervals: z.object({ mean: Interval, top_two_box: Interval }).nullable(),
})
export type PanelIntent = z.infer<typeof PanelIntent>
