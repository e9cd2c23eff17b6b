import { z } from 'zod'
import { AgentVersion, agentIdOf, Skill } from '../../domain/evaluation/agent.js'
import { agentHash, countVersion } from '../../domain/evaluation/agent-versions.js'
import { EvaluationInput } from '../../domain/evaluation/evaluation.js'
import { judgeModels, juryName } from '../../domain/evaluation/judge-models.js'
import { requireReadingRuns } from '../../domain/workspace/token-scopes.js'
import { AppError } from '../../errors.js'
import type { Context } from '../context.js'
import { unkeptMarks } from '../evaluation/mark-conversations.js'
import { parseInput } from '../parse-input.js'
import { finishedRun } from '../run/finished-run.js'

const {
  agent: _,
  skill: __,
  against: ___,
  judge_record: ____,
  changed_since: _____,
  ...settings
} = EvaluationInput.shape

/** An agent with its content, or the id of a version that was evaluated before. */
const AgentReference = z.union([
  z.object({ agent: AgentVersion, skill: Skill.nullable().default(null) }),
  z.object({ agent_version_id: z.string().trim().min(1) }),
])
/** Instead of an id: the version of the same agent that was evaluated last. */
const LAST = 'last'
export type AgentReference = z.input<typeof AgentReference>

export const AgentRequest = z.object({
  of: AgentReference,
  /** Another version, evaluated on the same cases. */
  against: AgentReference.nullable().default(null),
  ...settings,
})
export type AgentRequest = z.input<typeof AgentRequest>

/**
 * The conversations of a finished evaluation, judged by other judges or another rubric; no conversation is repeated.
 */
type JudgeAgainRequest = { readonly run_id: string } & Partial<
  Pick<EvaluationInput, 'rubric' | 'judges' | 'judge_models' | 'human_marks'>
>

export type EvaluationRequest = AgentRequest | JudgeAgainRequest

/**
 * Builds the input of an evaluation. Errors: `not_found` (an agent version, a run), `conflict` (not completed),
 * `invalid_input`.
 */
export async function resolveEvaluation(ctx: Context, request: EvaluationRequest): Promise<EvaluationInput> {
  if ('run_id' in request) return resolveJudgeAgain(ctx, request)
  const { of, against, ...evaluation } = parseInput(AgentRequest, request)
  const subject = await findAgent(ctx, of)
  const rival = against && (await findRival(ctx, against, subject))
  const other = rival && { ...rival, ...(await versionOf(ctx, rival)) }
  const { agent, changed_since } = await versionOf(ctx, subject, other)
  return {
    ...evaluation,
    agent,
    skill: subject.skill,
    changed_since,
    against: other && { agent: other.agent, skill: other.skill },
    judge_record: await readJudgeRecord(ctx, evaluation),
  }
}

async function resolveJudgeAgain(ctx: Context, { run_id, ...change }: JudgeAgainRequest): Promise<EvaluationInput> {
  requireReadingRuns(ctx.grant)
  const { input, result } = await finishedRun(ctx, run_id, ['evaluation'], 'judging again')
  const recorded = result.trials.map(({ case_id, trial, turns, simulated, status, problem }) => ({
    case_id,
    trial,
    turns,
    simulated,
    // A conversation that broke off stays one; left out, it would be held anew.
    problem: status === 'error' ? problem : undefined,
  }))
  const evaluation = { ...input, ...change, recorded, against: null, pairwise: false }
  // Marks that the run has stored for the same judges are in the judges' record already.
  if (juryOf(ctx, evaluation) === result.models.judge)
    evaluation.human_marks = await unkeptMarks(ctx, run_id, evaluation.human_marks, result)
  return { ...evaluation, judge_record: await readJudgeRecord(ctx, evaluation) }
}

/**
 * Stores the versions that an evaluation names, so that later runs can refer to them by id. Conversations of an earlier
 * run that are judged again were held with that time's version, which must not replace the registered one.
 */
