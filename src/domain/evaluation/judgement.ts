import { z } from 'zod'

/** Highest point of the anchored scale a judge answers on; scores are twice the points. */
export const MAX_POINTS = 5

/** A judge's answer about one conversation. Code applies weights and totals. */
export const JudgeAnswer = z.object({
  dimensions: z
    .array(
      z.object({
        dimension_id: z.string(),
        can_judge: z.boolean(),
        /** 0 … 5; 0 where it cannot be judged. */
        points: z.int().min(0).max(MAX_POINTS),
        reason: z.string(),
        /** Word for word from the transcript; '' where it cannot be judged. */
        quote: z.string(),
      }),
    )
    .max(10),
  /** Each `must` and `must_not`, by number. */
  rules: z.array(z.object({ number: z.int(), kept: z.boolean(), quote: z.string() })).max(40),
  /** Each passage in doubt, by number. Older answers have none. */
  suspicions: z
    .array(z.object({ number: z.int(), breach: z.enum(['yes', 'no', 'cannot_judge']), quote: z.string() }))
    .max(40)
    .default([]),
  feedback: z.string(),
  strength: z.object({ text: z.string(), quote: z.string() }),
  weakness: z.object({ text: z.string(), quote: z.string() }),
  recommendation: z.string(),
})
export type JudgeAnswer = z.infer<typeof JudgeAnswer>

/** Which of two conversations a judge prefers, in the order shown. */
export const PairAnswer = z.object({
  better: z.enum(['first', 'second', 'tie', 'cannot_judge']),
  reason: z.string().min(1),
  first_quote: z.string(),
  second_quote: z.string(),
})
export type PairAnswer = z.infer<typeof PairAnswer>
