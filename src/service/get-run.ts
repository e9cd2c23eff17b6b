import { RunId } from '../domain/run.js'
import type { RunDocument } from '../domain/run-document.js'
import type { Run } from '../domain/run-state.js'
import { AppError } from '../errors.js'
import type { Context } from './context.js'

/** The run's row. A foreign id and an unknown one get the same `not_found`. */
export async function findRun(ctx: Context, run_id: string): Promise<Run> {
  const run = RunId.safeParse(run_id).success ? await ctx.store.runs.get(ctx.actor, run_id) : null
  if (!run) throw new AppError('not_found', { what: 'run', id: run_id })
  return run
}

/** A run of the actor's workspace as a document, with its result once there is one. Errors: `not_found`. */
export async function getRun(ctx: Context, input: { run_id: string }): Promise<RunDocument> {
  const run = await findRun(ctx, input.run_id)
  const [result, usage] = await Promise.all([ctx.store.runQueries.result(run), ctx.store.runQueries.usage(run)])
  const { judge: _, ...model } = run.model
  const unanalysed = run.status === 'completed' && result !== null && 'analysis_missing' in result.document
  const document = {
    run_id: run.run_id,
    kind: run.kind,
    status: run.status,
    model,
    seed: run.seed,
    result: result?.document ?? null,
    trust: result?.trust ?? null,
    usage,
    error: run.reason,
    started_at: run.started_at?.toISOString() ?? null,
    completed_at: run.completed_at?.toISOString() ?? null,
    duration_ms: run.started_at && run.completed_at ? run.completed_at.getTime() - run.started_at.getTime() : null,
    report_url: run.status === 'completed' ? (ctx.links?.urlOf(run) ?? null) : null,
    ...(unanalysed ? { retry: { buys: 'analysis', cost_usd: ctx.analysisPrice(run) } } : {}),
  }
  // A run's row and its result have one kind.
  return document as RunDocument
}
