import { z } from 'zod'

/** What a run is expected to take, before anything is spent. */
export const Quote = z.object({
  model: z.object({ mode: z.enum(['offline', 'anthropic']), persona: z.string(), analysis: z.string() }),
  /** Which model does what, in words. */
  played_by: z.string(),
  calls: z.int(),
  input_tokens: z.int(),
  output_tokens: z.int(),
  /** Dollars; `null` where a model's price is not known. */
  cost_usd: z.object({ low: z.number(), middle: z.number(), high: z.number() }).nullable(),
  seconds: z.object({ low: z.number(), high: z.number() }),
  /** What a person should know before starting, such as that it takes longer than a minute. */
  notes: z.array(z.string()),
})
export type Quote = z.infer<typeof Quote>
