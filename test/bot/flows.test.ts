import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { ACTIONS, MODALS } from '../../src/bot/blocks/action-ids.js'
import { writeActionPayload } from '../../src/bot/blocks/action-payload.js'
import { exportFile } from '../../src/delivery/render-message.js'
import { OAT_DRINK } from '../support/app.js'
import { query } from '../support/database.js'
import { fakeSlack } from '../support/fake-slack.js'
import {
  ADMIN,
  CHANNEL,
  chooseSettings,
  eventually,
  finishedInSlack as finished,
  makeQuick,
  outbox,
  PLAIN_RUN,
  readBack,
  runs,
  type SlackApp,
  settled,
  startSlackApp,
} from '../support/slack-app.js'

const TOKEN = 'xoxb-one'
const text = (blocks: unknown): string => JSON.stringify(blocks)

const actions = (app: SlackApp) =>
  query<{ view_id: string; action: string; by: string; assignee: string | null; reason: string | null }>(
    app.env.DATABASE_URL ?? '',
    'select view_id, action, by, assignee, reason from dissent_action order by at, view_id',
  )

const AGENT = `agent:\n  agent_version_id: scout-1\n  name: Scout\n  system_prompt: You book demos. Say that you are an automated assistant. Respect opt-outs.\ntrials: 1\n`

/** An agent whose evaluation was asked for by a form and has come to its verdict. */
async function evaluated() {
  const slack = await fakeSlack()
  const app = await startSlackApp(slack)
  const answered = await app.submitView({
    callback_id: MODALS.evaluation,
    private_metadata: writeActionPayload({ channel: CHANNEL }),
    values: {
      agent_file: {
        agent_file: { type: 'file_input', files: [{ id: await slack.upload(TOKEN, 'scout.yaml', AGENT) }] },
      },
    },
  })
  expect(answered.text).toBe('')
  const said = await settled(app)
  expect(said.length).toBeGreaterThan(1)
  const [run] = await runs(app)
  const [result] = await query<{ case_id: string }>(
    app.env.DATABASE_URL ?? '',
    `select t->>'case_id' as case_id from result, json_array_elements(document->'trials') t where t->>'status' = 'scored' limit 1`,
  )
  return { app, run_id: run?.id ?? '', case_id: result?.case_id ?? '' }
}

