import { requireScope } from '../../domain/workspace/token-scopes.js'
import { AppError } from '../../errors.js'
import { auditActor, type Context } from '../context.js'

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
