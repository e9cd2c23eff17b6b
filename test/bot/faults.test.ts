import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { ACTIONS } from '../../src/bot/blocks/action-ids.js'
import { appHealth } from '../../src/doctor.js'
import { AppError } from '../../src/errors.js'
import { OAT_DRINK, type TestApp } from '../support/app.js'
import { query, testDatabase } from '../support/database.js'
import { fakeMessagesApi } from '../support/fake-messages-api.mjs'
import { fakeSlack, type SlackFault } from '../support/fake-slack.js'
import { faultProxy } from '../support/fault-proxy.js'
import {
  ADMIN,
  CHANNEL,
  chooseSettings,
  eventually,
  makeQuick,
  outbox,
  QUICK,
  readBack,
  runs,
  type SlackApp,
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
    for (let batch = 0; batch < 2; batch++)
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

  it('are worked on though nobody was told that they were noted', async () => {
    const slack = await fakeSlack()
    const address = new URL(await testDatabase())
    const proxy = await faultProxy(Number(address.port))
    address.port = String(proxy.port)
    const app = await startSlackApp(slack, { worker: false, env: { DATABASE_URL: address.href } })
    proxy.loseCommitOf('insert into slack_request')
    const request = sign(commandBody(OAT_DRINK, 'trigger-1'))
    expect((await app.send(request)).status).toBe(200)
    expect(proxy.lostCommits()).toBe(1)
    expect(await runs(app)).toHaveLength(1)
    await app.send(request)
    expect(await runs(app)).toHaveLength(1)

    proxy.loseCommitOf('insert into slack_request')
    expect(await app.store.slackRequests.keep('kept', {})).toBe(true)
    expect(proxy.lostCommits()).toBe(2)
    expect(await app.store.slackRequests.keep('kept', {})).toBe(false)
  })

  it('are answered while the database hangs, before it is given up', async () => {
    const slack = await fakeSlack()
    const address = new URL(await testDatabase())
    const proxy = await faultProxy(Number(address.port))
    address.port = String(proxy.port)
    const app = await startSlackApp(slack, { worker: false, answerMs: 1_000, env: { DATABASE_URL: address.href } })
    await app.command('help')
    expect(proxy.silenceAll()).toBeGreaterThan(0)
    const givenUp = app.store.slackRequests.keep('other', {}).then(
      () => 'kept',
      () => 'given up',
    )
    const answerTo = async (text: string, n: number): Promise<string> => {
      const { body, headers } = sign(commandBody(text, `trigger-${n}`))
      return (await app.fetch('/slack/events', { method: 'POST', body, headers })).text()
    }
    // More than are worked on at once: the later ones are to be kept. `status` cannot wait, and is not stored.
    const texts = ['status', ...Array.from({ length: 11 }, () => OAT_DRINK)]
    const answers = await Promise.race([Promise.all(texts.map(answerTo)), givenUp])
    expect(answers).toEqual(texts.map(() => expect.stringContaining('The database is slow at the moment')))
    proxy.refuse({ state: '57P03', message: 'the database system is shutting down' })
    proxy.cut()
    expect(await givenUp).toBe('given up')
  }, 60_000)

  it('start once from what was stored where the first note of them fails after Slack was answered', async () => {
    const slack = await fakeSlack()
    let noteStored = () => {}
    const stored = new Promise<void>((resolve) => {
      noteStored = resolve
    })
    const storeOf = (store: TestApp['store']): TestApp['store'] => ({
      ...store,
      slackRequests: {
        ...store.slackRequests,
        firstArrival: async (key) => {
          if (!key.startsWith('v0=')) return store.slackRequests.firstArrival(key)
          await stored
          throw new AppError('storage_unavailable', { problem: 'The connection is gone.' })
        },
        hold: async (...request) => {
          await store.slackRequests.hold(...request)
          noteStored()
        },
      },
    })
    const app = await startSlackApp(slack, { worker: false, answerMs: 600, storeOf })
    expect((await app.command(OAT_DRINK)).text).toMatch(/^$|If nothing appears here within a minute/)
    expect(await runs(app)).toEqual([])
    // As if its time had passed.
    await query(app.env.DATABASE_URL ?? '', 'update slack_waiting set due_at = now()')
    await eventually(async () => (await runs(app)).length === 1)
    await eventually(async () => (await query(app.env.DATABASE_URL ?? '', 'select 1 from slack_waiting')).length === 0)
    expect(await runs(app)).toHaveLength(1)
  }, 60_000)

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

  it('are passed over with one line in the log where a field is nothing that Slack documents', async () => {
    const slack = await fakeSlack()
    const lines: { level: string; facts: object }[] = []
    const note = (level: string) => (facts: object) => void lines.push({ level, facts })
    const log = { debug() {}, info() {}, warn: note('warn'), error: note('error') }
    const app = await startSlackApp(slack, { worker: false, log })
    const mention = {
      type: 'app_mention',
      user: ADMIN,
      channel: CHANNEL,
      ts: '7.1',
      text: `<@U0000000BOT> ${OAT_DRINK}`,
    }
    const odd = [
      { event: null },
      { event: 'app_mention' },
      { event: { ...mention, type: 7 } },
      { event: { ...mention, text: 7 } },
      { event: { ...mention, text: { mrkdwn: OAT_DRINK } } },
    ]
    for (const [at, fields] of odd.entries()) {
      const sent = await app.event(mention, { event_id: `Ev${at}`, ...fields })
      expect(sent, JSON.stringify(fields)).toMatchObject({ status: 200, text: '' })
    }
    expect(lines.map(({ level }) => level)).toEqual(odd.map(() => 'warn'))
    expect(JSON.stringify(lines)).not.toContain(OAT_DRINK.slice(0, 20))
    expect(await runs(app)).toEqual([])
    await app.event(mention, { event_id: 'Ev9' })
    expect(await runs(app)).toHaveLength(1)
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

  it('are found again among all that others wrote meanwhile, page by page', async () => {
    const slack = await fakeSlack()
    const app = await startSlackApp(slack, { worker: false })
    let isQuiet = false
    let isLimited = false
    slack.fault = ({ method, body }) => {
      if (method === 'chat.postMessage' && body.metadata) return 'lost'
      if (method !== 'conversations.history') return null
      if (!isQuiet) return { status: 503 }
      if (!body.cursor || isLimited) return null
      isLimited = true
      return { status: 429, retryAfter: 1 }
    }
    await app.command(OAT_DRINK)
    await eventually(() => slack.calls.some(({ method }) => method === 'conversations.history'))
    for (let n = 0; n < 40; n++) await slack.say('xoxb-one', CHANNEL, `Something else, ${n}`)
    slack.calls.length = 0
    isQuiet = true
    await eventually(async () => (await outbox(app))[0]?.external_id)
    expect(await saidIn(slack, CHANNEL)).toHaveLength(1)
    expect(slack.posts()).toEqual([])
    // The look that had to wait goes on where it was stopped.
    const pages = slack.calls.filter(({ method }) => method === 'conversations.history')
    expect(pages.map(({ body, outcome }) => `${body.cursor ?? 'first'} ${outcome}`)).toEqual([
      'first ok',
      'after:15 ratelimited',
      'after:15 ok',
      'after:30 ok',
    ])
  })

  it('are looked up in time by a process whose clock is slow', async () => {
    // Set right only once the bot has stopped: it would wait for the ten minutes that it sees pass.
    onTestFinished(() => void vi.useRealTimers())
    const slack = await fakeSlack()
    const app = await startSlackApp(slack, { worker: false, rateLimits: { ...QUICK, lookup_ms: 1_000 } })
    slack.fault = ({ method }) => (method === 'chat.postMessage' ? 'lost' : null)
    await app.command(OAT_DRINK)
    await eventually(() => slack.posts()[0]?.ts)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 600_000 })
    await eventually(async () => (await outbox(app))[0]?.external_id)
    expect(slack.posts()).toHaveLength(1)
  })

  it('go to the person where the channel does not take them', async () => {
    const slack = await fakeSlack()
    const app = await startSlackApp(slack)
    await makeQuick(app)
    const refusals: readonly (readonly [string, RegExp])[] = [
      ['channel_not_found', /invite/],
      ['not_in_channel', /invite/],
      ['is_archived', /archived/],
    ]
    const channels = await slack.addChannels('xoxb-one', refusals.length)
    for (const [index, [error, sentence]] of refusals.entries()) {
      const channel_id = channels[index] ?? ''
      slack.closed.set(channel_id, error)
      await app.command(OAT_DRINK, { channel_id })
      const told = await eventually(() => slack.responses[index])
      expect(told, error).toMatchObject({ response_type: 'ephemeral', text: expect.stringMatching(sentence) })
    }
    const said = await settled(app)
    expect(said.every(({ target }) => target.startsWith('D'))).toBe(true)
    expect(said.length).toBeGreaterThan(2 * refusals.length)
    expect(await saidIn(slack, said[0]?.target ?? '')).toHaveLength(said.length)
  }, 120_000)

  it('stand below the card where Slack refuses its thread everywhere', async () => {
    const slack = await fakeSlack()
    const app = await startSlackApp(slack)
    await makeQuick(app)
    slack.fault = ({ method, body }) =>
      method === 'chat.postMessage' && body.thread_ts ? { error: 'thread_not_found' } : null
    await app.command(OAT_DRINK)
    const said = await settled(app)
    const parts = said.filter(({ dedupe_key }) => dedupe_key.startsWith('thread:'))
    expect(parts.length).toBeGreaterThan(1)
    expect(parts.every(({ status, target }) => status === 'done' && target.startsWith('D'))).toBe(true)
    expect(await slack.messages('xoxb-one', said[0]?.target ?? '')).toHaveLength(said.length)
    expect(slack.calls.filter(({ method }) => /views.publish|history|replies/.test(method))).toEqual([])
  }, 120_000)

  it('wait while Slack refuses the token, of which people and the operator hear', async () => {
    const slack = await fakeSlack()
    const app = await startSlackApp(slack)
    await makeQuick(app)
    let writes = 0
    let isRevoked = true
    slack.fault = ({ method }) => {
      if (/^chat\.(?:postMessage|update)$/.test(method)) writes++
      return isRevoked && writes > 1 ? { error: 'token_revoked' } : null
    }
    await app.command(OAT_DRINK)
    const sentence = /token any more \(token_revoked\).*an admin has to install the app again/
    await eventually(() => slack.responses.some(({ text }) => sentence.test(text)))
    await eventually(async () => (await runs(app))[0]?.status === 'completed')
    expect((await appHealth(app)).problems.join()).toMatch(/does not take the app’s token of T000000001/)
    expect(await readBack(slack, (await app.command(`${OAT_DRINK} Once more.`)).text)).toMatch(sentence)
    expect(await runs(app)).toHaveLength(1)
    isRevoked = false
    const said = await settled(app)
    expect(await saidIn(slack, CHANNEL)).toHaveLength(said.length)
    expect(slack.responses.filter(({ text }) => sentence.test(text))).toHaveLength(1)
    expect((await appHealth(app)).problems).toEqual([])
  }, 120_000)

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

/** Something that is waited for until it is opened. */
function gate() {
  let open = (): void => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open }
}
type Outbox = SlackApp['store']['outbox']

