import { describe, expect, it, onTestFinished } from 'vitest'
import { ACTIONS, MODALS } from '../../src/bot/blocks/action-ids.js'
import { writeActionPayload } from '../../src/bot/blocks/action-payload.js'
import { createTokenCipher } from '../../src/bot/install/token-cipher.js'
import { OAT_DRINK } from '../support/app.js'
import { query } from '../support/database.js'
import { fakeMessagesApi } from '../support/fake-messages-api.mjs'
import { type FakeSlack, fakeSlack } from '../support/fake-slack.js'
import {
  ADMIN,
  CHANNEL,
  eventually,
  makeQuick,
  outbox,
  readBack,
  runs,
  type SlackApp,
  settled,
  startSlackApp,
} from '../support/slack-app.js'
import { installed, installWith } from '../support/slack-install.js'

const KEY = Buffer.alloc(32, 7).toString('base64')
const OTHER_KEY = Buffer.alloc(32, 8).toString('base64')
const OAUTH = {
  SLACK_CLIENT_ID: 'client',
  SLACK_CLIENT_SECRET: 'secret',
  SLACK_STATE_SECRET: 'a state secret of a test',
  TOKEN_ENCRYPTION_KEY: `old:${KEY}`,
}
const REDIRECT = 'http://pressure-test.example/slack/oauth_redirect'
const oauthApp = (id: string) => ({
  client_id: 'client',
  client_secret: 'secret',
  redirect: REDIRECT,
  team: { id, token: `xoxb-seed-${id}` },
})

/** Installs the app in a team as an admin's browser would. */
async function install(app: SlackApp, slack: FakeSlack, team: string): Promise<Response> {
  slack.installing = `xoxb-seed-${team}`
  const begun = await app.fetch('/slack/install')
  const location = new URL(begun.headers.get('location') ?? '')
  const agreed = await fetch(new URL('/oauth/v2/authorize/callback', slack.url), {
    method: 'POST',
    body: new URLSearchParams({ user_id: ADMIN, ...Object.fromEntries(location.searchParams) }),
    redirect: 'manual',
  })
  const back = new URL(agreed.headers.get('location') ?? '')
  return app.fetch(`${back.pathname}${back.search}`, {
    headers: { cookie: begun.headers.get('set-cookie')?.split(';')[0] ?? '' },
  })
}
const rows = (app: SlackApp, table: string) => query(app.env.DATABASE_URL ?? '', `select * from ${table}`)