describe('a pressure test in Slack', () => {
  it('starts at once, says what it costs, is updated in place and leaves its thread in order', async () => {
    // With the settings that everybody begins with.
    const { slack, app, ts, answered, run_id } = await finished({})
    expect(answered.status).toBe(200)
    expect(JSON.parse(await readBack(slack, answered.text))).toMatchObject({
      response_type: 'ephemeral',
      text: expect.stringMatching(/Started\. .*costs nothing, takes .*to \d+ s/),
    })
    const inChannel = await slack.messages(TOKEN, CHANNEL)
    expect(inChannel.filter(({ metadata }) => metadata)).toHaveLength(1)
    const updates = slack.calls.filter(({ method, body }) => method === 'chat.update' && body.ts === ts)
    expect(updates.length).toBeGreaterThan(0)
    expect(text(inChannel.at(-1)?.blocks)).toContain(run_id)
    const thread = (await slack.thread(TOKEN, CHANNEL, ts)).slice(1)
    const due = (await outbox(app)).filter(({ payload }) => payload.show === 'thread')
    expect(thread.length).toBeGreaterThan(3)
    expect(thread.map((one) => one.ts)).toEqual(due.map(({ external_id }) => external_id))
    expect(slack.posts()).toHaveLength(1 + thread.length)
  })

  it('is answered, and does not lose the run, while nobody works on it', async () => {
    const slack = await fakeSlack()
    const app = await startSlackApp(slack, { worker: false, env: { REDIS_URL: 'redis://127.0.0.1:1' } })
    const { status, text: said } = await app.command(OAT_DRINK)
    expect(status).toBe(200)
    expect(await runs(app)).toMatchObject([{ kind: 'pressure_test', status: 'queued' }])
    expect(await readBack(slack, said)).toContain(
      'Started. Offline behaviour model, no language model is asked: costs nothing',
    )
    const posted = await eventually(() => slack.posts()[0])
    expect(posted.body).toMatchObject({ channel: CHANNEL, parse: 'none', unfurl_links: 'false' })
  })

  it('opens a form without text, shows mistakes under their field, and starts from it with what was chosen', async () => {
    const slack = await fakeSlack()
    const app = await startSlackApp(slack)
    await chooseSettings(app, PLAIN_RUN)
    await app.command('', { trigger_id: await slack.trigger(TOKEN) })
    const opened = await eventually(() => slack.calls.find(({ method }) => method === 'views.open'))
    expect(opened.body.view).toMatchObject({ type: 'modal', callback_id: MODALS.pressureTest })
    const values = (fields: Record<string, string>) =>
      Object.fromEntries(
        Object.entries(fields).map(([name, value]) => [name, { [name]: { type: 'plain_text_input', value } }]),
      )
    const view = { callback_id: MODALS.pressureTest, private_metadata: opened.body.view.private_metadata ?? '{}' }
    const wrong = await app.submitView({ ...view, values: values({ proposition: OAT_DRINK, personas: '2' }) })
    expect(JSON.parse(wrong.text)).toMatchObject({
      response_action: 'errors',
      errors: { personas: expect.any(String) },
    })
    expect(await runs(app)).toEqual([])
    const right = await app.submitView({ ...view, values: values({ proposition: OAT_DRINK, personas: '4' }) })
    expect(right.text).toBe('')
    await settled(app)
    expect(await runs(app)).toMatchObject([{ input: { personas: 4, stimulus: OAT_DRINK } }])
    // What was chosen is that run's alone.
    await app.command('Another proposition, sold at 2 euros')
    await eventually(async () => (await runs(app))[1])
    expect(await runs(app)).toMatchObject([{}, { input: { personas: 6 } }])
    const preset = { preset: { type: 'radio_buttons', selected_option: { value: 'quick' } } }
    await app.submitView({ ...view, values: { ...values({ proposition: OAT_DRINK }), preset } })
    await eventually(async () => (await runs(app))[2])
    expect((await runs(app))[2]).toMatchObject({ input: { personas: 4, focus_group: 'quick', controls: false } })
  })

  it('has four fields, and every choice with what was typed behind a button', async () => {
    const slack = await fakeSlack()
    const app = await startSlackApp(slack, { worker: false })
    slack.replies.set('views.update', () => ({ ok: true }))
    await app.command('', { trigger_id: await slack.trigger(TOKEN) })
    const { body } = await eventually(() => slack.calls.find(({ method }) => method === 'views.open'))
    const inputs = ({ blocks }: { blocks: { type: string; block_id: string }[] }) =>
      blocks.filter(({ type }) => type === 'input').map(({ block_id }) => block_id)
    expect(inputs(body.view)).toEqual(['proposition', 'files', 'about', 'preset'])
    const typed = { proposition: { proposition: { type: 'plain_text_input', value: 'Typed already' } } }
    await app.press(
      { action_id: ACTIONS.allChoices, value: writeActionPayload({ channel: CHANNEL, open: true }) },
      {
        ...{ channel: undefined, response_url: null, container: { type: 'view', view_id: 'V1' } },
        view: { ...body.view, id: 'V1', type: 'modal', state: { values: typed } },
      },
    )
    const all = await eventually(() => slack.calls.find(({ method }) => method === 'views.update'))
    expect(inputs(all.body.view)).toEqual(expect.arrayContaining(['panel', 'skepticism', 'stability', 'budget']))
    expect(text(all.body.view.blocks)).toContain('Typed already')
    expect(JSON.parse(all.body.view.private_metadata)).toEqual({ channel: CHANNEL, open: true })
  })

  it('asks for a comparison with four fields, every choice behind a button, and the settings where nothing else is said', async () => {
    const slack = await fakeSlack()
    const app = await startSlackApp(slack, { worker: false })
    slack.replies.set('views.update', () => ({ ok: true }))
    await makeQuick(app)
    await query(
      app.env.DATABASE_URL ?? '',
      `update slack_user set settings = (settings::jsonb || '{"visibility": "only_me"}')::json`,
    )
    await app.command('compare', { trigger_id: await slack.trigger(TOKEN) })
    const { body } = await eventually(() => slack.calls.find(({ method }) => method === 'views.open'))
    const inputs = ({ blocks }: { blocks: { type: string; block_id: string }[] }) =>
      blocks.filter(({ type }) => type === 'input').map(({ block_id }) => block_id)
    expect(inputs(body.view)).toEqual(['proposition_a', 'proposition_b', 'proposition_c', 'about'])
    const typed = (name: string, value: string) => ({ [name]: { [name]: { type: 'plain_text_input', value } } })
    const values = { ...typed('proposition_a', OAT_DRINK), ...typed('proposition_b', `${OAT_DRINK} With calcium.`) }
    await app.press(
      { action_id: ACTIONS.allChoices, value: writeActionPayload({ channel: CHANNEL, open: true }) },
      {
        ...{ channel: undefined, response_url: null, container: { type: 'view', view_id: 'V1' } },
        view: { ...body.view, id: 'V1', type: 'modal', state: { values } },
      },
    )
    const all = await eventually(() => slack.calls.find(({ method }) => method === 'views.update'))
    expect(all.body.view.callback_id).toBe(MODALS.comparison)
    expect(inputs(all.body.view)).toEqual(expect.arrayContaining(['proposition_b', 'panel', 'skepticism', 'budget']))
    expect(text(all.body.view.blocks)).toContain('With calcium.')
    // Sent as the short form it was, it is told as the settings say.
    await app.submitView({ ...body.view, values })
    const [asked] = await query<{ visibility: string }>(
      app.env.DATABASE_URL ?? '',
      `select visibility from slack_origin where run_id = (select id from run where kind = 'comparison')`,
    )
    expect(asked?.visibility).toBe('only_me')
  })

  it('opens the form with a message’s text by the shortcut', async () => {
    const slack = await fakeSlack()
    const app = await startSlackApp(slack, { worker: false })
    await app.interact({
      type: 'message_action',
      callback_id: 'pressure_test_this',
      team: { id: 'T000000001' },
      user: { id: ADMIN, name: 'ada', team_id: 'T000000001' },
      channel: { id: CHANNEL },
      message: { ts: '1.2', text: 'Oat &amp; more at <https://oat.example|oat.example>' },
      message_ts: '1.2',
      trigger_id: await slack.trigger(TOKEN),
      response_url: slack.responseUrl(),
    })
    const opened = await eventually(() => slack.calls.find(({ method }) => method === 'views.open'))
    expect(text(opened.body.view.blocks)).toContain('Oat & more at oat.example')
  })

  it('starts from a mention, and answers a mention in its thread as the respondent', async () => {
    const slack = await fakeSlack()
    const app = await startSlackApp(slack)
    await makeQuick(app)
    const mention = { type: 'app_mention', user: ADMIN, channel: CHANNEL, ts: '5.1' }
    await app.event({ ...mention, text: `<@U0000000BOT> ${OAT_DRINK}` })
    const said = await settled(app)
    const ts = said[0]?.external_id ?? ''
    const [respondent] = await query<{ name: string }>(
      app.env.DATABASE_URL ?? '',
      `select document->>'persona_name' as name from response limit 1`,
    )
    await app.event({
      ...mention,
      ts: '5.2',
      thread_ts: ts,
      text: `<@U0000000BOT> ${respondent?.name}: what would change your mind?`,
    })
    await eventually(async () => (await runs(app)).length === 2)
    await settled(app)
    expect((await runs(app))[1]).toMatchObject({ kind: 'ask', input: { question: 'what would change your mind?' } })
    const thread = await slack.thread(TOKEN, CHANNEL, ts)
    expect(text(thread.at(-1)?.blocks)).toContain('what would change your mind?')
  })

  it('offers to test what comes in a direct message, and starts nothing by itself', async () => {
    const slack = await fakeSlack()
    const app = await startSlackApp(slack, { worker: false })
    const direct = { type: 'message', channel_type: 'im', user: ADMIN, channel: 'D000000001', ts: '5.1' }
    const answers = () =>
      slack.calls.filter(({ method, body }) => method === 'chat.postMessage' && body.channel === 'D000000001')
    await app.event({ ...direct, text: 'hi there' })
    expect(text(answers()[0]?.body.blocks)).toContain('What this app can do')
    await app.event({ ...direct, ts: '5.2', text: OAT_DRINK })
    expect(await runs(app)).toEqual([])
    const asked = answers()[1]?.body.blocks.flatMap(
      ({ elements = [] }: { elements?: { action_id?: string }[] }) => elements,
    )
    const start = asked.find(({ action_id }: { action_id?: string }) => action_id === ACTIONS.confirmRun)
    await app.press({ action_id: ACTIONS.confirmRun, value: start?.value ?? '' })
    expect(await runs(app)).toMatchObject([{ kind: 'pressure_test', input: { stimulus: OAT_DRINK } }])
  })

  it('takes words that every object has for a text like any other', async () => {
    const slack = await fakeSlack()
    const app = await startSlackApp(slack, { worker: false })
    for (const word of ['constructor', '__proto__', 'toString'])
      expect(await readBack(slack, (await app.command(word)).text), word).toContain('This is too little to judge.')
  })

  it('lists every run once: status those that go on, history the others, page by page', async () => {
    const slack = await fakeSlack()
    const app = await startSlackApp(slack, { worker: false })
    const texts = Array.from({ length: 14 }, (_, n) => `Flavour number ${n}, sold at 2 euros`)
    for (const sent of texts) await app.command(sent)
    expect(await runs(app)).toHaveLength(14)
    const listed = (said: string) => texts.filter((sent) => said.includes(sent))
    const status = await readBack(slack, (await app.command('status')).text)
    expect(status).toContain('14 runs not finished')
    expect(listed(status)).toEqual(texts)
    await query(app.env.DATABASE_URL ?? '', `update run set status = 'cancelled'`)
    const pages = [await readBack(slack, (await app.command('history')).text)]
    for (const page of [1, 2]) {
      await app.press({ action_id: ACTIONS.morePage, value: writeActionPayload({ page }) })
      pages.push(text(slack.responses.at(-1)))
    }
    expect(pages.map((page) => listed(page).length)).toEqual([6, 6, 2])
    expect(listed(pages.join())).toEqual(texts)
    expect(pages.map((page) => page.includes('Older'))).toEqual([true, true, false])
  })

  it('answers help, status, history and budget', async () => {
    const { app, slack } = await finished()
    for (const word of ['help', 'status', 'history', 'budget']) {
      const { text: said, status } = await app.command(word)
      expect(status).toBe(200)
      expect(JSON.parse(await readBack(slack, said)), word).toMatchObject({
        response_type: 'ephemeral',
        blocks: expect.any(Array),
      })
    }
    expect(await readBack(slack, (await app.command('history')).text)).toContain('Havn Oat')
    expect(await runs(app)).toHaveLength(1)
    await app.command('budget 12')
    const [workspace] = await query<{ usd: number }>(
      app.env.DATABASE_URL ?? '',
      `select monthly_budget_usd::float as usd from workspace where slug = 'slack:T000000001'`,
    )
    expect(workspace?.usd).toBe(12)
    expect(slack.complaints).toEqual([])
  })

  it('compares two propositions', async () => {
    const slack = await fakeSlack()
    const app = await startSlackApp(slack)
    await app.command('compare Oat drink at 1 euro | Oat drink at 3 euros, organic')
    await settled(app)
    expect(await runs(app)).toMatchObject([{ kind: 'comparison', status: 'completed' }])
  })
})

