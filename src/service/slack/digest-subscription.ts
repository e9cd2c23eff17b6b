import type { Context } from '../context.js'

/** Digests are sent on Mondays at this hour, UTC. */
const HOUR = 8

/** Subscribes a channel to a digest every Monday, or unsubscribes it. */
export async function setDigestSubscription(
  ctx: Context,
  digest: { channel_id: string; team_id: string; by: string; on: boolean },
): Promise<void> {
  if (!digest.on) return ctx.store.slackDigests.unsubscribe(ctx.actor, digest.channel_id)
  await ctx.store.slackDigests.subscribe(ctx.actor, { ...digest, next_at: nextMonday(new Date()) })
}

/** Whether a channel gets a digest. */
export const hasDigest = (ctx: Context, channel_id: string): Promise<boolean> =>
  ctx.store.slackDigests.has(ctx.actor, channel_id)

function nextMonday(now: Date): Date {
  const monday = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), HOUR))
  monday.setUTCDate(monday.getUTCDate() + ((8 - monday.getUTCDay()) % 7))
  return monday > now ? monday : new Date(monday.getTime() + 7 * 86_400_000)
}
