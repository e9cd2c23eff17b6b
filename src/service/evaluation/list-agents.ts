import { agentIdOf } from '../../domain/evaluation/agent.js'
import type { AgentScore } from '../../domain/evaluation/agent-score.js'
import type { RegisteredAgent } from '../../domain/evaluation/registered-agent.js'
import { AppError } from '../../errors.js'
import type { Context } from '../context.js'

/** Every version of an agent that was registered in this workspace, newest first. */
export const listAgents = (ctx: Context): Promise<RegisteredAgent[]> => ctx.store.agents.list(ctx.actor)

/** One version with the scores of all versions of its agent, oldest first. Errors: `not_found`. */
export async function getAgent(
  ctx: Context,
  { agent_version_id }: { agent_version_id: string },
): Promise<{ version: RegisteredAgent; history: AgentScore[] }> {
  const version = await ctx.store.agents.get(ctx.actor, agent_version_id)
  if (!version) throw new AppError('not_found', { what: 'agent version', id: agent_version_id })
  return { version, history: await ctx.store.agents.scores(ctx.actor, agentIdOf(version.agent)) }
}
