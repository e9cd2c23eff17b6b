import type { InstallationState } from '../../db/workspace/installation-state.js'
import { requireScope } from '../../domain/workspace/token-scopes.js'
import { AppError } from '../../errors.js'
import type { Context } from '../context.js'
import { withToken } from './tokens.js'

/** Requires a token of the operator, one of the installation's own workspace. Errors: `unauthorized`. */
export async function admitOperator(operator: Context, token: string): Promise<void> {
  const { actor, grant } = await withToken(operator, token)
  requireScope(grant, 'read')
  if (actor.workspace_id !== operator.actor.workspace_id)
    throw new AppError('unauthorized', {
      problem:
        'The metrics are of the whole installation: they need a token of its own workspace, made with `pressure-test token create` on this machine.',
    })
}

/** Counts of pending work in the whole installation. Rejects where the database does not answer within `within_ms`. */
export const readInstallationState = (ctx: Context, limits: { within_ms: number }): Promise<InstallationState> =>
  ctx.store.installationState.read(limits)
