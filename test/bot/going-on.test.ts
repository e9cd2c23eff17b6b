import { describe, expect, it } from 'vitest'
import { ACTIONS, MODALS } from '../../src/bot/blocks/action-ids.js'
import { readActionPayload, writeActionPayload } from '../../src/bot/blocks/action-payload.js'
import { refreshRunMessages } from '../../src/db/slack/outbox.js'
import { OAT_DRINK } from '../support/app.js'
import { query } from '../support/database.js'
import { fakeSlack } from '../support/fake-slack.js'
import {
  ADMIN,
  CHANNEL,
  chooseSettings,
  eventually,
  finishedInSlack,
  makeQuick,
  outbox,
  PLAIN_RUN,
  readBack,
  runs,
  type SlackApp,
  settled,
  startSlackApp,
} from '../support/slack-app.js'
import { inSight, nodes, wordsOf } from './payloads.js'

const TOKEN = 'xoxb-one'
const INTERVIEWS = `# Interviews with night-shift nurses

"I never sleep before noon, so anything that needs me awake at nine is useless to me." Mara, ward nurse.

"I buy whatever the canteen machine has at four in the morning, and it is always too sweet." Jonas, emergency nurse.

"If it does not keep until the end of a twelve hour shift, I am not paying for it." Ines, head nurse.
`

const typed = (fields: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, { [name]: { type: 'plain_text_input', value } }]),
  )
const picked = (fields: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      { [name]: { type: 'static_select', selected_option: { value } } },
    ]),
  )
const uploaded = (name: string, ids: readonly string[]) => ({
  [name]: { [name]: { type: 'file_input', files: ids.map((id) => ({ id })) } },
})

/** The form a button opens. */
async function opened(app: SlackApp, action_id: string, payload: Parameters<typeof writeActionPayload>[0], more = {}) {
  const before = app.slack.calls.length
  await app.press({ action_id, value: writeActionPayload(payload) }, more)
  const call = await eventually(() => app.slack.calls.slice(before).find(({ method }) => method === 'views.open'))
  return call.body.view
}

const completedRuns = (app: SlackApp, count: number) =>
  eventually(async () => {
    const all = await runs(app)
    return all.length === count && all.every(({ status }) => status === 'completed') && all
  })

