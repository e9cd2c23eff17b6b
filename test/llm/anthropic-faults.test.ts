import { createServer } from 'node:net'
import { inspect } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Llm } from '../../src/llm/client.js'
import { readRetryAfter } from '../../src/llm/to-provider-error.js'
import { type FakeMessagesApi, type Fault, fakeMessagesApi } from '../support/fake-messages-api.mjs'
import { never, openClient, type RecordingMeter, recordingMeter, respondRequest, until } from './harness.js'

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

let asked = 0
/** A question nobody has asked before. */
const ask = (signal = never()) => {
  asked += 1
  return client.answer(respondRequest({ name: `Person ${asked}` }), { meter, signal })
}
/** The first call to a server is streamed, later ones are not. Only what hangs needs a short time limit. */
async function afterFirst(way: string, fault: Fault) {
  if (fault === 'hang' || fault === 'hang_body') {
    await client.close()
    client = openClient(api.url, { timeoutMs: 300 })
  }
  if (way !== 'whole') return
  await ask()
  api.reset()
  meter = recordingMeter()
}
/** Every request at the fake has its entry and its end in the ledger. */
function expectAccounted() {
  expect(meter.opened).toHaveLength(api.requests.length)
  expect(meter.closed.map(({ id }) => id).sort()).toEqual(meter.opened.map(({ id }) => id).sort())
}

const says = (message: string, error: object = {}) => ({
  type: 'error',
  error: { type: 'invalid_request_error', message, ...error },
})

/** What proxies, firewalls and gateways answer in the API's place, and what is told of it. */
const OTHER_BODIES: [string, string | object, string][] = [
  [
    'a page',
    '<html><head><title>Blocked</title></head><style>p { color: red }</style><p>Access denied</p></html>',
    ' \\(Access denied\\)',
  ],
  ['no body', '', ''],
  ['JSON of another form', { message: 'Forbidden' }, ' \\(Forbidden\\)'],
  [
    'an error without a type',
    { error: { code: 7, message: 'Your credit is used up' } },
    ' \\(Your credit is used up\\)',
  ],
  ['a word', { error: 'blocked' }, ' \\(\\{"error":"blocked"\\}\\)'],
]

const TRANSIENT: [string, Fault, 'failed' | 'lost', RegExp][] = [
  ['429', { status: 429 }, 'failed', /HTTP 429: Fake trouble/],
  ['429 with retry-after', { status: 429, retryAfter: 0.01 }, 'failed', /HTTP 429/],
  [
    '429 of a growth ramp',
    {
      status: 429,
      body: says('Slow down', { type: 'rate_limit_error', details: { error_code: 'ramp_limit_exceeded' } }),
    },
    'failed',
    /HTTP 429: Slow down/,
  ],
  ['500', { status: 500 }, 'failed', /HTTP 500/],
  [
    '502 with a page',
    { status: 502, body: '<html><body><h1>Bad gateway</h1></body></html>' },
    'failed',
    /HTTP 502 without an error of the Messages API \(Bad gateway\)/,
  ],
  ['503', { status: 503 }, 'failed', /HTTP 503/],
  ['529', { status: 529 }, 'failed', /HTTP 529/],
  ['408', { status: 408 }, 'failed', /HTTP 408/],
  ['409', { status: 409 }, 'failed', /HTTP 409/],
  ...[301, 302, 307, 308, 421, 425, 499].map((status): [string, Fault, 'failed', RegExp] => [
    `${status}, though it looks like the API's`,
    { status, headers: { location: 'https://elsewhere.example' } },
    'failed',
    new RegExp(`^HTTP ${status}: Fake trouble`),
  ]),
  ...[302, 400, 401, 402, 403, 404, 413, 422, 429, 511].flatMap((status) =>
    OTHER_BODIES.map(([name, body, text]): [string, Fault, 'failed', RegExp] => [
      `${status} with ${name}`,
      { status, body, headers: { location: '/v1/messages' } },
      'failed',
      new RegExp(
        `^HTTP ${status} without an error of the Messages API${text}; a proxy, firewall or gateway between here and 127.0.0.1:\\d+ may have answered$`,
      ),
    ]),
  ),
  ['an HTML page with status 200', 'html', 'lost', /an HTML page instead of an answer|a stream that ends/],
  ['JSON that is no message', 'not_a_message', 'lost', /an answer that is not a message/],
  ['a cut body', 'cut_json', 'lost', /an answer that is not JSON|a stream that ends before the answer does/],
  ['a connection that breaks in the body', 'cut_connection', 'lost', /the connection broke off: /],
  ['a connection dropped before the answer', 'drop_socket', 'lost', /the connection broke off: socket hang up/],
  ['no answer in time', 'hang', 'lost', /no complete answer within 0.3 s/],
  ['headers in time and a body that never ends', 'hang_body', 'lost', /no complete answer within 0.3 s/],
]

