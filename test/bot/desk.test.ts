import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { ACTIONS, FIELDS, MODALS } from '../../src/bot/blocks/action-ids.js'
import { readActionPayload } from '../../src/bot/blocks/action-payload.js'
import { createProject } from '../../src/service/workspace/projects.js'
import { OAT_DRINK, submitRequest, until } from '../support/app.js'
import { query } from '../support/database.js'
import { type FakeSlack, fakeSlack } from '../support/fake-slack.js'
import {
  ADMIN,
  chooseSettings,
  eventually,
  finishedInSlack,
  PLAIN_RUN,
  readBack,
  type SlackApp,
  settled,
  startSlackApp,
} from '../support/slack-app.js'
import { nodes, wordsOf } from './payloads.js'

const LEAD = 'U000000002'
const lead = { user: { id: LEAD, name: 'bob', team_id: 'T000000001' } }
type Button = { action_id: string; text: { text: string }; value: string }
type View = { id: string; private_metadata: string; blocks: unknown[] }
const buttonsIn = (view: View | undefined): Button[] => nodes(view?.blocks, ({ type }) => type === 'button') as Button[]
const wordsIn = (view: View | undefined): string => JSON.stringify(view?.blocks)

/** Runs with views nobody heard, as the first one left them, each told in the channel. */
async function fill(app: SlackApp, run_id: string, { runs, views }: { runs: number; views: number }): Promise<void> {
  const statements = [
    `create or replace function anew(r anyelement, changes jsonb) returns anyelement language sql as
       $$ select jsonb_populate_record(r, changes) $$`,
    `update slack_user set lead = false`,
    `insert into slack_user (workspace_id, user_id, lead) select id, '${LEAD}', true from workspace where slug like 'slack:%'
       on conflict (workspace_id, user_id) do update set lead = true`,
    `delete from dissent_view`,
    // What else stands in a thread says nothing of what is done about a view.
    `delete from outbox where payload->>'show' = 'thread' and payload->>'key' <> 'minority'`,
    `update result set document = jsonb_set(document::jsonb, '{minority_report,suppressed_views}', (
       select jsonb_agg(jsonb_set(document::jsonb->'minority_report'->'suppressed_views'->0, '{view}', to_jsonb('View number ' || n)))
         from generate_series(1, ${views}) as n))::json`,
  ]
  for (let n = 1; n < runs; n++) {
    const id = randomUUID()
    const copy = (table: string, key: string, changes: object) =>
      `insert into ${table} select a.* from ${table} t, anew(t, '${JSON.stringify(changes)}'::jsonb) a where t.${key} = '${run_id}'`
    statements.push(copy('run', 'id', { id }), copy('result', 'run_id', { run_id: id }))
    statements.push(copy('slack_origin', 'run_id', { run_id: id, response_url: null }))
    statements.push(
      `insert into outbox select a.* from outbox t, anew(t, jsonb_build_object('id', gen_random_uuid(), 'run_id', '${id}',
         'dedupe_key', replace(t.dedupe_key, '${run_id}', '${id}'), 'parent_id', null)) a where t.run_id = '${run_id}'`,
    )
  }
  statements.push('select pressure_test_list_views(null)')
  await query(app.env.DATABASE_URL ?? '', statements.join(';'))
}

/** The messages of all runs show what is stored now. */
async function showAnew(app: SlackApp): Promise<void> {
  await query(app.env.DATABASE_URL ?? '', `update outbox set revision = revision + 1, status = 'due'`)
  await settled(app)
}

/** A window as Slack keeps it: opened and updated by calls, changed by what a submission is answered with. */
function phone(app: SlackApp, slack: FakeSlack) {
  const shown = (): View | undefined => {
    const call = slack.calls.findLast(({ method }) => method === 'views.open' || method === 'views.update')
    return call && { id: 'V1', ...call.body.view }
  }
  const open = async (who: object = lead): Promise<void> => {
    const { id } = (who as typeof lead).user
    await app.command('desk', { user_id: id, trigger_id: await slack.trigger('xoxb-one') })
  }
  const press = async (button: Button | undefined, who: object = lead) => {
    const view = shown()
    return app.press(
      { action_id: button?.action_id ?? '', value: button?.value ?? '' },
      {
        ...who,
        channel: undefined,
        container: { type: 'view', view_id: 'V1' },
        view: { ...view, id: 'V1', type: 'modal' },
        response_url: null,
      },
    )
  }
  const submit = async (fields: Record<string, object>, who: object = lead): Promise<View | null> => {
    const view = shown() as View & { callback_id: string }
    const values = Object.fromEntries(Object.entries(fields).map(([name, state]) => [name, { [name]: state }]))
    const answered = await app.submitView({ ...view, values }, who)
    return answered.text === '' ? null : JSON.parse(answered.text).view
  }
  return { shown, open, press, submit }
}

