import { z } from 'zod'
import { Sentiment } from './response.js'

/** The short form: what is asked about control concepts and single edits, where a whole response would cost too much. */
export const ShortReaction = z.object({
  gut_sentiment: Sentiment,
  considered_sentiment: Sentiment,
  /** Whether what the text says is believed as a whole. */
  stance: z.enum(['believes', 'doubts', 'rejects']),
  /** How likely they are to buy it, in their own words. */
  purchase_statement: z.string().min(1),
  /** The first thing in the way, a short phrase; '' for none. */
  obstacle: z.string(),
})
export type ShortReaction = z.infer<typeof ShortReaction>
