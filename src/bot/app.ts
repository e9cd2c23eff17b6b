import { App, type Receiver, type webApi } from '@slack/bolt'
import type { Log } from '../log.js'
import { isFirstArrival, purgeSlackWorkspaces } from '../service/slack/slack-workspaces.js'
import type { SurfaceContext } from '../service/surface-context.js'
import { addActions } from './actions/buttons.js'
import type { Choice } from './blocks/view-models.js'
import { addCommands } from './commands/commands.js'
import { addEvents, addRemoval } from './commands/events.js'
import { addSubmissions } from './forms/modal-handlers.js'
import { createCallers } from './inbound/caller.js'
import type { ListenerDeps } from './inbound/invocation.js'
import type { Installations } from './install/installations.js'
import { type Clients, clientOptions, SILENT, troubleOf } from './slack-client.js'

export type BotDeps = {
  /** Context without a workspace; each request gets its own. */
  readonly ctx: SurfaceContext
  readonly installations: Installations
  readonly clients: Clients
  readonly receiver: Receiver
  readonly log: Log
  /** Base of the Slack Web API; `null`: Slack's own. */
  readonly apiUrl: string | null
  /** Milliseconds within which Slack gets an answer. */
  readonly answerMs?: number
  readonly archetypes: readonly Choice[]
}

/** Whether Slack still accepts a token. An unclear failure counts as yes: the next removal event checks again. */
const works = (client: webApi.WebClient): Promise<boolean> =>
  client.auth.test().then(
    () => true,
    (error) => troubleOf(error).kind !== 'refused',
  )

/** The Slack app: Bolt reads requests, listeners call verbs. */
export function createBot(deps: BotDeps): App {
  const { ctx, installations, clients, log, apiUrl } = deps
  const callers = createCallers({ ctx, installations, clients })
  const app = new App({
    receiver: deps.receiver,
    authorize: async ({ teamId, enterpriseId }) => {
      // A request without a token still reaches its listener, which reports what is missing.
      const tenant = await installations.tenantOf(teamId ?? null, enterpriseId ?? null).catch(() => null)
      const installation = tenant && (await installations.of(tenant).catch(() => null))
      if (!installation) return {}
      return {
        botToken: installation.token,
        botUserId: installation.bot_user_id,
        botId: installation.bot_id ?? undefined,
      }
    },
    clientOptions: clientOptions(apiUrl),
    logger: SILENT,
    // Bolt drops what this app itself posted, by its bot id; messages of other bots reach the listeners.
    ignoreSelf: true,
  })
  const listening: ListenerDeps = {
    callers,
    log,
    apiUrl,
    answerMs: deps.answerMs,
    archetypes: deps.archetypes,
    claimReply: (key) => isFirstArrival(ctx, key),
    purge: async (id, at) => {
      installations.evict(id)
      // Slack redelivers events: the removal of an earlier installation must not end the present one.
      const installed = await installations.of(id).catch(() => null)
      if (installed?.installed_at && installed.installed_at > at && (await works(clients.of(installed.token)))) return
      await purgeSlackWorkspaces(ctx, id)
      installations.evict(id)
      callers.evict(id)
      log.info({ id }, 'the app was removed; everything of that workspace is deleted')
    },
  }
  addCommands(app, listening)
  addEvents(app, listening)
  addActions(app, listening)
  addSubmissions(app, listening)
  addRemoval(app, listening)
  app.error(async (error) => {
    throw 'original' in error && error.original ? error.original : error
  })
  return app
}
