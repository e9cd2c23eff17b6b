import type { WholeRun } from '../../db/run/run-queries.js'
import { sourcesOf } from '../../domain/panel/stimulus.js'
import { RunId, type RunUsage } from '../../domain/run/run.js'
import type { RunDocument } from '../../domain/run/run-document.js'
import type { Run } from '../../domain/run/run-state.js'
import { mayRead } from '../../domain/workspace/token-scopes.js'
import { AppError } from '../../errors.js'
import type { Context } from '../context.js'

/** The run's row. Foreign and unknown ids get the same `not_found`. */
export const findRun = (ctx: Context, run_id: string): Promise<Run> =>
  found(run_id, () => ctx.store.runs.get(ctx.actor, run_id))

/** As `findRun`, with the bytes of the pictures in its input, for callers that submit that input again. */
export const findRunToRepeat = async (ctx: Context, run_id: string): Promise<Run> =>
  ctx.store.runs.withPictures(await findRun(ctx, run_id))

async function found<T>(run_id: string, read: () => Promise<T | null>): Promise<T> {
  const run = RunId.safeParse(run_id).success ? await read() : null
  if (!run) throw new AppError('not_found', { what: 'run', id: run_id })
  return run
}

/** A run of the actor's workspace as a document, with its result once there is one. Errors: `not_found`. */
export async function getRun(ctx: Context, input: { run_id: string }): Promise<RunDocument> {
  return documentOf(ctx, await found(input.run_id, () => ctx.store.runQueries.whole(ctx.actor, input.run_id)))
}

/**
 * As `getRun`, for callers that acted on a run: a token without the `read` scope gets the state of the run, without
 * result, sources, trust and report link.
 */
export async function getRunState(ctx: Context, input: { run_id: string }): Promise<RunDocument> {
  const document = await getRun(ctx, input)
  if (mayRead(ctx.grant)) return document
  const { sources: _, ...state } = document
  return { ...state, result: null, trust: null, report_url: null }
}

const NOTHING_USED: RunUsage = {
  calls: 0,
  input_tokens: 0,
  output_tokens: 0,
  cache_read_tokens: 0,
  cache_write_tokens: 0,
  cost_usd: 0,
  possibly_paid: 0,
}

/** The document of a run that was just stored, without reading it again. */
export const documentOfNew = (ctx: Context, run: Run): RunDocument =>
  documentOf(ctx, { run, result: null, usage: NOTHING_USED })

function documentOf(ctx: Context, { run, result, usage }: WholeRun): RunDocument {
  const { judge: _, ...model } = run.model
  const sources = sourcesOf(run.input)
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
    report_url: run.status === 'completed' ? (ctx.links?.urlOf(run, ctx.grant.token) ?? null) : null,
    sources: sources.length > 0 ? sources : undefined,
    retry: unanalysed ? { buys: 'analysis', cost_usd: ctx.analysisPrice(run) } : undefined,
  }
  // The kind of a run's row is also the kind of its result.
  return document as RunDocument
}
