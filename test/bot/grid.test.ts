import { describe, expect, it } from 'vitest'
import { ACTIONS, MODALS } from '../../src/bot/blocks/action-ids.js'
import { writeActionPayload } from '../../src/bot/blocks/action-payload.js'
import { OAT_DRINK } from '../support/app.js'
import { query } from '../support/database.js'
import { type FakeSlack, fakeSlack } from '../support/fake-slack.js'
import { ADMIN, CHANNEL, eventually, readBack, runs, type SlackApp, startSlackApp } from '../support/slack-app.js'
import { installed, installWith, OAUTH } from '../support/slack-install.js'
import { BOT_USER } from '../support/slack-payloads.js'

const [T1, T2, T9, ORG] = ['T000000001', 'T000000002', 'T000000009', 'E000000001']
const ORG_WIDE = installed({ team: null, enterprise: { id: ORG, name: 'Org' }, is_enterprise_install: true })

const sql = <T extends object>(app: SlackApp, text: string) => query<T>(app.env.DATABASE_URL ?? '', text)
const workspaces = async (app: SlackApp) =>
  (await sql<{ slug: string }>(app, `select slug from workspace where slug like 'slack:%' order by slug`)).map(
    ({ slug }) => slug,
  )
/** A command somebody types in one of the organisation's teams. */
const from = (team_id: string) => ({
  team_id,
  enterprise_id: ORG,
  enterprise_name: 'Org',
  is_enterprise_install: 'true',
})
/** A click or window of an app that is installed in a whole organisation: Slack names no team. */
const clickFrom = (team_id: string, user = ADMIN) => ({
  team: null,
  enterprise: { id: ORG, name: 'Org' },
  is_enterprise_install: true,
  user: { id: user, name: 'ada', team_id },
})
const eventFrom = (team_id: string | null) => ({
  team_id,
  enterprise_id: ORG,
  authorizations: [{ enterprise_id: ORG, team_id, user_id: BOT_USER, is_bot: true, is_enterprise_install: true }],
})
/** Whose members people are, as `users.info` tells. */
function membersAre(slack: FakeSlack, teams: Record<string, { enterprise_id: string; teams: string[] }>): void {
  slack.replies.set('users.info', ({ body }) => {
    const enterprise_user = teams[body.user]
    return enterprise_user
      ? { ok: true, user: { id: body.user, name: 'somebody', team_id: enterprise_user.teams[0], enterprise_user } }
      : { ok: false, error: 'user_not_found' }
  })
}

async function organisation() {
  const slack = await fakeSlack()
  const app = await startSlackApp(slack, { env: OAUTH, worker: false })
  expect((await installWith(app, slack, ORG_WIDE)).status).toBe(200)
  membersAre(slack, { [ADMIN]: { enterprise_id: ORG, teams: [T1, T2] } })
  return { slack, app }
}

