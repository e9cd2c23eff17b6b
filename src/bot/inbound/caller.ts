import type { webApi } from '@slack/bolt'
import { AppError } from '../../errors.js'
import { listLeads } from '../../service/slack/slack-settings.js'
import { slackActor } from '../../service/slack/slack-workspaces.js'
import type { SurfaceContext } from '../../service/surface-context.js'
import type { Message } from '../blocks/message.js'
import type { Installation, Installations } from '../install/installations.js'
import { type Clients, troubleOf } from '../slack-client.js'
import type { SlackRequest } from './slack-request.js'

/**
 * The person who sent a request, with the context of their own workspace. Made anew for each request from the body that
 * Slack signed.
 */
export type Caller = {
  readonly ctx: SurfaceContext
  readonly tenant: string
  readonly user: string
  readonly client: webApi.WebClient
  readonly installation: Installation
  /**
   * Whether the person is an admin, cached for a minute, so that answering many views does not ask Slack each time.
   * Naming leads and spending always ask Slack.
   */
  isAdminCached(): Promise<boolean>
}

export type Callers = {
  /** Errors: `unauthorized` where the app is not installed for this team, or the person belongs to another one. */
  of(request: SlackRequest): Promise<Caller>
  /** A client to write to a person who has no rights here; `null` where the app is not installed. */
  clientFor(request: SlackRequest): Promise<webApi.WebClient | null>
  /** Whether a conversation is open to everybody, according to Slack; false where that cannot be found out. */
  isOpen(caller: Caller, channel: string): Promise<boolean>
  /** A person's name, according to Slack; `null` where that cannot be found out. Nothing is stored. */
  nameOf(caller: Caller, user: string): Promise<string | null>
  /** Stores a person's display name and returns it. */
  learn(caller: Caller, user: string): Promise<string>
  evict(tenant: string): void
}

export type CallersDeps = {
  /** Context without a workspace. */
  readonly ctx: SurfaceContext
  readonly installations: Installations
  readonly clients: Clients
}

/** How long Slack's answers are cached, since a name or a workspace may change. */
const CACHE_MS = 60_000
const MAX_CACHED = 5_000

type CachedAnswers = Map<string, { readonly at: number; readonly is: boolean }>

/** Slack's cached answer where it is younger than a minute, else a new one. */
async function cachedAnswer(answers: CachedAnswers, key: string, ask: () => Promise<boolean>): Promise<boolean> {
  const found = answers.get(key)
  if (found && found.at > Date.now() - CACHE_MS) return found.is
  const is = await ask()
  if (answers.size > MAX_CACHED) answers.clear()
  answers.set(key, { at: Date.now(), is })
  return is
}

export function createCallers({ ctx, installations, clients }: CallersDeps): Callers {
  const known = new Map<string, { at: number; actor: Promise<SurfaceContext['actor']> }>()
  const names = new Map<string, string>()
  const members: CachedAnswers = new Map()
  const openChannels: CachedAnswers = new Map()
  const admins: CachedAnswers = new Map()

  const actorOf = (tenant: string, user: string, name: string | null): Promise<SurfaceContext['actor']> => {
    const key = `${tenant}/${user}/${name}`
    const found = known.get(key)
    if (found && found.at > Date.now() - CACHE_MS) return found.actor
    if (known.size > MAX_CACHED) known.clear()
    const display_name = name ?? names.get(`${tenant}/${user}`) ?? 'somebody'
    const ready = slackActor(ctx, { tenant, tenant_name: tenant, user, name: display_name })
    ready.catch(() => known.delete(key))
    known.set(key, { at: Date.now(), actor: ready })
    return ready
  }

  const installed = async ({ team, enterprise }: SlackRequest) => {
    const tenant = await installations.tenantOf(team, enterprise)
    const installation = tenant && (await installations.of(tenant))
    return tenant && installation ? { tenant, installation, client: clients.of(installation.token) } : null
  }

  /** Whether a person of another team belongs to this team too, as is possible in an Enterprise Grid. */
  const isMember = async (client: webApi.WebClient, { team, enterprise, user }: SlackRequest): Promise<boolean> => {
    if (team === null || enterprise === null) return false
    return cachedAnswer(members, `${enterprise}:${team}/${user}`, async () => {
      const found = await client.users.info({ user }).catch((error) => {
        if (troubleOf(error).kind === 'refused') return null
        throw error
      })
      const in_enterprise = found?.user?.enterprise_user
      return in_enterprise?.enterprise_id === enterprise && in_enterprise.teams?.includes(team) === true
    })
  }

  return {
    async clientFor(request) {
      return (await installed(request))?.client ?? null
    },
    async of(request) {
      const found = await installed(request)
      if (!found)
        throw new AppError('unauthorized', {
          problem: 'The app is not installed in this workspace; ask an admin to install it.',
        })
      const { tenant, installation, client } = found
      const elsewhere = request.user_team !== null && request.user_team !== request.team
      if ((elsewhere || !request.team_is_named) && !(await isMember(client, request)))
        throw new AppError('unauthorized', {
          problem: 'The app belongs to another workspace here; only its members can use it.',
        })
      const actor = await actorOf(tenant, request.user, request.user_name)
      // The request does not wait for the display name; later messages will have it.
      if (request.user_name === null && !names.has(`${tenant}/${request.user}`))
        void nameOf(names, client, tenant, request.user)
          .then((name) => (name === null ? null : actorOf(tenant, request.user, name)))
          .catch(() => {})
      const asked = { tenant, user: request.user, client, installation }
      return {
        ctx: { ...ctx, actor, origin: 'slack' },
        ...asked,
        isAdminCached: () => cachedAnswer(admins, `${tenant}/${request.user}`, () => isAdmin(asked)),
      }
    },
    isOpen: ({ client, tenant }, channel) =>
      cachedAnswer(openChannels, `${tenant}/${channel}`, async () => {
        const found = await client.conversations.info({ channel }).catch(() => null)
        const { is_channel = false, is_private = true, is_im = false, is_mpim = false } = found?.channel ?? {}
        return is_channel && !is_private && !is_im && !is_mpim
      }),
    nameOf: ({ client, tenant }, user) => nameOf(names, client, tenant, user),
    async learn({ client, tenant }, user) {
      const name = await nameOf(names, client, tenant, user)
      await actorOf(tenant, user, name)
      return name ?? 'somebody'
    },
    evict(tenant) {
      for (const key of known.keys())
        if (key.startsWith(`${tenant}/`) || key.startsWith(`${tenant}:`)) known.delete(key)
    },
  }
}

