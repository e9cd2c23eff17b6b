import { describe, expect, it } from 'vitest'
import { appHealth } from '../../src/doctor.js'
import { silentLog } from '../../src/log.js'
import { OAT_DRINK, startWorkerIn } from '../support/app.js'
import { query } from '../support/database.js'
import { fakeSlack, type SlackCall, type SlackFault } from '../support/fake-slack.js'
import {
  ADMIN,
  CHANNEL,
  eventually,
  makeQuick,
  outbox,
  type SlackApp,
  saidIn,
  settled,
  startSlackApp,
} from '../support/slack-app.js'

/** Something that answers in place of Slack, in four ways: as many as there are forms of a message. */
const UNREADABLE = ['<html>hi', 'maintenance', '{"message":"Forbidden"}', ''].map((page) => ({ status: 200, page }))
/** Trouble that ends by itself. */
const PASSING: readonly (readonly [string, readonly SlackFault[]])[] = [
  ['answers that nobody can read', UNREADABLE],
  ['a pause and lost calls', [{ status: 429, retryAfter: 1 }, { status: 500, page: 'oops' }, { status: 502 }, 'drop']],
]
const isPost = ({ method, body }: SlackCall) => method === 'chat.postMessage' && body.metadata !== undefined
const isLook = ({ method }: SlackCall) => /^conversations\.(history|replies)$/.test(method)
/** The bot whose worker begins once the first message is there, so that the result is an update. */
async function started() {
  const slack = await fakeSlack()
  const app = await startSlackApp(slack, { worker: false })
  await makeQuick(app)
  return { slack, app }
}
/** Waits for the end of everything; the whole of it has to stand in the channel, each message once. */
async function expectSaidOnce(app: SlackApp): Promise<void> {
  const said = await settled(app)
  const [card] = (await app.slack.messages('xoxb-one', CHANNEL)).filter(({ metadata }) => metadata)
  expect(JSON.stringify(card?.blocks)).toContain('run_again')
  const shown = await saidIn(app.slack, CHANNEL)
  expect(shown).toHaveLength(said.length)
  expect(new Set(shown).size).toBe(shown.length)
  expect(said.filter(({ target }) => target !== CHANNEL)).toEqual([])
  expect(app.slack.responses).toEqual([])
}

describe('trouble that passes', () => {
  it.each(PASSING)(
    'does not keep the result from the card: %s',
    async (_, faults) => {
      const { slack, app } = await started()
      let failed = 0
      slack.fault = ({ method }) => (method === 'chat.update' ? (faults[failed++] ?? null) : null)
      await app.command(OAT_DRINK)
      await eventually(() => slack.posts().length > 0)
      startWorkerIn(app)
      await expectSaidOnce(app)
      expect(failed).toBeGreaterThan(faults.length)
    },
    60_000,
  )

  it.each(PASSING)(
    'does not send a message elsewhere: %s',
    async (_, faults) => {
      const { slack, app } = await started()
      let failed = 0
      slack.fault = (call) => (isPost(call) ? (faults[failed++] ?? null) : null)
      await app.command(OAT_DRINK)
      startWorkerIn(app)
      await expectSaidOnce(app)
      expect(failed).toBeGreaterThan(faults.length)
    },
    60_000,
  )

  it.each(PASSING)(
    'does not end the search for a post: %s',
    async (_, faults) => {
      const { slack, app } = await started()
      let posts = 0
      let looks = 0
      slack.fault = (call) => {
        if (isPost(call) && posts++ === 0) return 'lost'
        return isLook(call) ? (faults[looks++] ?? null) : null
      }
      await app.command(OAT_DRINK)
      startWorkerIn(app)
      await expectSaidOnce(app)
      expect(looks).toBeGreaterThan(faults.length)
    },
    60_000,
  )

  it('makes what Slack took be looked up', async () => {
    const { slack, app } = await started()
    const met = new Set<string>()
    slack.fault = (call) => {
      const id = call.body.metadata?.event_payload.message
      if (!isPost(call) || met.has(id)) return null
      const fault = UNREADABLE[met.size % UNREADABLE.length]
      met.add(id)
      return fault ? { ...fault, takesEffect: true } : null
    }
    await app.command(OAT_DRINK)
    startWorkerIn(app)
    await expectSaidOnce(app)
    expect(met.size).toBeGreaterThan(UNREADABLE.length)
    expect(slack.calls.filter(isPost)).toHaveLength(met.size)
  }, 60_000)

  it('is counted, so that the pauses grow', async () => {
    const { slack, app } = await started()
    slack.fault = ({ method }) => (method === 'chat.update' ? { status: 500 } : null)
    await app.command(OAT_DRINK)
    await eventually(() => slack.posts().length > 0)
    startWorkerIn(app)
    const counted = () => query<{ attempts: number }>(app.env.DATABASE_URL ?? '', 'select attempts from outbox')
    await eventually(async () => ((await counted())[0]?.attempts ?? 0) > 2)
    slack.fault = null
    await expectSaidOnce(app)
  }, 60_000)
})