/** The program with a deliverer whose writes of some kind can be waited for, and claims that end when a test says so. */
async function startWatched(
  writes: readonly ('markPosting' | 'postpone' | 'savePayload')[],
  changes?: Partial<Outbox>,
) {
  const slack = await fakeSlack()
  const done = { writes: 0, claims: 0 }
  const storeOf = (store: SlackApp['store']): SlackApp['store'] => {
    const counted =
      (kind: keyof typeof done, work: (...given: never[]) => Promise<unknown>) =>
      (...given: never[]) =>
        work(...given).finally(() => done[kind]++)
    const watched = writes.map((name) => [name, counted('writes', store.outbox[name])])
    const all = { ...Object.fromEntries(watched), claim: counted('claims', store.outbox.claim) }
    return { ...store, outbox: { ...store.outbox, ...all, ...changes } }
  }
  const app = await startSlackApp(slack, { storeOf, worker: changes === undefined })
  /** As if the holders of all messages had been frozen for longer than their leases. */
  const endLeases = () => query(app.env.DATABASE_URL ?? '', `update outbox set lease_until = now() - interval '1 s'`)
  const postings = () => slack.posts().filter(({ body }) => body.metadata)
  return { slack, app, done, endLeases, postings }
}

describe('a deliverer that goes on after another has taken its message over', () => {
  it.each([
    ['post', 0],
    ['put it off', 1],
  ])('does not %s while the other posts', async (_, wait_ms) => {
    const thawed = gate()
    const answered = gate()
    let frozen = 0
    const changes: Partial<Outbox> = {
      takeRateLimitSlot: async () => {
        if (frozen++ > 0) return 0
        await thawed.opened
        return wait_ms
      },
    }
    const { slack, app, done, endLeases, postings } = await startWatched(['markPosting', 'postpone'], changes)
    slack.fault = ({ method }) => (method === 'chat.postMessage' ? { after: answered.opened } : null)
    await app.command(OAT_DRINK)
    await eventually(() => frozen > 0)
    await endLeases()
    await eventually(() => postings().length > 0)
    thawed.open()
    await eventually(() => done.writes === 2)
    // Nobody else finds it due, either.
    const { claims } = done
    await eventually(() => done.claims > claims + 2)
    answered.open()
    await app.bot.stop()
    expect(postings()).toHaveLength(1)
    expect((await outbox(app)).map(({ external_id }) => external_id)).toEqual([postings()[0]?.ts])
  })

  it('tries no plainer form of it', async () => {
    const refused = gate()
    const { slack, app, endLeases, postings } = await startWatched([], {})
    slack.fault = ({ method }) =>
      method === 'chat.postMessage' && postings().length === 1
        ? { error: 'invalid_blocks', after: refused.opened }
        : null
    await app.command(OAT_DRINK)
    await eventually(() => postings().length === 1)
    await endLeases()
    await eventually(async () => (await outbox(app))[0]?.external_id)
    refused.open()
    await app.bot.stop()
    expect(postings().map(({ outcome }) => outcome)).toEqual(['invalid_blocks', 'ok'])
  })

  it('shares no document that it was uploading', async () => {
    const uploaded = gate()
    const answered = gate()
    const { slack, app, done, endLeases } = await startWatched(['savePayload'])
    await makeQuick(app)
    await app.command(OAT_DRINK)
    await settled(app)
    const [run] = await query<{ id: string; workspace_id: string }>(
      app.env.DATABASE_URL ?? '',
      'select id, workspace_id from run',
    )
    const callsOf = (name: string) => slack.calls.filter(({ method }) => method === name)
    slack.fault = ({ method }) => {
      if (method === 'upload' && callsOf('upload').length === 1) return { after: uploaded.opened }
      return method === 'files.completeUploadExternal' ? { after: answered.opened } : null
    }
    done.writes = 0
    const file = {
      dedupe_key: 'file',
      run_id: run?.id ?? null,
      payload: { show: 'file', format: 'json', thread_ts: null, sender: ADMIN },
      tenant: 'T000000001',
      target: CHANNEL,
    }
    await app.store.outbox.add({ workspace_id: run?.workspace_id ?? '' }, [file])
    await eventually(() => callsOf('upload').length === 1)
    await endLeases()
    await eventually(() => callsOf('files.completeUploadExternal').length === 1)
    uploaded.open()
    await eventually(() => done.writes === 2)
    answered.open()
    await app.bot.stop()
    expect(callsOf('upload')).toHaveLength(2)
    expect(callsOf('files.completeUploadExternal')).toHaveLength(1)
  }, 120_000)
})