async function nameOf(
  names: Map<string, string>,
  client: webApi.WebClient,
  tenant: string,
  user: string,
): Promise<string | null> {
  const key = `${tenant}/${user}`
  const known = names.get(key)
  if (known !== undefined || user === '') return known ?? null
  try {
    const { user: found } = await client.users.info({ user })
    const name = found?.profile?.display_name || found?.real_name || found?.name || null
    if (name !== null) names.set(key, name)
    return name
  } catch {
    return null
  }
}

/** Asks Slack at the time of the click. Who installed the app is no sign: Slack lets ordinary members install apps. */
async function isAdmin({ client, user }: Pick<Caller, 'client' | 'user'>): Promise<boolean> {
  const { user: found } = await client.users.info({ user })
  const organisation = found?.enterprise_user
  return Boolean(
    found?.is_admin || found?.is_owner || found?.is_primary_owner || organisation?.is_admin || organisation?.is_owner,
  )
}

/**
 * Whether a person is a lead, or an admin, since admins may name themselves leads. False where Slack does not answer.
 */
export const isLeadOrAdmin = async (caller: Caller): Promise<boolean> =>
  (await listLeads(caller.ctx)).includes(caller.user) || isAdmin(caller).catch(() => false)

/** Sends a direct message. */
export async function writeTo({ client }: Caller, user: string, { text, blocks }: Message): Promise<void> {
  const { channel } = await client.conversations.open({ users: user })
  await client.chat.postMessage({ channel: channel?.id ?? user, text, blocks: [...blocks] })
}

/**
 * The leads who decide on a run above the workspace's confirmation amount; `null` where this person decides, as leads
 * and admins do. On a run above a ceiling of the installation nobody decides for themselves.
 */
export async function approversFor(caller: Caller, isAboveCeiling: boolean): Promise<string[] | null> {
  if (!isAboveCeiling && (await isLeadOrAdmin(caller))) return null
  return (await listLeads(caller.ctx)).filter((lead) => lead !== caller.user)
}

/** Errors: `unauthorized`, with a sentence that names the people who may. */
export async function requireLead(caller: Caller, what: string, isAdminHere = () => isAdmin(caller)): Promise<void> {
  if ((await listLeads(caller.ctx)).includes(caller.user)) return
  if (await isAdminHere()) return
  throw new AppError('unauthorized', {
    problem: `Only leads can ${what}; an admin names leads in the app’s Home.`,
  })
}

/** Errors: `unauthorized`. */
export async function requireAdmin(caller: Caller, what: string): Promise<void> {
  if (await isAdmin(caller)) return
  throw new AppError('unauthorized', { problem: `Only admins of this workspace can ${what}.` })
}
