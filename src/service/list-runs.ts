import { z } from 'zod'
import { RunKind } from '../domain/kinds.js'
import { RunId } from '../domain/run.js'
import type { Run } from '../domain/run-state.js'
import type { Context } from './context.js'
import { parseInput } from './parse-input.js'

export const ListRunsInput = z.object({
  limit: z.int().min(1).max(200).default(20),
  /** The run a page ended with. */
  before: RunId.optional(),
  kind: RunKind.optional(),
})

/** A run's row; `judged` is false where there was nothing to judge, `null` for what is no finished pressure test. */
export type ListedRun = Run & { readonly judged: boolean | null }

/** Runs of the actor's workspace, newest first. */
export async function listRuns(ctx: Context, input: z.input<typeof ListRunsInput> = {}): Promise<ListedRun[]> {
  const runs = await ctx.store.runs.list(ctx.actor, parseInput(ListRunsInput, input))
  const isTest = ({ kind, status }: Run) => kind === 'pressure_test' && status === 'completed'
  const notJudged = await ctx.store.runQueries.notJudged(
    ctx.actor,
    runs.filter(isTest).map(({ run_id }) => run_id),
  )
  return runs.map((run) => ({ ...run, judged: isTest(run) ? !notJudged.has(run.run_id) : null }))
}
