import { createServer } from 'node:http'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type AnswerOf, TASKS, type TaskName } from '../../src/domain/run/tasks.js'
import { AppError } from '../../src/errors.js'
import type { Llm, LlmRequest } from '../../src/llm/client.js'
import { priceUsage } from '../../src/llm/pricing.js'
import { outputSchema } from '../../src/llm/structured-output.js'
import { fakeAnswer } from '../support/fake-answers.mjs'
import { type FakeMessagesApi, fakeMessagesApi } from '../support/fake-messages-api.mjs'
import {
  analyseRequest,
  never,
  openClient,
  type RecordingMeter,
  recordingMeter,
  respondRequest,
  textOf,
  until,
} from './harness.js'

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

const ask = (request = respondRequest(), signal = never()) => client.answer(request, { meter, signal })
const bodies = () => api.requests.map(({ body }) => body)

describe('a request', () => {
  it('has rules, then what is shared, then its own part, a schema, and no sampling parameters', async () => {
    await ask(respondRequest({ rules: 'RULES', shared: 'SHARED', own: 'OWN' }))
    const [body] = bodies()
    expect(body).toMatchObject({
      model: 'claude-haiku-5-5',
      max_tokens: 3_000,
      system: [
        { type: 'text', text: 'RULES' },
        { type: 'text', text: 'SHARED' },
      ],
      messages: [{ role: 'user', content: 'OWN' }],
      thinking: { type: 'disabled' },
      output_config: { format: { type: 'json_schema', schema: { type: 'object', additionalProperties: false } } },
    })
    for (const name of ['temperature', 'top_p', 'top_k', 'tools', 'tool_choice']) expect(body).not.toHaveProperty(name)
  })

  it('carries the credential and nothing that identifies this machine', async () => {
    await ask()
    const { connection, host, ...headers } = api.requests[0]?.headers ?? {}
    expect(headers).toEqual({
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      'content-length': expect.any(String),
      'anthropic-version': '2026-10-21',
      'user-agent': 'pressure-test',
      authorization: 'Bearer test-key',
    })
  })

  it('asks a model that always thinks to think little, and leaves room for it', async () => {
    await ask(analyseRequest() as never)
    expect(bodies()[0]).toMatchObject({
      model: 'claude-opus-5-5',
      max_tokens: 10_000,
      output_config: { effort: 'low' },
    })
    expect(bodies()[0]).not.toHaveProperty('thinking')
  })

  it('sends no empty block, which the API refuses', async () => {
    await ask(respondRequest({ rules: 'RULES', shared: '' }))
    expect(bodies()[0].system).toEqual([{ type: 'text', text: 'RULES' }])
  })

  it('marks the shared prefix for the cache only where the model caches one so short', async () => {
    await ask(respondRequest({ shared: textOf(400) }))
    await ask(respondRequest({ shared: textOf(520) }))
    await ask(respondRequest({ rules: textOf(520), shared: '' }))
    const [short, long, rulesOnly] = bodies().map(({ system }) => system)
    expect(JSON.stringify(short)).not.toContain('cache_control')
    expect(long[0]).not.toHaveProperty('cache_control')
    expect(long[1].cache_control).toEqual({ type: 'ephemeral' })
    expect(rulesOnly[0].cache_control).toEqual({ type: 'ephemeral' })
  })

  it('is reserved at its worst case before it leaves, and costs less', async () => {
    const seen: number[] = []
    const open = meter.open
    meter.open = (call) => {
      seen.push(api.requests.length)
      return open(call)
    }
    await ask(respondRequest({ shared: textOf(600) }))
    expect(seen).toEqual([0])
    const [outcome] = meter.closed
    const [reservation] = meter.opened
    expect(reservation).toMatchObject({ model: 'claude-haiku-5-5' })
    expect(reservation?.reserve_usd).toBeGreaterThan(outcome?.usage?.cost_usd ?? Number.POSITIVE_INFINITY)
  })

  it('goes to a model without a known price with neither price nor reservation', async () => {
    await client.close()
    client = openClient(api.url, { models: { persona: 'llama-local', analysis: 'llama-local', judge: 'llama-local' } })
    await ask()
    expect(meter.opened[0]?.reserve_usd).toBeNull()
    expect(meter.closed[0]?.usage).toMatchObject({ output_tokens: expect.any(Number), cost_usd: null })
    expect(bodies()[0]).not.toHaveProperty('thinking')
    expect(client.price('llama-local', { count: 1, input_tokens: 1, output_tokens: 1 })).toBeNull()
    const million = { count: 1, input_tokens: 1_000_000, output_tokens: 1_000_000 }
    expect(client.price('claude-haiku-5-5', million)).toBeCloseTo(0.6)
    // Ten calls that share half of their input: written once at 1.25, read nine times at a tenth.
    const alike = { count: 10, input_tokens: 2_000, output_tokens: 0 }
    expect(client.price('claude-haiku-5-5', { ...alike, shared_tokens: 1_000 })).toBeCloseTo(
      (10_000 + 1_250 + 900) / 1e7,
    )
    expect(client.price('claude-haiku-5-5', { ...alike, shared_tokens: 100 })).toBeCloseTo(20_000 / 1e7)
  })

  it('is not sent where the meter refuses, and the refusal arrives as it is', async () => {
    const refusal = new AppError('budget_exceeded', { problem: 'spent' })
    meter.open = () => Promise.reject(refusal)
    await expect(ask()).rejects.toBe(refusal)
    expect(api.requests).toEqual([])
    meter = recordingMeter()
    await ask()
    expect(meter.statuses()).toEqual(['answered'])
  })

  it('whose outcome cannot be written fails with that', async () => {
    meter.close = () => Promise.reject(new Error('the database is gone'))
    await expect(ask()).rejects.toThrow('the database is gone')
    api.failNext(1, { status: 500 })
    await expect(ask()).rejects.toThrow('the database is gone')
  })
})