describe.each(['streamed', 'whole'])('transient trouble (%s)', (way) => {
  it.each(TRANSIENT)('%s is tried again', async (_, fault, status, problem) => {
    await afterFirst(way, fault)
    api.failNext(1, fault)
    await ask()
    expect(meter.statuses()).toEqual([status, 'answered'])
    expect(meter.closed[0]).toMatchObject({
      usage: null,
      error: { code: 'provider_down', message: expect.stringMatching(problem) },
    })
    expectAccounted()
  })

  it.each(TRANSIENT)('%s that stays pauses the run after three retries', async (_, fault, status, problem) => {
    await afterFirst(way, fault)
    api.fault = () => fault
    await expect(ask()).rejects.toMatchObject({
      code: 'provider_down',
      facts: { problem: expect.stringMatching(problem) },
    })
    expect(meter.statuses()).toEqual([status, status, status, status])
    expectAccounted()
  })
})

it('trouble that a stream reports after its start is tried again', async () => {
  api.failNext(1, 'stream_error')
  await ask()
  expect(meter.statuses()).toEqual(['lost', 'answered'])
  expect(meter.closed[0]?.error?.message).toBe('the stream broke off: Overloaded')
  expectAccounted()
})

it.each([
  ['whole', 'application/json'],
  ['streamed', 'text/event-stream'],
])('an answer without an end, %s, is given up at 16 MB and asked for again', async (way, type) => {
  await afterFirst(way, { status: 200 })
  api.failNext(1, { status: 200, body: ' '.repeat(20 * 1024 * 1024), headers: { 'content-type': type } })
  await ask()
  expect(meter.statuses()).toEqual(['lost', 'answered'])
  expect(meter.closed[0]?.error?.message).toMatch(/more than 16 MB/)
  expectAccounted()
})

const REJECTED: [string, Fault, RegExp][] = [
  ['401', { status: 401 }, /API key is not accepted.*Check ANTHROPIC_API_KEY/],
  ['403', { status: 403 }, /may not do this.*permissions/],
  [
    '404',
    { status: 404, body: says('model: nope') },
    /does not know the model claude-haiku-5-5.*model: nope.*ANTHROPIC_BASE_URL/,
  ],
  ['400', { status: 400, body: says('messages: too many') }, /HTTP 400: messages: too many/],
  ['413', { status: 413 }, /HTTP 413/],
  ['402', { status: 402 }, /credit or spend limit is used up.*Add credit or raise the limit/],
  [
    'a spent limit of the tier as 429',
    {
      status: 429,
      body: says('Limit', { type: 'rate_limit_error', details: { error_code: 'enforced_spend_limit_reached' } }),
    },
    /used up/,
  ],
  [
    'a spent limit in words as 429',
    { status: 429, body: says('You have reached your monthly spend limit.', { type: 'rate_limit_error' }) },
    /used up/,
  ],
  [
    'a limit of the workspace as 400',
    {
      status: 400,
      body: says('You have reached your specified workspace API usage limits. You will regain access on 2026-12-01.'),
    },
    /used up.*regain access/,
  ],
  [
    'no credit as 400',
    { status: 400, body: says('Your credit balance is too low to access the Anthropic API.') },
    /used up/,
  ],
]

