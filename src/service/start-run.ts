import type { RunKind } from '../domain/kinds.js'
import type { Quote } from '../domain/quote.js'
import type { Run } from '../domain/run-state.js'
import { SlackOrigin } from '../domain/slack-origin.js'
import { AppError } from '../errors.js'
import type { Context } from './context.js'
import { withPanelPeople } from './requests/panel-people.js'
import { type PreparedRun, prepareInput, submitRun } from './submit-run.js'

/** Dollars above which a run is confirmed first, where a workspace has not said otherwise. */
export const CONFIRM_ABOVE_USD = 1

export type StartRunInput = {
  readonly kind: RunKind
  readonly input: unknown
  readonly budget_usd?: number | undefined
  /** What it came with; its second arrival returns the first run. */
  readonly delivery: { readonly source: string; readonly key: string }
  readonly origin: SlackOrigin
  /** The workspace's amount to confirm, where it is known already. */
  readonly confirm_above_usd?: number | undefined
}

export type Started =
  | { readonly status: 'started'; readonly run: Run; readonly created: boolean; readonly quote: Quote }
  | {
      readonly status: 'to_confirm'
      readonly pending: string
      readonly quote: Quote
      readonly confirm_above_usd: number
    }

/**
 * Starts a run that was asked for in Slack, or keeps it until somebody confirms it where it is expected to cost more than
 * the workspace's amount. Errors: `invalid_input`, `budget_exceeded`.
 */
export async function startRun(ctx: Context, asked: StartRunInput): Promise<Started> {
  const prepared = await prepareStart(ctx, asked)
  const given = { ...asked, input: prepared.input }
  const { quote } = prepared
  const confirm_above_usd =
    given.confirm_above_usd ?? (await ctx.store.slackSettings.confirmAbove(ctx.actor)) ?? CONFIRM_ABOVE_USD
  if (quote.cost_usd !== null && quote.cost_usd.middle > confirm_above_usd) {
    const pending = await ctx.store.slackRuns.saveDraft(ctx.actor, given.origin.user_id, given)
    return { status: 'to_confirm', pending, quote, confirm_above_usd }
  }
  return { status: 'started', ...(await submitRun(ctx, prepared, given)), quote }
}

/** What a run would cost and take. Errors: `invalid_input` for one that cannot be started, said while its form is still open. */
export const quoteRun = async (ctx: Context, { kind, input }: Pick<StartRunInput, 'kind' | 'input'>): Promise<Quote> =>
  (await prepareStart(ctx, { kind, input })).quote

/** A run that waits to be confirmed, for the one who asked for it. Errors: `not_found`, `unauthorized`. */
export async function readDraft(ctx: Context, by: { pending: string; user_id: string }): Promise<StartRunInput> {
  const draft = await ctx.store.slackRuns.draft(ctx.actor, by.pending)
  if (!draft) throw new AppError('not_found', { what: 'waiting run', id: by.pending })
  if (draft.user_id !== by.user_id)
    throw new AppError('unauthorized', { problem: 'Only who asked for this run can start it.' })
  const given = draft.submission as StartRunInput
  if (!given.origin) throw new AppError('not_found', { what: 'waiting run', id: by.pending })
  return { ...given, origin: SlackOrigin.parse(given.origin) }
}

/** Starts a run after all; however often it is confirmed, it is one run. Errors: as `readDraft`, and `budget_exceeded`. */
export async function startDraft(
  ctx: Context,
  by: { pending: string; user_id: string; response_url: string | null },
): Promise<Run> {
  const given = await readDraft(ctx, by)
  const prepared = await prepareInput(ctx, given.kind, given.input)
  const { run } = await submitRun(ctx, prepared, {
    budget_usd: given.budget_usd,
    origin: { ...given.origin, response_url: by.response_url ?? given.origin.response_url },
    delivery: { source: 'slack-draft', key: by.pending },
  })
  return run
}

const prepareStart = async (
  ctx: Context,
  { kind, input }: Pick<StartRunInput, 'kind' | 'input'>,
): Promise<PreparedRun> => prepareInput(ctx, kind, await withPanelPeople(ctx, input as object))

/** Forgets a run that waits to be confirmed. Errors: as `readDraft`. */
export async function discardDraft(ctx: Context, by: { pending: string; user_id: string }): Promise<void> {
  await readDraft(ctx, by)
  await ctx.store.slackRuns.discardDraft(ctx.actor, by.pending)
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