describe('an answer', () => {
  it.each(['streamed', 'whole'])('comes back parsed, with its usage (%s)', async (way) => {
    if (way === 'whole') await ask()
    const answer = await ask(respondRequest({ name: 'Priya Shah' }))
    expect(answer.persona_name).toBe('Priya Shah')
    expect(bodies().at(-1).stream === true).toBe(way === 'streamed')
    const usage = api.requests.at(-1)?.usage
    const tokens = {
      input_tokens: usage?.input_tokens ?? 0,
      output_tokens: usage?.output_tokens ?? 0,
      cache_read_tokens: 0,
      cache_write_tokens: 0,
    }
    expect(meter.closed.at(-1)).toEqual({
      id: meter.opened.at(-1)?.id,
      status: 'answered',
      usage: { ...tokens, cost_usd: priceUsage('claude-haiku-5-5', tokens) },
      stop_reason: 'end_turn',
      request_id: expect.stringMatching(/^req_/),
      error: null,
      duration_ms: expect.any(Number),
      answer,
    })
  })

  it('out of bounds is repaired once, and both requests are paid', async () => {
    api.failNext(1, 'out_of_bounds')
    const answer = await ask()
    expect(answer.purchase_intent).toBeGreaterThanOrEqual(1)
    expect(meter.statuses()).toEqual(['unusable', 'answered'])
    expect(meter.closed[0]).toMatchObject({
      usage: { output_tokens: expect.any(Number) },
      error: { code: 'answer_invalid' },
    })
    const [first, second] = bodies()
    expect(second.messages).toEqual([
      first.messages[0],
      { role: 'assistant', content: expect.stringContaining('"purchase_intent":-88') },
      { role: 'user', content: expect.stringContaining('"purchase_intent": Too small: expected number to be >=1.') },
    ])
    expect(second.system).toEqual(first.system)
  })

  it('that is still wrong after its repair is final', async () => {
    api.fault = () => 'wrong_schema'
    const failure = await ask().catch((error) => error)
    expect(failure).toMatchObject({
      code: 'answer_invalid',
      facts: { task: 'respond', problem: expect.stringContaining('gut_reaction') },
    })
    expect(meter.statuses()).toEqual(['unusable', 'final'])
    expect(meter.closed[1]).toMatchObject({
      usage: { output_tokens: expect.any(Number) },
      error: { code: 'answer_invalid', message: failure.message, facts: failure.facts },
    })
    expect(api.requests).toHaveLength(2)
  })

  it('that is no JSON is repaired too, also when it is empty', async () => {
    api.answer = (body) => (body.messages.length === 1 ? 'no object at all' : undefined)
    await ask()
    api.answer = null
    expect(meter.statuses()).toEqual(['unusable', 'answered'])
    const empty = createServer((_, response) => {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ type: 'message', content: [], stop_reason: 'end_turn' }))
    })
    await new Promise<void>((resolve) => empty.listen(0, '127.0.0.1', resolve))
    const { port } = empty.address() as { port: number }
    const other = openClient(`http://127.0.0.1:${port}`)
    meter = recordingMeter()
    await expect(other.answer(respondRequest(), { meter, signal: never() })).rejects.toMatchObject({
      code: 'answer_invalid',
    })
    expect(meter.closed[0]).toMatchObject({
      status: 'unusable',
      usage: null,
      error: { message: 'There was no answer.' },
    })
    await other.close()
    empty.close()
  })

  it.each([
    { output_tokens: 1.5 },
    { output_tokens: 3_000_000_000 },
    { output_tokens: -5 },
    { input_tokens: 1e300, cache_read_input_tokens: 1 },
    { cache_read_input_tokens: -1 },
  ])('with a number of tokens that cannot be has none that is known: %o', async (tokens) => {
    const usage = { input_tokens: 1, output_tokens: 1, ...tokens }
    const other = createServer((_, response) => {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ type: 'message', content: [], stop_reason: 'end_turn', usage }))
    })
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const { port } = other.address() as { port: number }
    const client = openClient(`http://127.0.0.1:${port}`)
    await expect(client.answer(respondRequest(), { meter, signal: never() })).rejects.toMatchObject({
      code: 'answer_invalid',
    })
    expect(meter.closed[0]).toMatchObject({ status: 'unusable', usage: null })
    await client.close()
    other.close()
  })

  it.each(['streamed', 'whole'])('that was refused is final, though its text were an answer (%s)', async (way) => {
    if (way === 'whole') await ask()
    api.fault = () => 'refusal'
    await expect(ask()).rejects.toMatchObject({ code: 'model_refused', facts: { task: 'respond' } })
    expect(meter.closed.at(-1)).toMatchObject({
      status: 'final',
      stop_reason: 'refusal',
      usage: { input_tokens: expect.any(Number) },
      error: { code: 'model_refused', facts: { task: 'respond' } },
    })
    expect(meter.closed.filter(({ status }) => status !== 'answered')).toHaveLength(1)
  })

  it.each(['streamed', 'whole'])('that was cut off is final and never repaired (%s)', async (way) => {
    if (way === 'whole') await ask()
    api.fault = () => 'max_tokens'
    await expect(ask()).rejects.toMatchObject({
      code: 'answer_truncated',
      facts: { task: 'respond', max_tokens: 3_000 },
    })
    expect(meter.closed.at(-1)).toMatchObject({
      status: 'final',
      stop_reason: 'max_tokens',
      error: { code: 'answer_truncated' },
    })
    expect(meter.closed.filter(({ status }) => status !== 'answered')).toHaveLength(1)
  })
})

