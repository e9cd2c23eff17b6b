import type { RunKind } from '../../domain/run/kinds.js'
import type { Run } from '../../domain/run/run-state.js'
import { SlackOrigin } from '../../domain/workspace/slack-origin.js'
import { AppError } from '../../errors.js'
import type { Context } from '../context.js'
import { budgetAboveCeiling, type PreparedRun, prepareInput, type SubmitOptions, submitRun } from '../run/submit-run.js'
import { findProject } from '../workspace/projects.js'

/** The amount to confirm, in dollars, for workspaces that have not set one. */
export const CONFIRM_ABOVE_USD = 1

/** A prepared run that waits to be confirmed. */
type Draft = {
  readonly kind: RunKind
  readonly input: unknown
  /** Name of the run's project. */
  readonly project?: string | undefined
  readonly budget_usd?: number | undefined
  /** Whether it is expected to cost more than the amount to confirm, or has no known price. */
  readonly is_costly?: boolean
  /** Whether it exceeds a ceiling of the installation, so that a lead other than the requester has to approve it. */
  readonly is_above_ceiling?: boolean
  readonly origin: SlackOrigin
}

export type StartOptions = SubmitOptions & {
  readonly origin: SlackOrigin
  /** The workspace's amount to confirm in dollars, where the caller has read it already. */
  readonly confirm_above_usd?: number | undefined
}

/** A draft that waits. `aboveCeiling`: the ceilings of the installation that it passes, as a clause. */
type Waiting = {
  readonly pending: string
  readonly confirm_above_usd: number
  readonly isCostly: boolean
  readonly aboveCeiling: string | null
}

/**
 * Starts a prepared run, or stores it as a draft where it needs a confirmation: its expected cost is above the
 * workspace's amount to confirm or unknown (`isCostly`), it is above a ceiling of the installation, files or links were
 * read for it, or it is doubtful that the text is meant to be tested. Returns `null` where it was started. Errors:
 * `budget_exceeded`.
 */
export async function startOrConfirm(
  ctx: Context,
  prepared: PreparedRun,
  { confirm_above_usd, ...options }: StartOptions,
): Promise<Waiting | null> {
  const { kind, input, quote, read, doubt, project } = prepared
  const limit = confirm_above_usd ?? (await ctx.store.slackSettings.confirmAbove(ctx.actor)) ?? CONFIRM_ABOVE_USD
  // A run without a known price may cost any amount.
  const isCostly = quote.cost_usd === null || quote.cost_usd.middle > limit
  const { origin, budget_usd } = options
  const above = [prepared.above_ceiling, budgetAboveCeiling(ctx, budget_usd)].filter((clause) => clause !== null)
  const aboveCeiling = above.length > 0 ? above.join('. ') : null
  if (!isCostly && aboveCeiling === null && read === null && doubt === null) {
    await submitRun(ctx, prepared, options)
    return null
  }
  const about = { is_costly: isCostly, is_above_ceiling: aboveCeiling !== null }
  const draft: Draft = { kind, input, project: project?.name, budget_usd, ...about, origin }
  const pending = await ctx.store.slackRuns.saveDraft(ctx.actor, origin.user_id, draft)
  return { pending, confirm_above_usd: limit, isCostly, aboveCeiling }
}

/** Message about a draft that was decided on, or that expired after a day. */
export const NO_LONGER_WAITS =
  'This does not wait any more: it was started or taken back, or nobody decided on it within a day.'

/** A decision on a draft by the user who requested it, or by a lead, who may decide on every draft. */
export type DraftDecision = { readonly pending: string; readonly user_id: string; readonly is_lead?: boolean }

/** A draft that waits to be confirmed; `null` where it no longer waits. Errors: `unauthorized`. */
export async function readDraft(ctx: Context, by: DraftDecision): Promise<Draft | null> {
  const draft = await ctx.store.slackRuns.draft(ctx.actor, by.pending)
  if (!draft) return null
  if (draft.user_id !== by.user_id && !by.is_lead)
    throw new AppError('unauthorized', { problem: 'Only who asked for this run or a lead can start it.' })
  const stored = draft.submission as Draft
  return stored.origin ? { ...stored, origin: SlackOrigin.parse(stored.origin) } : null
}

/**
 * Starts a draft and deletes it; several confirmations start one run. The caller has checked
 * who may decide on it. Errors: as `readDraft`, `conflict` (it no longer waits), `budget_exceeded`.
 */
export async function startSlackDraft(
  ctx: Context,
  by: DraftDecision & { readonly response_url: string | null },
): Promise<Run> {
  const draft = await readDraft(ctx, by)
  if (!draft) throw new AppError('conflict', { problem: NO_LONGER_WAITS })
  const { kind, input, project, budget_usd, origin, is_above_ceiling = false } = draft
  // A ceiling that was lowered while the draft waited holds, too.
  const prepared = await prepareInput(ctx, kind, input, { asks: true, hasLeads: is_above_ceiling, isPrepared: true })
  const inProject = project === undefined ? prepared : { ...prepared, project: await findProject(ctx, project) }
  const { run } = await submitRun(ctx, inProject, {
    budget_usd,
    // A response URL belongs to the user who clicked: a lead's is not used for the requester's run.
    origin: {
      ...origin,
      response_url: (origin.user_id === by.user_id ? by.response_url : null) ?? origin.response_url,
    },
    delivery: { source: 'slack-draft', key: by.pending },
    pending: by.pending,
    is_approved: is_above_ceiling,
  })
  return run
}

/** Deletes a draft that waits to be confirmed. Errors: as `readDraft`. */
export async function discardDraft(ctx: Context, by: DraftDecision): Promise<void> {
  if (await readDraft(ctx, by)) await ctx.store.slackRuns.discardDraft(ctx.actor, by.pending)
}

/** Stores a text that a form cannot hold, until the form is submitted. Returns its id. */
export const saveLongText = (ctx: Context, user_id: string, text: string): Promise<string> =>
  ctx.store.slackRuns.saveDraft(ctx.actor, user_id, { text })

/** The stored text, for the user who opened the form. Errors: `not_found`. */
export async function readLongText(ctx: Context, by: { pending: string; user_id: string }): Promise<string> {
  const draft = await ctx.store.slackRuns.draft(ctx.actor, by.pending)
  const text = (draft?.submission as { text?: unknown } | undefined)?.text
  if (draft?.user_id !== by.user_id || typeof text !== 'string')
    throw new AppError('not_found', { what: 'kept text', id: by.pending })
  return text
}
