import { z } from 'zod'
import { auditActor, type Context } from '../context.js'
import { parseInput } from '../parse-input.js'

const Leads = z.array(z.string().min(1)).max(100, 'A workspace has at most 100 leads.')

/**
 * Replaces the leads by exactly these people; leads close minority reports and set budgets. Errors: `invalid_input`.
 */
export async function nameLeads(ctx: Context, { by, users }: { by: string; users: readonly string[] }): Promise<void> {
  await ctx.store.slackSettings.nameLeads(auditActor(ctx), by, parseInput(Leads, users))
}

/** User ids of the leads, in the order they were named. */
export const listLeads = (ctx: Context): Promise<string[]> => ctx.store.slackSettings.leads(ctx.actor)
