import type { RunMessage } from '../db/outbox.js'
import type { Run } from '../domain/run-state.js'
import type { SlackOrigin } from '../domain/slack-origin.js'
import type { Context } from './context.js'
import { listRuns } from './list-runs.js'

const MAX_LOOKED_THROUGH = 200

/** Where a run was asked for, and what who asked is called; `null` for a run from elsewhere. */
export async function originOf(
  ctx: Context,
  run_id: string,
): Promise<(SlackOrigin & { created_at: Date; asked_by: string }) | null> {
  const origin = await ctx.store.slackRuns.origin(ctx.actor, run_id)
  if (!origin) return null
  const names = await ctx.store.workspaces.slackNames(ctx.actor, [origin.user_id])
  return { ...origin, asked_by: names.get(origin.user_id) ?? 'somebody' }
}

/** The run whose message this is, in the actor's workspace. */
export const runAt = (ctx: Context, channel_id: string, ts: string): Promise<string | null> =>
  ctx.store.outbox.runAt(ctx.actor, channel_id, ts)

/** Runs told in a channel since then, newest first. */
export const runsInChannel = (ctx: Context, channel_id: string, since: Date): Promise<Run[]> =>
  ctx.store.slackRuns.runsIn(ctx.actor, channel_id, since)

/**
 * The latest runs that somebody may come across, newest first: those told in open channels, their own, and those of the
 * private conversation they look from.
 */
export async function listVisibleRuns(
  ctx: Context,
  { limit, ...viewer }: { limit: number; user_id: string; channel_id: string | null },
): Promise<Run[]> {
  const runs = await listRuns(ctx, { limit: MAX_LOOKED_THROUGH })
  const visible = await ctx.store.slackRuns.visible(
    ctx.actor,
    runs.map(({ run_id }) => run_id),
    viewer,
  )
  return runs.filter(({ run_id }) => visible.has(run_id)).slice(0, limit)
}

/** What people are called, by their Slack id, where they were seen before. */
export const readNames = (ctx: Context, ids: readonly string[]): Promise<Map<string, string>> =>
  ctx.store.workspaces.slackNames(ctx.actor, ids)

/** Where a run is told: its conversation and, once it is posted, the time stamp of its message. */
export const messageOf = (ctx: Context, run_id: string): Promise<RunMessage | null> =>
  ctx.store.outbox.ofRun(ctx.actor, run_id)

/** Something to be said in Slack that belongs to a run; once for each `dedupe_key`. */
export type WordOfRun = {
  dedupe_key: string
  run_id: string | null
  payload: unknown
  tenant: string
  target: string
  parent_id?: string | null
}

/** Has something said in Slack that belongs to a run. */
export async function sayOfRun(ctx: Context, word: WordOfRun): Promise<void> {
  await ctx.store.outbox.add(ctx.actor, [{ ...word, priority: 1 }])
}