export async function registerAgents(ctx: Context, input: EvaluationInput): Promise<EvaluationInput> {
  const { agent, skill, against, recorded } = input
  if (recorded.some(({ simulated }) => simulated)) return input
  if (against) await ctx.store.agents.register(ctx.actor, against.agent, against.skill)
  await ctx.store.agents.register(ctx.actor, agent, skill)
  return input
}

type Jury = Pick<EvaluationInput, 'judge_models' | 'judges'>

const juryOf = ({ model }: Context, { judge_models, judges }: Jury): string =>
  juryName(judgeModels(model, judge_models, judges))

/** People's marks of conversations that these judges scored. */
const readJudgeRecord = (ctx: Context, jury: Jury) => ctx.store.marks.ofJudge(ctx.actor, juryOf(ctx, jury))

type Kept = Pick<EvaluationInput, 'agent' | 'skill'>

/**
 * The agent with the version that matches its content; the version is incremented where the same id comes with new
 * content.
 */
async function versionOf(
  ctx: Context,
  { agent, skill }: Kept,
  other: Kept | null = null,
): Promise<Pick<EvaluationInput, 'agent' | 'changed_since'>> {
  const known = await ctx.store.agents.versions(ctx.actor, agent)
  if (other && agentIdOf(other.agent) === agentIdOf(agent))
    known.push({ version: other.agent.version, content_hash: agentHash(other.agent, other.skill) })
  const { version, changed_since } = countVersion(known, agent.version, agentHash(agent, skill))
  return { agent: { ...agent, version }, changed_since }
}

async function findRival(ctx: Context, reference: z.infer<typeof AgentReference>, subject: Kept): Promise<Kept> {
  if ('agent' in reference || reference.agent_version_id !== LAST) return findAgent(ctx, reference)
  const own = agentHash(subject.agent, subject.skill)
  const scores = await ctx.store.agents.scores(ctx.actor, agentIdOf(subject.agent))
  for (const { run_id } of scores.toReversed()) {
    // The stored version is the newest of its id; the version that was tested is in the run's input.
    requireReadingRuns(ctx.grant)
    const { agent, skill } = (await finishedRun(ctx, run_id, ['evaluation'], 'comparing')).input
    if (agentHash(agent, skill) !== own) return { agent, skill }
  }
  // The offline model judges nothing, so that versions evaluated with it have no scores.
  const stored = await ctx.store.agents.list(ctx.actor)
  const [before] = stored
    .filter(({ tested_at }) => tested_at !== null)
    .filter(({ agent, skill }) => isSameAgent(agent, subject.agent) && agentHash(agent, skill) !== own)
    .sort((a, b) => Date.parse(b.tested_at ?? '') - Date.parse(a.tested_at ?? ''))
  if (before) return { agent: before.agent, skill: before.skill }
  const isEvaluated =
    scores.length > 0 || stored.some(({ agent, tested_at }) => tested_at !== null && isSameAgent(agent, subject.agent))
  const { name } = subject.agent
  throw new AppError('invalid_input', {
    problem: isEvaluated
      ? `Only this very version of ${name} was evaluated here, and it cannot beat itself; change the agent first, or evaluate it without a version to beat.`
      : `No version of ${name} was evaluated here, so there is no last one to beat; evaluate it without a version to beat first.`,
  })
}

/** Without an id of the agent, versions with one name are of one agent. */
const isSameAgent = (version: AgentVersion, other: AgentVersion): boolean =>
  agentIdOf(version) === agentIdOf(other) || (!version.agent_id && !other.agent_id && version.name === other.name)

async function findAgent(
  ctx: Context,
  reference: z.infer<typeof AgentReference>,
): Promise<Pick<EvaluationInput, 'agent' | 'skill'>> {
  if ('agent' in reference) return reference
  const found = await ctx.store.agents.get(ctx.actor, reference.agent_version_id)
  if (!found) throw new AppError('not_found', { what: 'agent version', id: reference.agent_version_id })
  return { agent: found.agent, skill: found.skill }
}