describe('a pause of a day', () => {
  it('holds messages back for minutes, is named by the health check and in the log, and then everything is said', async () => {
    const slack = await fakeSlack()
    const warned: string[] = []
    const log = { ...silentLog, warn: (facts: object, text: string) => void warned.push(JSON.stringify([facts, text])) }
    const app = await startSlackApp(slack, { worker: false, log })
    await makeQuick(app)
    let asked = 0
    slack.fault = ({ method }) =>
      method === 'chat.update' && asked++ === 0 ? { status: 429, retryAfter: 86_400 } : null
    await app.command(OAT_DRINK)
    await eventually(() => slack.posts().length > 0)
    startWorkerIn(app)
    const url = app.env.DATABASE_URL ?? ''
    const named = await eventually(async () =>
      (await appHealth(app)).problems.find((problem) => problem.includes('holds back messages')),
    )
    expect(named).toMatch(/holds back messages of T000000001 until \d\d:\d\d UTC/)
    expect(warned.join()).toMatch(/T000000001.*holds back messages of a team/)
    const [held] = await query<{ seconds: number }>(
      url,
      `select extract(epoch from max(at) - now())::float as seconds
         from (select free as at from slack_pace union all select next_attempt_at from outbox) held`,
    )
    expect(held?.seconds).toBeGreaterThan(60)
    expect(held?.seconds).toBeLessThan(360)

    // As if that time had passed.
    await query(url, `update slack_pace set free = now()`)
    await query(url, `update outbox set next_attempt_at = now()`)
    await expectSaidOnce(app)
    expect((await appHealth(app)).problems).toEqual([])
  }, 60_000)
})

describe('a post whose answer was lost', () => {
  it('is not repeated where a first look does not show it yet', async () => {
    const { slack, app } = await started()
    const met = { posts: 0, looks: 0 }
    slack.fault = (call) => (isPost(call) && met.posts++ === 0 ? 'lost' : null)
    const late = (call: SlackCall) => (isLook(call) && met.looks++ === 0 ? { ok: true, messages: [] } : null)
    slack.replies.set('conversations.history', late)
    await app.command(OAT_DRINK)
    startWorkerIn(app)
    await expectSaidOnce(app)
    expect(met.looks).toBe(2)
  }, 60_000)

  it.each([
    ['not_in_channel', /not in that conversation/],
    ['missing_scope', /without the history permission/],
    ['an_error_nobody_documented', /does not let me look .*an_error_nobody_documented/],
  ])(
    'goes to who asked where nobody can look: %s',
    async (error, why) => {
      const { slack, app } = await started()
      let posts = 0
      slack.fault = (call) => {
        if (isPost(call) && posts++ === 0) return 'lost'
        return isLook(call) && call.body.channel === CHANNEL ? { error } : null
      }
      await app.command(OAT_DRINK)
      startWorkerIn(app)
      const said = await settled(app)
      const own = said[0]?.target ?? ''
      expect(own).toMatch(/^D/)
      const [card] = (await slack.messages('xoxb-one', own)).filter(({ metadata }) => metadata)
      expect(JSON.stringify(card?.blocks)).toContain('run_again')
      expect(await saidIn(slack, own)).toHaveLength(said.length)
      expect(await saidIn(slack, CHANNEL)).toHaveLength(1)
      expect(slack.responses).toEqual([expect.objectContaining({ text: expect.stringMatching(why) })])
      expect(slack.responses[0].text).toMatch(/did not confirm.*direct message/)
    },
    60_000,
  )

  it('goes to who asked where the app may not read channels', async () => {
    const scopes = ['chat:write', 'im:write', 'im:history', 'users:read', 'files:write']
    const slack = await fakeSlack([{ id: 'T000000001', token: 'xoxb-one', scopes }])
    const app = await startSlackApp(slack, { worker: false })
    slack.fault = (call) => (isPost(call) ? 'lost' : null)
    await app.command(OAT_DRINK)
    await eventually(async () => (await outbox(app))[0]?.external_id)
    expect(slack.posts().map(({ body }) => body.channel)).toEqual([CHANNEL, expect.stringMatching(/^D/)])
    expect(slack.responses[0].text).toMatch(/did not confirm.*without the history permission/)
  }, 60_000)

  it('is shown in Home where the person’s direct messages cannot be looked up either', async () => {
    const { slack, app } = await started()
    slack.fault = (call) => {
      if (isPost(call)) return 'lost'
      return isLook(call) ? { error: 'missing_scope' } : null
    }
    await app.command(OAT_DRINK)
    startWorkerIn(app)
    await eventually(async () => (await outbox(app))[0]?.status === 'dead')
    expect(slack.calls.filter(isPost).map(({ body }) => body.channel)).toEqual([CHANNEL, expect.stringMatching(/^D/)])
    const home = slack.calls.find(({ method }) => method === 'views.publish')
    expect(home?.body.user_id).toBe(ADMIN)
  }, 60_000)
})
