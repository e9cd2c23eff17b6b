import { describe, expect, it } from 'vitest'
import { ACTIONS } from '../../src/bot/blocks/action-ids.js'
import { OAT_DRINK } from '../support/app.js'
import { query } from '../support/database.js'
import { fakeMessagesApi } from '../support/fake-messages-api.mjs'
import { fakeSlack, type SlackFault } from '../support/fake-slack.js'
import {
  ADMIN,
  CHANNEL,
  eventually,
  makeQuick,
  outbox,
  readBack,
  runs,
  saidIn,
  settled,
  sign,
  startSlackApp,
} from '../support/slack-app.js'

const commandBody = (text: string, trigger_id: string) =>
  new URLSearchParams({
    command: '/pressure-test',
    text,
    team_id: 'T000000001',
    user_id: ADMIN,
    user_name: 'ada',
    channel_id: CHANNEL,
    trigger_id,
    api_app_id: 'A1',
  }).toString()

describe('requests', () => {
  it('act once, however often they arrive', async () => {
    const slack = await fakeSlack()
    const app = await startSlackApp(slack, { worker: false })
    const replayed = sign(commandBody(OAT_DRINK, 'trigger-1'))
    const answers = [await app.send(replayed), await app.send(replayed), await app.send(replayed)]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(answers.slice(1).map(({ text }) => text)).toEqual(['', ''])
    expect(await runs(app)).toHaveLength(1)
    // Slack's own repetitions carry new signatures.
    const event = { type: 'app_mention', user: ADMIN, channel: CHANNEL, ts: '7.1', text: `<@U0000000BOT> ${OAT_DRINK}` }
    for (let batch = 0; batch < 20; batch++)
      await Promise.all(
        Array.from({ length: 50 }, (_, n) => app.event(event, { event_id: 'Ev1', event_time: batch * 50 + n })),
      )
    expect(await runs(app)).toHaveLength(2)
    await eventually(() => slack.posts().length === 2)
    expect((await outbox(app)).map(({ dedupe_key }) => dedupe_key)).toHaveLength(2)
    // What the mention is told; the command's answer comes the same way where the machine was too slow to give it at once.
    const told = slack.calls.filter(({ method }) => method === 'chat.postEphemeral')
    expect(told.length - answers.filter(({ text }, i) => i === 0 && text === '').length).toBe(1)
  }, 120_000)

  it('are refused unsigned, stale, from the future, or without a body to read', async () => {
    const slack = await fakeSlack()
    const app = await startSlackApp(slack, { worker: false })
    const now = Math.floor(Date.now() / 1_000)
    const body = commandBody(OAT_DRINK, 't')
    const forged = [
      sign(body, { secret: 'another secret' }),
      sign(body, { at: now - 600 }),
      sign(body, { at: now + 600 }),
      { body, headers: { 'content-type': 'application/x-www-form-urlencoded' } },
      { ...sign(body), body: `${body}&text=other` },
    ]
    for (const one of forged) expect(await app.send(one)).toMatchObject({ status: 401, text: '' })
    const json = { type: 'application/json' }
    for (const bad of ['null', '[]', '"x"', '{', '']) expect((await app.send(sign(bad, json))).status).toBe(400)
    for (const odd of [
      '{}',
      '{"type":"event_callback"}',
      '{"type":"block_actions"}',
      '{"type":"url_verification","challenge":"c"}',
    ])
      expect((await app.send(sign(odd, json))).status).toBeLessThan(500)
    expect(await runs(app)).toEqual([])
  })
})

