import type { RunMessage } from '../../db/slack/outbox.js'
import { RunId } from '../../domain/run/run.js'
import type { Run } from '../../domain/run/run-state.js'
import type { SlackOrigin } from '../../domain/workspace/slack-origin.js'
import { AppError } from '../../errors.js'
import type { Context } from '../context.js'
import { findRun } from '../run/get-run.js'
import { listRuns } from '../run/list-runs.js'

const MAX_LOOKED_THROUGH = 200
const MAX_UNDELIVERED = 5

/** The origin of a run in Slack with the requester's name; `null` for a run from another surface. */
export async function originOf(
  ctx: Context,
  run_id: string,
): Promise<(SlackOrigin & { created_at: Date; asked_by: string }) | null> {
  const origin = await ctx.store.slackRuns.origin(ctx.actor, run_id)
  if (!origin) return null
  const names = await ctx.store.workspaces.slackNames(ctx.actor, [origin.user_id])
  return { ...origin, asked_by: names.get(origin.user_id) ?? 'somebody' }
}

/** The run that a message in the actor's workspace belongs to. */
export const runAt = (ctx: Context, channel_id: string, ts: string): Promise<string | null> =>
  ctx.store.outbox.runAt(ctx.actor, channel_id, ts)

/** Runs requested in a channel since a time, newest first. */
export const runsInChannel = (ctx: Context, channel_id: string, since: Date): Promise<Run[]> =>
  ctx.store.slackRuns.runsIn(ctx.actor, channel_id, since)

/**
 * The latest runs that a user may see, newest first: those from other surfaces and of open channels, the user's own,
 * and those of the private conversation in `channel_id`.
 */
export async function listVisibleRuns(
  ctx: Context,
  {
    limit,
    project,
    ...viewer
  }: { limit: number; project?: string | undefined; user_id: string; channel_id: string | null },
): Promise<Run[]> {
  const runs = await listRuns(ctx, { limit: MAX_LOOKED_THROUGH, project })
  const visible = await ctx.store.slackRuns.visible(
    ctx.actor,
    runs.map(({ run_id }) => run_id),
    viewer,
  )
  return runs.filter(({ run_id }) => visible.has(run_id)).slice(0, limit)
}

/**
 * Refuses a run that a user named and may not use in the conversation of `channel_id`, in the words for an unknown one.
 * Errors: `not_found`.
 */
export async function requireReach(
  ctx: Context,
  { run_id, ...viewer }: { readonly run_id: string; readonly user_id: string; readonly channel_id: string | null },
): Promise<void> {
  const isThere = RunId.safeParse(run_id).success && (await ctx.store.slackRuns.reaches(ctx.actor, run_id, viewer))
  if (!isThere) throw new AppError('not_found', { what: 'run', id: run_id })
}

/**
 * Who may see what is made of these runs in a conversation: everybody; its readers, where one of the runs is for them
 * only; or who asks, where one is not for them.
 */
export async function audienceOf(
  ctx: Context,
  run_ids: readonly string[],
  channel_id: string | null,
): Promise<SlackOrigin['visibility']> {
  const reach = async (channel: string | null) => {
    const viewer = { user_id: '', channel_id: channel }
    const reached = await Promise.all(run_ids.map((id) => ctx.store.slackRuns.reaches(ctx.actor, id, viewer)))
    return reached.every(Boolean)
  }
  if (await reach(null)) return 'channel'
  return channel_id !== null && (await reach(channel_id)) ? 'private' : 'only_me'
}

/** Returns those of the runs that a reader may see. */
export type RunVisibility = (run_ids: readonly string[]) => Promise<ReadonlySet<string>>

/**
 * Runs from other surfaces and of open channels, the user's own, and those of the private conversation in `channel_id`.
 */
export const visibleToViewer =
  (ctx: Context, viewer: { readonly user_id: string; readonly channel_id: string | null }): RunVisibility =>
  (run_ids) =>
    ctx.store.slackRuns.visible(ctx.actor, run_ids, viewer)

/**
 * Runs that every reader of a message may see. In a user's own conversation with the app that user is the only reader.
 */
export const visibleInChannel =
  (ctx: Context, { run_id, target }: { readonly run_id: string; readonly target: string }): RunVisibility =>
  async (run_ids) => {
    const origin = /^[DU]/.test(target) ? await ctx.store.slackRuns.origin(ctx.actor, run_id) : null
    const user_id = origin?.visibility === 'only_me' ? origin.user_id : ''
    return ctx.store.slackRuns.visible(ctx.actor, run_ids, { user_id, channel_id: target })
  }

/** Names of Slack users by their id, as far as they are known. */
export const readNames = (ctx: Context, ids: readonly string[]): Promise<Map<string, string>> =>
  ctx.store.workspaces.slackNames(ctx.actor, ids)

/** The message that shows a run: its conversation and, once it is posted, its time stamp. */
export const messageOf = (ctx: Context, run_id: string): Promise<RunMessage | null> =>
  ctx.store.outbox.ofRun(ctx.actor, run_id)

/** Ended runs of a user whose messages Slack refused, newest first. */
export async function listUndelivered(ctx: Context, user_id: string): Promise<Run[]> {
  const ids = await ctx.store.outbox.undelivered(ctx.actor, user_id, MAX_UNDELIVERED)
  return Promise.all(ids.map((run_id) => findRun(ctx, run_id)))
}

/** A message in Slack that belongs to a run; posted once for each `dedupe_key`. */
export type RunNotice = {
  dedupe_key: string
  run_id: string | null
  payload: unknown
  tenant: string
  target: string
  parent_id?: string | null
}

/** Adds a message that belongs to a run to the outbox. */
export async function sendRunNotice(ctx: Context, notice: RunNotice): Promise<void> {
  await ctx.store.outbox.add(ctx.actor, [{ ...notice, priority: 1 }])
}
