import type { Run } from '../../domain/run/run-state.js'
import { requireScope } from '../../domain/workspace/token-scopes.js'
import type { Context } from '../context.js'
import { findRun } from './get-run.js'

/**
 * Pauses a run of the actor's workspace until a person resumes it: calls in flight end first, and no new call is made.
 * An ended run is returned unchanged. Errors: `not_found`, `forbidden`.
 */
export async function pauseRun(ctx: Context, input: { run_id: string }): Promise<Run> {
  requireScope(ctx.grant, 'write')
  const { run_id } = await findRun(ctx, input.run_id)
  return (await ctx.store.runs.requestPause(ctx.actor, run_id)) ?? findRun(ctx, run_id)
}

/**
 * Cancels a run of the actor's workspace; its spending stops within seconds, and it never completes afterwards (except
 * with the result that it had before a retry). An ended run is returned unchanged.
 * Errors: `not_found`, `forbidden`.
 */
export async function cancelRun(ctx: Context, input: { run_id: string }): Promise<Run> {
  requireScope(ctx.grant, 'write')
  const { run_id } = await findRun(ctx, input.run_id)
  return (await ctx.store.runs.requestCancel(ctx.actor, run_id)) ?? findRun(ctx, run_id)
}