describe('an answer that the context window ended', () => {
  it('is not said to be cut off at the limit that was asked for', async () => {
    const usage = { input_tokens: 1, output_tokens: 1 }
    const full = { type: 'message', content: [], stop_reason: 'model_context_window_exceeded', usage }
    const other = createServer((_, response) => {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(full))
    })
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const { port } = other.address() as { port: number }
    const client = openClient(`http://127.0.0.1:${port}`)
    await expect(client.answer(respondRequest(), { meter, signal: never() })).rejects.toMatchObject({
      code: 'answer_truncated',
      message: expect.stringContaining('where the context window of the model was full'),
    })
    await client.close()
    other.close()
  })
})

describe('an answer with more than was asked', () => {
  /** An answer as its task asks for it, to be spoiled in one place. */
  const asAsked = <T extends TaskName>(task: T) =>
    fakeAnswer(outputSchema(TASKS[task].answer), '', 1) as unknown as AnswerOf<T>
  const askFor = (task: TaskName, answer: unknown) => {
    api.answer = () => answer
    return client.answer({ ...respondRequest(), task } as unknown as LlmRequest, { meter, signal: never() })
  }
  const sentences = (count: number) => Array.from({ length: count }, (_, i) => `Quote number ${i + 1} of the panel.`)

  it('is cut to what was asked and counted, and no repair is paid', async () => {
    const asked = asAsked('analyse')
    const [weakness] = asked.key_weaknesses
    const answer = await askFor('analyse', {
      ...asked,
      pressure_score: 104,
      key_weaknesses: [{ ...weakness, quotes: sentences(4) }],
      recommended_refinements: Array.from({ length: 11 }, () => asked.recommended_refinements[0]),
    })
    expect(answer).toMatchObject({ pressure_score: 100, key_weaknesses: [{ quotes: sentences(2) }] })
    expect((answer as AnswerOf<'analyse'>).recommended_refinements).toHaveLength(8)
    expect(meter.closed).toMatchObject([{ status: 'answered', surplus: { cut: 2, clipped: 1 } }])
    expect(api.requests).toHaveLength(1)
  })

  it.each([
    ['a list that is too short', 'respond', { key_quotes: [] }, /key_quotes/],
    ['a text in the place of a list', 'respond', { key_quotes: 'one' }, /key_quotes/],
    ['a figure far off its scale', 'respond', { purchase_intent: 40 }, /purchase_intent/],
    ['half a point where whole ones are asked', 'respond', { purchase_intent: 10.5 }, /purchase_intent/],
    ['a list whose places have their meaning', 'rate_intent', { probabilities: Array(6).fill(0.1) }, /probabilities/],
  ] as const)('is not: %s stays wrong', async (_, task, wrong, place) => {
    const failure = await askFor(task, { ...asAsked(task), ...wrong }).catch((error) => error)
    expect(failure).toMatchObject({ code: 'answer_invalid', facts: { problem: expect.stringMatching(place) } })
    expect(meter.statuses()).toEqual(['unusable', 'final'])
  })

  it('says in its repair round only what is wrong', async () => {
    api.answer = (body) =>
      body.messages.length === 1
        ? { ...asAsked('respond'), key_quotes: [], friction_points: sentences(9) }
        : asAsked('respond')
    await ask()
    const told = JSON.stringify(bodies()[1].messages.at(-1))
    expect(told).toContain('key_quotes')
    expect(told).not.toContain('friction_points')
    expect(meter.closed[1]).not.toHaveProperty('surplus')
  })

  it.each([
    ['points of a judge', 'judge_case', { dimensions: [markOf(6)] }],
    ['a mark of character', 'check_fidelity', { marks: [{ ...FITS, name: 'Jordan Reyes', voice_held: 11 }] }],
    ['what a tested agent does', 'agent_turn', { tool_calls: Array(9).fill({ tool: 'book', arguments_json: '{}' }) }],
  ] as const)('is never made to pass: %s', async (_, task, wrong) => {
    const failure = await askFor(task, { ...asAsked(task), ...wrong }).catch((error) => error)
    expect(failure).toMatchObject({ code: 'answer_invalid' })
  })
})

