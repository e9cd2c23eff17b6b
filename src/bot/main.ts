import { SocketModeReceiver } from '@slack/bolt'
import type { Config } from '../config.js'
import { ARCHETYPES } from '../engine/personas/archetypes/archetypes.js'
import { AppError } from '../errors.js'
import type { Log } from '../log.js'
import type { App } from '../main.js'
import type { Context } from '../service/context.js'
import { type Bot, createBot } from './app.js'
import { createClients, SILENT } from './clients.js'
import type { Pace } from './deliver/pace.js'
import { unawaited } from './doorbell.js'
import { createInstall } from './install.js'
import { createSingleInstallation, createStoredInstallations, type Installations } from './installations.js'
import { createReceiver } from './receiver.js'
import { createTokenCipher } from './token-cipher.js'

/** What a web server is to mount under `/slack`; `null`: nothing there in this mode. */
export type SlackRoutes = {
  events(request: Request): Promise<Response>
  readonly install: (() => Promise<Response>) | null
  readonly redirect: ((request: Request) => Promise<Response>) | null
}

export type WiredBot = Bot & {
  /** `null` with Socket Mode: Slack is called, it does not call. */
  readonly routes: SlackRoutes | null
  readonly how: string
}

/** What is missing for the Slack app, in one sentence; `null` where it can start, `undefined` where nobody wants it. */
export function slackProblem({ slack }: Pick<Config, 'slack'>): string | null | undefined {
  const { botToken, clientId } = slack
  if (!botToken && !clientId && !slack.appToken) return undefined
  const wanted = botToken
    ? slack.appToken
      ? {}
      : { SLACK_SIGNING_SECRET: slack.signingSecret }
    : {
        SLACK_CLIENT_ID: clientId,
        SLACK_CLIENT_SECRET: slack.clientSecret,
        SLACK_STATE_SECRET: slack.stateSecret,
        SLACK_SIGNING_SECRET: slack.appToken ? 'not needed' : slack.signingSecret,
        TOKEN_ENCRYPTION_KEY: slack.tokenEncryptionKey,
      }
  const missing = Object.entries(wanted).flatMap(([name, value]) => (value ? [] : [name]))
  return missing.length === 0 ? null : `Slack needs ${missing.join(', ')} too.`
}

/** Wires the Slack app as configured: one workspace by its tokens, or many by OAuth. Errors: `configuration`. */
export function wireBot(given: {
  config: Config
  app: Pick<App, 'store'>
  ctx: Context
  log: Log
  base: () => string
  pace?: Pace
}): WiredBot {
  const { config, app, log } = given
  const ctx = { ...given.ctx, doorbell: unawaited(given.ctx.doorbell) }
  const { slack, monthlyBudgetUsd } = config
  const problem = slackProblem(config)
  if (problem !== null)
    throw new AppError('configuration', {
      problem:
        problem ??
        'Slack is not configured; set SLACK_BOT_TOKEN and SLACK_SIGNING_SECRET, or SLACK_APP_TOKEN for Socket Mode.',
    })
  const cipher = slack.botToken ? null : createTokenCipher(slack.tokenEncryptionKey ?? '')
  const installations = cipher ? createStoredInstallations(app.store.slackInstallations, cipher) : single(config)
  const http = slack.appToken
    ? null
    : createReceiver({
        signingSecret: slack.signingSecret ?? '',
        log,
        firstArrival: (signature) => app.store.slackInstallations.firstArrival(signature),
      })
  const receiver = http ?? new SocketModeReceiver({ appToken: slack.appToken ?? '', logger: SILENT })
  const bot = createBot({
    ctx,
    installations,
    receiver,
    log,
    apiUrl: slack.apiUrl,
    monthlyBudgetUsd,
    archetypes: ARCHETYPES.map(({ archetype_id, name }) => ({ id: archetype_id, name })),
    ...(given.pace ? { pace: given.pace } : {}),
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
      base: given.base,
      monthlyBudgetUsd,
      forget: (id) => installations.forget(id),
    })
  return {
    ...bot,
    how: `${slack.botToken ? 'one workspace' : 'OAuth'}, ${http ? 'HTTP' : 'Socket Mode'}`,
    routes:
      http || oauth
        ? {
            events: (request) => http?.handle(request) ?? Promise.resolve(new Response('', { status: 404 })),
            install: oauth ? () => oauth.install() : null,
            redirect: oauth ? (request) => oauth.redirect(request) : null,
          }
        : null,
  }
}

function single({ slack }: Config): Installations {
  const token = slack.botToken ?? ''
  const client = createClients(slack.apiUrl).of(token)
  return createSingleInstallation(token, async () => {
    const me = await client.auth.test()
    return { team: me.team_id ?? '', bot_id: me.bot_id ?? null, bot_user_id: me.user_id ?? '', scopes: [] }
  })
}
