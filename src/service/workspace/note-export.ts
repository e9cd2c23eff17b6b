import type { SecurityAction } from '../../db/workspace/security-log.js'
import { AppError, isAppError } from '../../errors.js'
import { auditActor, type Context, isOperator } from '../context.js'

/**
 * Notes an export in the security log before it goes out. Where that cannot be written, the operator at this machine,
 * who can read the database itself, gets it with a line in the process log instead. Errors: `storage_unavailable`, for
 * everybody else.
 */
export async function noteExport(ctx: Context, action: SecurityAction, target: string): Promise<void> {
  const who = auditActor(ctx)
  try {
    await ctx.store.securityLog.note(who, action, target)
  } catch (error) {
    if (!isAppError(error, 'storage_unavailable')) throw error
    if (!isOperator(ctx)) {
      const problem = `Exports are noted in the security log, which cannot be written now, so nothing was exported. ${error.message}`
      throw new AppError('storage_unavailable', { problem }, { cause: error })
    }
    const { workspace_id, actor_id, origin } = who
    ctx.warn(
      { action, target, workspace_id, actor_id, origin, error: error.message },
      'exported without a note in the security log, which cannot be written',
    )
  }
}
