import { z } from 'zod'

/** The price quote of a run, before anything is spent. */
export const Quote = z.object({
  model: z.object({ mode: z.enum(['offline', 'anthropic']), persona: z.string(), analysis: z.string() }),
  /** Which model plays which role, in words. */
  played_by: z.string(),
  calls: z.int(),
  input_tokens: z.int(),
  output_tokens: z.int(),
  /** US dollars; `null` where a model's price is unknown. */
  cost_usd: z.object({ low: z.number(), middle: z.number(), high: z.number() }).nullable(),
  /**
   * An estimate in US dollars: with less a run can hardly end, even at the low end of its price, as the most that a call
   * may cost is reserved before it is sent.
   */
  least_budget_usd: z.number().nullable().optional(),
  /** The part of the least budget that one call reserves, whatever the calls before it cost. */
  reserved_usd: z.number().optional(),
  seconds: z.object({ low: z.number(), high: z.number() }),
  /** Notes for the user before the start, such as a duration of more than a minute. */
  notes: z.array(z.string()),
})
export type Quote = z.infer<typeof Quote>
