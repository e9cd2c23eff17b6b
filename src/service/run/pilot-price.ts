import { isDeepStrictEqual } from 'node:util'
import type { Quote } from '../../domain/run/quote.js'
import type { Run } from '../../domain/run/run-state.js'
import { SimulationInput } from '../../domain/simulation/simulation.js'
import { dollars } from '../../domain/text/dollars.js'
import type { Context } from '../context.js'

/** Most recent simulations that are searched for a pilot. */
const RECENT = 20
/** Assumed deviation of a whole run's cost from the price that its pilot predicts, as a share. */
const SPREAD = 0.15

/**
 * The price of a simulation, corrected by its last pilot: the pilot's actual cost divided by the cost that was expected
 * for the same people. Without a pilot, or offline, the quote is unchanged.
 */
export async function pricedByPilot(ctx: Context, input: SimulationInput, quote: Quote): Promise<Quote> {
  if (input.pilot !== null || quote.cost_usd === null || quote.calls === 0) return quote
  const recent = await ctx.store.runs.list(ctx.actor, { kind: 'simulation', limit: RECENT })
  for (const run of recent) {
    const pilot = pilotIn(ctx, run, input)
    const spent = pilot && (await ctx.store.runQueries.whole(ctx.actor, run.run_id))?.usage
    if (!spent || spent.cost_usd === null || spent.calls === 0) continue
    const expected = await ctx.quote('simulation', pilot)
    if (expected.cost_usd === null || expected.calls === 0) continue
    const ratio = spent.cost_usd / expected.cost_usd.middle
    const middle = quote.cost_usd.middle * ratio
    const note = `The price is corrected by the pilot of ${pilot.pilot} people, ${run.run_id}: it cost ${dollars(spent.cost_usd)}, ${ratio.toFixed(2)} of what was expected. Its people are asked again: a run rests on its own answers alone.`
    return {
      ...quote,
      calls: Math.round((quote.calls * spent.calls) / expected.calls),
      output_tokens: Math.round((quote.output_tokens * spent.output_tokens) / expected.output_tokens),
      cost_usd: { low: middle * (1 - SPREAD), middle, high: middle * (1 + SPREAD) },
      least_budget_usd: leastBudget(quote, ratio),
      notes: [note, ...quote.notes.filter((other) => !other.startsWith('A pilot of '))],
    }
  }
  return quote
}

/** What is spent before the last call is corrected; what that call reserves stays the same. */
const leastBudget = ({ least_budget_usd, reserved_usd = 0 }: Quote, ratio: number): Quote['least_budget_usd'] =>
  least_budget_usd == null ? least_budget_usd : (least_budget_usd - reserved_usd) * ratio + reserved_usd

/**
 * The input of a completed pilot with the same models, where it is a pilot of this simulation; seed and size may
 * differ.
 */
function pilotIn(ctx: Context, run: Run, input: SimulationInput): SimulationInput | null {
  if (run.status !== 'completed' || !isDeepStrictEqual(run.model, ctx.model)) return null
  const { data } = SimulationInput.safeParse(run.input)
  if (data === undefined || data.pilot === null) return null
  return isDeepStrictEqual(whatMatters(data), whatMatters(input)) ? data : null
}

const whatMatters = ({ product, state, features, panel, people, days, network, fallback }: SimulationInput) => ({
  product,
  state,
  features,
  panel,
  people,
  days,
  network,
  fallback,
})
