import { agentIdOf } from '../../domain/evaluation/agent.js'
import type { AgentScore } from '../../domain/evaluation/agent-score.js'
import type { RegisteredAgent } from '../../domain/evaluation/registered-agent.js'
import { requireScope } from '../../domain/workspace/token-scopes.js'
import { AppError } from '../../errors.js'
import { auditActor, type Context } from '../context.js'

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

/**
 * Deletes a version of an agent with its scores, and unstarted drafts that include it. Runs that evaluated it keep
 * their own copy. Returns how many drafts were deleted. Errors: `forbidden`, `not_found`.
 */
export async function deleteAgent(
  ctx: Context,
  { agent_version_id }: { readonly agent_version_id: string },
): Promise<{ drafts: number }> {
  requireScope(ctx.grant, 'write')
  const deleted = await ctx.store.erasure.deleteAgent(auditActor(ctx), agent_version_id)
  if (!deleted) throw new AppError('not_found', { what: 'agent version', id: agent_version_id })
  return deleted
}

/** Stores the URL of a report with the agent version whose last evaluation is this run; does nothing for other runs. */
export const recordReport = (ctx: Context, { run_id, url }: { run_id: string; url: string }): Promise<void> =>
  ctx.store.agents.recordReport(ctx.actor, run_id, url)