const markOf = (points: number) => ({ dimension_id: 'tone', can_judge: true, points, reason: 'r', quote: 'q' })
const FITS = { skepticism_held: 8, values_held: 8, voice_held: 8, feedback: '' }

describe('cancelling', () => {
  it.each(['streamed', 'whole'])('drops the connection of a call in flight and closes it as lost (%s)', async (way) => {
    if (way === 'whole') await ask()
    api.latencyMs = 60_000
    const cancel = new AbortController()
    const waiting = ask(respondRequest({ name: 'Dev Anand' }), cancel.signal)
    await until(() => api.inFlight === 1)
    cancel.abort()
    await expect(waiting).rejects.toMatchObject({ code: 'cancelled' })
    await until(() => api.inFlight === 0)
    expect(api.requests.at(-1)?.outcome).toBe('aborted')
    expect(meter.closed.at(-1)).toMatchObject({ status: 'lost', usage: null, error: { code: 'cancelled' } })
  })

  it('rejects with the reason where that is an error', async () => {
    api.latencyMs = 60_000
    const cancel = new AbortController()
    const reason = new AppError('lease_lost')
    const waiting = Promise.allSettled([
      ask(respondRequest(), cancel.signal),
      ask(respondRequest({ name: 'Two' }), cancel.signal),
    ])
    await until(() => api.inFlight === 1)
    cancel.abort(reason)
    expect((await waiting).map((result) => result.status === 'rejected' && result.reason)).toEqual([reason, reason])
  })

  it('sends nothing when it came first, nor while waiting for a slot or a retry', async () => {
    await expect(ask(respondRequest(), AbortSignal.abort())).rejects.toMatchObject({ code: 'cancelled' })
    await expect(ask(respondRequest(), AbortSignal.abort('a text'))).rejects.toMatchObject({ code: 'cancelled' })
    expect(meter.opened).toEqual([])
    expect(api.requests).toEqual([])

    await client.close()
    client = openClient(api.url, { backoff: { firstMs: 60_000, maxMs: 60_000, retries: 3 } })
    api.failNext(1, { status: 529 })
    const cancel = new AbortController()
    const waiting = ask(respondRequest(), cancel.signal)
    await until(() => meter.closed.length === 1)
    cancel.abort()
    await expect(waiting).rejects.toMatchObject({ code: 'cancelled' })
    expect(api.requests).toHaveLength(1)
  })

  it('between the meter and the wire closes the call as never sent', async () => {
    const cancel = new AbortController()
    const open = meter.open
    meter.open = (call) => {
      cancel.abort()
      return open(call)
    }
    await expect(ask(respondRequest(), cancel.signal)).rejects.toMatchObject({ code: 'cancelled' })
    expect(meter.statuses()).toEqual(['failed'])
    expect(api.requests).toEqual([])
  })

  it('is what closing the LLM client does', async () => {
    api.latencyMs = 60_000
    const waiting = ask()
    await until(() => api.inFlight === 1)
    const expected = expect(waiting).rejects.toMatchObject({ code: 'cancelled' })
    await client.close()
    await expected
    await expect(ask()).rejects.toMatchObject({ code: 'cancelled' })
  })

  it('warns of no leak when a thousand calls share a signal', async () => {
    const warnings: Error[] = []
    const note = (warning: Error) => warnings.push(warning)
    process.on('warning', note)
    const { signal } = new AbortController()
    await Promise.all(Array.from({ length: 200 }, (_, i) => ask(respondRequest({ name: `Person ${i}` }), signal)))
    process.off('warning', note)
    expect(warnings).toEqual([])
    expect(api.duplicates()).toEqual([])
  })
})

describe('slots in flight', () => {
  it('are limited for the whole process and shared fairly between runs', async () => {
    await client.close()
    client = openClient(api.url, { concurrency: 3 })
    await ask()
    api.reset()
    api.latencyMs = 5
    const big = Array.from({ length: 60 }, (_, i) => ask(respondRequest({ name: `Big ${i}`, lane: 'big' })))
    const small = Array.from({ length: 6 }, (_, i) => ask(respondRequest({ name: `Small ${i}`, lane: 'small' })))
    await Promise.all([...big, ...small])
    expect(api.maxInFlight).toBe(3)
    const order = bodies().map(({ messages }) => messages[0].content.includes('Small'))
    // Taking turns, six small calls are through after about twelve; in arrival order they would be the last six.
    expect(order.lastIndexOf(true)).toBeLessThan(20)
  })
})
