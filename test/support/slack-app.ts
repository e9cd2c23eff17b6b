import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { createHttpApp } from '../../src/api/server.js'
import { slackRoutes } from '../../src/api/slack.js'
import type { BacklogTimes } from '../../src/bot/inbound/backlog.js'
import { type WiredBot, wireBot } from '../../src/bot/main.js'
import { RATE_LIMITS, type RateLimits } from '../../src/delivery/rate-limits.js'
import { type Log, silentLog } from '../../src/log.js'
import { OAT_DRINK, startApp, startWorkerIn, type TestApp } from './app.js'
import { query } from './database.js'
import { type FakeSlack, fakeSlack } from './fake-slack.js'
import { type Env, type Running, start } from './processes.js'
import { type Action, ADMIN, CHANNEL, slackPayloads, type View } from './slack-payloads.js'

export { ADMIN, CHANNEL }
export const SIGNING_SECRET = 'a signing secret of a test'

/** As the real rate limits, in a tenth of the time, so that tests need not wait. */
export const QUICK: RateLimits = {
  post: { every_ms: 20, burst_ms: 100 },
  posts: { every_ms: 5, burst_ms: 500 },
  update: { every_ms: 20, burst_ms: 500 },
  progress: { every_ms: 20, burst_ms: 200 },
  again_ms: 200,
  lookup_ms: 200,
  second_lookup_ms: 200,
  hold_ms: 200,
}
export { RATE_LIMITS }

export type Signed = { readonly body: string; readonly headers: Record<string, string> }
export type Answered = { readonly status: number; readonly text: string; readonly ms: number }

