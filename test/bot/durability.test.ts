import { describe, expect, it } from 'vitest'
import type { RateLimits } from '../../src/delivery/rate-limits.js'
import { OAT_DRINK, startApp, startWorkerIn } from '../support/app.js'
import { query } from '../support/database.js'
import { fakeEmbeddings } from '../support/fake-embeddings.js'
import { fakeSlack } from '../support/fake-slack.js'
import {
  ADMIN,
  CHANNEL,
  eventually,
  makeQuick,
  outbox,
  runs,
  type SlackApp,
  saidIn,
  settled,
  sign,
  startBotOf,
  startSlackApp,
} from '../support/slack-app.js'

const body = (text: string, response_url: string, channel_id = CHANNEL) =>
  new URLSearchParams({
    command: '/pressure-test',
    text,
    team_id: 'T000000001',
    user_id: ADMIN,
    user_name: 'ada',
    channel_id,
    trigger_id: `${Math.random()}`,
    response_url,
  }).toString()

describe('a bot that dies', () => {
  it('between any two posts leaves each of them said once', async () => {
    const slack = await fakeSlack()
    const app = await startApp({ PRESSURE_TEST_MODEL: 'offline' })
    startWorkerIn(app)
    const { bot: first, url, again } = await startBotOf(app, slack)
    let bot = first
    const met = new Set<string>()
    slack.fault = ({ method, body: sent }) => {
      const id = sent.metadata?.event_payload.message
      if (method !== 'chat.postMessage' || !id || met.has(id)) return null
      met.add(id)
      bot.kill('SIGKILL')
      // Before the message is there, and after it.
      return met.size % 2 === 0 ? 'drop' : 'lost'
    }
    await makeQuick(app as SlackApp)
    const { body: form, headers } = sign(body(OAT_DRINK, slack.responseUrl()))
    const answered = await fetch(`${url}/slack/events`, { method: 'POST', body: form, headers })
    expect(answered.status).toBe(200)
    let deaths = 0
    let ended = false
    const revive = async (): Promise<void> => {
      while (!ended) {
        await bot.finished
        if (ended) return
        // The first lease runs out by itself; of the others it is as if their time had passed.
        if (deaths++ > 0)
          await query(app.env.DATABASE_URL ?? '', 'update outbox set lease_until = now() where lease_until is not null')
        bot = again()
      }
    }
    const reviving = revive()
    const said = await settled(app as SlackApp).finally(() => {
      ended = true
    })
    bot.kill('SIGKILL')
    await reviving
    expect(deaths).toBe(said.length)
    expect(said.length).toBeGreaterThan(3)
    const shown = await saidIn(slack, CHANNEL)
    expect(shown).toHaveLength(said.length)
    expect(new Set(shown)).toEqual(met)
  }, 290_000)
})

/** A tenth of the real rate limits, with limits a tenth of Slack's. */
const TENTH: RateLimits = {
  post: { every_ms: 105, burst_ms: 0 },
  posts: { every_ms: 15, burst_ms: 400 },
  update: { every_ms: 150, burst_ms: 1_200 },
  progress: { every_ms: 150, burst_ms: 600 },
  again_ms: 400,
  lookup_ms: 400,
  second_lookup_ms: 400,
  hold_ms: 400,
}
const RUNS = 40
const CHANNELS = 4
/** Well below the second that a refused one has to wait. */
const ON_ITS_WAY_MS = 600

describe('a busy workspace', () => {
  it('gets every result of forty runs in four channels, within the limits', async () => {
    const slack = await fakeSlack()
    const app = await startSlackApp(slack, { rateLimits: TENTH, env: await fakeEmbeddings() })
    await makeQuick(app)
    const channels = await slack.addChannels('xoxb-one', CHANNELS)
    slack.limits = { posts: { most: 5, in_ms: 450 }, updates: { most: 50, in_ms: 6_000 }, retryAfter: 1 }
    await Promise.all(
      Array.from({ length: RUNS }, (_, n) =>
        app.send(sign(body(`${OAT_DRINK} Number ${n}.`, slack.responseUrl(), channels[n % CHANNELS]))),
      ),
    )
    await eventually(async () => (await runs(app)).length === RUNS)
    const said = await settled(app)
    const parents = said.filter(({ payload }) => payload.show === 'run')
    expect(parents).toHaveLength(RUNS)
    for (const channel of channels) {
      const shown = await saidIn(slack, channel)
      expect(shown).toHaveLength(said.filter(({ target }) => target === channel).length)
      const cards = (await slack.messages('xoxb-one', channel)).filter(({ metadata }) => metadata)
      for (const card of cards) expect(JSON.stringify(card.blocks)).toMatch(/run_again|run_refine/)
    }
    // Progress gives way: far fewer updates than there was news.
    const updates = slack.calls.filter(({ method }) => method === 'chat.update')
    expect(updates.length).toBeLessThan(RUNS * 6)
    // After a refusal that kind waits. On a busy machine one that was on its way arrives late; without waiting there would
    // be two or more after each refusal.
    const tooEarly = slack.refused.flatMap((refused) =>
      slack.calls.filter(
        ({ at, method, body: sent }) =>
          method === refused.method &&
          (method === 'chat.update' || sent.channel === refused.body.channel) &&
          at > refused.at + ON_ITS_WAY_MS &&
          at < refused.at + 950,
      ),
    )
    expect(tooEarly.length).toBeLessThanOrEqual(slack.refused.length)
    expect((await outbox(app)).filter(({ status }) => status !== 'done')).toEqual([])
  }, 290_000)
})
