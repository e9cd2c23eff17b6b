import type { SimulationTrends } from '../../db/simulation/simulation-trends.js'
import { refuse } from '../../errors.js'
import type { Context } from '../context.js'
import { findRun } from '../run/get-run.js'

/**
 * Survival, feelings and events of simulated people, aggregated over what is stored so far; `persona`: of one person, by
 * id or name. Errors: `not_found`, `invalid_input` (another kind of run, nobody of that name).
 */
export async function simulationTrends(
  ctx: Context,
  { run_id, persona }: { run_id: string; persona?: string | undefined },
): Promise<SimulationTrends> {
  const run = await findRun(ctx, run_id)
  if (run.kind !== 'simulation') refuse('Only a simulation has trends; give the id of one.')
  const steps = persona === undefined ? [] : await ctx.store.runQueries.steps(run, 'cohort')
  const person = persona === undefined ? null : ctx.simulations.place({ input: run.input, steps }, persona)
  return ctx.store.simulationTrends.read(run, person)
}
