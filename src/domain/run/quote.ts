import { z } from 'zod'
import { dollars } from '../text/dollars.js'

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
   * An estimate in US dollars: with less a run can hardly end, as the most that a call may cost is reserved before it is
   * sent.
   */
  least_budget_usd: z.number().nullable().optional(),
  /** The part of the least budget that one call reserves, whatever the calls before it cost. */
  reserved_usd: z.number().optional(),
  seconds: z.object({ low: z.number(), high: z.number() }),
  /** Notes for the user before the start, such as a duration of more than a minute. */
  notes: z.array(z.string()),
})
export type Quote = z.infer<typeof Quote>

/** What a run is expected to cost, and the least with which it can end, in dollars; `null`: not known. */
export type RunPrice = { readonly expected_usd: number | null; readonly least_usd: number | null }

export const runPriceOf = ({ cost_usd, least_budget_usd }: Quote): RunPrice => ({
  expected_usd: cost_usd?.middle ?? null,
  least_usd: least_budget_usd ?? null,
})

/** Tolerance for rounding in sums of doubles, in dollars; far below any price. */
const ROUNDING = 1e-9

/**
 * Whether what a ceiling leaves, in dollars, lets a run of a known price end; where it does not, why, in words that
 * follow "would". The largest call decides: a run that begins without room for it spends and cannot finish.
 */
export function whyNoRoom({ expected_usd, least_usd }: RunPrice, left_usd: number): string | null {
  const about = `cost about ${dollars(expected_usd ?? 0)}`
  if (left_usd <= ROUNDING || (expected_usd ?? 0) > left_usd + ROUNDING) return about
  if ((least_usd ?? 0) <= left_usd + ROUNDING) return null
  return `${about}, but the most that a call may cost is reserved before it is sent, and ${dollars(left_usd)} hardly leaves room for its largest; it takes ${allowanceFor(least_usd ?? 0)}, of which only what is needed is spent`
}

/** The least budget in whole cents. */
const allowanceFor = (least_usd: number): string => dollars(Math.ceil(least_usd * 100) / 100)
