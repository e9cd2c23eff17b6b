import { z } from 'zod'
import type { Context } from '../context.js'
import { parseInput } from '../parse-input.js'
import { findRun } from './get-run.js'

const Input = z.object({
  run_id: z.string(),
  section: z.string().min(1).max(80),
  vote: z.enum(['up', 'down']),
  by: z.string().min(1),
})

/** Stores whether a user found a section of a result helpful; a second vote replaces the first. Errors: `not_found`. */
export async function voteOnSection(ctx: Context, input: z.input<typeof Input>): Promise<void> {
  const vote = parseInput(Input, input)
  await findRun(ctx, vote.run_id)
  await ctx.store.reviews.vote(ctx.actor, vote)
}