describe('messages', () => {
  it('are said once though the answer to each of them is lost', async () => {
    const slack = await fakeSlack()
    const app = await startSlackApp(slack)
    await makeQuick(app)
    const faults: SlackFault[] = ['lost', { status: 503, takesEffect: true }, 'drop', { status: 500 }]
    const met = new Set<string>()
    slack.fault = ({ method, body }) => {
      const id = body.metadata?.event_payload.message
      if (method !== 'chat.postMessage' || !id || met.has(id)) return null
      met.add(id)
      return faults[met.size % faults.length] ?? null
    }
    await app.command(OAT_DRINK)
    const said = await settled(app)
    expect(met.size).toBe(said.length)
    expect(met.size).toBeGreaterThan(3)
    const shown = await saidIn(slack, CHANNEL)
    expect(new Set(shown)).toEqual(met)
    expect(shown).toHaveLength(met.size)
  }, 120_000)

  it('are left uncertain, not repeated, where nobody can look', async () => {
    const scopes = ['chat:write', 'im:write', 'im:history', 'users:read', 'files:write']
    const slack = await fakeSlack([{ id: 'T000000001', token: 'xoxb-one', scopes }])
    const app = await startSlackApp(slack, { worker: false })
    slack.fault = ({ method }) => (method === 'chat.postMessage' ? 'lost' : null)
    await app.command(OAT_DRINK)
    await eventually(async () => (await outbox(app))[0]?.status === 'uncertain')
    expect(slack.posts()).toHaveLength(1)
    await eventually(() => slack.responses[0])
    expect(slack.responses[0]).toMatchObject({
      response_type: 'ephemeral',
      text: expect.stringMatching(/did not confirm.*status/),
    })
  })

  it.each([
    ['channel_not_found', /invite/],
    ['not_in_channel', /invite/],
    ['is_archived', /archived/],
  ])(
    'go to the person where the channel says %s',
    async (error, sentence) => {
      const slack = await fakeSlack()
      const app = await startSlackApp(slack)
      await makeQuick(app)
      slack.closed.set(CHANNEL, error)
      await app.command(OAT_DRINK)
      const said = await settled(app)
      expect(slack.responses[0]).toMatchObject({ response_type: 'ephemeral', text: expect.stringMatching(sentence) })
      expect(said.every(({ target }) => target.startsWith('D'))).toBe(true)
      expect(said.length).toBeGreaterThan(2)
      expect(await saidIn(slack, said[0]?.target ?? '')).toHaveLength(said.length)
    },
    120_000,
  )

  it('wait as long as Slack says, and fall back to what every client knows', async () => {
    const slack = await fakeSlack()
    const app = await startSlackApp(slack)
    await makeQuick(app)
    let limited = 0
    slack.fault = ({ method, body }) => {
      if (method === 'chat.postMessage' && !body.thread_ts && limited++ === 0) return { status: 429, retryAfter: 2 }
      const newer = JSON.stringify(body.blocks ?? []).match(/"type":"(data_visualization|container|data_table)"/)
      return method === 'chat.postMessage' && newer ? { error: 'invalid_blocks' } : null
    }
    await app.command(OAT_DRINK)
    const said = await settled(app)
    const [first, second] = slack.posts()
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(1_900)
    const refusals = () => slack.calls.filter(({ outcome }) => outcome === 'invalid_blocks').length
    expect(refusals()).toBeGreaterThan(0)
    expect(await saidIn(slack, CHANNEL)).toHaveLength(said.length)
    // A workspace that does not know the newer blocks is not asked again with each message.
    const before = refusals()
    await app.command(`${OAT_DRINK} Once more.`)
    await eventually(async () => (await runs(app)).length === 2)
    await settled(app)
    expect(refusals()).toBe(before)
  }, 120_000)
})

