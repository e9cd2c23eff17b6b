import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { ACTIONS, FIELDS, type FieldName, MODALS, SHORTCUTS } from '../../src/bot/blocks/action-ids.js'
import { writeActionPayload } from '../../src/bot/blocks/action-payload.js'
import { helpMessage } from '../../src/bot/blocks/answers.js'
import { slackManifest } from '../../src/bot/manifest.js'
import { EvaluationResult } from '../../src/domain/evaluation/evaluation.js'
import { PressureTestResult } from '../../src/domain/panel/pressure-test.js'
import { readProductFile } from '../../src/ingest/product-files/read-product-file.js'
import { type Log, silentLog } from '../../src/log.js'
import { importPersonas } from '../../src/service/personas/import-personas.js'
import { saveProduct } from '../../src/service/simulation/products.js'
import { saveLongText } from '../../src/service/slack/slack-drafts.js'
import { createProject } from '../../src/service/workspace/projects.js'
import { OAT_DRINK, startWorkerIn, submitRequest, until } from '../support/app.js'
import { query } from '../support/database.js'
import { type FakeSlack, fakeSlack } from '../support/fake-slack.js'
import {
  ADMIN,
  type Answered,
  CHANNEL,
  eventually,
  readBack,
  runs,
  type SlackApp,
  startSlackApp,
} from '../support/slack-app.js'
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

