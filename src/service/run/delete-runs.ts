import { setTimeout as sleep } from 'node:timers/promises'
import { hasEnded, RunId } from '../../domain/run/run.js'
import { requireScope } from '../../domain/workspace/token-scopes.js'
import { AppError } from '../../errors.js'
import { auditActor, type Context } from '../context.js'
import { cancelRun } from './cancel-run.js'
import { findRun } from './get-run.js'

/** Time for a worker to see a cancellation and for its calls in flight to end. */
const MAX_WAIT_MS = 30_000
const LOOK_EVERY_MS = 200

/**
 * Deletes a run and the `ask` runs about it, with all rows and the files of this machine. An active run is cancelled
 * first. Also deletes an unstarted draft of a run, by the draft's id. Returns the ids of all deleted runs; `used_by`:
 * runs that keep copies of what it tested, null where that takes too long to look up. Errors: `forbidden`,
 * `not_found`, `conflict` (the run does not end).
 */
export async function deleteRun(
  ctx: Context,
  { run_id }: { readonly run_id: string },
): Promise<{ run_ids: string[]; used_by: string[] | null }> {
  requireScope(ctx.grant, 'write')
  const isDraft = RunId.safeParse(run_id).success && (await ctx.store.runDrafts.remove(auditActor(ctx), run_id))
  if (isDraft) return { run_ids: [run_id], used_by: [] }
  const run = await findRun(ctx, run_id)
  const used_by = await ctx.store.erasure.copiesOf(ctx.actor, [run.run_id])
  const run_ids = await deleteRuns(ctx, [run.run_id])
  return { run_ids, used_by: without(used_by, run_ids) }
}

/** What `deleteRun` would delete under an id. Errors: `not_found`. */
export async function findToDelete(ctx: Context, run_id: string): Promise<'run' | 'draft'> {
  const isDraft = RunId.safeParse(run_id).success && (await ctx.store.runDrafts.isUnstarted(ctx.actor, run_id))
  if (isDraft) return 'draft'
  await findRun(ctx, run_id)
  return 'run'
}

/** Those of the runs that are not `gone`. */
export const without = (used_by: readonly string[] | null, gone: readonly string[]): string[] | null =>
  used_by?.filter((id) => !gone.includes(id)) ?? null

/**
 * Deletes several runs, as `deleteRun` does. Returns the ids of all deleted runs. Errors: `forbidden`, `not_found`,
 * `conflict`.
 */
export async function deleteRuns(ctx: Context, run_ids: readonly string[]): Promise<string[]> {
  if (run_ids.length === 0) return []
  const all = [...new Set([...run_ids, ...(await ctx.store.erasure.questionsTo(ctx.actor, run_ids))])]
  for (const run_id of all) await endRun(ctx, run_id)
  const gone = await ctx.store.erasure.deleteRuns(auditActor(ctx), all)
  await ctx.files.deleteOfRuns(gone)
  await ctx.runQueue.deleteEvents()
  return gone
}

async function endRun(ctx: Context, run_id: string): Promise<void> {
  const giveUpAt = Date.now() + MAX_WAIT_MS
  for (;;) {
    const run = await ctx.store.runs.get(ctx.actor, run_id)
    if (run === null || hasEnded(run)) return
    // No worker holds the run: it can be deleted without an end.
    if (run.cancel_requested && (await ctx.store.erasure.isAbandoned(ctx.actor, run_id))) return
    if (Date.now() > giveUpAt)
      throw new AppError('conflict', {
        problem: `Run ${run_id} is being cancelled and has not ended yet; delete it again in a moment.`,
      })
    await cancelRun(ctx, { run_id })
    await sleep(LOOK_EVERY_MS)
  }
}
