import { z } from 'zod'
import { RunKind } from '../../domain/run/kinds.js'
import { RunId } from '../../domain/run/run.js'
import type { Run } from '../../domain/run/run-state.js'
import { refuse } from '../../errors.js'
import type { Context } from '../context.js'
import { parseInput } from '../parse-input.js'
import { findProject } from '../workspace/projects.js'

export const ListRunsInput = z.object({
  limit: z.int().min(1).max(200).default(20),
  /** The last run id of the previous page. */
  before: z.string().optional(),
  kind: RunKind.optional(),
  /** Name of a project: only its runs are listed. */
  project: z.string().optional(),
})

/**
 * A run's row. `judged` is false where there was nothing to judge, `null` for any run but a completed pressure test;
 * `cost_usd` is in dollars, `null` where a model's price is not known.
 */
export type ListedRun = Run & {
  readonly judged: boolean | null
  readonly cost_usd: number | null
  /** Name of the run's project. */
  readonly project: string | null
}

/**
 * Runs of the actor's workspace, newest first. Errors: `invalid_input`, also for a `before` that is no run of the
 * workspace; `not_found` (no such project).
 */
export async function listRuns(ctx: Context, input: z.input<typeof ListRunsInput> = {}): Promise<ListedRun[]> {
  const { project, ...page } = parseInput(ListRunsInput, input)
  if (page.before !== undefined && !(await isRun(ctx, page.before)))
    refuse(`There is no run ${page.before} that a page ended with; take the one that the last page gives.`)
  const project_id = project === undefined ? undefined : (await findProject(ctx, project)).project_id
  const runs = await ctx.store.runs.list(ctx.actor, { ...page, project_id })
  const isTest = ({ kind, status }: Run) => kind === 'pressure_test' && status === 'completed'
  const idsOf = (of: readonly Run[]) => of.map(({ run_id }) => run_id)
  const [notJudged, unpriced, projects] = await Promise.all([
    ctx.store.runQueries.notJudged(ctx.actor, idsOf(runs.filter(isTest))),
    ctx.store.runQueries.unpriced(ctx.actor, idsOf(runs.filter(({ model }) => model.mode !== 'offline'))),
    runs.some((run) => run.project_id !== null) ? ctx.store.projects.list(ctx.actor) : [],
  ])
  const names = new Map(projects.map(({ project_id: id, name }) => [id, name]))
  return runs.map((run) => ({
    ...run,
    judged: isTest(run) ? !notJudged.has(run.run_id) : null,
    cost_usd: unpriced.has(run.run_id) ? null : run.spent_usd,
    project: (run.project_id && names.get(run.project_id)) ?? null,
  }))
}

const isRun = async (ctx: Context, id: string): Promise<boolean> =>
  RunId.safeParse(id).success && (await ctx.store.runs.get(ctx.actor, id)) !== null