describe('installing by OAuth', () => {
  it('keeps the token encrypted, works with it, reads it after the key is changed, and forgets everything on removal', async () => {
    const slack = await fakeSlack([], { oauth: [oauthApp('T000000001')] })
    const app = await startSlackApp(slack, { env: OAUTH })
    expect(await readBack(slack, (await app.command(OAT_DRINK)).text)).toMatch(/not installed/)
    const answered = await install(app, slack, 'T000000001')
    expect([answered.status, await answered.text()]).toEqual([200, expect.stringContaining('Installed')])
    const [row] = (await rows(app, 'slack_installation')) as { token: string; id: string }[]
    expect(row?.id).toBe('T000000001')
    expect(row?.token).toMatch(/^old\./)
    const token = createTokenCipher(OAUTH.TOKEN_ENCRYPTION_KEY).decrypt(row?.token ?? '', 'T000000001')
    expect(token).toMatch(/^xoxb-/)
    expect(() => createTokenCipher(OAUTH.TOKEN_ENCRYPTION_KEY).decrypt(row?.token ?? '', 'T2')).toThrow()
    await makeQuick(app)
    await app.command(OAT_DRINK)
    await settled(app)
    expect(slack.posts().every((call) => call.token === token)).toBe(true)

    const second = await startSlackApp(slack, {
      env: { ...OAUTH, TOKEN_ENCRYPTION_KEY: `new:${OTHER_KEY},old:${KEY}`, DATABASE_URL: app.env.DATABASE_URL ?? '' },
    })
    await second.command('status')
    await eventually(async () =>
      ((await rows(app, 'slack_installation')) as { token: string }[])[0]?.token.startsWith('new.'),
    )

    // What a process that died had in hand waits for the next one.
    const TEAM = 'T000000001'
    const bodies = [
      { team_id: TEAM },
      { team: { id: TEAM } },
      { team_id: 'T1', enterprise_id: TEAM },
      { team_id: 'T2' },
    ]
    for (const [number, body] of bodies.entries())
      await query(
        app.env.DATABASE_URL ?? '',
        `insert into slack_waiting values ($1, $2, now(), now() + interval '1 h')`,
        [`s${number}`, JSON.stringify({ ...body, text: 'a secret' })],
      )
    await query(app.env.DATABASE_URL ?? '', `insert into slack_pace values ('post:T0000000019:C1', now())`)
    expect((await rows(app, 'slack_pace')).length).toBeGreaterThan(1)
    await Promise.all([
      second.event({ type: 'tokens_revoked', tokens: { oauth: [], bot: ['U0000000BOT'] } }),
      second.event({ type: 'app_uninstalled' }),
    ])
    for (const table of [
      'slack_installation',
      'run',
      'result',
      'run_step',
      'run_event',
      'outbox',
      'slack_origin',
      'slack_user',
    ])
      expect(await rows(app, table), table).toEqual([])
    expect(await rows(app, 'slack_waiting')).toMatchObject([{ body: { team_id: 'T2' } }])
    expect(await rows(app, 'slack_pace')).toMatchObject([{ key: 'post:T0000000019:C1' }])
    expect(await query(app.env.DATABASE_URL ?? '', `select 1 from workspace where slug like 'slack:%'`)).toEqual([])
  }, 120_000)

  it('refuses a state of somebody else, a changed one and a code that Slack does not know', async () => {
    const slack = await fakeSlack([], { oauth: [oauthApp('T000000001')] })
    const app = await startSlackApp(slack, { env: OAUTH, worker: false })
    const begun = await app.fetch('/slack/install')
    const state = new URL(begun.headers.get('location') ?? '').searchParams.get('state') ?? ''
    const cookie = begun.headers.get('set-cookie')?.split(';')[0] ?? ''
    const back = (query: string, headers = {}) => app.fetch(`/slack/oauth_redirect?${query}`, { headers })
    expect((await back(`code=c&state=${state}`)).status).toBe(400)
    expect((await back(`code=c&state=${state}x`, { cookie })).status).toBe(400)
    expect((await back('error=access_denied', { cookie })).status).toBe(400)
    slack.installing = 'xoxb-seed-T000000001'
    expect((await back(`code=unknown&state=${state}`, { cookie })).status).toBe(502)
    // A state is used once, whatever came of it.
    expect((await back(`code=unknown&state=${state}`, { cookie })).status).toBe(400)
    expect(await rows(app, 'slack_installation')).toEqual([])
  })
})

describe('who installs the app', () => {
  it('is no admin by that: a member who installs it again sets no budget and names no leads', async () => {
    const slack = await fakeSlack()
    const app = await startSlackApp(slack, { env: OAUTH, worker: false })
    const MEMBER = 'U000000002'
    await installWith(app, slack, installed())
    slack.replies.set('users.info', ({ body }) => ({
      ok: true,
      user: { id: body.user, is_admin: body.user === ADMIN },
    }))
    await installWith(app, slack, installed({ authed_user: { id: MEMBER } }))
    expect(await rows(app, 'slack_installation')).toMatchObject([{ installed_by: MEMBER }])
    expect(await rows(app, 'security_event')).toMatchObject(
      [ADMIN, MEMBER].map((user) => ({ actor: `slack_user:${user}`, action: 'slack.installed', target: 'T000000001' })),
    )
    const by = (user_id: string) => ({ user_id, user_name: 'somebody' })
    expect(await readBack(slack, (await app.command('budget 30', by(MEMBER))).text)).toContain('Only leads can set')
    await app.submitView(
      {
        callback_id: MODALS.leads,
        values: { leads: { leads: { type: 'multi_users_select', selected_users: [MEMBER] } } },
      },
      { user: { id: MEMBER, name: 'eve', team_id: 'T000000001' } },
    )
    expect(await query(app.env.DATABASE_URL ?? '', 'select 1 from slack_user where lead')).toEqual([])
    expect(await readBack(slack, (await app.command('budget 30', by(ADMIN))).text)).toContain('$30')
  }, 60_000)
})

