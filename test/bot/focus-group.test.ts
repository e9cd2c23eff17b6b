import { describe, expect, it } from 'vitest'
import { ACTIONS, MODALS } from '../../src/bot/blocks/action-ids.js'
import { writeActionPayload } from '../../src/bot/blocks/action-payload.js'
import { query } from '../support/database.js'
import { fakeSlack } from '../support/fake-slack.js'
import {
  ADMIN,
  CHANNEL,
  eventually,
  finishedInSlack,
  runs,
  saidIn,
  settled,
  startSlackApp,
} from '../support/slack-app.js'

const TOKEN = 'xoxb-one'
const GUIDE = 'A refill station for oat drink in every supermarket.\n- First impressions\n- The price of a refill'
const NOTES = 'Interviews in May: most people forgot to bring a bottle.'
const typed = (fields: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, { [name]: { type: 'plain_text_input', value } }]),
  )

describe('a focus group', () => {
  it('is asked for in a window with a guide and notes, and is told in the channel', async () => {
    const slack = await fakeSlack()
    const app = await startSlackApp(slack)
    await app.press(
      { action_id: ACTIONS.newFocusGroup, value: writeActionPayload({}) },
      { trigger_id: await slack.trigger(TOKEN) },
    )
    const opened = await eventually(() => slack.calls.find(({ method }) => method === 'views.open'))
    expect(opened.body.view).toMatchObject({ callback_id: MODALS.focusGroup })
    const view = { callback_id: MODALS.focusGroup, private_metadata: opened.body.view.private_metadata }
    const wrong = await app.submitView({ ...view, values: typed({ guide: '- a topic and no subject' }) })
    expect(JSON.parse(wrong.text)).toMatchObject({
      response_action: 'errors',
      errors: { guide: expect.stringMatching(/begins with a topic/) },
    })
    expect(await runs(app)).toEqual([])

    const files = [{ id: await slack.upload(TOKEN, 'interviews.md', NOTES) }]
    const answered = await app.submitView({
      ...view,
      values: { ...typed({ guide: GUIDE, personas: '3' }), files: { files: { type: 'file_input', files } } },
    })
    expect(answered.text).toBe('')
    const said = await settled(app)
    expect(await runs(app)).toMatchObject([
      {
        kind: 'focus_group',
        input: {
          stimulus: 'A refill station for oat drink in every supermarket.',
          topics: ['First impressions', 'The price of a refill'],
          personas: 3,
          notes: [{ text: NOTES }],
        },
      },
    ])
    const [card] = (await slack.messages(TOKEN, CHANNEL)).filter(({ metadata }) => metadata)
    expect(JSON.stringify(card?.blocks)).toContain('A refill station for oat drink')
    const thread = await slack.thread(TOKEN, CHANNEL, card?.ts ?? '')
    expect(thread).toHaveLength(said.length)
    const [turn] = await query<{ text: string }>(
      app.env.DATABASE_URL ?? '',
      `select t->>'text' as text from result, json_array_elements(document->'group_dynamics'->'turns') t
        where t->>'moderator' is distinct from 'true' limit 1`,
    )
    expect(turn?.text.length).toBeGreaterThan(0)
    expect(
      thread
        .slice(1)
        .map(({ text }) => text)
        .join(' '),
    ).toMatch(/discussion|said|talk/i)
  }, 120_000)

  it('goes to the one who asked where only they are to see it', async () => {
    const slack = await fakeSlack()
    const app = await startSlackApp(slack)
    const chosen = { type: 'static_select', selected_option: { value: 'only_me' } }
    await app.submitView({
      callback_id: MODALS.focusGroup,
      private_metadata: writeActionPayload({ channel: CHANNEL }),
      values: { ...typed({ guide: GUIDE, personas: '3' }), visibility: { visibility: chosen } },
    })
    const said = await settled(app)
    expect(await saidIn(slack, CHANNEL)).toEqual([])
    const [target] = new Set(said.map((one) => one.target))
    expect(target).toMatch(/^D/)
    expect(await saidIn(slack, target ?? '')).toHaveLength(said.length)
  }, 120_000)
})

describe('a digest of one’s own', () => {
  it('is asked for in the settings, comes as a direct message once a week, and ends when it is switched off', async () => {
    const { app, slack } = await finishedInSlack()
    const wish = (...values: string[]) => ({
      callback_id: MODALS.settings,
      values: {
        digest: { digest: { type: 'checkboxes', selected_options: values.map((value) => ({ value })) } },
      },
    })
    const digests = () =>
      query<{ channel_id: string; team_id: string }>(
        app.env.DATABASE_URL ?? '',
        'select channel_id, team_id from slack_digest',
      )
    expect((await app.submitView(wish('on'))).text).toBe('')
    expect(await digests()).toEqual([{ channel_id: ADMIN, team_id: 'T000000001' }])
    await query(app.env.DATABASE_URL ?? '', `update slack_digest set next_at = now() - interval '1 minute'`)
    const before = slack.posts().length
    await Promise.all([app.store.slackDigests.sendDue(), app.store.slackDigests.sendDue()])
    await eventually(() => slack.posts().length > before)
    await settled(app)
    expect(slack.posts()).toHaveLength(before + 1)
    const { body } = slack.posts()[before] ?? { body: {} }
    expect(body.channel).toMatch(/^D/)
    expect(body.thread_ts).toBeUndefined()
    expect(JSON.stringify(body.blocks)).toContain('Havn Oat')
    expect((await app.submitView(wish())).text).toBe('')
    expect(await digests()).toEqual([])
  }, 120_000)
})
