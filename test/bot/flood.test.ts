import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { MODALS } from '../../src/bot/blocks/action-ids.js'
import { writeActionPayload } from '../../src/bot/blocks/action-payload.js'
import { OAT_DRINK, startApp } from '../support/app.js'
import { query } from '../support/database.js'
import { type FakeSlack, fakeSlack } from '../support/fake-slack.js'
import type { Env } from '../support/processes.js'
import {
  CHANNEL,
  eventually,
  makeQuick,
  runs,
  type Signed,
  type SlackApp,
  sign,
  startBotOf,
  startSlackApp,
} from '../support/slack-app.js'
import { slackPayloads } from '../support/slack-payloads.js'

const command = (slack: FakeSlack, number: number, text = `${OAT_DRINK} Number ${number}.`) =>
  sign(new URLSearchParams(slackPayloads(slack).command(text)).toString())
const waiting = (app: { env: Env }) =>
  query<{ signature: string }>(app.env.DATABASE_URL ?? '', 'select signature from slack_waiting')
/** As if the time had passed for which it was the dead one's alone. */
const released = (app: { env: Env }) => query(app.env.DATABASE_URL ?? '', 'update slack_waiting set due_at = now()')
const keep = (app: SlackApp, { body, headers }: Signed) =>
  app.store.slackRequests.keep(
    headers['x-slack-signature'] ?? '',
    Object.fromEntries(new URLSearchParams(body).entries()),
  )
const submission = async (slack: FakeSlack, text: string) => {
  const payload = await slackPayloads(slack).submitView({
    callback_id: MODALS.pressureTest,
    private_metadata: writeActionPayload({ channel: CHANNEL, open: true }),
    values: { proposition: { proposition: { type: 'plain_text_input', value: text } } },
  })
  return sign(new URLSearchParams({ payload: JSON.stringify(payload) }).toString())
}
const ASKED = 48

describe('many commands in one moment', () => {
  it('are all confirmed, start once each, and whoever waited reads what it costs', async () => {
    const slack = await fakeSlack()
    const app = await startSlackApp(slack, { worker: false })
    await makeQuick(app)
    const requests = Array.from({ length: ASKED }, (_, n) => command(slack, n))
    const answers = await Promise.all(requests.flatMap((one) => [app.send(one), app.send(one), app.send(one)]))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    const later = answers.filter(({ text }) => text.includes('as soon as it is its turn'))
    const atOnce = answers.filter(({ text }) => text.includes('Started.'))
    // Two of three deliveries of a command say nothing; nor does one whose answer was not ready in time, which comes later.
    const late = ASKED - later.length - atOnce.length
    expect(late).toBeGreaterThanOrEqual(0)
    expect(later.length).toBeGreaterThan(ASKED / 2)
    expect(answers.filter(({ text }) => text === '')).toHaveLength(2 * ASKED + late)

    await eventually(async () => (await runs(app)).length >= ASKED && (await waiting(app)).length === 0)
    const texts = (await runs(app)).map(({ input }) => input.stimulus)
    expect(texts).toHaveLength(ASKED)
    expect(new Set(texts).size).toBe(ASKED)
    await eventually(() => slack.responses.length >= later.length + late)
    expect(slack.responses).toHaveLength(later.length + late)
    for (const said of slack.responses) expect(JSON.stringify(said)).toContain('costs nothing, takes')
  })

  it('leave forms and orders where they are: those are answered at once', async () => {
    const slack = await fakeSlack()
    const app = await startSlackApp(slack, { worker: false })
    const flood = Promise.all(Array.from({ length: 24 }, (_, n) => app.send(command(slack, n))))
    const help = await app.send(command(slack, 1_000, 'help'))
    expect(help.text).toContain('/pressure-test')
    expect(help.text).not.toContain('its turn')
    await flood
  })

  it('say what is wrong to those who waited, and start nothing for them', async () => {
    const slack = await fakeSlack()
    const app = await startSlackApp(slack, { worker: false })
    await keep(app, command(slack, 1, 'x'.repeat(30_000)))
    await eventually(() => slack.responses.length === 1)
    expect(JSON.stringify(slack.responses[0])).toContain('characters')
    const behind = (sql: string) => query(app.env.DATABASE_URL ?? '', sql)
    await behind(
      'create function fail() returns trigger language plpgsql as $$ begin perform 1 / 0; return null; end $$',
    )
    await behind('create trigger failing before insert on run for each row execute function fail()')
    await keep(app, command(slack, 2))
    await eventually(() => slack.responses.length === 2)
    expect(JSON.stringify(slack.responses[1])).toMatch(/[0-9a-f]{8}/)
    await behind('drop trigger failing on run')
    await eventually(async () => (await waiting(app)).length === 0)
    expect(await runs(app)).toEqual([])
  })

  it('go on waiting while the database refuses', async () => {
    const slack = await fakeSlack()
    // Long enough that what is worked on is done before it could be taken again.
    const backlog = { leaseMs: 3_000, lookEveryMs: 100 }
    const app = await startSlackApp(slack, { worker: false, backlog })
    const behind = (sql: string) => query(app.env.DATABASE_URL ?? '', sql)
    await behind(
      `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'full' using errcode = '53300'; end $$`,
    )
    await behind('create trigger refusing before insert on run for each row execute function refuse()')
    await keep(app, command(slack, 1))
    const takenUntil = async () =>
      String((await query<{ due_at: Date }>(app.env.DATABASE_URL ?? '', 'select due_at from slack_waiting'))[0]?.due_at)
    const first = await takenUntil()
    const second = await eventually(async () => ((await takenUntil()) === first ? null : takenUntil()))
    await eventually(async () => (await takenUntil()) !== second)
    await behind('drop trigger refusing on run')
    await eventually(async () => (await waiting(app)).length === 0)
    expect(await runs(app)).toHaveLength(1)
    await eventually(() => slack.responses.length > 0)
    expect(slack.responses.map((said) => JSON.stringify(said))).toEqual([expect.stringContaining('Started.')])
  })
})

