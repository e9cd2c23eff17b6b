import type { RunKind } from '../domain/kinds.js'
import type { Run } from '../domain/run-state.js'
import { SlackOrigin } from '../domain/slack-origin.js'
import { AppError } from '../errors.js'
import type { Context } from './context.js'
import { findProject } from './projects.js'
import { type PreparedRun, prepareInput, type SubmitOptions, submitRun } from './submit-run.js'

/** Dollars above which a run is confirmed first, where a workspace has not said otherwise. */
export const CONFIRM_ABOVE_USD = 1

/** A run that waits to be confirmed. */
type Draft = {
  readonly kind: RunKind
  readonly input: unknown
  /** Name of its project. */
  readonly project?: string | undefined
  readonly budget_usd?: number | undefined
  /** Whether it is expected to cost more than the amount to confirm, or has no known price. */
  readonly is_costly?: boolean
  readonly origin: SlackOrigin
}

export type StartOptions = SubmitOptions & {
  readonly origin: SlackOrigin
  /** The workspace's amount to confirm, where it is known already. */
  readonly confirm_above_usd?: number | undefined
}

/**
 * Starts a prepared run, or stores it as a draft where it is expected to cost more than the workspace's amount to confirm
 * (`isCostly`), where something was read that nobody has seen, or where it is doubtful that it is meant; `null`: started. Errors: `budget_exceeded`.
 */
export async function startOrConfirm(
  ctx: Context,
  prepared: PreparedRun,
  { confirm_above_usd, ...options }: StartOptions,
): Promise<{ readonly pending: string; readonly confirm_above_usd: number; readonly isCostly: boolean } | null> {
  const { kind, input, quote, read, doubt, project } = prepared
  const limit = confirm_above_usd ?? (await ctx.store.slackSettings.confirmAbove(ctx.actor)) ?? CONFIRM_ABOVE_USD
  // What has no known price may cost anything.
  const isCostly = quote.cost_usd === null || quote.cost_usd.middle > limit
  if (!isCostly && read === null && doubt === null) {
    await submitRun(ctx, prepared, options)
    return null
  }
  const { origin, budget_usd } = options
  const draft: Draft = { kind, input, project: project?.name, budget_usd, is_costly: isCostly, origin }
  const pending = await ctx.store.slackRuns.saveDraft(ctx.actor, origin.user_id, draft)
  return { pending, confirm_above_usd: limit, isCostly }
}

/** Said of a draft that was decided on, or that nobody decided on within a day. */
export const NO_LONGER_WAITS =
  'This does not wait any more: it was started or taken back, or nobody decided on it within a day.'

/** Who decides on a waiting run: whoever asked for it, or somebody who may decide on everybody's. */
export type DraftDecision = { readonly pending: string; readonly user_id: string; readonly is_lead?: boolean }

/** A run that waits to be confirmed; `null` where it does not wait any more. Errors: `unauthorized`. */
export async function readDraft(ctx: Context, by: DraftDecision): Promise<Draft | null> {
  const draft = await ctx.store.slackRuns.draft(ctx.actor, by.pending)
  if (!draft) return null
  if (draft.user_id !== by.user_id && !by.is_lead)
    throw new AppError('unauthorized', { problem: 'Only who asked for this run or a lead can start it.' })
  const stored = draft.submission as Draft
  return stored.origin ? { ...stored, origin: SlackOrigin.parse(stored.origin) } : null
}

/**
 * Starts a run after all, and its draft is gone; however often it is confirmed, it is one run. Errors: as `readDraft`,
 * `conflict` (it does not wait any more), `budget_exceeded`.
 */
export async function startDraft(
  ctx: Context,
  by: DraftDecision & { readonly response_url: string | null },
): Promise<Run> {
  const draft = await readDraft(ctx, by)
  if (!draft) throw new AppError('conflict', { problem: NO_LONGER_WAITS })
  const { kind, input, project, budget_usd, origin } = draft
  const prepared = await prepareInput(ctx, kind, input, { asks: true, isPrepared: true })
  const inProject = project === undefined ? prepared : { ...prepared, project: await findProject(ctx, project) }
  const { run } = await submitRun(ctx, inProject, {
    budget_usd,
    // The address that a lead's click came with is the lead's.
    origin: {
      ...origin,
      response_url: (origin.user_id === by.user_id ? by.response_url : null) ?? origin.response_url,
    },
    delivery: { source: 'slack-draft', key: by.pending },
    pending: by.pending,
  })
  return run
}

/** Forgets a run that waits to be confirmed. Errors: as `readDraft`. */
export async function discardDraft(ctx: Context, by: DraftDecision): Promise<void> {
  if (await readDraft(ctx, by)) await ctx.store.slackRuns.discardDraft(ctx.actor, by.pending)
}

/** Keeps a text that a form cannot hold, until the form is sent. */
export const keepText = (ctx: Context, user_id: string, text: string): Promise<string> =>
  ctx.store.slackRuns.saveDraft(ctx.actor, user_id, { text })

/** That text, for whoever opened the form. Errors: `not_found`. */
export async function keptText(ctx: Context, by: { pending: string; user_id: string }): Promise<string> {
  const draft = await ctx.store.slackRuns.draft(ctx.actor, by.pending)
  const text = (draft?.submission as { text?: unknown } | undefined)?.text
  if (draft?.user_id !== by.user_id || typeof text !== 'string')
    throw new AppError('not_found', { what: 'kept text', id: by.pending })
  return text
}
