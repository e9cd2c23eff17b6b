import { z } from 'zod'
import { RunKind } from '../domain/kinds.js'
import { RunId } from '../domain/run.js'
import type { Run } from '../domain/run-state.js'
import type { Context } from './context.js'
import { parseInput } from './parse-input.js'

export const ListRunsInput = z.object({
  limit: z.int().min(1).max(200).default(20),
  /** The run a page ended with. */
  before: RunId.optional(),
  kind: RunKind.optional(),
})

/** Runs of the actor's workspace, newest first. */
export async function listRuns(ctx: Context, input: z.input<typeof ListRunsInput> = {}): Promise<Run[]> {
  return ctx.store.runs.list(ctx.actor, parseInput(ListRunsInput, input))
}