describe('a persona set from uploaded research', () => {
  it('is made from the form, shown with where it comes from, and asked in the next test', async () => {
    const slack = await fakeSlack()
    const app = await startSlackApp(slack)
    await makeQuick(app)
    await app.event({ type: 'app_home_opened', user: ADMIN, tab: 'home', channel: 'D1' })
    const home = await eventually(() => slack.calls.find(({ method }) => method === 'views.publish'))
    expect(nodes(home.body.view, ({ action_id }) => action_id === ACTIONS.newPersonaSet)).toHaveLength(1)
    const form = await opened(app, ACTIONS.newPersonaSet, {})
    expect(form.callback_id).toBe(MODALS.personaSet)
    const files = [await slack.upload(TOKEN, 'interviews.md', `${INTERVIEWS}\nMara: mara.holm@example.org\n`)]
    const values = {
      ...typed({ name: 'Night-shift nurses', count: '6', diversity: '0.8' }),
      ...uploaded('files', files),
    }
    const answered = await app.submitView({
      callback_id: MODALS.personaSet,
      private_metadata: form.private_metadata,
      values,
    })
    expect(answered.text).toBe('')
    // Nothing is made before the person has seen what was recognised.
    expect(await runs(app)).toEqual([])
    const asking = await eventually(() =>
      slack.calls.find(({ body }) => JSON.stringify(body.blocks ?? '').includes(ACTIONS.confirmRun)),
    )
    expect(wordsOf(asking.body.blocks)).toMatch(
      /Read interviews\.md\. Taken out before anything is stored: .*e-mail 1×[\s\S]*Not everything is found/,
    )
    const [yes] = nodes(asking.body.blocks, ({ action_id }) => action_id === ACTIONS.confirmRun)
    await app.press({ action_id: ACTIONS.confirmRun, value: String(yes?.value) })
    await settled(app)
    expect(await runs(app)).toMatchObject([{ kind: 'persona_generation', input: { name: 'night-shift-nurses' } }])
    const [parent] = (await slack.messages(TOKEN, CHANNEL)).filter(({ metadata }) => metadata)
    const card = wordsOf(parent?.blocks)
    expect(card).toContain('night-shift-nurses: 6 synthetic people')
    expect(card).toContain('Coverage')
    const thread = await slack.thread(TOKEN, CHANNEL, parent?.ts ?? '')
    expect(wordsOf(thread[1]?.blocks)).toContain('Who they are: 6 synthetic people')
    // “Test something with them” opens a form that seats them.
    const test = await opened(app, ACTIONS.newPressureTest, { run: (await runs(app))[0]?.id ?? '' })
    const [choice] = nodes(test, ({ action_id }) => action_id === 'persona_set')
    expect(choice).toMatchObject({ initial_option: { value: 'night-shift-nurses' } })
    await app.submitView({
      callback_id: MODALS.pressureTest,
      private_metadata: writeActionPayload({ channel: CHANNEL, open: true }),
      values: { ...typed({ proposition: OAT_DRINK }), ...picked({ persona_set: 'night-shift-nurses' }) },
    })
    const [, asked] = await completedRuns(app, 2)
    expect(asked?.input).toMatchObject({
      panel: ['night-shift-nurses'],
      people: { sets: [{ name: 'night-shift-nurses', size: 6 }] },
    })
    // Chosen once it is nobody's default.
    await app.command('Another oat drink, sold at 2 euros')
    const [, , next] = await completedRuns(app, 3)
    expect(next?.input).toMatchObject({ panel: [] })
    await settled(app)
  })

  it('says under its field what is wrong, and keeps nothing', async () => {
    const slack = await fakeSlack()
    const app = await startSlackApp(slack, { worker: false })
    const files = [await slack.upload(TOKEN, 'interviews.md', INTERVIEWS)]
    const send = (name: string, ids: readonly string[], audience = '') =>
      app.submitView({
        callback_id: MODALS.personaSet,
        values: { ...typed({ name, count: '6', audience }), ...uploaded('files', ids) },
      })
    const problems = [
      await send('17', files),
      await send('nurses', []),
      await send('nurses', [], 'children under 5'),
      await send('nurses', files, 'Night-shift nurses'),
      await send('nurses', [await slack.upload(TOKEN, 'logo.png', 'PNG')]),
    ].map(({ text }) => JSON.parse(text).errors)
    expect(problems).toEqual([
      { name: expect.stringContaining('two letters') },
      { files: expect.stringContaining('Upload the research') },
      { audience: expect.stringContaining('16 or older') },
      { files: expect.stringContaining('goes alone') },
      { files: expect.stringContaining('logo.png') },
    ])
    // Where reading takes longer than Slack waits, the window is gone, and it is said in a message.
    for (const [name, content, sentence] of [
      ['broken.pdf', 'no pdf', 'broken.pdf is no PDF'],
      ['nested-div.html', '<div>'.repeat(400_000), 'nested-div.html has elements inside each other'],
    ] as const) {
      const { text } = await send('nurses', [await slack.upload(TOKEN, name, content)])
      await eventually(() =>
        [text, ...slack.calls.map(({ body }) => JSON.stringify(body))].some((said) => said.includes(sentence)),
      )
    }
    expect(await runs(app)).toEqual([])
  })
})

