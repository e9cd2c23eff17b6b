import { describe, expect, it } from 'vitest'
import { ACTIONS, MODALS } from '../../src/bot/blocks/action-ids.js'
import { writeActionPayload } from '../../src/bot/blocks/action-payload.js'
import { createSocketReceiver } from '../../src/bot/inbound/socket-receiver.js'
import { silentLog } from '../../src/log.js'
import { OAT_DRINK } from '../support/app.js'
import { query, testDatabase } from '../support/database.js'
import { fakeSlack } from '../support/fake-slack.js'
import { APP_TOKEN, fakeSocketMode } from '../support/fake-socket-mode.js'
import { freshEnv, start } from '../support/processes.js'
import { ADMIN, CHANNEL, eventually, makeQuick, readBack, runs, settled, startSlackApp } from '../support/slack-app.js'
import { BOT_USER, slackPayloads } from '../support/slack-payloads.js'

const TOKEN = 'xoxb-one'

/** The whole program connected to a fake Slack that talks through a socket. */
async function connected({ worker = false } = {}) {
  const slack = await fakeSlack()
  const socket = await fakeSocketMode(slack)
  const app = await startSlackApp(slack, { worker, env: { SLACK_APP_TOKEN: APP_TOKEN, SLACK_SIGNING_SECRET: '' } })
  await socket.connected()
  /** Its answer, once it is worked on: that can be later than the answer. */
  const done = async (id: string) => {
    const answer = await socket.acked(id)
    await app.bot.drained()
    return answer
  }
  return { slack, socket, app, done, tell: slackPayloads(slack) }
}

