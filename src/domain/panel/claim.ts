import { z } from 'zod'

/** A statement of the stimulus that can be believed or not: a verbatim span, `stimulus.slice(start, end) === text`. */
export const Claim = z.object({
  claim_id: z.string(),
  text: z.string(),
  start: z.int(),
  end: z.int(),
  /** Its meaning for the buyer if true: −1 a harm, −0.5 a weakness, 0 neither, 0.5 a modest benefit, 1 a clear benefit. */
  meaning: z.number().min(-1).max(1).default(1),
})
export type Claim = z.infer<typeof Claim>

export const MAX_CLAIMS = 8

/** Whether a text can be judged, according to its reader. */
export const OfferReading = z.object({
  /** `no_offer`: readable, but nothing is offered to anybody; `illegal`: illegal to sell anywhere. */
  kind: z.enum(['offer', 'no_offer', 'not_understood', 'illegal']),
  /** English name of the language the text is written in; '' where it has none. */
  language: z.string(),
  /** What the text is instead of an offer, in a few words; '' for an offer. */
  why: z.string(),
  /** Share of the words in the offline reader's vocabulary, 0–1. A language model is not asked for it: it could only guess. */
  understood_share: z.number().min(0).max(1).optional().meta({ not_asked: true }),
})
export type OfferReading = z.infer<typeof OfferReading>

/** The answer of a reader that splits a text into claims; the spans are still to be looked up. */
export const ClaimsAnswer = z.object({
  offer: OfferReading,
  claims: z.array(Claim.pick({ text: true }).extend({ meaning: z.number().min(-1).max(1) })).max(MAX_CLAIMS),
})
export type ClaimsAnswer = z.infer<typeof ClaimsAnswer>
