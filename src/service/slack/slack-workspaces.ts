import type { Store } from '../../db/store.js'
import type { Actor } from '../../domain/run/run-state.js'
import { auditActor, type Context } from '../context.js'

export type SlackInstallations = Store['slackInstallations']
export type SlackRequests = Store['slackRequests']

type SlackUser = {
  readonly tenant: string
  readonly tenant_name: string
  readonly user: string
  readonly name: string
}

/** The actor of a Slack user in the workspace of a Slack tenant; both are created where they are new. */
export async function slackActor(ctx: Context, slackUser: SlackUser): Promise<Actor> {
  const { workspaces } = ctx.store
  const { tenant, tenant_name, user, name } = slackUser
  return workspaces.actor({
    workspace: `slack:${tenant}`,
    workspace_name: tenant_name,
    kind: 'slack_user',
    external_id: user,
    display_name: name,
  })
}

/**
 * Stores an installed app in the actor's workspace; its tokens are encrypted already. `expires_in`: seconds, null for
 * never.
 */
export async function saveInstallation(
  ctx: Context,
  installation: Parameters<SlackInstallations['save']>[1],
  expires_in: number | null,
): Promise<void> {
  await ctx.store.slackInstallations.save(auditActor(ctx), installation, expires_in)
}

/** Welcomes the first user who opens the app, where a configured token does not tell who installed it. */
export const welcomeFirst = (ctx: Context, tenant: string, user_id: string): Promise<void> =>
  ctx.store.slackInstallations.welcome(ctx.actor, tenant, user_id)

/**
 * Deletes everything of a team or an enterprise, in all its workspaces, with requests that wait, rate limits and the
 * files of this machine.
 */
export async function purgeSlackWorkspaces(ctx: Context, id: string): Promise<void> {
  await ctx.store.slackRequests.deleteOfTeam(id)
  await ctx.files.deleteOfRuns(await ctx.store.slackInstallations.purge(`slack:${id}`))
  await ctx.store.outbox.deleteRateLimitsOf(id)
}

/** Returns false where this key was recorded before. */
export const isFirstArrival = (ctx: Context, key: string): Promise<boolean> => ctx.store.slackRequests.firstArrival(key)
