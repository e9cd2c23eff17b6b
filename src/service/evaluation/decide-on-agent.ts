import { z } from 'zod'
import type { AgentDecision } from '../../domain/panel/dissent.js'
import { AppError } from '../../errors.js'
import { auditActor, type Context } from '../context.js'
import { parseInput } from '../parse-input.js'
import { finishedRun } from '../run/finished-run.js'

const Input = z.object({
  run_id: z.string(),
  decision: z.enum(['approved', 'changes_requested']),
  reason: z.string().trim().max(2_000, 'A reason has at most 2,000 characters.').nullable().default(null),
  by: z.string().min(1),
  delivery: z.string().min(1),
})

/**
 * Stores a person's decision on an evaluated agent beside the framework's verdict, which it never changes. Errors:
 * `not_found`, `conflict`, `invalid_input` (changes requested without a reason).
 */
export async function decideOnAgent(ctx: Context, input: z.input<typeof Input>): Promise<void> {
  const { run_id, delivery, ...decision } = parseInput(Input, input)
  await finishedRun(ctx, run_id, ['evaluation'], 'a decision')
  if (decision.decision === 'changes_requested' && !decision.reason)
    throw new AppError('invalid_input', { problem: 'Say which changes the agent needs.' })
  await ctx.store.reviews.decide(auditActor(ctx), run_id, delivery, decision)
}

/** The latest decision on the agent of this run, with the name of the person who made it. */
export async function readDecision(
  ctx: Context,
  run_id: string,
): Promise<(AgentDecision & { by_name: string }) | null> {
  const row = await ctx.store.reviews.decisionOf(ctx.actor, run_id)
  if (!row) return null
  const names = await ctx.store.workspaces.slackNames(ctx.actor, [row.by])
  return { ...row, at: row.at.toISOString(), by_name: names.get(row.by) ?? row.by }
}
