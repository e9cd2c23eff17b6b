import type { z } from 'zod'
import type { ComparisonInput } from '../../domain/comparison.js'
import type { Context } from '../context.js'
import { finishedRun } from '../finished-run.js'
import { withPanelPeople } from './panel-people.js'

/** A proposition to compare: its text, or the pressure test whose text it is. */
export type Proposition = { readonly name: string; readonly stimulus: string } | { readonly run_id: string }

/** Two to five propositions for one panel. */
export type ComparisonRequest = Omit<z.input<typeof ComparisonInput>, 'propositions'> & {
  readonly propositions: readonly Proposition[]
}

/** Every run id replaced by its proposition. Errors: `not_found`, `conflict` (a named run is not completed). */
export async function resolveComparison(
  ctx: Context,
  { propositions, ...panel }: ComparisonRequest,
): Promise<z.input<typeof ComparisonInput>> {
  const texts = propositions.map(async (proposition) => {
    if (!('run_id' in proposition)) return { name: proposition.name, stimulus: proposition.stimulus }
    const { run_id } = proposition
    const { result } = await finishedRun(ctx, run_id, ['pressure_test'], 'compare')
    return { name: `run ${run_id.slice(0, 8)}`, stimulus: result.stimulus }
  })
  return withPanelPeople(ctx, { ...panel, propositions: await Promise.all(texts) })
}
