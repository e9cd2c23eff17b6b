import { z } from 'zod'

/** A statement of the stimulus that can be believed or not: a verbatim span, `stimulus.slice(start, end) === text`. */
export const Claim = z.object({ claim_id: z.string(), text: z.string(), start: z.int(), end: z.int() })
export type Claim = z.infer<typeof Claim>

export const MAX_CLAIMS = 8

/** What a model returns when it splits a text into claims: spans that are still to be looked up. */
export const ClaimsAnswer = z.object({ claims: z.array(z.string()).max(MAX_CLAIMS) })
export type ClaimsAnswer = z.infer<typeof ClaimsAnswer>