describe('the minority report', () => {
  it('is acknowledged, assigned and disagreed with, for at most two calls to Slack, and kept with who', async () => {
    const { app, slack, run_id } = await finished()
    const before = slack.calls.length
    await app.press({ action_id: ACTIONS.acknowledge, value: writeActionPayload({ run: run_id, view: 'v1' }) })
    await eventually(async () => (await actions(app)).length === 1)
    expect(await actions(app)).toMatchObject([{ view_id: 'v1', action: 'acknowledged', by: ADMIN }])
    await settled(app)
    const updated = slack.calls.slice(before).filter(({ method }) => method === 'chat.update')
    // The report in the thread; the card only once every view is answered.
    const report = (await outbox(app)).find(({ dedupe_key }) => dedupe_key.endsWith(':minority'))
    expect(updated.map(({ body }) => body.ts)).toEqual([report?.external_id])
    const disagreed = await app.submitView({
      callback_id: MODALS.disagree,
      private_metadata: writeActionPayload({ run: run_id, view: 'v1' }),
      values: { reason: { reason: { type: 'plain_text_input', value: 'We tested that in 2024.' } } },
    })
    expect(disagreed.text).toBe('')
    expect((await actions(app)).at(-1)).toMatchObject({ action: 'disagreed', reason: 'We tested that in 2024.' })
    const [bob] = await query<{ id: string }>(app.env.DATABASE_URL ?? '', `select 'U000000001' as id`)
    await app.submitView({
      callback_id: MODALS.assign,
      private_metadata: writeActionPayload({ run: run_id, view: 'v1' }),
      values: { assignee: { assignee: { type: 'users_select', selected_user: bob?.id } } },
    })
    expect((await actions(app)).at(-1)).toMatchObject({ action: 'assigned', assignee: bob?.id })
    await settled(app)
  })

  it('is closed by leads only, and admins name leads', async () => {
    const { app, slack, run_id } = await finished()
    slack.fault = ({ method, body }) =>
      method === 'users.info' && body.user === 'UMEMBER' ? { error: 'user_not_found' } : null
    const member = { user: { id: 'UMEMBER', name: 'max', team_id: 'T000000001' } }
    slack.emulator(TOKEN)
    await app.press({ action_id: ACTIONS.acknowledge, value: writeActionPayload({ run: run_id, view: 'v1' }) }, member)
    await app.submitView(
      {
        callback_id: MODALS.leads,
        values: { leads: { leads: { type: 'multi_users_select', selected_users: ['UMEMBER'] } } },
      },
      member,
    )
    expect(await actions(app)).toEqual([])
    expect(await query(app.env.DATABASE_URL ?? '', 'select 1 from slack_user where lead')).toEqual([])
    await app.submitView({
      callback_id: MODALS.leads,
      values: { leads: { leads: { type: 'multi_users_select', selected_users: ['UMEMBER'] } } },
    })
    expect(await query(app.env.DATABASE_URL ?? '', 'select user_id, lead_named_by from slack_user where lead')).toEqual(
      [{ user_id: 'UMEMBER', lead_named_by: ADMIN }],
    )
    await app.press({ action_id: ACTIONS.acknowledge, value: writeActionPayload({ run: run_id, view: 'v1' }) }, member)
    await eventually(async () => (await actions(app)).length === 1)
    const [leads, selected_users] = [MODALS.leads, ['ULATER', ADMIN]]
    await app.submitView({
      callback_id: leads,
      values: { leads: { leads: { type: 'multi_users_select', selected_users } } },
    })
    const noted = await query(
      app.env.DATABASE_URL ?? '',
      `select actor, action, target, origin from security_event where action like 'leads.%' order by at, action, target`,
    )
    const by = { actor: `slack_user:${ADMIN}`, origin: 'slack' }
    expect(noted).toEqual([
      { ...by, action: 'leads.named', target: 'UMEMBER' },
      { ...by, action: 'leads.named', target: ADMIN },
      { ...by, action: 'leads.named', target: 'ULATER' },
      { ...by, action: 'leads.removed', target: 'UMEMBER' },
    ])
  })
})