describe('what comes through the socket', () => {
  it('is a command that becomes a parent message and a score card', async () => {
    const { slack, socket, app, done, tell } = await connected({ worker: true })
    expect(app.bot.routes).toBeNull()
    await makeQuick(app)
    const id = socket.deliver('slash_commands', tell.command(OAT_DRINK))
    const { payload } = await done(id)
    expect(await readBack(slack, payload)).toMatch(/"text":"Started\./)
    const said = await settled(app)
    const parent = said.find(({ payload }) => payload.show === 'run')
    const [card] = (await slack.messages(TOKEN, CHANNEL)).filter(({ metadata }) => metadata)
    expect(card?.ts).toBe(parent?.external_id)
    expect(JSON.stringify(card?.blocks)).toContain((await runs(app))[0]?.id)
    expect((await slack.thread(TOKEN, CHANNEL, card?.ts ?? '')).length).toBeGreaterThan(3)
  }, 120_000)

  it('is a button, a window with its mistakes, and an event', async () => {
    const { slack, socket, app, done, tell } = await connected()
    await done(socket.deliver('slash_commands', tell.command(OAT_DRINK)))
    const [run] = await runs(app)
    const cancel = { action_id: ACTIONS.cancelRun, value: writeActionPayload({ run: run?.id ?? '' }) }
    const pressed = await done(socket.deliver('interactive', await tell.press(cancel)))
    expect(pressed.payload).toEqual({})
    await eventually(async () => (await runs(app))[0]?.status === 'cancelled')

    const values = {
      proposition: { proposition: { type: 'plain_text_input', value: OAT_DRINK } },
      personas: { personas: { type: 'plain_text_input', value: '2' } },
    }
    const window = await tell.submitView({ callback_id: MODALS.pressureTest, values })
    expect((await done(socket.deliver('interactive', window))).payload).toMatchObject({
      response_action: 'errors',
      errors: { personas: expect.any(String) },
    })

    const opened = tell.event({ type: 'app_home_opened', user: ADMIN, tab: 'home' })
    await done(socket.deliver('events_api', opened))
    expect(slack.calls.filter(({ method }) => method === 'views.publish')).toHaveLength(1)
  })

  it('is passed over where it is nothing that Slack documents, and the next one is worked on', async () => {
    const { socket, app, done, tell } = await connected()
    const limited = { type: 'app_rate_limited', team_id: 'T0001', minute_rate_limited: 1, api_app_id: 'A1' }
    const frames = [
      'null',
      '7',
      '"hello"',
      '[]',
      '{}',
      'no JSON',
      JSON.stringify({ type: 'events_api', payload: null }),
    ]
    for (const frame of frames) socket.connections.at(-1)?.send(frame)
    for (const kind of ['events_api', 'interactive', 'slash_commands'] as const) {
      socket.deliver(kind, limited)
      socket.deliver(kind, null as unknown as object)
    }
    await done(socket.deliver('slash_commands', tell.command(OAT_DRINK)))
    expect(await runs(app)).toHaveLength(1)
    expect(socket.connections).toHaveLength(1)
  })

  it('acts once, however often the same envelope or event comes', async () => {
    const { slack, socket, app, done, tell } = await connected()
    const command = tell.command(OAT_DRINK)
    const again = { envelope_id: 'the-same' }
    for (let time = 0; time < 3; time++) socket.deliver('slash_commands', command, again)
    await eventually(() => socket.acks.length === 3)
    // A second connection brings it too, and its trigger is another one by then.
    socket.deliver('slash_commands', { ...command, trigger_id: 'another' }, again)
    await eventually(() => socket.acks.length === 4)
    await app.bot.drained()
    expect(await runs(app)).toHaveLength(1)
    const told = [...socket.acks.map(({ payload }) => payload), ...slack.responses].filter(({ text }) => text)
    expect(told).toHaveLength(1)

    const mention = tell.event({
      type: 'app_mention',
      user: ADMIN,
      channel: CHANNEL,
      ts: '5.1',
      text: `<@${BOT_USER}> An oat drink that froths like milk`,
    })
    for (const retry_attempt of [0, 1, 2]) await done(socket.deliver('events_api', mention, { retry_attempt }))
    expect(await runs(app)).toHaveLength(2)
  })

  it('comes again where an event could not be handled for a passing reason', async () => {
    const { slack, socket, tell } = await connected()
    const opened = tell.event({ type: 'app_home_opened', user: ADMIN, tab: 'home' })
    slack.fault = ({ method }) => (method === 'views.publish' ? { error: 'invalid_arguments' } : null)
    const failed = socket.deliver('events_api', opened)
    await eventually(() => slack.calls.some(({ outcome }) => outcome === 'invalid_arguments'))
    slack.fault = null
    const second = socket.deliver('events_api', opened, { retry_attempt: 1, retry_reason: 'timeout' })
    await socket.acked(second)
    expect(socket.acks.map(({ envelope_id }) => envelope_id)).not.toContain(failed)
    expect(slack.calls.filter(({ method, outcome }) => method === 'views.publish' && outcome === 'ok')).toHaveLength(1)
  })

  it('is answered with what to do while nothing can be stored', async () => {
    const { socket, app, done, tell } = await connected()
    await query(app.env.DATABASE_URL ?? '', 'alter table slack_request rename to elsewhere')
    const { payload } = await done(socket.deliver('slash_commands', tell.command('help')))
    expect(payload.text).toMatch(/nothing was started. Try again in a minute/)
  })
})

describe('the connection', () => {
  it('is opened anew when Slack recycles it, when it breaks, and after Slack was away', async () => {
    const { slack, socket, app, tell } = await connected()
    const asks = async () => {
      const { payload } = await socket.acked(socket.deliver('slash_commands', tell.command('help')))
      expect(await readBack(slack, payload)).toContain('ephemeral')
    }
    await asks()
    socket.recycle()
    await socket.connected(1)
    await asks()
    socket.connections[1]?.drop()
    await socket.connected(2)
    await asks()
    let away = 2
    slack.fault = ({ method }) => (method === 'apps.connections.open' && away-- > 0 ? 'drop' : null)
    socket.connections[2]?.drop()
    await socket.connected(3)
    await asks()
    expect(slack.calls.filter(({ outcome }) => outcome === 'drop')).toHaveLength(2)
    socket.deliver('slash_commands', tell.command(OAT_DRINK))
    await eventually(async () => (await runs(app)).length === 1)
  })

  it('that Slack refuses later ends neither the process nor the wish to stop', async () => {
    const { slack, socket, app } = await connected()
    socket.refusal = 'account_inactive'
    socket.connections[0]?.drop()
    await eventually(() => slack.calls.some(({ outcome }) => outcome === 'account_inactive'))
    await app.bot.stop()
    expect(slack.calls.filter(({ method }) => method === 'apps.connections.open')).toHaveLength(2)
  })

  it('is left by a goodbye, and what is being answered is answered first', async () => {
    const { slack, socket, app, tell } = await connected()
    const id = socket.deliver('slash_commands', tell.command(OAT_DRINK))
    await eventually(async () => (await query(app.env.DATABASE_URL ?? '', 'select 1 from slack_request')).length > 0)
    await app.bot.stop()
    expect(await readBack(slack, (await socket.acked(id)).payload)).toMatch(/"text":"Started/)
    await socket.connections[0]?.closed
    expect(socket.connections).toHaveLength(1)
  })

  it('carries an answer by the response address where it went while we worked', async () => {
    const slack = await fakeSlack()
    const socket = await fakeSocketMode(slack)
    const answer = { response_type: 'ephemeral', text: 'Started.' }
    const receiver = createSocketReceiver({
      appToken: APP_TOKEN,
      apiUrl: slack.apiUrl,
      log: silentLog,
      dispatch: {
        init() {},
        take: async () => {
          socket.connections[0]?.drop()
          await socket.connected(1)
          socket.connections[1]?.drop()
          return { answer }
        },
      },
    })
    await receiver.start()
    socket.deliver('slash_commands', slackPayloads(slack).command('x'))
    await eventually(() => slack.responses.length === 1)
    expect(slack.responses).toEqual([answer])
    await receiver.stop()
  })

  it('is left though the other side never says goodbye, and takes nothing more', async () => {
    const { socket, app, tell } = await connected()
    socket.polite = false
    await app.bot.stop()
    socket.deliver('slash_commands', tell.command(OAT_DRINK))
    await socket.connections[0]?.closed
    expect(await runs(app)).toEqual([])
  })
})

describe('pressure-test bot with Socket Mode', () => {
  const programEnv = async (apiUrl: string, token = APP_TOKEN) =>
    freshEnv({ SLACK_BOT_TOKEN: TOKEN, SLACK_APP_TOKEN: token, SLACK_API_URL: apiUrl })

  it('says in one sentence that the app token is wrong, and ends', async () => {
    const slack = await fakeSlack()
    await fakeSocketMode(slack)
    const env = { ...(await programEnv(slack.apiUrl, 'xapp-1-wrong')), DATABASE_URL: await testDatabase() }
    const { code, stderr, stdout } = await start(['bot'], env).finished
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(/^Slack refuses SLACK_APP_TOKEN \(invalid_auth\)\. .*\n$/)
  })

  it('runs until it is told to stop, and leaves at once', async () => {
    const slack = await fakeSlack()
    const socket = await fakeSocketMode(slack)
    const bot = start(['bot'], { ...(await programEnv(slack.apiUrl)), DATABASE_URL: await testDatabase() })
    await bot.said(/serves Slack .*Socket Mode/)
    const id = socket.deliver('slash_commands', slackPayloads(slack).command('help'))
    expect((await socket.acked(id)).payload.blocks).toBeTruthy()
    socket.polite = false
    bot.kill('SIGTERM')
    expect(await bot.finished).toMatchObject({ code: 0, stdout: '' })
  })

  it('asks for the bot token where only the app token is set', async () => {
    const { stderr, code } = await start(['bot'], await freshEnv({ SLACK_APP_TOKEN: APP_TOKEN })).finished
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('SLACK_BOT_TOKEN') })
  })
})
