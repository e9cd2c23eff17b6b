import { App, type Receiver, type webApi } from '@slack/bolt'
import type { Log } from '../log.js'
import type { Context } from '../service/context.js'
import { createCallers } from './caller.js'
import { clientOptions, createClients, SILENT, troubleOf } from './clients.js'
import { type Deliverer, startDeliverer } from './deliver/deliverer.js'
import { PACE, type Pace } from './deliver/pace.js'
import type { Installations } from './installations.js'
import type { ListenerDeps } from './listen.js'
import { addActions } from './listeners/actions.js'
import { addCommands } from './listeners/commands.js'
import { addEvents, addRemoval } from './listeners/events.js'
import { addSubmissions } from './listeners/submissions.js'
import type { Choice } from './render/given.js'

export type BotDeps = {
  /** Of no particular workspace; each request gets its own. */
  readonly ctx: Context
  readonly installations: Installations
  readonly receiver: Receiver
  readonly log: Log
  /** Base of the Slack Web API; `null`: Slack's own. */
  readonly apiUrl: string | null
  readonly monthlyBudgetUsd: number | null
  readonly archetypes: readonly Choice[]
  readonly pace?: Pace
}

export type Bot = {
  /** Begins to say what is in the outbox, and with Socket Mode to listen. */
  start(): Promise<void>
  /** Takes nothing new and lets what is being said finish. */
  stop(): Promise<void>
}

/** Whether Slack still takes a token. What cannot be told counts as a yes: the next word of its removal asks again. */
const works = (client: webApi.WebClient): Promise<boolean> =>
  client.auth.test().then(
    () => true,
    (error) => troubleOf(error).kind !== 'refused',
  )

/** The Slack app: Bolt reads requests, listeners call verbs, the deliverer says what the outbox holds. */
export function createBot(deps: BotDeps): Bot {
  const { ctx, installations, log, apiUrl } = deps
  const clients = createClients(apiUrl)
  const callers = createCallers({ ctx, installations, clients, monthlyBudgetUsd: deps.monthlyBudgetUsd })
  const app = new App({
    receiver: deps.receiver,
    authorize: async ({ teamId, enterpriseId }) => {
      // Left without a token, a request reaches its listener, which says what is missing.
      const tenant = await installations.tenantOf(teamId ?? null, enterpriseId ?? null).catch(() => null)
      const installation = tenant && (await installations.of(tenant).catch(() => null))
      if (!installation) return {}
      return {
        botToken: installation.token,
        botUserId: installation.bot_user_id,
        ...(installation.bot_id ? { botId: installation.bot_id } : {}),
      }
    },
    clientOptions: clientOptions(apiUrl),
    logger: SILENT,
    // Our own messages are told apart by their bot id where it matters; the rest is not ours to drop.
    ignoreSelf: true,
  })
  const listening: ListenerDeps = {
    callers,
    log,
    apiUrl,
    archetypes: deps.archetypes,
    firstWord: (key) => ctx.store.slackRequests.firstArrival(key),
    purge: async (id, at) => {
      installations.forget(id)
      // Slack brings an event again and again: one of an earlier installation must not end the present one.
      const installed = await installations.of(id).catch(() => null)
      if (installed?.installed_at && installed.installed_at > at && (await works(clients.of(installed.token)))) return
      const gone = await ctx.store.slackInstallations.purge(`slack:${id}`)
      installations.forget(id)
      callers.forget(id)
      log.info({ id, workspaces: gone }, 'the app was removed; everything of that workspace is deleted')
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

  let deliverer: Deliverer | null = null
  return {
    async start() {
      await app.start()
      deliverer = startDeliverer({ ctx, installations, clients, log, apiUrl, pace: deps.pace ?? PACE })
    },
    async stop() {
      await app.stop()
      await deliverer?.stop()
    },
  }
}