describe('what people decide', () => {
  /** Has the database refuse one change of the outbox until it is called. */
  const refuse = async (app: SlackApp, change: string) => {
    const url = app.env.DATABASE_URL ?? ''
    await query(
      url,
      `create or replace function refuse_message() returns trigger language plpgsql as $$ begin raise exception 'by a test'; end $$;
       create trigger refuse_message before ${change} execute function refuse_message()`,
    )
    return () => query(url, 'drop trigger refuse_message on outbox')
  }
  const SHOWN_ANEW = 'update on outbox for each row when (new.revision > old.revision)'
  const decided = async (app: SlackApp): Promise<number> => {
    const tables = ['dissent_action', 'agent_decision', 'human_mark']
    const rows = await query<{ n: number }>(
      app.env.DATABASE_URL ?? '',
      tables.map((table) => `select count(*)::int as n from ${table}`).join(' union all '),
    )
    return rows.reduce((sum, { n }) => sum + n, 0)
  }

  it('about a minority report is stored with the messages that show it, or not at all', async () => {
    const { app, slack, run_id } = await finished()
    const allowAgain = await refuse(app, SHOWN_ANEW)
    const acknowledge = () =>
      app.press({ action_id: ACTIONS.acknowledge, value: writeActionPayload({ run: run_id, view: 'v1' }) })
    await acknowledge()
    expect(text(slack.responses.at(-1))).toContain('Something went wrong on our side')
    expect(await decided(app)).toBe(0)
    await allowAgain()
    await acknowledge()
    expect(await decided(app)).toBe(1)
    const told = await refuse(app, `insert on outbox for each row when (new.payload->>'show' = 'assigned')`)
    const assign = () =>
      app.submitView({
        callback_id: MODALS.assign,
        private_metadata: writeActionPayload({ run: run_id, view: 'v1' }),
        values: { assignee: { assignee: { type: 'users_select', selected_user: ADMIN } } },
      })
    await assign()
    expect(await decided(app)).toBe(1)
    await told()
    await assign()
    expect(await decided(app)).toBe(2)
    expect((await settled(app)).filter(({ payload }) => payload.show === 'assigned')).toHaveLength(1)
  })

  it('about an agent is stored with the messages that show it, or not at all', async () => {
    const { app, run_id, case_id } = await evaluated()
    const allowAgain = await refuse(app, SHOWN_ANEW)
    const buttons = [
      { action_id: ACTIONS.markBad, value: writeActionPayload({ run: run_id, case: case_id, trial: 1 }) },
      { action_id: ACTIONS.approveAgent, value: writeActionPayload({ run: run_id }) },
    ]
    for (const button of buttons) await app.press(button)
    expect(await decided(app)).toBe(0)
    await allowAgain()
    for (const button of buttons) await app.press(button)
    expect(await decided(app)).toBe(2)
  })

  it('is stored before the app stops, though Slack had its answer before', async () => {
    const { app, run_id } = await finished()
    const url = app.env.DATABASE_URL ?? ''
    const holding = new pg.Client({ connectionString: url })
    await holding.connect()
    await holding.query('begin; lock table dissent_action in share mode')
    const pressed = app.press({
      action_id: ACTIONS.acknowledge,
      value: writeActionPayload({ run: run_id, view: 'v1' }),
    })
    await eventually(
      async () =>
        (await query(url, `select 1 from pg_locks where not granted and relation = 'dissent_action'::regclass`)).length,
    )
    const found = app.bot.stop().then(() => decided(app))
    await Promise.race([found, sleep(500)])
    await holding.end()
    expect(await found).toBe(1)
    await pressed
  })
})

