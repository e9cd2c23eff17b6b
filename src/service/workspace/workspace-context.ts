import { AppError, refuse } from '../../errors.js'
import type { Context } from '../context.js'

const NAME = /^[a-z0-9][a-z0-9-]{0,62}$/
const SLACK = /^slack:\w+$/

/** The operator's context in a workspace that is there. Errors: `not_found`. */
export async function existingWorkspaceContext<C extends Context>(operator: C, name: string): Promise<C> {
  if (name === 'local') return operator
  if (!(await operator.store.workspaces.exists(name)))
    throw new AppError('not_found', { problem: `There is no workspace "${name}" here; token create makes one.` })
  return (await openWorkspaceContext(operator, name)).ctx
}

/**
 * The operator's context in one workspace of the installation: `local`, that of a Slack team (`slack:T0123`), or any
 * other name, whose workspace is created where it is new. Errors: `invalid_input`.
 */
export async function openWorkspaceContext<C extends Context>(
  operator: C,
  name: string,
): Promise<{ ctx: C; created: boolean }> {
  const { workspaces } = operator.store
  const created = !(await workspaces.exists(name))
  if (created && SLACK.test(name))
    refuse(`No Slack team has the workspace "${name}" here; install the app there first.`)
  if (created && !NAME.test(name))
    refuse(`"${name}" cannot name a workspace; use up to 63 small letters, digits and hyphens, such as acme.`)
  const actor = await workspaces.actor({
    workspace: name,
    workspace_name: name,
    kind: 'local',
    external_id: 'operator',
    display_name: 'Operator',
  })
  return { ctx: { ...operator, actor }, created }
}