describe('the lease of a message', () => {
  it('is whole again before each call to Slack', async () => {
    const { slack, app, postings } = await startWatched([], {})
    const database = app.env.DATABASE_URL ?? ''
    const leases: { whole: boolean }[] = []
    slack.fault = ({ method }) => {
      if (method !== 'chat.postMessage') return null
      const look = async () => {
        const [lease] = await query<{ whole: boolean }>(
          database,
          `select lease_until > now() + interval '8 s' as whole from outbox`,
        )
        if (lease) leases.push(lease)
        await query(database, `update outbox set lease_until = now() + interval '2 s'`)
      }
      return postings().length < 3 ? { error: 'invalid_blocks', after: look() } : { after: look() }
    }
    await app.command(OAT_DRINK)
    await eventually(async () => (await outbox(app))[0]?.external_id)
    expect(leases).toEqual([{ whole: true }, { whole: true }, { whole: true }])
  })
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
    // After a day nobody starts it, whether or not a worker has deleted it yet.
    const waitingFor = (age: string) =>
      query(app.env.DATABASE_URL ?? '', `update slack_draft set created_at = now() - interval '${age}'`)
    await waitingFor('25 h')
    await app.press({ action_id: ACTIONS.confirmRun, value: yes.value })
    expect(JSON.stringify(slack.responses.at(-1))).toContain('This does not wait any more')
    expect(await runs(app)).toEqual([])
    await waitingFor('23 h')
    await Promise.all([1, 2, 3].map(() => app.press({ action_id: ACTIONS.confirmRun, value: yes.value })))
    await eventually(async () => (await runs(app)).length > 0)
    expect(await runs(app)).toHaveLength(1)

    // Who asked is an admin. Somebody else needs a lead, also where nobody is one yet.
    await chooseSettings(app, { personas: 3, focusGroup: 'off', controls: false, budgetUsd: 5 }, 'UOTHER')
    const refusal = await readBack(slack, (await app.command(OAT_DRINK, { user_id: 'UOTHER', user_name: 'eve' })).text)
    expect(refusal).toMatch(/so a lead or an admin starts it, and nobody else is named a lead here; ask an admin/)
    expect(refusal).not.toContain(ACTIONS.confirmRun)
    expect(await query(app.env.DATABASE_URL ?? '', 'select 1 from slack_draft')).toEqual([])

    // Where there are leads, one of them decides, and nobody for themselves.
    await query(app.env.DATABASE_URL ?? '', `update slack_user set lead = true where user_id <> 'UOTHER'`)
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
