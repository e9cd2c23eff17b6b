import type { Context } from '../service/context.js'
import { listVisibleRuns, runsInChannel } from '../service/slack-origins.js'
import type { Digest } from './blocks/view-models.js'
import { readListed } from './read-card.js'
import { openMinority, readBudgetView } from './read-home.js'

const WEEK_MS = 7 * 86_400_000

/** What happened in a channel in the week before `to` (a day). */
export async function readDigest(ctx: Context, channel_id: string, to: string): Promise<Digest> {
  const end = new Date(`${to}T23:59:59Z`)
  const since = new Date(end.getTime() - WEEK_MS)
  // A person's own digest is of everything they may come across.
  const rows = /^[UW]/.test(channel_id)
    ? (await listVisibleRuns(ctx, { limit: 50, user_id: channel_id, channel_id: null })).filter(
        ({ created_at }) => created_at >= since,
      )
    : await runsInChannel(ctx, channel_id, since)
  const runs = await Promise.all(rows.map((row) => readListed(ctx, row)))
  const open = await Promise.all(runs.map((one) => openMinority(ctx, one)))
  return {
    from: since.toISOString(),
    to: end.toISOString(),
    runs,
    openMinorities: open.filter((one) => one !== null),
    spentUsd: runs.reduce((sum, { spentUsd }) => sum + spentUsd, 0),
    budget: await readBudgetView(ctx),
  }
}