describe('run again with one thing changed', () => {
  it('holds a focus group once more with another guide, and keeps its notes', async () => {
    const slack = await fakeSlack()
    const app = await startSlackApp(slack)
    await makeQuick(app)
    const notes = await slack.upload(TOKEN, 'notes.txt', 'The price is 2.10 euros.')
    await app.submitView({
      callback_id: MODALS.focusGroup,
      private_metadata: writeActionPayload({ channel: CHANNEL, open: true }),
      values: {
        ...typed({ guide: 'An oat drink that froths like milk.\n- The taste\n- The price' }),
        ...uploaded('files', [notes]),
      },
    })
    const [first] = await completedRuns(app, 1)
    await settled(app)
    expect(first?.input).toMatchObject({ topics: ['The taste', 'The price'], notes: [{ name: 'notes.txt' }] })
    const form = await opened(app, ACTIONS.runAgain, { run: first?.id ?? '' })
    const [guide] = nodes(form, ({ action_id }) => action_id === 'guide')
    expect(guide?.initial_value).toBe('An oat drink that froths like milk.\n\n- The taste\n- The price')
    expect(wordsOf(form)).toContain('Before: notes.txt.')
    await app.submitView({
      callback_id: MODALS.runAgain,
      private_metadata: form.private_metadata,
      values: typed({ guide: 'An oat drink that froths like milk.\n- The name' }),
    })
    const [, second] = await completedRuns(app, 2)
    expect(second).toMatchObject({
      kind: 'focus_group',
      input: { topics: ['The name'], notes: [{ name: 'notes.txt', text: 'The price is 2.10 euros.' }] },
    })
    await settled(app)
    const [parent] = (await slack.messages(TOKEN, CHANNEL)).filter(({ metadata }) => metadata)
    const thread = await slack.thread(TOKEN, CHANNEL, parent?.ts ?? '')
    expect(thread.some(({ blocks }) => wordsOf(blocks).includes('Topics: The taste, The price → The name'))).toBe(true)
  })

  it('shows a comparison to other people, with the same propositions', async () => {
    const slack = await fakeSlack()
    const app = await startSlackApp(slack)
    await makeQuick(app)
    await app.command('compare Oat drink at 1 euro | Oat drink at 3 euros, organic')
    const [first] = await completedRuns(app, 1)
    await settled(app)
    const form = await opened(app, ACTIONS.runAgain, { run: first?.id ?? '' })
    expect(wordsOf(form)).toContain('Oat drink at 3 euros, organic')
    // What somebody chose since is for new runs; this one repeats the first.
    await query(app.env.DATABASE_URL ?? '', `update slack_user set settings = '{"personas": 5}'`)
    await app.submitView({
      callback_id: MODALS.runAgain,
      private_metadata: form.private_metadata,
      values: picked({ skepticism: 'extreme' }),
    })
    const [, second] = await completedRuns(app, 2)
    expect(second).toMatchObject({
      kind: 'comparison',
      input: { skepticism: 'extreme', personas: 3, propositions: first?.input.propositions },
    })
    await settled(app)
  })

  it('evaluates with more trials, and says so on the card', async () => {
    const slack = await fakeSlack()
    const app = await startSlackApp(slack)
    const agent = `agent:\n  agent_version_id: scout-1\n  name: Scout\n  system_prompt: You book demos. Say that you are an automated assistant.\ntrials: 1\n`
    await app.submitView({
      callback_id: MODALS.evaluation,
      private_metadata: writeActionPayload({ channel: CHANNEL, open: true }),
      values: {
        ...uploaded('agent_file', [await slack.upload(TOKEN, 'scout.yaml', agent)]),
        ...picked({ case_set: 'red-team' }),
      },
    })
    const [first] = await completedRuns(app, 1)
    await settled(app)
    const form = await opened(app, ACTIONS.runAgain, { run: first?.id ?? '' })
    await app.submitView({
      callback_id: MODALS.runAgain,
      private_metadata: form.private_metadata,
      values: { ...typed({ trials: '2' }), ...picked({ agent_version: 'scout-1' }) },
    })
    const [, second] = await completedRuns(app, 2)
    expect(second).toMatchObject({
      kind: 'evaluation',
      input: { trials: 2, agent: { agent_version_id: 'scout-1' }, case_set: 'red-team' },
    })
    await settled(app)
    const [parent] = (await slack.messages(TOKEN, CHANNEL)).filter(({ metadata }) => metadata)
    const thread = await slack.thread(TOKEN, CHANNEL, parent?.ts ?? '')
    expect(thread.some(({ blocks }) => wordsOf(blocks).includes('Trials: 1 → 2'))).toBe(true)
  })

  it('tells of what nobody heard the second time too, and of the rewritten text, in the same thread', async () => {
    const { app, slack, run_id, ts } = await finishedInSlack()
    await app.submitView({
      callback_id: MODALS.runAgain,
      private_metadata: writeActionPayload({ run: run_id }),
      values: picked({ skepticism: 'extreme' }),
    })
    await completedRuns(app, 2)
    await settled(app)
    await app.press({ action_id: ACTIONS.refineRun, value: writeActionPayload({ run: run_id }) })
    await completedRuns(app, 3)
    const said = await settled(app)
    const [, again, refined] = await runs(app)
    const keysOf = (id: string | undefined) =>
      said.flatMap(({ dedupe_key }) => (dedupe_key.startsWith(`thread:${id}:`) ? [dedupe_key.split(':')[2]] : []))
    expect(keysOf(again?.id)).toEqual(['minority', 'findings'])
    expect(keysOf(refined?.id)).toEqual(['edits'])
    const thread = await slack.thread(TOKEN, CHANNEL, ts)
    // Slack knows one level of threads: everything hangs under the first message.
    for (const { external_id, payload } of said)
      if (payload.show === 'thread') expect(thread.map((one) => one.ts)).toContain(external_id)
    expect(thread.map(({ blocks }) => wordsOf(blocks)).join('\n')).toContain('What was changed')
  })
})