describe('going on from a result', () => {
  it('runs again with one thing changed, told in the same thread with the difference', async () => {
    const { app, slack, run_id, ts } = await finished()
    await app.submitView({
      callback_id: MODALS.runAgain,
      private_metadata: writeActionPayload({ run: run_id }),
      values: { skepticism: { skepticism: { type: 'static_select', selected_option: { value: 'extreme' } } } },
    })
    await eventually(async () => (await runs(app)).length === 2)
    await settled(app)
    expect((await runs(app))[1]).toMatchObject({ kind: 'pressure_test', input: { skepticism: 'extreme', personas: 6 } })
    const thread = await slack.thread(TOKEN, CHANNEL, ts)
    expect(thread.some(({ blocks }) => text(blocks).includes('medium → extreme'))).toBe(true)
  })

  it('applies the fixes, shares, exports and takes a vote', async () => {
    const { app, slack, run_id, ts } = await finished()
    await app.press({ action_id: ACTIONS.refineRun, value: writeActionPayload({ run: run_id }) })
    await app.submitView({
      callback_id: MODALS.share,
      private_metadata: writeActionPayload({ run: run_id }),
      values: { channel: { channel: { type: 'conversations_select', selected_conversation: 'C000000002' } } },
    })
    await app.submitView({
      callback_id: MODALS.export,
      private_metadata: writeActionPayload({ run: run_id }),
      values: { format: { format: { type: 'static_select', selected_option: { value: 'json' } } } },
    })
    await app.press({
      action_id: ACTIONS.feedback,
      value: writeActionPayload({ run: run_id, section: 'findings', vote: 'up' }),
    })
    await eventually(async () => (await runs(app)).length === 2)
    const said = await settled(app)
    expect((await runs(app))[1]).toMatchObject({ kind: 'refinement' })
    expect((await slack.messages(TOKEN, 'C000000002')).filter(({ metadata }) => metadata)).toHaveLength(1)
    expect(said.find(({ payload }) => payload.show === 'file')?.external_id).toMatch(/^F/)
    expect(slack.calls.find(({ method }) => method === 'files.completeUploadExternal')?.body).toMatchObject({
      thread_ts: ts,
    })
    expect(await query(app.env.DATABASE_URL ?? '', 'select section, vote, by from section_vote')).toEqual([
      { section: 'findings', vote: 'up', by: ADMIN },
    ])
  })
})