describe('an app of a whole organisation', () => {
  it('gives each team a workspace of its own, which sees nothing of the other', async () => {
    const { slack, app } = await organisation()
    await app.command(OAT_DRINK, from(T1))
    await app.command('Another proposition at 2 euros', from(T2))
    expect(await workspaces(app)).toEqual([`slack:${ORG}`, `slack:${ORG}:${T1}`, `slack:${ORG}:${T2}`])
    const [run] = await runs(app)
    await eventually(() => slack.posts().length === 2)
    expect(slack.posts().every(({ token }) => token === 'xoxb-one')).toBe(true)

    const text = await readBack(slack, (await app.command('status', from(T2))).text)
    expect(text).toContain('Another proposition')
    expect(text).not.toContain('Havn Oat')
    const cancel = { action_id: ACTIONS.cancelRun, value: writeActionPayload({ run: run?.id ?? '' }) }
    await app.press(cancel, clickFrom(T2))
    expect((await runs(app)).map(({ status }) => status)).toEqual(['queued', 'queued'])
    await app.press(cancel, clickFrom(T1))
    await eventually(async () => (await runs(app))[0]?.status === 'cancelled')

    // An event names the team in its authorization, or beside it.
    const home = { type: 'app_home_opened', user: ADMIN, tab: 'home' }
    for (const of of [eventFrom(T2), { ...eventFrom(null), context_team_id: T2 }]) await app.event(home, of)
    const shown = slack.calls.filter(({ method }) => method === 'views.publish')
    expect(shown).toHaveLength(2)
    for (const { body } of shown) {
      expect(JSON.stringify(body)).toContain('Another proposition')
      expect(JSON.stringify(body)).not.toContain('Havn Oat')
    }
  })

  it('does nothing for people of another organisation, and makes no workspace for them', async () => {
    const { slack, app } = await organisation()
    await app.command(OAT_DRINK, from(T1))
    const [run] = await runs(app)
    membersAre(slack, { UX: { enterprise_id: 'E9', teams: [T9] }, UY: { enterprise_id: ORG, teams: [T2] } })
    const cancel = { action_id: ACTIONS.cancelRun, value: writeActionPayload({ run: run?.id ?? '' }) }
    await app.press(cancel, clickFrom(T9, 'UX'))
    // A colleague of another team in a channel both teams see: the message stands in the first one.
    await app.press(cancel, { ...clickFrom(T2, 'UY'), team: { id: T1, enterprise_id: ORG } })
    await eventually(() => slack.responses.length === 2)
    for (const { text } of slack.responses) expect(text).toMatch(/belongs to another workspace/)
    expect(await runs(app)).toMatchObject([{ status: 'queued' }])
    expect(await workspaces(app)).toEqual([`slack:${ORG}`, `slack:${ORG}:${T1}`])
  })

  it('forgets a team it is taken from, and everything when it is removed, however often it is told', async () => {
    const { app, slack } = await organisation()
    await app.command(OAT_DRINK, from(T1))
    await app.command(OAT_DRINK, from(T2))
    await app.event({ type: 'team_access_revoked', team_ids: [T2] }, { team_id: null, enterprise_id: ORG })
    expect(await workspaces(app)).toEqual([`slack:${ORG}`, `slack:${ORG}:${T1}`])
    expect(await runs(app)).toHaveLength(1)
    // Somebody's own token leaves the app where it is.
    await app.event({ type: 'tokens_revoked', tokens: { oauth: [ADMIN], bot: [] } }, eventFrom(T1))
    expect(await workspaces(app)).toHaveLength(2)

    const removed = [{ type: 'app_uninstalled' }, { type: 'tokens_revoked', tokens: { oauth: [], bot: [BOT_USER] } }]
    await app.event({ type: 'app_uninstalled' }, eventFrom(T1))
    expect(await workspaces(app)).toEqual([])
    for (const event of [...removed, ...removed]) {
      expect(await app.event(event, eventFrom(T1))).toMatchObject({ status: 200 })
      expect(await app.event(event, { ...eventFrom(null), authorizations: [] })).toMatchObject({ status: 200 })
    }
    expect(await workspaces(app)).toEqual([])
    for (const table of ['slack_installation', 'run', 'outbox', 'slack_origin', 'slack_user'])
      expect(await sql(app, `select 1 from ${table}`), table).toEqual([])
    expect(await readBack(slack, (await app.command('help', from(T1))).text)).toMatch(/not installed/)
  })
})

describe('a configured token of a whole organisation', () => {
  it('gives each team a workspace, and other organisations none', async () => {
    const slack = await fakeSlack()
    slack.replies.set('auth.test', () => ({
      ok: true,
      team_id: ORG,
      enterprise_id: ORG,
      is_enterprise_install: true,
      user_id: BOT_USER,
      bot_id: 'B1',
    }))
    const app = await startSlackApp(slack, { worker: false })
    await app.command(OAT_DRINK, from(T1))
    await app.command(OAT_DRINK, { ...from(T9), enterprise_id: 'E9' })
    await app.command(OAT_DRINK, { team_id: T9 })
    expect(await workspaces(app)).toEqual([`slack:${ORG}:${T1}`])
    await eventually(() => slack.posts().length === 1)
  })
})