describe('a run that did not come to its end', () => {
  it('is given a higher budget and goes on', async () => {
    const slack = await fakeSlack()
    const app = await startSlackApp(slack, { worker: false })
    await app.command(OAT_DRINK)
    const [run] = await eventually(async () => ((await runs(app)).length === 1 ? runs(app) : null))
    const id = run?.id ?? ''
    await query(
      app.env.DATABASE_URL ?? '',
      `update run set status = 'paused', budget_usd = 0.5, reason_code = 'budget_exceeded',
         reason_message = 'The run''s budget of $0.50 is spent or reserved. Raise it with: pressure-test runs resume --budget USD'
       where id = '${id}'`,
    )
    const form = await opened(app, ACTIONS.resumeRun, { run: id })
    expect(form.callback_id).toBe(MODALS.raiseBudget)
    const submit = (budget: string) =>
      app.submitView({
        callback_id: MODALS.raiseBudget,
        private_metadata: form.private_metadata,
        values: typed({ budget }),
      })
    expect(JSON.parse((await submit('0.5')).text)).toMatchObject({
      errors: { budget: expect.stringContaining('more than the $0.50') },
    })
    expect((await submit('3')).text).toBe('')
    expect(
      await query(app.env.DATABASE_URL ?? '', `select status, budget_usd::float as usd from run where id = '${id}'`),
    ).toEqual([{ status: 'queued', usd: 3 }])
  })
})

describe('the chart', () => {
  it('is told in words where Slack does not draw it, and stays so when it is shown anew', async () => {
    const slack = await fakeSlack()
    slack.fault = ({ method, body }) =>
      /^chat\.(postMessage|update)$/.test(method) && JSON.stringify(body.blocks ?? '').includes('data_visualization')
        ? { error: 'invalid_blocks' }
        : null
    const app = await startSlackApp(slack)
    await makeQuick(app)
    await app.command(OAT_DRINK)
    const said = await settled(app)
    const chart = said.find(({ dedupe_key }) => dedupe_key.endsWith(':chart'))
    const posted = slack.posts().find(({ ts }) => ts === chart?.external_id)
    expect(inSight(posted?.body.blocks)).toContain('█')
    expect(slack.calls.filter(({ method }) => method.startsWith('files.'))).toEqual([])
    const run_id = (await runs(app))[0]?.id ?? ''
    await app.store.database.inWorkspace({ workspace_id: await workspaceOf(app) }, (tx) =>
      refreshRunMessages(tx, run_id),
    )
    await settled(app)
    const updated = slack.calls.filter(({ method, body }) => method === 'chat.update' && body.ts === chart?.external_id)
    // It would look the same, so nothing is sent.
    expect(updated).toEqual([])
  })
})

const workspaceOf = async (app: SlackApp): Promise<string> => {
  const [row] = await query<{ id: string }>(
    app.env.DATABASE_URL ?? '',
    'select workspace_id::text as id from run limit 1',
  )
  return row?.id ?? ''
}