describe('a rejection', () => {
  it.each(REJECTED)('%s is final for the run and never tried again', async (_, fault, problem) => {
    api.fault = () => fault
    await expect(ask()).rejects.toMatchObject({
      code: 'provider_rejected',
      facts: { problem: expect.stringMatching(problem) },
    })
    expect(meter.statuses()).toEqual(['failed'])
    expect(meter.closed[0]).toMatchObject({
      usage: null,
      request_id: expect.stringMatching(/^req_/),
      error: { code: 'provider_rejected' },
    })
    expectAccounted()
  })

  it('does not open the breaker: the provider is there', async () => {
    await client.close()
    client = openClient(api.url, { breaker: { maxFailures: 2, minCooldownMs: 60_000, maxCooldownMs: 60_000 } })
    api.failNext(4, { status: 401 })
    for (let i = 0; i < 4; i += 1) await expect(ask()).rejects.toMatchObject({ code: 'provider_rejected' })
    await ask()
  })
})

describe('a provider that cannot be reached', () => {
  it('has cost nothing, because nothing was sent', async () => {
    const closed = await fakeMessagesApi()
    await closed.close()
    const away = openClient(closed.url)
    await expect(away.answer(respondRequest(), { meter, signal: never() })).rejects.toMatchObject({
      code: 'provider_down',
      facts: { problem: expect.stringMatching(/^no connection: .*ECONNREFUSED/) },
    })
    expect(meter.statuses()).toEqual(['failed', 'failed', 'failed', 'failed'])
    await away.close()
  })

  it('behind TLS that never comes about has cost nothing either', async () => {
    const silent = createServer(() => {})
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const { port } = silent.address() as { port: number }
    const away = openClient(`https://127.0.0.1:${port}`, {
      timeoutMs: 40,
      backoff: { firstMs: 1, maxMs: 1, retries: 0 },
    })
    await expect(away.answer(respondRequest(), { meter, signal: never() })).rejects.toMatchObject({
      code: 'provider_down',
    })
    expect(meter.statuses()).toEqual(['failed'])
    await away.close()
    silent.close()
  })
})

describe('retry-after', () => {
  it('is read as seconds, milliseconds or a date', () => {
    const read = (headers: Record<string, string>) => readRetryAfter(new Headers(headers))
    expect(read({ 'retry-after': '2' })).toBe(2_000)
    expect(read({ 'retry-after-ms': '30', 'retry-after': '2' })).toBe(30)
    const inTenSeconds = read({ 'retry-after': new Date(Date.now() + 10_000).toUTCString() })
    expect(inTenSeconds).toBeGreaterThan(8_000)
    expect(inTenSeconds).toBeLessThanOrEqual(10_000)
    for (const nothing of ['', '0', '-3', 'soon', new Date(Date.now() - 10_000).toUTCString()])
      expect(read({ 'retry-after': nothing })).toBeNull()
    expect(readRetryAfter(undefined)).toBeNull()
  })

  it('is honoured for everybody: nobody sends before it is over', async () => {
    await client.close()
    // 200 ms are long beside what the requests of this test take, so that order shows who waited.
    client = openClient(api.url, { concurrency: 4 })
    await ask()
    api.reset()
    api.failNext(1, { status: 429, headers: { 'retry-after-ms': '200' } })
    const first = ask()
    await until(() => api.requests[0]?.status === 429)
    const refusedAt = api.requests[0]?.endedAt ?? 0
    await until(() => meter.closed.length === 2)
    await Promise.all([first, ...Array.from({ length: 12 }, () => ask())])
    const later = api.requests.slice(1)
    expect(later).toHaveLength(13)
    expect(Math.min(...later.map(({ startedAt }) => startedAt)) - refusedAt).toBeGreaterThanOrEqual(190)
  })

  it('does not count against the provider, however many meet it', async () => {
    await client.close()
    client = openClient(api.url, { breaker: { maxFailures: 2, minCooldownMs: 60_000, maxCooldownMs: 60_000 } })
    await ask()
    api.failNext(6, { status: 429, headers: { 'retry-after-ms': '10' } })
    await Promise.all(Array.from({ length: 6 }, () => ask()))
    expect(meter.statuses().filter((status) => status === 'failed')).toHaveLength(6)
  })

  it('above the bound pauses the run at once, and other calls do not even try', async () => {
    api.failNext(1, { status: 429, retryAfter: 90 })
    await expect(ask()).rejects.toMatchObject({ code: 'provider_down', facts: { retry_after_ms: 90_000 } })
    await expect(ask()).rejects.toMatchObject({
      code: 'provider_down',
      facts: { problem: expect.stringContaining('HTTP 429'), retry_after_ms: expect.any(Number) },
    })
    expect(api.requests).toHaveLength(1)
    expectAccounted()
  })

  it('pauses the run for ten minutes at most, whatever it says', async () => {
    for (const retryAfter of [31_536_000, '1e15']) {
      await client.close()
      client = openClient(api.url)
      api.failNext(1, { status: 429, retryAfter })
      await expect(ask()).rejects.toMatchObject({ code: 'provider_down', facts: { retry_after_ms: 600_000 } })
    }
  })
})