export type SlackApp = TestApp & {
  readonly slack: FakeSlack
  readonly bot: WiredBot
  /** Sends a request as it is. This and all below resolve when it is worked on; `ms` is when it was answered. */
  send(signed: Signed): Promise<Answered>
  fetch(path: string, init?: RequestInit): Promise<Response>
  command(text: string, more?: Record<string, string>): Promise<Answered>
  event(event: object, more?: object): Promise<Answered>
  interact(payload: object): Promise<Answered>
  press(action: Action, more?: object): Promise<Answered>
  submitView(view: View, more?: object): Promise<Answered>
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

type Options = {
  env?: Env
  rateLimits?: RateLimits
  worker?: boolean
  team?: string
  log?: Log
  /** When Slack is answered at the latest: with a busy machine's patience where a test is not about that. */
  answerMs?: number
  /** Of what is kept for later. */
  backlog?: BacklogTimes
  /** What the bot sees of the store. */
  storeOf?: (store: TestApp['store']) => TestApp['store']
}

/** The whole program with its Slack app, behind signed requests; `worker: false` leaves runs lying. */
export async function startSlackApp(
  slack: FakeSlack,
  {
    env = {},
    rateLimits = QUICK,
    worker = true,
    team = 'T000000001',
    log = silentLog,
    answerMs = 60_000,
    backlog,
    storeOf = (store) => store,
  }: Options = {},
): Promise<SlackApp> {
  const app = await startApp({
    SLACK_SIGNING_SECRET: SIGNING_SECRET,
    SLACK_API_URL: slack.apiUrl,
    ...(env.SLACK_CLIENT_ID ? {} : { SLACK_BOT_TOKEN: 'xoxb-one' }),
    ...env,
  })
  const base = () => 'http://pressure-test.example'
  const ctx = { ...app.local, links: app.reportLinks(base) }
  const waits = { refreshEveryMs: 200, reconnectMs: [0, 50, 200], answerMs, backlog }
  const bot = wireBot({
    config: app.config,
    app: { ...app, store: storeOf(app.store) },
    ctx,
    log,
    base,
    rateLimits,
    waits,
  })
  const routes = bot.routes ? [{ path: '/slack', routes: slackRoutes(bot.routes) }] : []
  const http = createHttpApp({
    ctx,
    routes: [],
    log: silentLog,
    version: '0',
    health: async () => ({ ready: true, problems: [] }),
    mounts: routes,
  })
  await bot.start()
  if (worker) startWorkerIn(app)
  onTestFinished(() => bot.stop())

  const send = async ({ body, headers }: Signed): Promise<Answered> => {
    const began = performance.now()
    const answer = await http.request('/slack/events', { method: 'POST', body, headers })
    const answered = { status: answer.status, text: await answer.text(), ms: performance.now() - began }
    // Slack has its answer and the work may go on: whoever looks for what came of it is not to look too early.
    await bot.drained()
    return answered
  }
  const interact = (payload: object) => send(sign(new URLSearchParams({ payload: JSON.stringify(payload) }).toString()))
  const payloads = slackPayloads(slack, team)
  return {
    ...app,
    slack,
    bot,
    send,
    fetch: async (path, init) => http.request(path, init),
    interact,
    command: (text, more) => send(sign(new URLSearchParams(payloads.command(text, more)).toString())),
    event: (event, more) => send(sign(JSON.stringify(payloads.event(event, more)), { type: 'application/json' })),
    press: async (action, more) => interact(await payloads.press(action, more)),
    submitView: async (view, more) => interact(await payloads.submitView(view, more)),
  }
}

/** The bot as a process of its own on an app's database; `again` starts the next one after it died. */
export async function startBotOf(
  app: TestApp,
  slack: FakeSlack,
  more: Env = {},
): Promise<{ bot: Running; url: string; again: () => Running }> {
  const env: Env = {
    PATH: process.env.PATH ?? '',
    HOME: process.env.HOME ?? '',
    DATABASE_URL: app.env.DATABASE_URL ?? '',
    SLACK_BOT_TOKEN: 'xoxb-one',
    SLACK_SIGNING_SECRET: SIGNING_SECRET,
    SLACK_API_URL: slack.apiUrl,
    PORT: '0',
    ...more,
  }
  const again = () => start(['bot'], env)
  const bot = again()
  await bot.said(/serves http\S+/)
  return { bot, url: /serves (http\S+)/.exec(bot.output.stderr)?.[1] ?? '', again }
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

/** What the one who asked reads: in the answer, or where that took too long at the address the request came with. */
export const readBack = async (slack: FakeSlack, answer: object | string): Promise<string> => {
  const text = typeof answer === 'string' ? answer : JSON.stringify(answer)
  return text.length > 2 ? text : JSON.stringify(await eventually(() => slack.responses.at(-1)))
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
    const [state] = await query<{ settled: boolean }>(
      app.env.DATABASE_URL ?? '',
      `select exists (select from run) and not exists (select from run where status <> 'completed')
          and exists (select from outbox) and not exists (select from outbox where status <> 'done') as settled`,
    )
    return state?.settled ? outbox(app) : null
  })

/** A finished test of the oat drink in #general, asked for with these settings. */
export async function finishedInSlack(settings: object = PLAIN_RUN) {
  const slack = await fakeSlack()
  const app = await startSlackApp(slack, { worker: false })
  await chooseSettings(app, settings)
  const answered = await app.command(OAT_DRINK)
  // Nobody works on it before it is told of: what comes then is an update.
  await eventually(() => slack.posts().length > 0)
  startWorkerIn(app)
  const said = await settled(app)
  const [run] = await runs(app)
  const parent = said.find(({ payload }) => payload.show === 'run')
  if (!run || !parent?.external_id) throw new Error('there is no finished run')
  return { slack, app, run_id: run.id, ts: parent.external_id, answered }
}

/** Runs without the test of the panel and the control concepts, which take most of its time. */
export const PLAIN_RUN = { controls: false, assay: 'off' }
/** Small and quick runs, for tests about messages. */
const QUICK_RUN = { ...PLAIN_RUN, personas: 3, focusGroup: 'off' }
export const makeQuick = (app: SlackApp): Promise<void> => chooseSettings(app, QUICK_RUN)

/** What somebody's runs start with from now on. */
export async function chooseSettings(app: SlackApp, settings: object, user = ADMIN): Promise<void> {
  const actor = await app.store.workspaces.actor({
    workspace: 'slack:T000000001',
    workspace_name: 'T000000001',
    kind: 'slack_user',
    external_id: user,
    display_name: 'ada',
  })
  await app.store.slackSettings.saveSettings(actor, user, settings)
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