describe('a bot killed after it confirmed what it could not finish in time', () => {
  it.each(['command', 'form'])('leaves the %s to the next one, which starts it once', async (by) => {
    const slack = await fakeSlack()
    const app = await startApp({ PRESSURE_TEST_MODEL: 'offline' })
    const { bot, url, again } = await startBotOf(app, slack)
    const text = `${OAT_DRINK} Asked by ${by}.`
    const holding = new pg.Client({ connectionString: app.env.DATABASE_URL })
    await holding.connect()
    await holding.query('begin; lock table run in exclusive mode')
    const { body, headers } = by === 'command' ? command(slack, 1, text) : await submission(slack, text)
    const answer = await fetch(`${url}/slack/events`, { method: 'POST', body, headers })
    expect([answer.status, await answer.text()]).toEqual([200, ''])
    bot.kill('SIGKILL')
    await bot.finished
    await holding.end()
    expect(await runs(app as SlackApp)).toEqual([])
    await released(app)
    again()
    await eventually(async () => (await waiting(app)).length === 0)
    expect((await runs(app as SlackApp)).map(({ input }) => input.stimulus)).toEqual([text])
  })
})

describe('a bot killed in a flood', () => {
  it('leaves what it confirmed to the next one, which starts each once', async () => {
    const slack = await fakeSlack()
    const app = await startApp({ PRESSURE_TEST_MODEL: 'offline' })
    const { bot, url, again } = await startBotOf(app, slack)
    let confirmed = 0
    const kept: string[] = []
    await Promise.all(
      Array.from({ length: ASKED }, async (_, n) => {
        const { body, headers } = command(slack, n)
        const answer = await fetch(`${url}/slack/events`, { method: 'POST', body, headers }).catch(() => null)
        const text = await answer?.text().catch(() => null)
        if (!answer || text === undefined || text === null) return
        expect(answer.status).toBe(200)
        kept.push(`${OAT_DRINK} Number ${n}.`)
        if (++confirmed === ASKED / 2) bot.kill('SIGKILL')
      }),
    )
    await bot.finished
    const left = await waiting(app)
    expect(left.length).toBeGreaterThan(0)
    await released(app)
    again()
    await eventually(async () => (await waiting(app)).length === 0)
    const started = (await runs(app as SlackApp)).map(({ input }) => input.stimulus)
    expect(new Set(started).size).toBe(started.length)
    for (const one of kept) expect(started).toContain(one)
  })
})
