import { z } from 'zod'
import { dollars } from '../../domain/text/dollars.js'
import { SlackSettings } from '../../domain/workspace/slack-settings.js'
import { refuse } from '../../errors.js'
import { auditActor, type Context } from '../context.js'
import { parseInput } from '../parse-input.js'
import { CONFIRM_ABOVE_USD } from './slack-drafts.js'

/** Defaults for a user's next run, and the amount to confirm in dollars. */
export async function readSettings(
  ctx: Context,
  user_id: string,
): Promise<SlackSettings & { readonly confirmAboveUsd: number }> {
  const { settings, confirm_above_usd } = await ctx.store.slackSettings.settings(ctx.actor, user_id)
  return { ...SlackSettings.parse(settings), confirmAboveUsd: confirm_above_usd ?? CONFIRM_ABOVE_USD }
}

/** Stores settings of a user; omitted ones stay unchanged. Errors: `invalid_input`. */
export async function setSettings(ctx: Context, user_id: string, change: Partial<SlackSettings>): Promise<void> {
  const { confirmAboveUsd: _, ...before } = await readSettings(ctx, user_id)
  await ctx.store.slackSettings.saveSettings(ctx.actor, user_id, SlackSettings.parse({ ...before, ...change }))
}

const Budgets = z.object({
  confirm_above_usd: z.number().min(0, 'The amount to confirm is a number of US dollars, 0 or more.').optional(),
  monthly_usd: z.number().min(0, 'The budget of a month is a number of US dollars, 0 or more.').nullable().optional(),
})

/**
 * Sets the monthly budget of a workspace and its amount to confirm, in dollars; a monthly budget of `null` is the
 * configured one. Errors: `invalid_input`, also above the ceiling of the installation, which does not bind the `local`
 * workspace.
 */
export async function setBudgets(ctx: Context, input: z.input<typeof Budgets>): Promise<void> {
  const { confirm_above_usd, monthly_usd } = parseInput(Budgets, input)
  const { store } = ctx
  if (monthly_usd) await refuseAboveCeiling(ctx, monthly_usd)
  if (confirm_above_usd !== undefined) await store.slackSettings.setConfirmAbove(auditActor(ctx), confirm_above_usd)
  if (monthly_usd !== undefined) await store.workspaces.setMonthlyBudget(auditActor(ctx), monthly_usd)
}

async function refuseAboveCeiling({ store, actor }: Context, monthly_usd: number): Promise<void> {
  const { month_ceiling_usd } = await store.workspaces.monthSpend(actor.workspace_id)
  if (monthly_usd <= month_ceiling_usd || (await store.workspaces.slugOf(actor.workspace_id)) === 'local') return
  refuse(
    `A workspace may spend ${dollars(month_ceiling_usd)} a month at most here, and ${dollars(monthly_usd)} was asked for; ask for less. Whoever runs this server sets it with MAX_MONTHLY_BUDGET_USD.`,
  )
}

/** What the workspace spent this month (UTC), and its caps, in dollars. `month_ceiling_usd`: the most it may set. */
export async function readBudget(ctx: Context): Promise<{
  spent_usd: number
  reserved_usd: number
  cap_usd: number | null
  month_ceiling_usd: number
  run_cap_usd: number
  confirm_above_usd: number
}> {
  const [spend, confirm] = await Promise.all([
    ctx.store.workspaces.monthSpend(ctx.actor.workspace_id),
    ctx.store.slackSettings.confirmAbove(ctx.actor),
  ])
  return {
    ...spend,
    run_cap_usd: ctx.run_budget_usd,
    confirm_above_usd: confirm ?? CONFIRM_ABOVE_USD,
  }
}

const Leads = z.array(z.string().min(1)).max(100, 'A workspace has at most 100 leads.')

/**
 * Replaces the leads by exactly these people; leads close minority reports and set budgets. Errors: `invalid_input`.
 */
export async function nameLeads(ctx: Context, { by, users }: { by: string; users: readonly string[] }): Promise<void> {
  await ctx.store.slackSettings.nameLeads(auditActor(ctx), by, parseInput(Leads, users))
}

/** User ids of the leads, in the order they were named. */
export const listLeads = (ctx: Context): Promise<string[]> => ctx.store.slackSettings.leads(ctx.actor)

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