describe('removal', () => {
  it('of an earlier installation does not end the present one', async () => {
    const slack = await fakeSlack()
    const app = await startSlackApp(slack, { env: OAUTH, worker: false })
    await installWith(app, slack, installed())
    await app.command(OAT_DRINK)
    const late = { event_time: Math.floor(Date.now() / 1_000) - 600 }
    const removed = { type: 'app_uninstalled' }
    expect((await app.event(removed, late)).status).toBe(200)
    expect(await runs(app)).toHaveLength(1)
    slack.replies.set('auth.test', () => ({ ok: false, error: 'account_inactive' }))
    await app.event(removed, late)
    expect(await runs(app)).toEqual([])
    expect(await workspaces(app)).toEqual([])
  })
})

describe('a channel that is shared with another company', () => {
  it('takes no orders from its people, and tells them why where they asked', async () => {
    const slack = await fakeSlack()
    const app = await startSlackApp(slack, { worker: false })
    await app.command(OAT_DRINK)
    const [run] = await runs(app)
    const mention = { type: 'app_mention', user: 'UX', channel: CHANNEL, ts: '5.1', text: `<@${BOT_USER}> Their text` }
    // Slack may name either team outside; the authorization says for whom the event is.
    const authorizations = [{ team_id: T1, enterprise_id: null, user_id: BOT_USER, is_bot: true }]
    for (const said of [
      { ...mention, user_team: T9, team: T9 },
      { ...mention, ts: '5.2', source_team: T9 },
    ])
      await app.event(said, { team_id: T9, authorizations })
    const told = await eventually(() => {
      const found = slack.calls.filter(({ method }) => method === 'chat.postEphemeral')
      return found.length === 2 && found
    })
    for (const { body } of told) {
      expect(body).toMatchObject({ channel: CHANNEL, user: 'UX' })
      expect(body.text).toMatch(/belongs to another workspace/)
    }
    const them = { user: { id: 'UX', name: 'x', team_id: T9 } }
    const view = { callback_id: MODALS.pressureTest, values: { proposition: { proposition: { value: 'Their text' } } } }
    const window = await app.submitView(view, them)
    expect(JSON.stringify(JSON.parse(window.text))).toMatch(/belongs to another workspace/)
    await app.press({ action_id: ACTIONS.cancelRun, value: writeActionPayload({ run: run?.id ?? '' }) }, them)
    expect((await eventually(() => slack.responses.at(-1))).text).toMatch(/belongs to another workspace/)
    const typed = await app.command('Their text', { team_id: T9, user_id: 'UX' })
    expect(await readBack(slack, typed.text)).toMatch(/not installed in this workspace/)
    expect(await runs(app)).toMatchObject([{ status: 'queued', input: { stimulus: OAT_DRINK } }])
    expect(await workspaces(app)).toEqual([`slack:${T1}`])
    // Nobody outside is written to directly.
    expect(slack.posts().map(({ body }) => body.channel)).not.toContain('UX')
  })

  it('reads a window by where the app is installed', async () => {
    const slack = await fakeSlack()
    const app = await startSlackApp(slack, { env: OAUTH, worker: false })
    await installWith(app, slack, installed())
    await installWith(app, slack, installed({ team: { id: T2, name: 'Two' } }))
    const answered = await app.interact({
      type: 'view_submission',
      team: { id: T2 },
      user: { id: 'UX', name: 'x', team_id: T2 },
      view: {
        id: 'V1',
        type: 'modal',
        callback_id: MODALS.pressureTest,
        app_installed_team_id: T1,
        private_metadata: '{}',
        state: { values: { proposition: { proposition: { type: 'plain_text_input', value: 'Their text' } } } },
      },
    })
    expect(JSON.stringify(JSON.parse(answered.text))).toMatch(/belongs to another workspace/)
    expect(await runs(app)).toEqual([])
  })
})