describe('where something was asked for', () => {
  it('is private unless Slack says that everybody may read there, and an answer stays in its thread', async () => {
    const slack = await fakeSlack()
    const app = await startSlackApp(slack, { worker: false })
    await makeQuick(app)
    const rooms: Record<string, object> = {
      C000000001: { is_channel: true, is_private: false },
      C000000002: { is_channel: true, is_private: true },
    }
    slack.replies.set('conversations.info', ({ body }) =>
      rooms[body.channel] ? { ok: true, channel: rooms[body.channel] } : { ok: false, error: 'missing_scope' },
    )
    const asked = async (channel: string, more: object = {}) => {
      const before = (await runs(app)).length
      await app.event({
        type: 'app_mention',
        user: ADMIN,
        channel,
        ts: '7.1',
        text: `<@U0000000BOT> ${OAT_DRINK}`,
        ...more,
      })
      await eventually(async () => (await runs(app)).length > before)
      const [latest] = await query<{ visibility: string; thread_ts: string | null }>(
        app.env.DATABASE_URL ?? '',
        'select visibility, thread_ts from slack_origin order by created_at desc limit 1',
      )
      return latest
    }
    expect(await asked('C000000001')).toEqual({ visibility: 'channel', thread_ts: null })
    expect(await asked('C000000002')).toMatchObject({ visibility: 'private' })
    expect(await asked('C000000003')).toMatchObject({ visibility: 'private' })
    expect(await asked('G000000001', { channel_type: 'mpim' })).toMatchObject({ visibility: 'private' })
    expect(await asked('C000000001', { thread_ts: '5.5' })).toEqual({ visibility: 'channel', thread_ts: '5.5' })
    await app.command(OAT_DRINK, { channel_id: 'C000000009', channel_name: 'mpdm-ada--bob--eve-1' })
    const origins = await query(
      app.env.DATABASE_URL ?? '',
      `select visibility from slack_origin where channel_id = 'C000000009'`,
    )
    expect(origins).toEqual([{ visibility: 'private' }])
    // A name once known stays, though Slack does not tell it with every request.
    const names = await query<{ name: string }>(
      app.env.DATABASE_URL ?? '',
      `select display_name as name from actor where kind = 'slack_user'`,
    )
    expect(names.map(({ name }) => name)).not.toContain('somebody')
  })
})

describe('what was asked for in private', () => {
  it('is in the lists of who asked and of its conversation, and in nobody else’s', async () => {
    const slack = await fakeSlack()
    const app = await startSlackApp(slack)
    await makeQuick(app)
    const SECRET = { channel_id: 'C000000002', channel_name: 'privategroup' }
    await app.command('A secret oat drink, sold at 2 euros', SECRET)
    await completedRuns(app, 1)
    await settled(app)
    const BOB = { user_id: 'U000000002', user_name: 'bob' }
    const history = async (more: Record<string, string>) => (await app.command('history', more)).text
    expect(await history({})).toContain('A secret oat drink')
    expect(await history({ ...BOB, ...SECRET })).toContain('A secret oat drink')
    expect(await history(BOB)).not.toContain('A secret oat drink')
    const homeOf = async (user: string) => {
      const before = slack.calls.length
      await app.event({ type: 'app_home_opened', user, tab: 'home', channel: 'D1' })
      const call = await eventually(() => slack.calls.slice(before).find(({ method }) => method === 'views.publish'))
      return JSON.stringify(call.body.view)
    }
    expect(await homeOf(ADMIN)).toContain('A secret oat drink')
    expect(await homeOf('U000000002')).not.toContain('A secret oat drink')
    // The form carries over where it was opened.
    const form = await opened(app, ACTIONS.newPressureTest, {}, { channel: { id: 'C000000002', name: 'privategroup' } })
    expect(readActionPayload(form.private_metadata)).toMatchObject({ channel: 'C000000002', open: false })
  })
})