const remaining = async (app: SlackApp): Promise<number> =>
  (
    await query<{ n: number }>(
      app.env.DATABASE_URL ?? '',
      `select count(*)::int as n from pressure_test_desk('${LEAD}') where action is null`,
    )
  )[0]?.n ?? -1

describe('the desk', () => {
  it('lets a lead work through 60 views of 12 runs, for at most two calls to Slack a view', async () => {
    const { app, slack, run_id } = await finishedInSlack()
    await fill(app, run_id, { runs: 12, views: 5 })
    slack.replies.set('views.update', () => ({ ok: true }))
    slack.replies.set('chat.update', ({ body }) => ({ ok: true, ts: body.ts }))
    await showAnew(app)
    const { shown, open, press } = phone(app, slack)
    await open()
    expect(wordsIn(shown())).toContain('60 views wait for an answer')
    expect(wordsIn(shown())).toContain('Page 1 of 8')
    const before = slack.calls.length
    for (let left = 60; left > 0; left--) {
      const [next] = buttonsIn(shown()).filter(({ action_id }) => action_id === ACTIONS.acknowledge)
      await press(next)
    }
    expect(await remaining(app)).toBe(0)
    expect(wordsIn(shown())).toContain('Every view that nobody heard was answered.')
    // What the runs' messages show follows, once for all views of a run that were answered in a row.
    await query(app.env.DATABASE_URL ?? '', `update outbox set next_attempt_at = now() where status in ('due', 'live')`)
    await settled(app)
    const calls = slack.calls.slice(before).filter(({ method }) => method !== 'views.generateTriggerId')
    expect(calls.length / 60).toBeLessThanOrEqual(2)
    // One minority report a run; its card looks the same before and after.
    expect(calls.filter(({ method }) => method === 'chat.update').length).toBeGreaterThanOrEqual(12)
  }, 290_000)

  it('filters, assigns until a day and closes with what came of it; the assignee closes what is theirs', async () => {
    const { app, slack, run_id } = await finishedInSlack()
    await fill(app, run_id, { runs: 3, views: 2 })
    slack.replies.set('views.update', () => ({ ok: true }))
    slack.replies.set('views.publish', () => ({ ok: true }))
    slack.replies.set('users.info', () => ({ ok: true, user: { name: 'eve' } }))
    const { shown, open, press, submit } = phone(app, slack)
    await open()
    const [assign] = buttonsIn(shown()).filter(({ action_id }) => action_id === ACTIONS.assign)
    await press(assign)
    expect(shown()).toMatchObject({ callback_id: MODALS.assign })
    const listed = await submit({
      [FIELDS.assignee]: { type: 'users_select', selected_user: ADMIN },
      [FIELDS.due]: { type: 'datepicker', selected_date: '2026-01-09' },
    })
    expect(wordsIn(listed ?? undefined)).toContain('5 views wait for an answer, 1 is assigned, 1 of them overdue.')
    expect(wordsIn(listed ?? undefined)).toContain('overdue since 9 January 2026')
    // Somebody else's view is nothing to close for who is no lead.
    await open()
    await press(buttonsIn(shown()).find(({ action_id }) => action_id === ACTIONS.filterDesk))
    const mine = await submit({
      [FIELDS.deskState]: { type: 'radio_buttons', selected_option: { value: 'open' } },
      [FIELDS.deskOwner]: { type: 'static_select', selected_option: { value: ADMIN } },
      [FIELDS.deskFind]: { type: 'plain_text_input', value: 'VIEW NUMBER' },
    })
    expect(wordsIn(mine ?? undefined)).toContain('1 found by the filter')
    const close = buttonsIn(mine ?? undefined).find(({ action_id }) => action_id === ACTIONS.closeView)
    const others = buttonsIn(listed ?? undefined).filter(({ action_id }) => action_id === ACTIONS.acknowledge)
    const member = { user: { id: 'UMEMBER', name: 'max', team_id: 'T000000001' } }
    await press(others.at(-2), member)
    expect(await remaining(app)).toBe(5)
    // In the direct message that told of it.
    const told = await eventually(() => slack.posts().find(({ body }) => /assigned a view/.test(body.text)))
    const [theirs] = buttonsIn({ blocks: told.body.blocks } as View).filter(
      ({ action_id }) => action_id === ACTIONS.closeView,
    )
    expect(readActionPayload(theirs?.value)).toMatchObject({ run: readActionPayload(close?.value)?.run })
    await app.press({ action_id: ACTIONS.closeView, value: theirs?.value ?? '' })
    const wrong = await app.submitView({
      ...(shown() as View & { callback_id: string }),
      values: {
        outcome: { outcome: { type: 'radio_buttons', selected_option: { value: 'disagreed' } } },
        link: { link: { type: 'plain_text_input', value: 'https://example.com/study' } },
      },
    })
    expect(wrong.text).toContain('Say why it is wrong')
    await app.submitView({
      ...(shown() as View & { callback_id: string }),
      values: {
        outcome: { outcome: { type: 'radio_buttons', selected_option: { value: 'tested' } } },
        link: { link: { type: 'plain_text_input', value: 'https://example.com/study' } },
      },
    })
    const [last] = await query(
      app.env.DATABASE_URL ?? '',
      'select action, by, link from dissent_action order by at desc limit 1',
    )
    expect(last).toEqual({ action: 'tested', by: ADMIN, link: 'https://example.com/study' })
    await open()
    await press(buttonsIn(shown()).find(({ action_id }) => action_id === ACTIONS.filterDesk))
    const closed = await submit({
      [FIELDS.deskState]: { type: 'radio_buttons', selected_option: { value: 'closed' } },
    })
    expect(wordsIn(closed ?? undefined)).toContain('https://example.com/study')
    // Home is shown anew by what is pressed in it.
    const published = () => slack.calls.filter(({ method }) => method === 'views.publish')
    await app.event({ type: 'app_home_opened', user: LEAD, tab: 'home', channel: 'D1' })
    const home = (await eventually(() => published()[0])).body.view as View
    const [ack] = buttonsIn(home).filter(({ action_id }) => action_id === ACTIONS.acknowledge)
    await app.press(
      { action_id: ACTIONS.acknowledge, value: ack?.value ?? '' },
      {
        ...lead,
        channel: undefined,
        container: { type: 'view' },
        view: { id: 'VH', type: 'home', private_metadata: '' },
        response_url: null,
      },
    )
    expect(published()).toHaveLength(2)
    expect(wordsIn(published()[1]?.body.view)).toContain('4 views wait for an answer')
  }, 240_000)

  it('shows what three versions of one page did to dissent, one row each, to who may see their tests', async () => {
    const slack = await fakeSlack()
    const app = await startSlackApp(slack)
    await app.command('status')
    const url = app.env.DATABASE_URL ?? ''
    const [workspace] = await query<{ id: string }>(url, `select id::text from workspace where slug like 'slack:%'`)
    const workspace_id = workspace?.id ?? ''
    const ctx = { ...app.local, actor: { ...app.local.actor, workspace_id } }
    await createProject(ctx, { name: 'page', settings: { category: 'saas' } })
    await chooseSettings(app, PLAIN_RUN)
    const submitted: string[] = []
    for (const version of [1, 2, 3]) {
      const stimulus = await readFile(`examples/landing-page/version-${version}.md`, 'utf8')
      const request = { stimulus, controls: false, assay: 'off', project: 'page' } as const
      submitted.push((await submitRequest(ctx, 'pressure_test', request)).run_id)
    }
    for (const run_id of submitted) await until(ctx, run_id, ['completed'])
    const { shown, open, press, submit } = phone(app, slack)
    slack.replies.set('views.update', () => ({ ok: true }))
    await open({ user: { id: ADMIN } })
    const filter = buttonsIn(shown()).find(({ action_id }) => action_id === ACTIONS.filterDesk)
    await press(filter, { user: { id: ADMIN, name: 'ada', team_id: 'T000000001' } })
    const of = { [FIELDS.deskProject]: { type: 'static_select', selected_option: { value: 'page' } } }
    const found = await submit(of, { user: { id: ADMIN, name: 'ada', team_id: 'T000000001' } })
    const rows = nodes(found?.blocks, ({ type }) => type === 'rich_text_list').flatMap(({ elements }) =>
      (elements as unknown[]).map(wordsOf),
    )
    const rowsOf = (text: string) => rows.filter((row) => row.replace(/\(perhaps[\s\S]*/, '').includes(text))
    expect(rowsOf('second year free')).toEqual([
      expect.stringMatching(/came back:[\s\S]*[1-6] of 6.* → 0 of 6 → [1-6] of 6/),
    ])
    expect(rowsOf('best rota planner')).toEqual([expect.stringMatching(/gone:/)])
    expect(rowsOf('“€49” is a lot')).toEqual([expect.stringMatching(/stayed:/)])
    // Whom one of them was told in private is nobody else's to see.
    await query(
      url,
      `insert into slack_origin (run_id, workspace_id, team_id, channel_id, user_id, visibility)
       select id, workspace_id, 'T000000001', 'G1', 'UELSE', 'private' from run`,
    )
    const none = await submit(of, { user: { id: ADMIN, name: 'ada', team_id: 'T000000001' } })
    expect(wordsIn(none ?? undefined)).not.toContain('second year free')
    // A thread says it to everybody there: the first test that they may see has none before it.
    const since = () => slack.posts().filter(({ body }) => /Since the version before/.test(JSON.stringify(body.blocks)))
    for (const version of [1, 3]) {
      const posted = slack.posts().length
      await app.command(`--project page ${await readFile(`examples/landing-page/version-${version}.md`, 'utf8')}`)
      await eventually(() => slack.posts().findLast(({ body }, at) => at > posted && /how to go on/.test(body.text)))
    }
    expect(since()).toHaveLength(1)
    const words = wordsIn({ blocks: since()[0]?.body.blocks } as View)
    expect(words).toMatch(/gone: .*best rota planner[\s\S]*[1-6] of 6.* → 0 of 6/)
    expect(words).not.toContain('→ 0 of 6 →')
  }, 240_000)

  it('tells leads of new views, one message an hour, and never of what was asked in private', async () => {
    const { app, slack, run_id } = await finishedInSlack()
    const url = app.env.DATABASE_URL ?? ''
    slack.replies.set('conversations.open', ({ body }) => ({ ok: true, channel: { id: `D${body.users}` } }))
    slack.replies.set('chat.postMessage', ({ body }) => (body.channel === `D${LEAD}` ? { ok: true, ts: '9.9' } : null))
    await fill(app, run_id, { runs: 2, views: 2 })
    await query(url, `update slack_origin set visibility = 'private', channel_id = 'G1' where run_id = '${run_id}'`)
    await chooseSettings(app, PLAIN_RUN, LEAD)
    const { shown, open } = phone(app, slack)
    await open()
    expect(wordsIn(shown())).toContain('2 views wait for an answer')
    await app.command(`${OAT_DRINK} Once more.`, { user_id: LEAD })
    const announced = await eventually(async () => {
      const rows = await query<{ id: string }>(url, `select id::text from outbox where payload->>'show' = 'desk'`)
      return rows.length > 0 && rows
    })
    expect(announced).toHaveLength(1)
    await query(url, `update outbox set next_attempt_at = now() where payload->>'show' = 'desk'`)
    const post = await eventually(() => slack.posts().find(({ body }) => /new views? nobody heard/.test(body.text)))
    expect(buttonsIn({ blocks: post.body.blocks } as View).map(({ action_id }) => action_id)).toContain(
      ACTIONS.openDesk,
    )
    expect(await readBack(slack, (await app.command('help')).text)).toContain('/pressure-test desk')
  }, 240_000)
})
