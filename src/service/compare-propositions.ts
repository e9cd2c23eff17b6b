import type { z } from 'zod'
import type { ComparisonInput } from '../domain/comparison.js'
import type { Run } from '../domain/run-state.js'
import type { Context } from './context.js'
import { finishedRun } from './finished-run.js'
import { withPanelPeople } from './panel-people.js'
import { submitRun } from './submit-run.js'

/** A proposition to compare: its text, or the pressure test whose text it is. */
export type Proposition = { readonly name: string; readonly stimulus: string } | { readonly run_id: string }

export type ComparePropositionsInput = Omit<z.input<typeof ComparisonInput>, 'propositions'> & {
  readonly propositions: readonly Proposition[]
}

/**
 * Compares two to five propositions on one panel. Errors: `invalid_input`, `not_found`, `conflict` (a named run is not
 * completed), `budget_exceeded`.
 */
export async function comparePropositions(
  ctx: Context,
  { budget_usd, ...input }: ComparePropositionsInput & { budget_usd?: number | undefined },
): Promise<Run> {
  return submitRun(ctx, { kind: 'comparison', input: await comparisonInput(ctx, input), budget_usd })
}

/** What a comparison is asked with, every run id replaced by its proposition. Errors as for `comparePropositions`. */
export async function comparisonInput(
  ctx: Context,
  { propositions, ...panel }: ComparePropositionsInput,
): Promise<z.input<typeof ComparisonInput>> {
  const texts = propositions.map(async (one) => {
    if (!('run_id' in one)) return { name: one.name, stimulus: one.stimulus }
    const { result } = await finishedRun(ctx, one.run_id, ['pressure_test'], 'compare')
    return { name: `run ${one.run_id.slice(0, 8)}`, stimulus: result.stimulus }
  })
  return withPanelPeople(ctx, { ...panel, propositions: await Promise.all(texts) })
}
