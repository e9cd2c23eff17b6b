import { createHmac, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { createHttpApp } from '../../src/api/server.js'
import { slackRoutes } from '../../src/api/slack.js'
import { PACE, type Pace } from '../../src/bot/deliver/pace.js'
import { type WiredBot, wireBot } from '../../src/bot/main.js'
import { type Log, silentLog } from '../../src/log.js'
import { OAT_DRINK, startApp, type TestApp } from './app.js'
import { query } from './database.js'
import { type FakeSlack, fakeSlack } from './fake-slack.js'
import type { Env } from './processes.js'

export const SIGNING_SECRET = 'a signing secret of a test'
export const CHANNEL = 'C000000001'
export const ADMIN = 'U000000001'

/** As the real pace, in a tenth of the time, so that tests need not wait. */
export const QUICK: Pace = {
  post: { every_ms: 20, burst_ms: 100 },
  posts: { every_ms: 5, burst_ms: 500 },
  update: { every_ms: 20, burst_ms: 500 },
  progress: { every_ms: 20, burst_ms: 200 },
  again_ms: 200,
  lookup_ms: 200,
}
export { PACE }

export type Signed = { readonly body: string; readonly headers: Record<string, string> }
export type Answered = { readonly status: number; readonly text: string; readonly ms: number }

export type SlackApp = TestApp & {
  readonly slack: FakeSlack
  readonly bot: WiredBot
  /** Sends a request as it is. */
  send(signed: Signed): Promise<Answered>
  fetch(path: string, init?: RequestInit): Promise<Response>
  command(text: string, more?: Record<string, string>): Promise<Answered>
  event(event: object, more?: object): Promise<Answered>
  interact(payload: object): Promise<Answered>
  press(action: { action_id: string; value: string }, more?: object): Promise<Answered>
  submitView(view: { callback_id: string; private_metadata?: string; values: object }, more?: object): Promise<Answered>
}

/** Signs a body as Slack does. */
export function sign(
  body: string,
  { at = Math.floor(Date.now() / 1_000), secret = SIGNING_SECRET, type = 'application/x-www-form-urlencoded' } = {},
): Signed {
  const signature = `v0=${createHmac('sha256', secret).update(`v0:${at}:${body}`).digest('hex')}`
  return {
    body,
    headers: { 'content-type': type, 'x-slack-request-timestamp': String(at), 'x-slack-signature': signature },
  }
}

type Options = { env?: Env; pace?: Pace; worker?: boolean; team?: string; log?: Log }

/** The whole program with its Slack app, behind signed requests; `worker: false` leaves runs lying. */
export async function startSlackApp(
  slack: FakeSlack,
  { env = {}, pace = QUICK, worker = true, team = 'T000000001', log = silentLog }: Options = {},
): Promise<SlackApp> {
  const app = await startApp({
    SLACK_SIGNING_SECRET: SIGNING_SECRET,
    SLACK_API_URL: slack.apiUrl,
    ...(env.SLACK_CLIENT_ID ? {} : { SLACK_BOT_TOKEN: 'xoxb-one' }),
    ...env,
  })
  const base = () => 'http://pressure-test.example'
  const ctx = { ...app.local, links: app.reportLinks(base) }
  const bot = wireBot({ config: app.config, app, ctx, log, base, pace })
  const routes = bot.routes ? [{ path: '/slack', routes: slackRoutes(bot.routes) }] : []
  const http = createHttpApp({
    log: silentLog,
    version: '0',
    health: async () => ({ ready: true, problems: [] }),
    mounts: routes,
  })
  await bot.start()
  if (worker) {
    const started = app.startWorker()
    onTestFinished(() => started.stop())
  }
  onTestFinished(() => bot.stop())

  const send = async ({ body, headers }: Signed): Promise<Answered> => {
    const began = performance.now()
    const answer = await http.request('/slack/events', { method: 'POST', body, headers })
    return { status: answer.status, text: await answer.text(), ms: performance.now() - began }
  }
  const interact = (payload: object) => send(sign(new URLSearchParams({ payload: JSON.stringify(payload) }).toString()))
  const who = {
    team: { id: team, domain: 'one' },
    user: { id: ADMIN, name: 'ada', team_id: team },
    enterprise: null,
    api_app_id: 'A1',
  }
  return {
    ...app,
    slack,
    bot,
    send,
    fetch: async (path, init) => http.request(path, init),
    interact,
    command: (text, more = {}) =>
      send(
        sign(
          new URLSearchParams({
            command: '/pressure-test',
            text,
            team_id: team,
            user_id: ADMIN,
            user_name: 'ada',
            channel_id: CHANNEL,
            channel_name: 'general',
            trigger_id: randomUUID(),
            response_url: slack.responseUrl(),
            api_app_id: 'A1',
            ...more,
          }).toString(),
        ),
      ),
    event: (event, more = {}) =>
      send(
        sign(
          JSON.stringify({
            type: 'event_callback',
            team_id: team,
            api_app_id: 'A1',
            event_id: `Ev${randomUUID()}`,
            event_time: 1,
            authorizations: [{ team_id: team, enterprise_id: null, user_id: 'U0000000BOT', is_bot: true }],
            event,
            ...more,
          }),
          { type: 'application/json' },
        ),
      ),
    press: async (action, more = {}) =>
      interact({
        type: 'block_actions',
        ...who,
        channel: { id: CHANNEL, name: 'general' },
        container: { type: 'message', message_ts: '1.1', channel_id: CHANNEL },
        trigger_id: await slack.trigger('xoxb-one'),
        response_url: slack.responseUrl(),
        actions: [{ type: 'button', block_id: 'b', action_ts: String(Date.now() / 1_000), ...action }],
        ...more,
      }),
    submitView: async ({ callback_id, private_metadata = '{}', values }, more = {}) =>
      interact({
        type: 'view_submission',
        ...who,
        trigger_id: await slack.trigger('xoxb-one'),
        view: {
          id: `V${randomUUID()}`,
          type: 'modal',
          callback_id,
          private_metadata,
          state: { values },
          hash: 'h',
          team_id: team,
          blocks: [],
          app_id: 'A1',
          bot_id: 'B0000000BOT',
        },
        response_urls: [],
        ...more,
      }),
  }
}

/** Waits for something that is to become true; the test's own time limit ends the waiting. */
export async function eventually<T>(
  look: () => Promise<T | null | undefined | false> | T | null | undefined | false,
): Promise<T> {
  for (;;) {
    const found = await look()
    if (found) return found
    await sleep(50)
  }
}

type Row = { id: string; kind: string; status: string; input: Record<string, unknown> }
export const runs = (app: SlackApp) =>
  query<Row>(app.env.DATABASE_URL ?? '', 'select id, kind, status, input from run order by created_at')
export const outbox = (app: SlackApp) =>
  query<{
    status: string
    dedupe_key: string
    external_id: string | null
    problem: string | null
    target: string
    payload: { show: string }
  }>(
    app.env.DATABASE_URL ?? '',
    'select status, dedupe_key, external_id, problem, target, payload from outbox order by created_at, position',
  )
/** Everything is said: no message is due and no run goes on. */
export const settled = (app: SlackApp) =>
  eventually(async () => {
    const [rows, said] = await Promise.all([runs(app), outbox(app)])
    return (
      rows.length > 0 &&
      rows.every(({ status }) => status === 'completed') &&
      said.length > 0 &&
      said.every(({ status }) => status === 'done') &&
      said
    )
  })

/** A finished test of the oat drink in #general. */
export async function finishedInSlack() {
  const slack = await fakeSlack()
  const app = await startSlackApp(slack)
  const answered = await app.command(OAT_DRINK)
  const said = await settled(app)
  const [run] = await runs(app)
  const parent = said.find(({ payload }) => payload.show === 'run')
  if (!run || !parent?.external_id) throw new Error('there is no finished run')
  return { slack, app, run_id: run.id, ts: parent.external_id, answered }
}

/** Small and quick runs, for tests about messages. */
export const QUICK_RUN = { personas: 3, focusGroup: 'off', controls: false }
export async function makeQuick(app: SlackApp, team = 'T000000001', user = ADMIN): Promise<void> {
  const actor = await app.store.workspaces.actor({
    workspace: `slack:${team}`,
    workspace_name: team,
    kind: 'slack_user',
    external_id: user,
    display_name: 'ada',
  })
  await app.store.slackPeople.saveSettings(actor, user, QUICK_RUN)
}

/** Every message of ours in a conversation and below it, by the id of what it says. */
export async function saidIn(slack: FakeSlack, channel: string, token = 'xoxb-one'): Promise<string[]> {
  const ids: string[] = []
  for (const { ts, metadata } of await slack.messages(token, channel)) {
    if (!metadata) continue
    const thread = await slack.thread(token, channel, ts)
    ids.push(...thread.flatMap((one) => one.metadata?.event_payload.message ?? []))
  }
  return ids
}
