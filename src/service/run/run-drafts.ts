import { z } from 'zod'
import type { RunDraft } from '../../db/run/run-drafts.js'
import type { RunKind } from '../../domain/run/kinds.js'
import type { RunDocument } from '../../domain/run/run-document.js'
import { AppError } from '../../errors.js'
import type { Context } from '../context.js'
import { findRun, getRun } from './get-run.js'
import { retryRun } from './reopen-run.js'
import { prepareInput, prepareRun, type RequestOf, submitRun } from './submit-run.js'

type DraftId = { readonly kind: RunKind; readonly draft_id: string }

/**
 * Stores a run to be started later, with all its references resolved now; returns the draft's id. Errors: as
 * `prepareRun`.
 */
export async function createDraft<K extends RunKind>(
  ctx: Context,
  kind: K,
  { name, request }: { readonly name: string; readonly request: RequestOf[K] },
): Promise<string> {
  const { input } = await prepareRun(ctx, kind, request)
  return ctx.store.runDrafts.save(ctx.actor, { kind, name, input })
}

/** A draft with the run it was started as, `null` before. Errors: `not_found`. */
export async function readDraft(ctx: Context, id: DraftId): Promise<{ draft: RunDraft; run: RunDocument | null }> {
  const draft = await findDraft(ctx, id)
  return { draft, run: draft.run_id === null ? null : await getRun(ctx, { run_id: draft.run_id }) }
}

/**
 * Starts a draft; where its run failed or was cancelled, that run is retried. Returns the run's id. Errors:
 * `not_found`, `conflict` (it is running or has completed), `budget_exceeded`.
 */
export async function startApiDraft(ctx: Context, id: DraftId): Promise<string> {
  const { kind, input, run_id, draft_id } = await findDraft(ctx, id)
  if (run_id !== null) {
    const { status } = await findRun(ctx, run_id)
    if (status === 'failed' || status === 'cancelled') await retryRun(ctx, { run_id })
    else throw new AppError('conflict', { problem: STATES[status] })
    return run_id
  }
  const { run } = await submitRun(ctx, await prepareInput(ctx, kind, input, { isPrepared: true }), { draft_id })
  return run.run_id
}

const RUNNING = 'It is already running.'
const STATES = { queued: RUNNING, running: RUNNING, paused: RUNNING, completed: 'It has already completed.' } as const

async function findDraft(ctx: Context, { kind, draft_id }: DraftId): Promise<RunDraft> {
  const found = z.uuid().safeParse(draft_id).success ? await ctx.store.runDrafts.get(ctx.actor, kind, draft_id) : null
  if (!found) throw new AppError('not_found', { what: kind.replaceAll('_', ' '), id: draft_id })
  return found
}