describe('a team that removes the app and installs it again', () => {
  it('goes on with what it has spent this month', async () => {
    const api = await fakeMessagesApi()
    onTestFinished(() => api.close())
    const slack = await fakeSlack()
    const app = await startSlackApp(slack, { env: { ...OAUTH, ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: api.url } })
    const spentByRun = async () => {
      await installWith(app, slack, installed())
      const before = await spent()
      await makeQuick(app)
      await app.command(OAT_DRINK)
      await settled(app)
      return { before, after: await spent() }
    }
    const spent = async () => {
      const said = await readBack(slack, (await app.command('budget')).text)
      const [, usd] = /Spent: \$(\d+(?:\.\d+)?)/.exec(said) ?? []
      expect(usd, said).toBeDefined()
      return Number(usd)
    }
    const first = await spentByRun()
    expect(first).toMatchObject({ before: 0, after: expect.any(Number) })
    await app.event({ type: 'app_uninstalled' })
    expect(await query(app.env.DATABASE_URL ?? '', `select 1 from workspace where slug like 'slack:%'`)).toEqual([])
    const second = await spentByRun()
    expect(second.before).toBe(first.after)
    expect(second.after).toBeGreaterThan(first.after)
  }, 120_000)
})

const isWelcome = ({ body }: { body: { text?: string } }) => /^pressure-test is ready/.test(body.text ?? '')
const said = (app: SlackApp) =>
  eventually(async () => (await outbox(app)).every(({ status }) => status === 'done' || status === 'dead'))

describe('the welcome', () => {
  it('shows who installed the app one finished example and how to begin, once, however often it is installed', async () => {
    const slack = await fakeSlack([], { oauth: [oauthApp('T000000001')] })
    const app = await startSlackApp(slack, { env: OAUTH, worker: false })
    await install(app, slack, 'T000000001')
    const post = await eventually(() => slack.posts().find(isWelcome))
    expect(slack.calls.find(({ method }) => method === 'conversations.open')?.body.users).toBe(ADMIN)
    const shown = JSON.stringify(post.body.blocks)
    for (const words of [
      'Example. Rehearsal',
      'offline',
      'Fix first',
      'Nobody heard',
      '/pressure-test',
      'New pressure',
    ])
      expect(shown).toContain(words)
    await install(app, slack, 'T000000001')
    await app.event({ type: 'app_home_opened', user: ADMIN, tab: 'home' })
    await said(app)
    expect(slack.posts().filter(isWelcome)).toHaveLength(1)
  }, 60_000)

  it('is sent once where its answer was lost', async () => {
    const slack = await fakeSlack([], { oauth: [oauthApp('T000000001')] })
    const app = await startSlackApp(slack, { env: OAUTH, worker: false })
    let lost = false
    slack.fault = (call) => {
      if (call.method !== 'chat.postMessage' || lost) return null
      lost = true
      return 'lost'
    }
    await install(app, slack, 'T000000001')
    await eventually(() => slack.posts().find(isWelcome))
    await said(app)
    expect(slack.posts().filter(isWelcome)).toHaveLength(1)
  }, 60_000)

  it('loses no installation where Slack refuses it', async () => {
    const slack = await fakeSlack([], { oauth: [oauthApp('T000000001')] })
    const app = await startSlackApp(slack, { env: OAUTH, worker: false })
    slack.fault = ({ method }) => (method === 'conversations.open' ? { error: 'user_disabled' } : null)
    const answer = await install(app, slack, 'T000000001')
    expect(await answer.text()).toContain('Installed')
    await said(app)
    slack.fault = null
    expect(await rows(app, 'slack_installation')).toHaveLength(1)
    await app.command('help')
    expect(slack.posts().filter(isWelcome)).toEqual([])
    expect(await readBack(slack, (await app.command('help')).text)).toContain('What this app can do')
  }, 60_000)

  it('goes to who opens the app first where a configured token leaves open who installed it', async () => {
    const slack = await fakeSlack()
    const app = await startSlackApp(slack, { worker: false })
    for (const [user, tab] of [
      [ADMIN, 'messages'],
      ['U000000002', 'home'],
      [ADMIN, 'home'],
    ])
      await app.event({ type: 'app_home_opened', user, tab })
    await eventually(() => slack.posts().find(isWelcome))
    await said(app)
    expect(slack.posts().filter(isWelcome)).toHaveLength(1)
    expect(await outbox(app)).toMatchObject([{ payload: { show: 'welcome' }, dedupe_key: 'welcome' }])
    expect(slack.calls.find(({ method }) => method === 'conversations.open')?.body.users).toBe(ADMIN)
  }, 60_000)

  it('is not sent where tests were run before', async () => {
    const slack = await fakeSlack()
    const app = await startSlackApp(slack, { worker: false })
    await app.command(OAT_DRINK)
    await app.event({ type: 'app_home_opened', user: ADMIN, tab: 'home' })
    expect((await outbox(app)).map(({ payload }) => payload.show)).toEqual(['run'])
  })
})

