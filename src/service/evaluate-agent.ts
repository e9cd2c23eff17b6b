import { z } from 'zod'
import { AgentVersion, Skill } from '../domain/agent.js'
import { EvaluationInput } from '../domain/evaluation.js'
import { judgeModels, juryName } from '../domain/judge-models.js'
import type { Run } from '../domain/run-state.js'
import { AppError } from '../errors.js'
import type { Context } from './context.js'
import { finishedRun } from './finished-run.js'
import { parseInput } from './parse-input.js'
import { type SubmitRunInput, submitRun } from './submit-run.js'

const { agent: _, skill: __, against: ___, judge_record: ____, ...settings } = EvaluationInput.shape

/** An agent as it is, or the id of one that was evaluated before. */
export const AgentReference = z.union([
  z.object({ agent: AgentVersion, skill: Skill.nullable().default(null) }),
  z.object({ agent_version_id: z.string().trim().min(1) }),
])
export type AgentReference = z.input<typeof AgentReference>

export const EvaluateAgentInput = z.object({
  of: AgentReference,
  /** Another version, run on the same cases. */
  against: AgentReference.nullable().default(null),
  ...settings,
})
export type EvaluateAgentInput = z.input<typeof EvaluateAgentInput>

type Submission = Pick<SubmitRunInput, 'budget_usd' | 'delivery' | 'origin'>

/** What such an evaluation is asked with, for its price before it is submitted. Errors: `not_found` (an agent version), `invalid_input`. */
export async function evaluationInput(ctx: Context, input: EvaluateAgentInput): Promise<EvaluationInput> {
  const { of, against, ...asked } = parseInput(EvaluateAgentInput, input)
  const [mine, other] = await Promise.all([resolve(ctx, of), against && resolve(ctx, against)])
  return { ...asked, ...mine, against: other, judge_record: await recordOf(ctx, asked) }
}

/** Keeps the versions named in a prepared input and submits it. Errors: `invalid_input`, `budget_exceeded`. */
export async function submitEvaluation(ctx: Context, input: EvaluationInput, submission: Submission): Promise<Run> {
  await keepVersions(ctx, input)
  return submitRun(ctx, { kind: 'evaluation', input, ...submission })
}

/** Keeps the versions named in a prepared input. What is refused leaves none behind. Errors: `invalid_input`. */
export async function keepVersions(ctx: Context, input: EvaluationInput): Promise<void> {
  ctx.quote('evaluation', input)
  for (const one of [input.against, input]) {
    if (one) await ctx.store.agents.register(ctx.actor, one.agent, one.skill)
  }
}

type Change = Partial<Pick<EvaluationInput, 'rubric' | 'judges' | 'judge_models' | 'human_marks'>>

/**
 * What judges the conversations of a finished evaluation again, with other judges or another rubric; nothing is held
 * again. Errors: `not_found`, `conflict` (not completed), `invalid_input` (another kind).
 */
export async function judgeAgainInput(
  ctx: Context,
  { run_id, ...change }: { readonly run_id: string } & Change,
): Promise<EvaluationInput> {
  const { input, result } = await finishedRun(ctx, run_id, ['evaluation'], 'judging again')
  const recorded = result.trials
    .filter(({ turns }) => turns.length > 0)
    .map(({ case_id, trial, turns, simulated }) => ({ case_id, trial, turns, simulated }))
  const asked = { ...input, ...change, recorded, against: null, pairwise: false }
  return { ...asked, judge_record: await recordOf(ctx, asked) }
}

/** What people have marked of conversations that these judges judged. */
function recordOf(ctx: Context, { judge_models, judges }: Pick<EvaluationInput, 'judge_models' | 'judges'>) {
  return ctx.store.marks.ofJudge(ctx.actor, juryName(judgeModels(ctx.model, judge_models, judges)))
}

async function resolve(
  ctx: Context,
  one: z.infer<typeof AgentReference>,
): Promise<Pick<EvaluationInput, 'agent' | 'skill'>> {
  if ('agent' in one) return one
  const found = await ctx.store.agents.get(ctx.actor, one.agent_version_id)
  if (!found) throw new AppError('not_found', { what: 'agent version', id: one.agent_version_id })
  return { agent: found.agent, skill: found.skill }
}
