import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Llm } from '../../src/llm/client.js'
import { type FakeMessagesApi, fakeMessagesApi } from '../support/fake-messages-api.mjs'
import { analyseRequest, never, openClient, type RecordingMeter, recordingMeter, respondRequest } from './harness.js'

let api: FakeMessagesApi
let client: Llm
let meter: RecordingMeter

beforeEach(async () => {
  api = await fakeMessagesApi()
  client = openClient(api.url)
  meter = recordingMeter()
})
afterEach(async () => {
  await client.close()
  await api.close()
})

const ask = (name: string) => client.answer(respondRequest({ name }), { meter, signal: never() })
const panel = (people: number) => Promise.all(Array.from({ length: people }, (_, i) => ask(`Person ${i}`)))
const statuses = () => api.requests.map(({ status }) => status)

describe('a server without structured output', () => {
  it('is asked by a forced tool; one of many concurrent calls finds that out', async () => {
    api.fault = () => 'no_structured_output'
    const answers = await panel(5)
    expect(answers.map(({ persona_name }) => persona_name)).toEqual([
      'Person 0',
      'Person 1',
      'Person 2',
      'Person 3',
      'Person 4',
    ])
    expect(statuses()).toEqual([400, 200, 200, 200, 200, 200])
    for (const { body } of api.requests.slice(1)) {
      expect(body).toMatchObject({
        tool_choice: { type: 'tool', name: 'answer' },
        tools: [{ name: 'answer', input_schema: { type: 'object' } }],
      })
      expect(body).not.toHaveProperty('output_config')
    }
    expect(meter.statuses()).toEqual(['failed', ...Array.from({ length: 5 }, () => 'answered')])
    expect(meter.closed[1]?.stop_reason).toBe('tool_use')

    await panel(3)
    expect(statuses().filter((status) => status === 400)).toHaveLength(1)
  })

  it('has its tool answers repaired too', async () => {
    api.fault = () => 'no_structured_output'
    await ask('Probe')
    api.answer = ({ messages }) => (messages.length === 1 ? { persona_name: 3 } : undefined)
    await ask('Other')
    expect(meter.statuses().slice(-2)).toEqual(['unusable', 'answered'])
    expect(api.requests.at(-1)?.body.messages[1]).toEqual({ role: 'assistant', content: '{"persona_name":3}' })
  })

  it('nor tools is told the schema in words', async () => {
    api.fault = () => 'no_structured_output_no_tools'
    const [answer] = await panel(4)
    expect(answer?.persona_name).toBe('Person 0')
    expect(statuses()).toEqual([400, 400, 200, 200, 200, 200])
    const { body } = api.requests[2] ?? {}
    expect(body.system[0].text).toMatch(/^Answer as the person\.\n\nAnswer with one JSON object.*"purchase_intent"/s)
    for (const name of ['tools', 'tool_choice', 'output_config']) expect(body).not.toHaveProperty(name)
    await panel(2)
    expect(statuses().filter((status) => status === 400)).toHaveLength(2)
  })

  it('and a model that refuses forced tools ends in words', async () => {
    api.fault = () => 'no_structured_output'
    const answer = await client.answer(analyseRequest(), { meter, signal: never() })
    expect(answer.pressure_score).toBeGreaterThanOrEqual(0)
    expect(statuses()).toEqual([400, 400, 200])
  })

  it('nor a word about it is told the schema in words, once that is found out', async () => {
    api.fault = () => 'ignores_form'
    expect((await ask('Probe')).persona_name).toBe('Probe')
    expect(meter.statuses()).toEqual(['unusable', 'unusable', 'answered'])
    await panel(3)
    expect(meter.statuses().slice(3)).toEqual(['answered', 'answered', 'answered'])
  })

  it('is found out per model', async () => {
    api.fault = ({ model }) => (model === 'claude-haiku-5-5' ? 'no_structured_output' : null)
    await ask('One')
    await client.answer(analyseRequest(), { meter, signal: never() })
    expect(statuses()).toEqual([400, 200, 200])
    expect(api.requests[2]?.body).toHaveProperty('output_config.format')
  })
})

it('a server that does not know how to switch thinking off is asked without', async () => {
  api.fault = ({ thinking }) =>
    thinking
      ? {
          status: 400,
          body: {
            type: 'error',
            error: { type: 'invalid_request_error', message: 'thinking: Extra inputs are not permitted' },
          },
        }
      : null
  await panel(3)
  expect(statuses()).toEqual([400, 200, 200, 200])
  expect(api.requests[1]?.body).toHaveProperty('output_config.format')
  expect(api.requests[1]?.body).not.toHaveProperty('thinking')
})

it('a server whose refusals have another form is asked more simply, too', async () => {
  const detail = [{ type: 'extra_forbidden', loc: ['body', 'output_config'], msg: 'Extra inputs are not permitted' }]
  api.fault = ({ output_config }) => (output_config ? { status: 422, body: { detail } } : null)
  await panel(2)
  expect(statuses()).toEqual([422, 200, 200])
})

it('a page of a firewall says nothing about the form, whatever its words are', async () => {
  api.failNext(1, { status: 400, body: '<p>In an effort to stop structured attacks, this tool blocked you.</p>' })
  await ask('One')
  expect(statuses()).toEqual([400, 200])
  const [first, second] = api.requests.map(({ body: { thinking, output_config } }) => ({ thinking, output_config }))
  expect(second).toEqual(first)
})

it('calls that had left before another found out simply try again', async () => {
  // Without a leader, each of these has sent its request before the first refusal is back.
  const racing = openClient(api.url)
  api.fault = () => null
  await racing.answer(respondRequest({ name: 'Probe' }), { meter, signal: never() })
  api.fault = () => 'no_structured_output'
  await Promise.all(
    Array.from({ length: 4 }, (_, i) =>
      racing.answer(respondRequest({ name: `Person ${i}` }), { meter, signal: never() }),
    ),
  )
  expect(statuses().filter((status) => status === 200)).toHaveLength(5)
  await racing.close()
})

it('a server that does not stream answers the first call whole', async () => {
  const { createServer } = await import('node:http')
  const message = {
    type: 'message',
    content: [{ type: 'text', text: '{}' }],
    stop_reason: 'refusal',
    usage: { input_tokens: 1, output_tokens: 1 },
  }
  const plain = createServer((_, response) =>
    response.setHeader('content-type', 'application/json').end(JSON.stringify(message)),
  )
  await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve))
  const other = openClient(`http://127.0.0.1:${(plain.address() as { port: number }).port}`)
  await expect(other.answer(respondRequest(), { meter, signal: never() })).rejects.toMatchObject({
    code: 'model_refused',
  })
  expect(meter.closed[0]).toMatchObject({ status: 'final', usage: { input_tokens: 1, output_tokens: 1 } })
  await other.close()
  plain.close()
})