async function organisation(log?: Log) {
  const slack = await fakeSlack()
  const app = await startSlackApp(slack, { env: OAUTH, worker: false, log })
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

/** A word in everything that the first team has, and in no id of it. */
const WORD = 'Quillfeather'

/** A proposition in a direct message of the first team: a run that waits to be confirmed. */
async function askFirst(app: SlackApp, ts: string): Promise<void> {
  const direct = { type: 'message', channel_type: 'im', user: ADMIN, channel: 'D000000001', ts }
  await app.event({ ...direct, text: `${WORD}. ${OAT_DRINK}` }, eventFrom(T1))
}

/** One of everything in the first team, made by somebody who is in the second one too. */
async function everythingOf(app: SlackApp) {
  const actor = await app.store.workspaces.actor({
    ...{ workspace: `slack:${ORG}:${T1}`, workspace_name: T1, kind: 'slack_user', external_id: ADMIN },
    display_name: 'ada',
  })
  const ctx = { ...app.local, actor }
  const product = readProductFile(await readFile('examples/products/slotwise.yaml', 'utf8'), 'slotwise.yaml')
  await saveProduct(ctx, { ...product, name: `${WORD} calendar` })
  await importPersonas(ctx, { name: 'night-owls', document: [{ id: 'owl', ...OWL }] })
  await createProject(ctx, { name: 'owl-project' })
  const agent = { agent_version_id: 'scout-1', name: `${WORD} Scout`, system_prompt: `Sell ${WORD}.` }
  const test = { stimulus: `${WORD}. ${OAT_DRINK}`, assay: 'off' as const, controls: false }
  const cases = [{ name: `${WORD} price`, input: 'What does it cost?' }]
  const worker = startWorkerIn(app)
  const finished = await submitRequest(ctx, 'pressure_test', { ...test, project: 'owl-project' })
  const judged = await submitRequest(ctx, 'evaluation', { of: { agent }, test_cases: cases, trials: 1 })
  const [{ result }, evaluation] = [await until(ctx, finished.run_id), await until(ctx, judged.run_id)]
  await worker.stop()
  const states = ['queued', 'failed', 'paused']
  const others = []
  for (const status of states) {
    const { run_id } = await submitRequest(ctx, 'pressure_test', test)
    await sql(app, `update run set status = '${status}' where id = '${run_id}'`)
    others.push(run_id)
  }
  await askFirst(app, '3.1')
  const [draft] = await sql<{ id: string }>(app, 'select id::text from slack_draft')
  return {
    workspace: actor.workspace_id,
    runs: [finished.run_id, judged.run_id, ...others],
    // A text kept for a form, and a run that waits to be confirmed.
    pending: [await saveLongText(ctx, ADMIN, `${WORD}: a text that is too long for its field.`), draft?.id ?? ''],
    persona: PressureTestResult.parse(result).responses[0]?.persona_id ?? '',
    case: EvaluationResult.parse(evaluation.result).test_details.test_cases[0]?.case_id ?? '',
    product: product.id,
  }
}
type Everything = Awaited<ReturnType<typeof everythingOf>>

const OWL = {
  ...{ name: `${WORD} Owl`, archetype: 'Planner', role: WORD, experience_level: 'Expert', company_size: 'SMB' },
  ...{
    tech_stack: [],
    pain_points: [WORD],
    goals: [],
    fears: [],
    values: [],
    evaluation_criteria: [],
    deal_breakers: [],
  },
  ...{ delight_triggers: [], referral_triggers: [], risk_tolerance: 0.5, patience_level: 0.5, typical_workflow: '' },
  ...{ tech_adoption: 'Laggard', learning_style: 'Video', time_availability: '', collaboration_style: 'Solo' },
}

/** What somebody enters who knows every id of the first team: each field that any window has. */
const entered = (run: string, { persona, product }: Everything): Record<FieldName, string> => ({
  ...(Object.fromEntries(Object.values(FIELDS).map((name) => [name, ''])) as Record<FieldName, string>),
  ...{ proposition_a: run, proposition_b: run, persona_set: 'night-owls', product, persona },
  ...{ agent_version: 'scout-1', against: 'scout-1', question: 'What would change your mind?', budget: '3' },
  ...{ assignee: ADMIN, leads: ADMIN, reason: 'It was tested.', outcome: 'fixed', channel: CHANNEL, format: 'json' },
  ...{ result: 'worked' },
  ...{ name: 'new-people', audience: 'Nurses in Germany', visibility: 'only_me', confirm_above: '2' },
})

type Asking = readonly [name: string, ask: () => Promise<Answered>]

/** Every button and window there is, about a run, something pending and everything else of the first team. */
function pressesOf(
  app: SlackApp,
  all: Everything,
  team: string,
  { run, pending }: { run: string; pending: string },
): Asking[] {
  const payload = writeActionPayload({
    ...{ run, view: 'v1', persona: all.persona, case: all.case, trial: 1, section: 'minority', vote: 'up' },
    ...{ pending, page: 0, agent_version: 'scout-1', project: 'owl-project', channel: CHANNEL, open: true, ts: '1.1' },
  })
  const values = Object.fromEntries(
    Object.entries(entered(run, all)).map(([name, value]) => [name, { [name]: { type: 'plain_text_input', value } }]),
  )
  const buttons = Object.values(ACTIONS).map(
    (action_id): Asking => [action_id, () => app.press({ action_id, value: payload }, clickFrom(team))],
  )
  const windows = Object.values(MODALS).map(
    (callback_id): Asking => [
      callback_id,
      () => app.submitView({ callback_id, private_metadata: payload, values }, clickFrom(team)),
    ],
  )
  return [...buttons, ...windows]
}

/** Every shortcut, command with each of its orders, and event there is. */
function wordsOf(app: SlackApp, team: string, run: string): Asking[] {
  const { features, settings } = slackManifest()
  const orders = [...JSON.stringify(helpMessage()).matchAll(/\/pressure-test ([a-z]+)/g)].map(([, order]) => order)
  const ids = [run, 'owl-project', 'scout-1', `${run} | ${run}`]
  const texts = [...ids, `--project owl-project A flask at 12 euros`]
  const ordered = orders.flatMap((order) => ids.map((id) => `${order} ${id}`))
  const shortcuts = Object.values(SHORTCUTS).map(
    (callback_id): Asking => [
      callback_id,
      async () =>
        app.interact({
          ...{ type: 'message_action', callback_id, ...clickFrom(team), channel: { id: CHANNEL }, message_ts: '1.1' },
          ...{ message: { ts: '1.1', text: run }, trigger_id: await app.slack.trigger('xoxb-one') },
          response_url: app.slack.responseUrl(),
        }),
    ],
  )
  const commands = features.slash_commands.flatMap(({ command }) =>
    // Another command reads no orders.
    [...texts, ...(command === '/pressure-test' ? ordered : [])].map(
      (text): Asking => [
        `${command} ${text}`,
        async () => app.command(text, { command, ...from(team), trigger_id: await app.slack.trigger('xoxb-one') }),
      ],
    ),
  )
  const said = { user: ADMIN, channel: CHANNEL, ts: '7.1', thread_ts: '1.1', text: `<@${BOT_USER}> Anna: why is that?` }
  const events = settings.event_subscriptions.bot_events
    // What takes the app away takes that team's own things with it; tested above.
    .filter((type) => !/uninstalled|revoked/.test(type))
    .map((type): Asking => {
      const channel_type = type.endsWith('.im') ? 'im' : 'channel'
      const event = { ...said, type: type.replace('.im', ''), channel_type, tab: 'home' }
      return [type, () => app.event(event, eventFrom(team))]
    })
  return [...shortcuts, ...commands, ...events]
}

/** What is about nothing that an id names, or shows a form with nothing of what is stored. */
const NAMES_NOTHING: string[] = [
  ...[ACTIONS.exportRun, ACTIONS.openReport, ACTIONS.filterDesk, ACTIONS.newPressureTest, ACTIONS.newFocusGroup],
  ...[ACTIONS.newPersonaSet, ACTIONS.newComparison, ACTIONS.openSettings, ACTIONS.openLeads, ACTIONS.recordOutcome],
  // The last shows names of people, in which the word does not stand.
  ...[MODALS.desk, MODALS.notice, ACTIONS.askRespondent],
  // Of a simulation only.
  ACTIONS.resumeOffline,
]

describe('everything that Slack can bring', () => {
  it('shows and changes nothing of another workspace, whatever ids of it are sent', { timeout: 290_000 }, async () => {
    const errors: object[] = []
    const { slack, app } = await organisation({ ...silentLog, error: (facts) => errors.push(facts) })
    slack.replies.set('users.info', ({ body }) => ({
      ok: true,
      user: { id: body.user, is_admin: true, team_id: T1, enterprise_user: { enterprise_id: ORG, teams: [T1, T2] } },
    }))
    for (const method of ['views.open', 'views.update', 'views.publish'])
      slack.replies.set(method, () => ({ ok: true }))
    const all = await everythingOf(app)
    const tables = await sql<{ name: string }>(
      app,
      `select table_name as name from information_schema.columns
        where table_schema = 'public' and column_name = 'workspace_id' order by 1`,
    )
    /** Rows of the first team, or of all others; as they are, or what tells them apart from others. */
    const rowsOf = async (is: '=' | '<>', as: 'rows' | 'md5(rows)' = 'rows'): Promise<string> => {
      const parts = tables.map(
        ({ name }) =>
          `select '${name}' as t, string_agg(r::text, '|' order by r::text) as rows from "${name}" r where workspace_id ${is} '${all.workspace}'`,
      )
      return JSON.stringify(await sql(app, `select t, ${as} as rows from (${parts.join(' union all ')}) one`))
    }
    const [first = ''] = all.runs
    const before = await rowsOf('=')
    const from = slack.calls.length
    // With every run and with everything pending; not every run with everything.
    const asked = all.runs.flatMap((run, index) =>
      pressesOf(app, all, T2, { run, pending: all.pending[index % all.pending.length] ?? '' }),
    )
    asked.push(...wordsOf(app, T2, first))
    const refused: object[] = []
    for (const [name, ask] of asked) {
      const { status } = await ask()
      if (status !== 200) refused.push({ name, status })
    }
    expect(refused).toEqual([])
    expect(errors).toEqual([])
    expect(JSON.stringify([slack.calls.slice(from), slack.responses])).not.toContain(WORD)
    expect(await rowsOf('<>')).not.toContain(WORD)
    expect(await rowsOf('=')).toBe(before)

    // The same, sent by the team whose ids they are, reaches what it is about: so the above can fail.
    const reached = new Set(NAMES_NOTHING)
    // One that waits is started, another is taken back.
    await askFirst(app, '3.2')
    const drafts = (await sql<{ id: string }>(app, 'select id::text from slack_draft')).map(({ id }) => id)
    const waiting = [...new Set([...all.pending, ...drafts])]
    const own = all.runs.flatMap((run) => waiting.flatMap((pending) => pressesOf(app, all, T1, { run, pending })))
    for (const [name, ask] of own) {
      if (reached.has(name)) continue
      // Each of several buttons and windows lets it go on.
      await sql(app, `update run set status = 'paused' where id = '${all.runs.at(-1)}'`)
      const [calls, responses, rows] = [slack.calls.length, slack.responses.length, await rowsOf('=', 'md5(rows)')]
      const { text } = await ask()
      const shown = JSON.stringify([text, slack.calls.slice(calls), slack.responses.slice(responses)])
      if (shown.includes(WORD) || (await rowsOf('=', 'md5(rows)')) !== rows) reached.add(name)
    }
    expect([...Object.values(ACTIONS), ...Object.values(MODALS)].filter((name) => !reached.has(name))).toEqual([])
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
