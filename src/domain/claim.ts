import { z } from 'zod'

/** A statement of the stimulus that can be believed or not: a verbatim span, `stimulus.slice(start, end) === text`. */
export const Claim = z.object({
  claim_id: z.string(),
  text: z.string(),
  start: z.int(),
  end: z.int(),
  /** What it means for the buyer if it is true: −1 a harm, −0.5 a weakness, 0 neither, 0.5 a modest benefit, 1 a clear one. */
  meaning: z.number().min(-1).max(1).default(1),
})
export type Claim = z.infer<typeof Claim>

export const MAX_CLAIMS = 8

/** Whether a text is something that can be judged, as its reader says. */
export const OfferReading = z.object({
  /** `no_offer`: readable, but nothing is offered to anybody; `illegal`: illegal to sell anywhere. */
  kind: z.enum(['offer', 'no_offer', 'not_understood', 'illegal']),
  /** The language it is written in, by its English name; '' where it is in none. */
  language: z.string(),
  /** What it is instead, in a few words; '' for an offer. */
  why: z.string(),
  /** Of its words, the share in the offline reader's vocabulary, 0–1. A language model is not asked: it could but guess. */
  understood_share: z.number().min(0).max(1).optional().meta({ not_asked: true }),
})
export type OfferReading = z.infer<typeof OfferReading>

/** What a reader returns that splits a text into claims: spans that are still to be looked up. */
export const ClaimsAnswer = z.object({
  offer: OfferReading,
  claims: z.array(Claim.pick({ text: true }).extend({ meaning: z.number().min(-1).max(1) })).max(MAX_CLAIMS),
})
export type ClaimsAnswer = z.infer<typeof ClaimsAnswer>
