import { z } from 'zod'
import { SlackSettings } from '../domain/slack-settings.js'
import type { Context } from './context.js'
import { parseInput } from './parse-input.js'
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

/** Sets the monthly budget of a workspace and its amount to confirm, in dollars. Errors: `invalid_input`. */
export async function setBudgets(ctx: Context, input: z.input<typeof Budgets>): Promise<void> {
  const { confirm_above_usd, monthly_usd } = parseInput(Budgets, input)
  if (confirm_above_usd !== undefined) await ctx.store.slackSettings.setConfirmAbove(ctx.actor, confirm_above_usd)
  if (monthly_usd !== undefined) await ctx.store.workspaces.setMonthlyBudget(ctx.actor.workspace_id, monthly_usd)
}

/** What the workspace spent this month (UTC), and its caps, in dollars. */
export async function readBudget(ctx: Context): Promise<{
  month: string
  spent_usd: number
  reserved_usd: number
  cap_usd: number | null
  run_cap_usd: number
  confirm_above_usd: number
}> {
  const [spend, confirm] = await Promise.all([
    ctx.store.workspaces.monthSpend(ctx.actor.workspace_id),
    ctx.store.slackSettings.confirmAbove(ctx.actor),
  ])
  return { ...spend, run_cap_usd: ctx.run_budget_usd, confirm_above_usd: confirm ?? CONFIRM_ABOVE_USD }
}