describe('two workspaces', () => {
  it('reach nothing of each other by button, window, command, mention or Home', async () => {
    const slack = await fakeSlack([], { oauth: [oauthApp('T000000001'), oauthApp('T000000002')] })
    const app = await startSlackApp(slack, { env: OAUTH })
    await install(app, slack, 'T000000001')
    await install(app, slack, 'T000000002')
    await makeQuick(app)
    await app.command(OAT_DRINK)
    const said = await settled(app)
    const run = (await runs(app))[0]?.id ?? ''
    const ofRun = said.filter(({ dedupe_key }) => dedupe_key.includes(run))
    const before = { calls: slack.calls.length, outbox: ofRun.length }
    const them = { team: { id: 'T000000002', domain: 'two' }, user: { id: ADMIN, name: 'eve', team_id: 'T000000002' } }
    const trigger_id = 'none'
    for (const action_id of Object.values(ACTIONS)) {
      for (const payload of [
        { run },
        { run, view: 'v1' },
        { run, case: 'x', trial: 1 },
        { run, section: 'findings', vote: 'up' },
      ])
        await app.interact({
          type: 'block_actions',
          ...them,
          trigger_id,
          channel: { id: CHANNEL },
          response_url: slack.responseUrl(),
          actions: [
            { type: 'button', action_id, value: writeActionPayload(payload as { run: string }), action_ts: '1' },
          ],
        })
    }
    const field = (value: string) => ({ type: 'plain_text_input', value })
    for (const callback_id of Object.values(MODALS)) {
      await app.submitView(
        {
          callback_id,
          private_metadata: writeActionPayload({ run, view: 'v1', persona: 'p1' }),
          values: {
            question: { question: field('Why?') },
            reason: { reason: field('No.') },
            proposition_a: { proposition_a: field(run) },
            proposition_b: { proposition_b: field('another one') },
            channel: { channel: { type: 'conversations_select', selected_conversation: CHANNEL } },
            assignee: { assignee: { type: 'users_select', selected_user: ADMIN } },
          },
        },
        { ...them, trigger_id },
      )
    }
    await app.command('history', { team_id: 'T000000002', user_name: 'eve' })
    await app.command(`compare ${run} | another`, { team_id: 'T000000002', user_name: 'eve' })
    const parent = said.find(({ payload }) => payload.show === 'run')?.external_id ?? ''
    const mention = {
      type: 'app_mention',
      user: ADMIN,
      channel: CHANNEL,
      ts: '9.1',
      thread_ts: parent,
      text: '<@U0000000BOT> Ann: why?',
    }
    await app.event(mention, { team_id: 'T000000002' })
    await app.event({ type: 'app_home_opened', user: ADMIN, tab: 'home' }, { team_id: 'T000000002' })
    await eventually(() => slack.calls.find(({ method }) => method === 'views.publish'))

    const shown = JSON.stringify([slack.calls.slice(before.calls).map(({ body }) => body), slack.responses])
    expect(shown).not.toContain('Havn Oat')
    for (const table of ['dissent_action', 'section_vote', 'agent_decision', 'human_mark'])
      expect(await rows(app, table)).toEqual([])
    const [foreign] = await query<{ count: number }>(
      app.env.DATABASE_URL ?? '',
      `select count(*)::int as count from run r join workspace w on w.id = r.workspace_id where w.slug = 'slack:T000000001'`,
    )
    expect(foreign?.count).toBe(1)
    expect((await outbox(app)).filter(({ dedupe_key }) => dedupe_key.includes(run))).toHaveLength(before.outbox)
  }, 180_000)

  it('lets nobody of another team act in a shared channel', async () => {
    const slack = await fakeSlack()
    const app = await startSlackApp(slack, { worker: false })
    await app.command(OAT_DRINK)
    const run = (await runs(app))[0]?.id ?? ''
    await app.press(
      { action_id: ACTIONS.cancelRun, value: writeActionPayload({ run }) },
      { user: { id: 'UX', name: 'x', team_id: 'T9' } },
    )
    expect(await runs(app)).toMatchObject([{ status: 'queued' }])
    await app.press({ action_id: ACTIONS.cancelRun, value: writeActionPayload({ run }) })
    await eventually(async () => (await runs(app))[0]?.status === 'cancelled')
  })
})
