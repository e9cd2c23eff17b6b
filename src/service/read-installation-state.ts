import type { InstallationState } from '../db/installation-state.js'
import { requireScope } from '../domain/token-scopes.js'
import { AppError } from '../errors.js'
import type { Context } from './context.js'
import { withToken } from './tokens.js'

/** Whether this is a token of whoever operates the installation: of its own workspace. Errors: `unauthorized`. */
export async function admitOperator(operator: Context, token: string): Promise<void> {
  const { actor, grant } = await withToken(operator, token)
  requireScope(grant, 'read')
  if (actor.workspace_id !== operator.actor.workspace_id)
    throw new AppError('unauthorized', {
      problem:
        'The metrics are of the whole installation: they need a token of its own workspace, made with `pressure-test token create` on this machine.',
    })
}

/** What waits in the whole installation. Rejects where the database does not answer in time. */
export const readInstallationState = (ctx: Context, limits: { within_ms: number }): Promise<InstallationState> =>
  ctx.store.installationState.read(limits)
