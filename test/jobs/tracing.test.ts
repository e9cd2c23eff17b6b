import { describe, expect, it, onTestFinished } from 'vitest'
import { OAT_DRINK, SMALL_FLAGS, startApp } from '../support/app.js'
import { fakeCollector, type ReceivedSpan } from '../support/fake-collector.js'
import { fakeEmbeddings } from '../support/fake-embeddings.js'
import { fakeMessagesApi } from '../support/fake-messages-api.mjs'
import { fakeSlack } from '../support/fake-slack.js'
import { connect, overStdio } from '../support/mcp.js'
import { freshEnv, run, startWorkerProcess } from '../support/processes.js'
import { sign, startBotOf } from '../support/slack-app.js'
import { slackPayloads } from '../support/slack-payloads.js'

/** The names of a span and of those above it, innermost first. */
function above(spans: readonly ReceivedSpan[], span: ReceivedSpan): ReceivedSpan[] {
  const parent = spans.find(({ spanId }) => spanId === span.parentSpanId)
  return parent ? [span, ...above(spans, parent)] : [span]
}

describe('spans', () => {
  it('lead from a Slack request through a worker elsewhere to the model call, without anybody’s words', async () => {
    const [collector, slack, api] = await Promise.all([fakeCollector(), fakeSlack(), fakeMessagesApi()])
    onTestFinished(() => api.close())
    const app = await startApp({ ...(await fakeEmbeddings()), ANTHROPIC_BASE_URL: api.url })
    const model = { ANTHROPIC_BASE_URL: api.url, ANTHROPIC_API_KEY: 'sk-secret-of-a-test' }
    const [{ url }] = await Promise.all([
      startBotOf(app, slack, { ...model, ...collector.env('bot') }),
      // It sweeps seldom: a run that the sweeper finds first has lost its trace with its job.
      startWorkerProcess({ ...(await freshEnv(app.env)), ...model, ...collector.env('worker') }, { sweepMs: 60_000 }),
    ])
    const { body, headers } = sign(new URLSearchParams(slackPayloads(slack).command(OAT_DRINK)).toString())
    expect((await fetch(`${url}/slack/events`, { method: 'POST', body, headers })).status).toBe(200)

    const ran = await collector.span(({ name }) => name === 'run pressure_test')
    const call = await collector.span(
      ({ name, facts, traceId }) =>
        name === 'chat claude-haiku-5-5' && facts['pressure_test.task'] === 'respond' && traceId === ran.traceId,
    )
    for (const name of ['POST /slack/events', 'slack command']) await collector.span((span) => span.name === name)
    const line = above(collector.spans, call)
    expect(line.map(({ name, process }) => `${process}: ${name}`)).toEqual([
      'worker: chat claude-haiku-5-5',
      'worker: step respond',
      'worker: run pressure_test',
      'bot: slack command',
      'bot: POST /slack/events',
    ])
    expect(new Set(line.map(({ traceId }) => traceId))).toEqual(new Set([ran.traceId]))
    expect(ran.facts).toMatchObject({ 'pressure_test.kind': 'pressure_test', 'pressure_test.status': 'completed' })
    expect(call.facts).toMatchObject({
      'gen_ai.request.model': 'claude-haiku-5-5',
      'pressure_test.outcome': 'answered',
    })
    expect(Number(call.facts['gen_ai.usage.output_tokens'])).toBeGreaterThan(0)
    expect(Number(call.facts['pressure_test.cost_usd'])).toBeGreaterThan(0)

    const sent = collector.bodies.join('\n')
    expect(sent).not.toMatch(/oat|froth|barista|secret|xoxb|U0\d+|T0\d+/i)
  })

  it('of a command hold what it asked for, and none of its words', async () => {
    const collector = await fakeCollector()
    const env = { ...(await freshEnv()), DATABASE_URL: (await startApp()).env.DATABASE_URL ?? '' }
    const { code } = await run(['run', OAT_DRINK, ...SMALL_FLAGS, '--json'], { ...env, ...collector.env('cli') })
    expect(code).toBe(0)
    const command = await collector.span(({ name }) => name === 'pressure-test run')
    const ran = await collector.span(({ name }) => name === 'run pressure_test')
    expect(above(collector.spans, ran).map(({ name }) => name)).toEqual(['run pressure_test', 'pressure-test run'])
    expect(command.facts).toEqual({ 'process.exit.code': 0 })
    expect(collector.bodies.join('\n')).not.toMatch(/oat|froth|barista/i)
  })

  it('of a tool hold the run that it started', async () => {
    const collector = await fakeCollector()
    const env = { ...(await freshEnv()), DATABASE_URL: (await startApp()).env.DATABASE_URL ?? '' }
    const client = await connect('v2', overStdio({ ...env, ...collector.env('mcp') }))
    const asked = { proposition: OAT_DRINK, personas: 3, focus_group: 'off', wait_seconds: 0 }
    const { reply } = await client.call('run_pressure_test', asked)
    const tool = await collector.span(({ name }) => name === 'tools/call run_pressure_test')
    expect(tool.facts).toMatchObject({ 'pressure_test.run_id': reply.run_id })
    const ran = await collector.span(({ name }) => name === 'run pressure_test')
    expect(ran).toMatchObject({ traceId: tool.traceId, parentSpanId: tool.spanId })
    await client.close()
  })
})