describe('what really happened', () => {
  it('is recorded from a result, held against what the run predicted, and a rehearsal’s counts for nothing on its card', async () => {
    const { app, slack, run_id, ts } = await finished()
    const opens = () => slack.calls.filter(({ method }) => method === 'views.open')
    await app.press({ action_id: ACTIONS.recordOutcome, value: writeActionPayload({ run: run_id }) })
    const shown = await eventually(() => opens().at(-1))
    const view = { ...shown.body.view, callback_id: MODALS.outcome }
    const typed = (value: string) => ({ type: 'plain_text_input', value })
    const chosen = (value: string) => ({ type: 'static_select', selected_option: { value } })
    const note = { note: typed('https://example.com/launch') }
    const wrong = await app.submitView({ ...view, values: { answers: { answers: typed('1, 2') }, note: { ...note } } })
    expect(wrong.text).toContain('Give five counts')
    const kept = await app.submitView({
      ...view,
      values: { result: { result: chosen('failed') }, source: { source: chosen('sales') }, note: { ...note } },
    })
    expect(kept.text).toContain('Happened: it failed')
    expect(kept.text).toContain('a rehearsal predicts nothing')
    const rows = await query<{ document: object }>(
      app.env.DATABASE_URL ?? '',
      'select run_id::text, document from outcome',
    )
    expect(rows).toMatchObject([
      { run_id, document: { what: 'sales', result: 'failed', note: 'https://example.com/launch' } },
    ])
    await settled(app)
    const [card] = await slack.thread(TOKEN, CHANNEL, ts)
    expect(text(card?.blocks)).not.toContain('Predictions here')
  })
})

