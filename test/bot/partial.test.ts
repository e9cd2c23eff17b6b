import { describe, expect, it } from 'vitest'
import { ACTIONS } from '../../src/bot/blocks/action-ids.js'
import { writeActionPayload } from '../../src/bot/blocks/action-payload.js'
import { OAT_DRINK } from '../support/app.js'
import { taskOf } from '../support/fake-answers.mjs'
import { type FakeBody, type FakeMessagesApi, fakeMessagesApi } from '../support/fake-messages-api.mjs'
import { type FakeSlack, fakeSlack } from '../support/fake-slack.js'
import {
  CHANNEL,
  chooseSettings,
  eventually,
  outbox,
  PLAIN_RUN,
  runs,
  type SlackApp,
  settled,
  startSlackApp,
} from '../support/slack-app.js'

/** Everybody but the first `count` people of a panel. */
function butFor(count: number): (body: FakeBody) => boolean {
  const first = new Set<string>()
  return ({ messages }) => {
    const own = JSON.stringify(messages)
    if (!own.includes('React to the proposition')) return false
    if (first.size < count) first.add(own)
    return !first.has(own)
  }
}

async function withModel(): Promise<{ api: FakeMessagesApi; slack: FakeSlack; app: SlackApp }> {
  const api = await fakeMessagesApi()
  const slack = await fakeSlack()
  const env = { ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: api.url }
  const app = await startSlackApp(slack, { env })
  await chooseSettings(app, PLAIN_RUN)
  return { api, slack, app }
}

/** The run's message as it reads once nothing about it changes any more. */
async function lastWord({ slack, app }: { slack: FakeSlack; app: SlackApp }, status: string): Promise<string> {
  await eventually(async () => (await runs(app))[0]?.status === status)
  await eventually(async () => (await outbox(app)).every((one) => one.status === 'done'))
  const [card, ...more] = (await slack.messages('xoxb-one', CHANNEL)).filter(({ metadata }) => metadata)
  expect(more).toEqual([])
  return JSON.stringify(card?.blocks)
}

describe('what was paid for', () => {
  it('is shown for a run that failed, with why, and is kept when it is tried again', async () => {
    const { api, slack, app } = await withModel()
    const others = butFor(2)
    api.fault = (body) => (others(body) ? 'refusal' : null)
    await app.command(OAT_DRINK)
    const read = await lastWord({ slack, app }, 'failed')
    expect(read).toMatch(/Only 2 of 6 synthetic respondents answered/)
    expect(read).toMatch(/Everybody reads it alone: 2 of 6 answered/)
    expect(read).toMatch(/\$0\.\d+ of at most \$2/)
    expect(read).toMatch(/“Try again” keeps every answer that was stored/)
    expect(read).toContain(ACTIONS.retryRun)

    api.fault = null
    await app.press({ action_id: ACTIONS.retryRun, value: writeActionPayload({ run: (await runs(app))[0]?.id ?? '' }) })
    await settled(app)
    expect(api.duplicates()).toEqual([])
    await api.close()
  }, 120_000)

  it('is shown for a test without its analysis, which a button buys, in the same messages', async () => {
    const { api, slack, app } = await withModel()
    api.fault = ({ output_config }) => (taskOf(output_config?.format?.schema) === 'analyse' ? 'refusal' : null)
    await app.command(OAT_DRINK)
    const read = await lastWord({ slack, app }, 'completed')
    expect(read).toMatch(/\w+, \d+ of 100: \d+% would not buy, analysis missing/)
    expect(read).toContain('The model refused to write it.')
    expect(read).toMatch(/buys only that, (about|less than) \$0\.\d\d; everything else is kept/)
    const [run] = await runs(app)
    const posts = slack.posts().length
    const ts = (await outbox(app))[0]?.external_id ?? ''
    const thread = async () => JSON.stringify(await slack.thread('xoxb-one', CHANNEL, ts))
    expect(await thread()).toContain('What broke: the analysis is missing')

    api.fault = null
    const asked = api.requests.length
    await app.press({ action_id: ACTIONS.retryRun, value: writeActionPayload({ run: run?.id ?? '' }) })
    await eventually(async () => (await thread()).includes('What broke: ') && !(await thread()).includes('is missing'))
    expect(await lastWord({ slack, app }, 'completed')).not.toMatch(/analysis missing|is missing/)
    expect(api.requests).toHaveLength(asked + 1)
    expect(slack.posts()).toHaveLength(posts)
    await api.close()
  }, 120_000)

  it('is shown for a run that was cancelled', async () => {
    const { api, slack, app } = await withModel()
    const others = butFor(4)
    api.fault = (body) => (others(body) ? 'hang' : null)
    await app.command(OAT_DRINK)
    await eventually(() =>
      slack.calls.some(
        ({ method, body }) => method.startsWith('chat.') && JSON.stringify(body.blocks)?.includes('4 of 6 answered'),
      ),
    )
    await app.press({
      action_id: ACTIONS.cancelRun,
      value: writeActionPayload({ run: (await runs(app))[0]?.id ?? '' }),
    })
    const read = await lastWord({ slack, app }, 'cancelled')
    expect(read).toMatch(/It was cancelled and spends nothing more. Kept: 4 of 6 answered/)
    expect(read).toMatch(/\$0\.\d+ of at most \$2/)
    expect(read).toContain(ACTIONS.runAgain)
    await api.close()
  }, 120_000)
})