describe('the breaker', () => {
  it('opens for all calls, probes with one, and closes when that succeeds', async () => {
    await client.close()
    client = openClient(api.url, { breaker: { maxFailures: 8, minCooldownMs: 500, maxCooldownMs: 500 } })
    await ask()
    api.reset()
    meter = recordingMeter()
    api.fault = () => ({ status: 529 })
    const during = await Promise.allSettled(Array.from({ length: 20 }, () => ask()))
    expect(during.every((result) => result.status === 'rejected' && result.reason.code === 'provider_down')).toBe(true)
    // Twenty in flight, then it is open: no retry of them all.
    expect(api.requests.length).toBeLessThan(40)

    const sent = api.requests.length
    await expect(ask()).rejects.toMatchObject({
      code: 'provider_down',
      facts: { problem: expect.stringContaining('HTTP 529'), retry_after_ms: expect.any(Number) },
    })
    expect(api.requests).toHaveLength(sent)

    await new Promise((resolve) => setTimeout(resolve, 550))
    api.latencyMs = 500
    const probes = await Promise.allSettled(Array.from({ length: 10 }, () => ask()))
    expect(probes.every(({ status }) => status === 'rejected')).toBe(true)
    expect(api.requests).toHaveLength(sent + 1)

    api.fault = null
    await new Promise((resolve) => setTimeout(resolve, 550))
    await ask()
    await Promise.all(Array.from({ length: 10 }, () => ask()))
    expect(api.requests).toHaveLength(sent + 12)
    expectAccounted()
  })

  it('gives the probe to another call where the first one was cancelled', async () => {
    await client.close()
    client = openClient(api.url, {
      breaker: { maxFailures: 1, minCooldownMs: 1, maxCooldownMs: 1 },
      backoff: { firstMs: 1, maxMs: 1, retries: 0 },
    })
    api.failNext(1, { status: 529 })
    await expect(ask()).rejects.toMatchObject({ code: 'provider_down' })
    await new Promise((resolve) => setTimeout(resolve, 5))
    api.latencyMs = 60_000
    const cancel = new AbortController()
    const probe = ask(cancel.signal)
    await until(() => api.inFlight === 1)
    await expect(ask()).rejects.toMatchObject({ code: 'provider_down' })
    cancel.abort()
    await expect(probe).rejects.toMatchObject({ code: 'cancelled' })
    api.latencyMs = 0
    await ask()
  })
})

describe('a server that quotes the key of the request', () => {
  const KEY = 'sk-test/secret+key=0123'
  const forms = [
    `Bearer ${KEY}`,
    encodeURIComponent(KEY),
    Buffer.from(KEY).toString('base64'),
    `Basic ${Buffer.from(`x:${KEY}`).toString('base64url')}`,
  ]
  const parts = [
    KEY,
    encodeURIComponent(KEY),
    'secret',
    'c2VjcmV0',
    Buffer.from(`ab${KEY}`).toString('base64url').slice(8, 24),
  ]
  const faults: [string, Fault][] = forms.flatMap((form): [string, Fault][] => [
    [`400 with ${form}`, { status: 400, body: says(`bad header Authorization: ${form}`) }],
    [`401 with ${form}, where a message is cut`, { status: 401, body: says(`${'a '.repeat(140)}${form}`) }],
    [`503 with a page of ${form}`, { status: 503, body: `<p>Authorization: ${form}</p>` }],
  ])

  it.each(faults)('is not heard: %s', async (_, fault) => {
    await client.close()
    client = openClient(api.url, { apiKey: KEY })
    api.fault = () => fault
    const error = await ask().then(
      () => null,
      (thrown) => thrown,
    )
    const told = inspect([error, meter.closed], { depth: 20, showHidden: true })
    expect(told).toContain('[key]')
    for (const part of parts) expect(told).not.toContain(part)
  })
})
