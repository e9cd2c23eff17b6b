import type { SimulationTrends } from '../db/simulation-trends.js'
import { AppError, refuse } from '../errors.js'
import type { Context } from './context.js'
import { findRun } from './get-run.js'

/**
 * Feelings and events of simulated people, aggregated over the sessions stored so far. Errors: `not_found`,
 * `invalid_input` (another kind of run), `conflict` (its events are archived).
 */
export async function simulationTrends(ctx: Context, { run_id }: { run_id: string }): Promise<SimulationTrends> {
  const run = await findRun(ctx, run_id)
  if (run.kind !== 'simulation') refuse('Only a simulation has trends; give the id of one.')
  const trends = await ctx.store.simulationTrends.read(run)
  if (trends) return trends
  throw new AppError('conflict', {
    problem:
      'The events of this simulation were archived 90 days after it ended; read its result, or export its sessions.',
  })
}