describe('what a person reads when something is in the way', () => {
  it('a window that could not be opened in time', async () => {
    const slack = await fakeSlack()
    const app = await startSlackApp(slack, { worker: false })
    const { text } = await app.command('', { trigger_id: 'long-gone' })
    expect(JSON.parse(await readBack(slack, text))).toMatchObject({
      response_type: 'ephemeral',
      text: expect.stringMatching(/once more/),
    })
  })

  it('a run that costs more than it may, and one that is confirmed first', async () => {
    const api = await fakeMessagesApi()
    const slack = await fakeSlack()
    const app = await startSlackApp(slack, {
      worker: false,
      env: { ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: api.url, RUN_BUDGET_USD: '0.01' },
    })
    const refused = await app.command(OAT_DRINK)
    expect(JSON.parse(await readBack(slack, refused.text))).toMatchObject({
      response_type: 'ephemeral',
      text: expect.stringMatching(/cost/),
    })
    expect(await runs(app)).toEqual([])
    await makeQuick(app)
    await query(
      app.env.DATABASE_URL ?? '',
      `insert into slack_workspace select id, 0.0001 from workspace where slug = 'slack:T000000001'`,
    )
    await query(
      app.env.DATABASE_URL ?? '',
      `update slack_user set settings = '{"personas":3,"focusGroup":"off","controls":false,"budgetUsd":5}'`,
    )
    const asked = JSON.parse(await readBack(slack, (await app.command(OAT_DRINK)).text))
    const valueIn = (blocks: { elements?: { action_id?: string; value?: string }[] }[]) =>
      blocks.flatMap(({ elements }) => elements ?? []).find(({ action_id }) => action_id === ACTIONS.confirmRun)
        ?.value ?? ''
    const yes = { value: valueIn(asked.blocks) }
    expect(await runs(app)).toEqual([])
    const stranger = { user: { id: 'UOTHER', name: 'eve', team_id: 'T000000001' } }
    await app.press({ action_id: ACTIONS.confirmRun, value: yes.value }, stranger)
    expect(await runs(app)).toEqual([])
    await Promise.all([1, 2, 3].map(() => app.press({ action_id: ACTIONS.confirmRun, value: yes.value })))
    await eventually(async () => (await runs(app)).length > 0)
    expect(await runs(app)).toHaveLength(1)

    // Where there are leads, one of them decides, and nobody for themselves.
    await query(
      app.env.DATABASE_URL ?? '',
      `with led as (update slack_user set lead = true)
       insert into slack_user (workspace_id, user_id, lead, settings)
       select id, 'UOTHER', false, '{"personas":3,"focusGroup":"off","controls":false,"budgetUsd":5}' from workspace where slug = 'slack:T000000001'`,
    )
    const byOther = (text: string) => app.command(text, { user_id: 'UOTHER', user_name: 'eve' })
    const told = JSON.parse(await readBack(slack, (await byOther(OAT_DRINK)).text))
    expect(JSON.stringify(told)).toContain('Waiting for a lead')
    expect(JSON.stringify(told)).not.toContain(ACTIONS.confirmRun)
    const [toLead] = slack.calls.filter(
      ({ method, body }) =>
        method === 'chat.postMessage' && JSON.stringify(body.blocks ?? '').includes('eve asks for it'),
    )
    expect(toLead?.body.channel).toMatch(/^D/)
    const value = valueIn(toLead?.body.blocks)
    await app.press({ action_id: ACTIONS.confirmRun, value }, stranger)
    expect(await runs(app)).toHaveLength(1)
    const lead = { user: { id: 'U000000001', name: 'lea', team_id: 'T000000001' } }
    await Promise.all([1, 2].map(() => app.press({ action_id: ACTIONS.confirmRun, value }, lead)))
    await eventually(async () => (await runs(app)).length > 1)
    expect(await runs(app)).toHaveLength(2)
    await api.close()
  })

  it('a run at a price that nobody knows, until somebody who may says yes', async () => {
    const slack = await fakeSlack()
    const env = { ANTHROPIC_BASE_URL: 'http://127.0.0.1:9', PERSONA_MODEL: 'our-model' }
    const app = await startSlackApp(slack, { worker: false, env })
    const asked = await readBack(slack, (await app.command(OAT_DRINK)).text)
    expect(asked).toContain(ACTIONS.confirmRun)
    expect(asked).toContain('Asked because it is at a price that is not known.')
    expect(await runs(app)).toEqual([])
    await query(
      app.env.DATABASE_URL ?? '',
      `insert into slack_user (workspace_id, user_id, lead) select id, '${ADMIN}', true from workspace where slug = 'slack:T000000001'
           on conflict (workspace_id, user_id) do update set lead = true`,
    )
    const stranger = { user_id: 'UOTHER', user_name: 'eve' }
    expect(await readBack(slack, (await app.command(OAT_DRINK, stranger)).text)).toContain('Waiting for a lead')
    expect(await runs(app)).toEqual([])
  })

  it('an agent, a person or a run that is not there', async () => {
    const slack = await fakeSlack()
    const app = await startSlackApp(slack, { worker: false })
    const { text } = await app.command('nobody-1', { command: '/evaluate-agent' })
    expect(await readBack(slack, text)).toMatch(/no such agent version/)
  })
})

describe('a run that has to wait', () => {
  it('says why on its message, and goes on by itself', async () => {
    const api = await fakeMessagesApi()
    const slack = await fakeSlack()
    const env = { ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: api.url }
    const app = await startSlackApp(slack, { env })
    await makeQuick(app)
    api.fault = () => ({ status: 529 })
    await app.command(OAT_DRINK)
    await eventually(() =>
      slack.calls.find(
        ({ method, body }) =>
          method.startsWith('chat.') && JSON.stringify(body.blocks)?.includes('model provider does not answer'),
      ),
    )
    api.fault = null
    await eventually(async () => (await runs(app))[0]?.status === 'completed')
    const said = await settled(app)
    expect(await saidIn(slack, CHANNEL)).toHaveLength(said.length)
    await api.close()
  }, 120_000)

  it('is cancelled by its button, and tried again by another', async () => {
    const slack = await fakeSlack()
    const app = await startSlackApp(slack, { worker: false })
    await makeQuick(app)
    await app.command(OAT_DRINK)
    const run = (await runs(app))[0]?.id ?? ''
    await app.press({ action_id: ACTIONS.cancelRun, value: JSON.stringify({ run }) })
    await eventually(async () => (await outbox(app))[0]?.status === 'done')
    expect((await runs(app))[0]?.status).toBe('cancelled')
    const [card] = (await slack.messages('xoxb-one', CHANNEL)).filter(({ metadata }) => metadata)
    expect(JSON.stringify(card?.blocks)).toMatch(/cancelled/i)
    const worker = app.startWorker()
    await app.press({ action_id: ACTIONS.retryRun, value: JSON.stringify({ run }) })
    const said = await settled(app)
    expect(said.length).toBeGreaterThan(1)
    await worker.stop()
  }, 120_000)
})