describe('a run that was asked for in private', () => {
  it('is not to be had by its id from outside, whatever names it, and is where it was shared', async () => {
    const slack = await fakeSlack()
    const app = await startSlackApp(slack)
    await makeQuick(app)
    const SECRET = { channel_id: 'C000000002', channel_name: 'privategroup' }
    await app.command('A secret oat drink, sold at 2 euros', SECRET)
    const [run] = await completedRuns(app, 1)
    await settled(app)
    const run_id = run?.id ?? ''
    const value = writeActionPayload({ run: run_id })
    const BOB = { user_id: 'U000000002', user_name: 'bob' }
    const bob = { user: { id: BOB.user_id, name: 'bob', team_id: 'T000000001' } }
    const before = (await outbox(app)).length
    const said = async (answer: { text: string }) => readBack(slack, answer.text)
    const unknown = `There is no such run in this workspace: ${run_id}.`
    expect(await said(await app.command(`compare ${run_id} | Another oat drink`, BOB))).toContain(unknown)
    const compared = await app.submitView(
      {
        callback_id: MODALS.comparison,
        private_metadata: writeActionPayload({ channel: CHANNEL, open: true }),
        values: typed({ proposition_a: run_id, proposition_b: 'Another oat drink' }),
      },
      bob,
    )
    expect(compared.text).toContain(unknown)
    for (const callback_id of [MODALS.share, MODALS.export, MODALS.runAgain, MODALS.ask, MODALS.outcome])
      expect((await app.submitView({ callback_id, private_metadata: value, values: {} }, bob)).text).toContain(unknown)
    for (const action_id of [ACTIONS.showRun, ACTIONS.cancelRun, ACTIONS.refineRun, ACTIONS.exportRun]) {
      await app.press({ action_id, value }, bob)
      expect(JSON.stringify(slack.responses.at(-1))).toContain(unknown)
    }
    expect([await runs(app), (await outbox(app)).length]).toEqual([[run], before])

    const share = await opened(
      app,
      ACTIONS.shareRun,
      { run: run_id },
      { channel: { id: 'C000000002', name: 'privategroup' } },
    )
    const into = { channel: { channel: { type: 'conversations_select', selected_conversation: CHANNEL } } }
    await app.submitView({ callback_id: MODALS.share, private_metadata: share.private_metadata, values: into })
    const form = await opened(app, ACTIONS.exportRun, { run: run_id }, bob)
    expect(readActionPayload(form.private_metadata)).toEqual({ run: run_id, channel: CHANNEL })
    await app.submitView({ callback_id: MODALS.export, private_metadata: form.private_metadata, values: {} }, bob)
    expect((await outbox(app)).map(({ payload }) => payload.show)).toEqual(expect.arrayContaining(['share', 'file']))
  }, 60_000)

  it('stays with its readers in all that goes on from it, wherever the button is pressed', async () => {
    const slack = await fakeSlack()
    const app = await startSlackApp(slack)
    await chooseSettings(app, { ...PLAIN_RUN, personas: 6, focusGroup: 'off' })
    const SECRET = 'C000000002'
    await app.command(OAT_DRINK, { channel_id: SECRET, channel_name: 'privategroup' })
    await app.command(OAT_DRINK, { channel_id: 'D000000001', channel_name: 'directmessage' })
    const [inGroup, alone] = await completedRuns(app, 2)
    await settled(app)
    const [run, other] = [inGroup?.id ?? '', alone?.id ?? '']
    const bob = { user: { id: 'U000000002', name: 'bob', team_id: 'T000000001' } }
    // All of it in #general, where whoever asked lists their own runs.
    for (const id of [run, other])
      await app.press({ action_id: ACTIONS.refineRun, value: writeActionPayload({ run: id }) })
    const said = JSON.stringify(slack.responses.at(-1))
    const again = writeActionPayload({ run, channel: CHANNEL })
    await app.submitView({ callback_id: MODALS.runAgain, private_metadata: again, values: {} })
    await app.command(`compare ${run} | Another oat drink, sold at 3 euros`)
    const into = { channel: { channel: { type: 'conversations_select', selected_conversation: CHANNEL } } }
    await app.submitView({ callback_id: MODALS.share, private_metadata: again, values: into })
    await app.press({ action_id: ACTIONS.refineRun, value: writeActionPayload({ run }) }, bob)
    const made = await query(
      app.env.DATABASE_URL ?? '',
      `select kind, visibility, channel_id, thread_ts is not null as threaded, user_id = '${ADMIN}' as own
         from slack_origin o join run r on r.id = o.run_id order by o.created_at`,
    )
    const told = { visibility: 'private', threaded: true, own: true }
    const beside = (kind: string, channel_id: string) => ({ kind, channel_id, ...told })
    expect(made.slice(2)).toEqual([
      beside('refinement', SECRET),
      beside('refinement', expect.stringMatching(/^D/)),
      beside('pressure_test', SECRET),
      { kind: 'comparison', visibility: 'only_me', channel_id: CHANNEL, threaded: false, own: true },
      { kind: 'refinement', visibility: 'only_me', channel_id: 'U000000002', threaded: false, own: false },
    ])
    expect(said).toContain('The result comes in the thread of the run')
    const others = await app.command('history', { user_id: 'U000000003', user_name: 'eve' })
    expect(await readBack(slack, others.text)).not.toContain(OAT_DRINK.slice(0, 20))
  }, 120_000)
})

