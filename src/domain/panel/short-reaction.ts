import { z } from 'zod'
import { Sentiment } from './response.js'

/** The short form, used for control concepts and single edits, where a full response would cost too much. */
export const ShortReaction = z.object({
  gut_sentiment: Sentiment,
  considered_sentiment: Sentiment,
  /** Whether the text is believed as a whole. */
  stance: z.enum(['believes', 'doubts', 'rejects']),
  /** How likely they are to buy it, in their own words. */
  purchase_statement: z.string().min(1),
  /** The first obstacle, a short phrase; '' for none. */
  obstacle: z.string(),
})
export type ShortReaction = z.infer<typeof ShortReaction>