describe('an agent’s evaluation', () => {
  it('comes to its verdict, is marked by a person and approved by a lead', async () => {
    const { app, run_id, case_id } = await evaluated()
    const payload = { run: run_id, case: case_id, trial: 1 }
    await app.press({ action_id: ACTIONS.markBad, value: writeActionPayload(payload) })
    await eventually(async () => (await query(app.env.DATABASE_URL ?? '', 'select 1 from human_mark')).length === 1)
    await app.press({ action_id: ACTIONS.approveAgent, value: writeActionPayload({ run: payload.run }) })
    await eventually(
      async () =>
        (await query(app.env.DATABASE_URL ?? '', `select 1 from agent_decision where decision = 'approved'`)).length ===
        1,
    )
    await settled(app)

    // Scores of a version that was evaluated in private are in no report that others read.
    const older = '00000000-0000-4000-8000-000000000001'
    const [actor] = await query<{ actor_id: string; workspace_id: string }>(
      app.env.DATABASE_URL ?? '',
      `with before as (
         insert into agent_score (run_id, workspace_id, agent_version_id, agent_id, name, version, content_hash, cases_hash,
                                  overall_score, low, high, status, approved, offline, tested_at)
         select '${older}', workspace_id, 'scout-1', 'scout-1', 'Scout', '0', 'x', 'x', 8, 7, 9, 'active', true, true, now() from run)
       select actor_id::text, workspace_id::text from run`,
    )
    const ctx = { ...app.local, actor: { ...app.local.actor, ...actor } }
    const exported = async () => (await exportFile(ctx, { run_id, target: CHANNEL }, 'html')).content
    expect(await exported()).toContain('Score over time')
    await query(
      app.env.DATABASE_URL ?? '',
      `insert into slack_origin (run_id, workspace_id, team_id, channel_id, user_id, visibility)
       select '${older}', workspace_id, team_id, channel_id, user_id, 'only_me' from slack_origin`,
    )
    expect(await exported()).not.toContain('Score over time')

    await app.command('scout-1', { command: '/evaluate-agent' })
    await eventually(async () => (await runs(app)).length === 2)
  })

  it('takes no marks along to conversations that are held anew', async () => {
    const { app, run_id, case_id } = await evaluated()
    const mark = JSON.stringify([{ case_id, trial: 1, passed: false, by: 'Ada' }])
    const url = app.env.DATABASE_URL ?? ''
    await query(url, `update run set input = (input::jsonb || jsonb_build_object('human_marks', $1::jsonb))::json`, [
      mark,
    ])
    const again = { callback_id: MODALS.runAgain, private_metadata: writeActionPayload({ run: run_id }), values: {} }
    expect((await app.submitView(again)).text).toBe('')
    const [, repeated] = await eventually(async () => {
      const inputs = await query<{ marks: unknown[] }>(
        url,
        `select input->'human_marks' as marks from run order by created_at`,
      )
      return inputs.length === 2 && inputs
    })
    expect(repeated).toEqual({ marks: [] })
  })
})

describe('Home and digest', () => {
  it('shows the Home tab to whoever opens it', async () => {
    const { app, slack } = await finished()
    await app.event({ type: 'app_home_opened', user: ADMIN, tab: 'home', channel: 'D1' })
    const home = await eventually(() =>
      slack.calls.find(({ method, outcome }) => method === 'views.publish' && outcome === 'ok'),
    )
    expect(home.body).toMatchObject({ user_id: ADMIN, view: { type: 'home' } })
    expect(text(home.body.view.blocks)).toContain('Havn Oat')
  })

  it('posts a digest once a week to a channel that asked for it', async () => {
    const { app, slack } = await finished()
    await app.command('digest on')
    await query(app.env.DATABASE_URL ?? '', `update slack_digest set next_at = now() - interval '1 minute'`)
    const before = slack.posts().length
    await Promise.all([app.store.slackDigests.sendDue(), app.store.slackDigests.sendDue()])
    await eventually(() => slack.posts().length > before)
    await settled(app)
    expect(slack.posts()).toHaveLength(before + 1)
    expect(slack.posts().at(-1)?.body.channel).toBe(CHANNEL)
  })
})