describe('from a list', () => {
  it('a link leads to the thread, and all views that are open can be given to somebody at once', async () => {
    const { app, slack, run_id, ts } = await finishedInSlack()
    await app.event({ type: 'app_home_opened', user: ADMIN, tab: 'home', channel: 'D1' })
    const home = await eventually(() => slack.calls.find(({ method }) => method === 'views.publish'))
    const links = nodes(home.body.view, ({ url }) => typeof url === 'string').map(({ url }) => String(url))
    expect(links.some((url) => url.includes(`p${ts.replace('.', '')}`))).toBe(true)
    await app.press({ action_id: ACTIONS.acknowledge, value: writeActionPayload({ run: run_id, view: 'v1' }) })
    const form = await opened(app, ACTIONS.assign, { run: run_id })
    expect(readActionPayload(form.private_metadata)).toEqual({ run: run_id, channel: CHANNEL })
    await app.submitView({
      callback_id: MODALS.assign,
      private_metadata: form.private_metadata,
      values: { assignee: { assignee: { type: 'users_select', selected_user: ADMIN } } },
    })
    const marks = await query<{ action: string; assignee: string }>(
      app.env.DATABASE_URL ?? '',
      'select view_id, action, assignee from dissent_action order by view_id',
    )
    expect(marks.length).toBeGreaterThan(1)
    expect(marks[0]).toMatchObject({ action: 'acknowledged' })
    for (const one of marks.slice(1)) expect(one).toMatchObject({ action: 'assigned', assignee: ADMIN })
    await settled(app)
    const told = slack.posts().find(({ body }) => /assigned (a view|\d+ views)/.test(body.text ?? ''))
    const [acknowledged, ...open] = await query<{ view: string }>(
      app.env.DATABASE_URL ?? '',
      `select v->>'view' as view from result, json_array_elements(document->'minority_report'->'suppressed_views') v`,
    )
    expect(told?.body.text).not.toContain(acknowledged?.view.slice(0, 40))
    for (const { view } of open) expect(JSON.stringify(told?.body.blocks)).toContain(view.slice(0, 40))
  })

  it('exports the result and the evidence', async () => {
    const { app, slack, run_id } = await finishedInSlack()
    for (const format of ['json', 'evidence', 'html'])
      await app.submitView({
        callback_id: MODALS.export,
        private_metadata: writeActionPayload({ run: run_id }),
        values: picked({ format }),
      })
    await eventually(async () => (await outbox(app)).filter(({ payload }) => payload.show === 'file').length === 3)
    await settled(app)
    const names = slack.calls
      .filter(({ method }) => method === 'files.getUploadURLExternal')
      .map(({ body }) => body.filename)
    const short = run_id.slice(0, 8)
    expect(names.sort()).toEqual(
      ['-evidence.json', '.html', '.json'].map((ending) => `pressure-test-${short}${ending}`).sort(),
    )
    const noted = await query(
      app.env.DATABASE_URL ?? '',
      `select actor, target, origin from security_event where action = 'run.exported'`,
    )
    expect(noted).toEqual([{ actor: `slack_user:${ADMIN}`, target: run_id, origin: 'slack' }])
  })
})
