import type { Config } from '../config.js'
import { archetypes } from '../data/archetypes.js'
import { countDeliveries, type Deliverer, startDeliverer } from '../delivery/deliverer.js'
import { RATE_LIMITS, type RateLimits } from '../delivery/rate-limits.js'
import type { RunJob } from '../jobs/definitions.js'
import type { Log } from '../log.js'
import type { App } from '../main.js'
import type { SurfaceContext } from '../service/surface-context.js'
import { createBot } from './app.js'
import { canWait } from './commands/commands.js'
import type { BacklogTimes } from './inbound/backlog.js'
import { createDispatch } from './inbound/dispatch.js'
import { createReceiver } from './inbound/http-receiver.js'
import { createSocketReceiver } from './inbound/socket-receiver.js'
import { createSingleInstallation, createStoredInstallations, type Installations } from './install/installations.js'
import { createInstall } from './install/oauth.js'
import { createTokenCipher } from './install/token-cipher.js'
import { startTokenRefresh, type TokenRefresh } from './install/token-refresh.js'
import { createClients } from './slack-client.js'

/** Routes for a web server to mount under `/slack`; `null`: no such route in this mode. */
export type SlackRoutes = {
  events(request: Request): Promise<Response>
  readonly install: (() => Promise<Response>) | null
  /** `address`: that of the browser. */
  readonly redirect: ((request: Request, address: string) => Promise<Response>) | null
}

export type WiredBot = {
  /** Begins to deliver the outbox and, with Socket Mode, to listen. */
  start(): Promise<void>
  /** Takes no new requests and lets deliveries under way finish. */
  stop(): Promise<void>
  /** Resolves when every request taken so far is finished, including those acknowledged earlier. */
  drained(): Promise<void>
  /** `null` with Socket Mode, in which Slack sends no HTTP requests. */
  readonly routes: SlackRoutes | null
  readonly how: string
}

/** Wires the Slack app as configured: one workspace by its tokens, or many by OAuth. Errors: `configuration`. */
export function wireBot(options: {
  config: Config
  app: Pick<App, 'store' | 'telemetry'>
  ctx: SurfaceContext
  log: Log
  base: () => string
  rateLimits?: RateLimits
  /** Times, shorter in tests. */
  waits?: {
    readonly refreshEveryMs: number
    readonly reconnectMs: readonly number[]
    readonly answerMs?: number
    readonly backlog?: BacklogTimes
  }
}): WiredBot {
  const { config, app, log } = options
  // The queue does not delay the answer to Slack: the run's row is enough, and the sweeper finds it.
  const enqueue = async (run: RunJob) => {
    void options.ctx.runQueue.enqueue(run)
    return true
  }
  const ctx = { ...options.ctx, runQueue: { ...options.ctx.runQueue, enqueue } }
  const { slack } = config
  const { metrics, tracing } = app.telemetry
  const cipher = slack.botToken ? null : createTokenCipher(slack.tokenEncryptionKey ?? '')
  const installations = cipher ? createStoredInstallations(app.store.slackInstallations, cipher) : single(config)
  const clients = createClients(slack.apiUrl)
  const dispatch = createDispatch({
    log,
    tracing,
    requests: app.store.slackRequests,
    canWait,
    answerMs: options.waits?.answerMs,
    backlog: options.waits?.backlog,
  })
  const http = slack.appToken ? null : createReceiver({ signingSecret: slack.signingSecret ?? '', dispatch })
  const receiver =
    http ??
    createSocketReceiver({
      appToken: slack.appToken ?? '',
      dispatch,
      log,
      apiUrl: slack.apiUrl,
      pausesMs: options.waits?.reconnectMs,
    })
  const bot = createBot({
    ctx,
    installations,
    clients,
    receiver,
    log,
    apiUrl: slack.apiUrl,
    answerMs: options.waits?.answerMs,
    archetypes: archetypes().map(({ archetype_id, name }) => ({ id: archetype_id, name })),
  })
  const oauth =
    cipher &&
    createInstall({
      clientId: slack.clientId ?? '',
      clientSecret: slack.clientSecret ?? '',
      stateSecret: slack.stateSecret ?? '',
      cipher,
      ctx,
      log,
      apiUrl: slack.apiUrl,
      base: options.base,
      evict: (id) => installations.evict(id),
    })
  let refresh: TokenRefresh | null = null
  let deliverer: Deliverer | null = null
  return {
    async start() {
      if (cipher)
        refresh = startTokenRefresh({
          table: app.store.slackInstallations,
          cipher,
          clientId: slack.clientId ?? '',
          clientSecret: slack.clientSecret ?? '',
          apiUrl: slack.apiUrl,
          log,
          evict: (id) => installations.evict(id),
          everyMs: options.waits?.refreshEveryMs,
        })
      // A token that expired while no process ran is refreshed before the first message.
      await refresh?.ready
      await bot.start()
      deliverer = startDeliverer({
        ctx,
        store: { ...app.store, outbox: countDeliveries(app.store.outbox, metrics) },
        installations,
        clients,
        log,
        apiUrl: slack.apiUrl,
        rateLimits: options.rateLimits ?? RATE_LIMITS,
      })
      dispatch.start()
    },
    drained: () => dispatch.drained(),
    async stop() {
      await Promise.all([bot.stop().then(() => deliverer?.stop()), dispatch.stop(), refresh?.stop()])
    },
    how: `${slack.botToken ? 'one workspace' : 'OAuth'}, ${http ? 'HTTP' : 'Socket Mode'}`,
    routes:
      http || oauth
        ? {
            events: (request) => http?.handle(request) ?? Promise.resolve(new Response('', { status: 404 })),
            install: oauth ? () => oauth.install() : null,
            redirect: oauth ? (request, address) => oauth.redirect(request, address) : null,
          }
        : null,
  }
}

function single({ slack }: Config): Installations {
  const token = slack.botToken ?? ''
  const client = createClients(slack.apiUrl).of(token)
  return createSingleInstallation(token, async () => {
    const me = await client.auth.test()
    return {
      team: me.team_id ?? '',
      enterprise: me.is_enterprise_install ? (me.enterprise_id ?? null) : null,
      bot_id: me.bot_id ?? null,
      bot_user_id: me.user_id ?? '',
      scopes: me.response_metadata?.scopes ?? [],
    }
  })
}
