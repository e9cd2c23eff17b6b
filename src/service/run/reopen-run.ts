import { hasEnded, type RunStatus } from '../../domain/run/run.js'
import type { Run } from '../../domain/run/run-state.js'
import { requireScope } from '../../domain/workspace/token-scopes.js'
import { AppError } from '../../errors.js'
import type { Context } from '../context.js'
import { findRun, getRun } from './get-run.js'
import { parseBudget } from './submit-run.js'

type Reopening = {
  run_id: string
  budget_usd?: number | undefined
  /** From now on arithmetic plans those sessions of a simulation that the model does not. */
  fallback?: 'offline' | undefined
}

/**
 * Queues a failed, cancelled or paused run again. Its stored answers are reused, its failures tried again. A completed
 * run whose analysis is missing pays for the analysis only. Errors: `not_found`, `forbidden`, `conflict` (the run is
 * active or complete).
 */
export async function retryRun(ctx: Context, input: Reopening): Promise<Run> {
  const { retry } = await getRun(ctx, input)
  return reopen(ctx, input, ['failed', 'cancelled', 'paused', ...(retry ? (['completed'] as const) : [])])
}

const ENDED_FOR_GOOD = 'it spends nothing any more. A budget or fallback is for a new run.'
const ENDED_UNDONE =
  'a budget or fallback counts when it is tried again: pressure-test runs retry, with the same options.'

/**
 * Resumes a paused run now, optionally with a higher budget, which a run that is queued or running has from its next
 * call on. Other runs are returned unchanged. Errors: `not_found`, `forbidden`, `budget_exceeded`, `conflict` (a
 * fallback for a run that is not paused, or a change to one that has ended).
 */
export async function resumeRun(ctx: Context, input: Reopening): Promise<Run> {
  const run = await findRun(ctx, input.run_id)
  if (run.status === 'paused') return reopen(ctx, input, ['paused'])
  if (hasEnded(run)) {
    if (input.budget_usd === undefined && input.fallback === undefined) return run
    const instead = run.status === 'completed' ? ENDED_FOR_GOOD : ENDED_UNDONE
    throw new AppError('conflict', { problem: `The run is ${run.status}; ${instead}` })
  }
  if (input.fallback !== undefined) {
    throw new AppError('conflict', { problem: `The run is ${run.status}; pause it first, then give it a fallback.` })
  }
  const budget_usd = parseBudget(ctx, input.budget_usd)
  if (budget_usd === undefined) return run
  requireScope(ctx.grant, 'spend')
  const changed = await ctx.store.runs.changeBudget(ctx.actor, run.run_id, budget_usd)
  // It may have paused meanwhile, for want of this.
  return changed?.status === 'paused' ? reopen(ctx, input, ['paused']) : (changed ?? run)
}

async function reopen(ctx: Context, input: Reopening, from: RunStatus[]): Promise<Run> {
  requireScope(ctx.grant, 'spend')
  const before = await findRun(ctx, input.run_id)
  if (!from.includes(before.status)) {
    throw new AppError('conflict', {
      problem: `The run is ${before.status}; only a failed, cancelled or paused run can be tried again, and one without its analysis.`,
    })
  }
  if (input.fallback !== undefined && before.kind !== 'simulation')
    throw new AppError('invalid_input', {
      problem: `A fallback plans sessions of a simulation; this run is of the kind ${before.kind}. Leave it out.`,
    })
  const changes = { budget_usd: parseBudget(ctx, input.budget_usd) ?? null, fallback: input.fallback ?? null }
  const run = await ctx.store.runs.reopen(ctx.actor, before.run_id, from, changes)
  if (!run) throw new AppError('not_found', { what: 'run', id: input.run_id })
  await ctx.runQueue.enqueue(run)
  return run
}
