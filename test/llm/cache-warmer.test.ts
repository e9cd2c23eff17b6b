import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createCacheWarmer } from '../../src/llm/cache-warmer.js'
import type { Llm } from '../../src/llm/client.js'
import { type FakeMessagesApi, fakeMessagesApi } from '../support/fake-messages-api.mjs'
import { never, openClient, type RecordingMeter, recordingMeter, respondRequest, textOf, until } from './harness.js'

let api: FakeMessagesApi
let client: Llm
let meter: RecordingMeter

beforeEach(async () => {
  api = await fakeMessagesApi()
  client = openClient(api.url)
  meter = recordingMeter()
  // The server is known; what is left to see is the warming of a prefix.
  await client.answer(respondRequest({ name: 'Probe' }), { meter, signal: never() })
  api.reset()
  meter = recordingMeter()
})
afterEach(async () => {
  await client.close()
  await api.close()
})

const LONG = textOf(800)
const panel = (people: number, shared = LONG, signal = never()) =>
  Array.from({ length: people }, (_, i) =>
    client.answer(respondRequest({ name: `Person ${i}`, shared }), { meter, signal }),
  )
const tokensOf = (key: 'cache_write_tokens' | 'cache_read_tokens') =>
  meter.closed.map(({ usage }) => usage?.[key] ?? 0).sort((a, b) => a - b)

describe('a panel with a long shared prefix', () => {
  it('sends one call first, as a stream, and the others when its answer has begun', async () => {
    api.firstTokenMs = 50
    api.latencyMs = 200
    const answers = panel(6)
    await until(() => api.requests.length === 1)
    expect(api.requests[0]?.body.stream).toBe(true)
    await until(() => api.requests.length === 6)
    expect(api.requests[0]?.status).toBe(200)
    // They do not wait for the end of the first.
    expect(api.requests[0]?.endedAt).toBeNull()
    expect(api.requests.slice(1).some(({ body }) => body.stream)).toBe(false)
    await Promise.all(answers)
    const prefix = api.requests[0]?.usage?.cache_creation_input_tokens
    expect(prefix).toBeGreaterThan(512)
    expect(tokensOf('cache_write_tokens')).toEqual([0, 0, 0, 0, 0, prefix])
    expect(tokensOf('cache_read_tokens')).toEqual([0, prefix, prefix, prefix, prefix, prefix])
  })

  it('is warmed once: later calls go at once and read', async () => {
    await Promise.all(panel(2))
    await Promise.all(panel(3))
    expect(api.requests.filter(({ body }) => body.stream)).toHaveLength(1)
    expect(tokensOf('cache_write_tokens').filter((tokens) => tokens > 0)).toHaveLength(1)
  })

  it('goes on without where the first call fails', async () => {
    api.failNext(1, { status: 529 })
    await Promise.all(panel(4))
    expect(api.requests).toHaveLength(5)
    expect(meter.statuses().filter((status) => status === 'answered')).toHaveLength(4)
  })

  it('does not wait while the first call waits for its retry', async () => {
    const patient = openClient(api.url, { backoff: { firstMs: 1_000_000, maxMs: 1_000_000, retries: 3 } })
    api.failNext(1, { status: 529 })
    const cancel = new AbortController()
    const ask = (name: string, signal: AbortSignal) =>
      patient.answer(respondRequest({ name, shared: LONG }), { meter, signal })
    const first = ask('First', cancel.signal)
    await Promise.all(['Second', 'Third'].map((name) => ask(name, never())))
    cancel.abort()
    await expect(first).rejects.toMatchObject({ code: 'cancelled' })
    await patient.close()
    // Its time limit is shorter than the others' wait for a slow leader.
  }, 3_000)

  it('goes on without where the first call is cancelled or refused by the meter', async () => {
    api.firstTokenMs = 60_000
    api.latencyMs = 60_000
    const cancel = new AbortController()
    const [first] = panel(1, LONG, cancel.signal)
    await until(() => api.requests.length === 1)
    const others = panel(3)
    api.latencyMs = 0
    cancel.abort()
    await expect(first).rejects.toMatchObject({ code: 'cancelled' })
    await Promise.all(others)
    expect(api.requests).toHaveLength(4)
  })

  it('lets a waiting call be cancelled by itself', async () => {
    api.firstTokenMs = 40
    api.latencyMs = 80
    const [first] = panel(1)
    await until(() => api.requests.length === 1)
    const cancel = new AbortController()
    const [second] = panel(1, LONG, cancel.signal)
    cancel.abort(new Error('not needed'))
    await expect(second).rejects.toThrow('not needed')
    await first
    expect(api.requests).toHaveLength(1)
  })

  it('has another leader for another prefix', async () => {
    await Promise.all([...panel(3, LONG), ...panel(3, `${LONG} and more`)])
    expect(api.requests.filter(({ body }) => body.stream)).toHaveLength(2)
    expect(tokensOf('cache_write_tokens').filter((tokens) => tokens > 0)).toHaveLength(2)
  })
})

it('a panel with a short prefix is neither cached nor kept waiting', async () => {
  api.latencyMs = 1_000
  await Promise.all(panel(6, 'short'))
  expect(api.maxInFlight).toBe(6)
  expect(api.requests.some(({ body }) => body.stream)).toBe(false)
  expect(JSON.stringify(api.requests.map(({ body }) => body))).not.toContain('cache_control')
})

describe('the cache warmer', () => {
  it('does not let other calls wait long for a slow leader', async () => {
    const warmer = createCacheWarmer(60_000, 5)
    const leader = await warmer.join('key', never())
    leader?.markSent()
    leader?.markSent()
    expect(await warmer.join('key', never())).toBeNull()
    leader?.markWarm()
    leader?.released()
    expect(await warmer.join('key', never())).toBeNull()
  })

  it('forgets a key that has not been used for long', async () => {
    const warmer = createCacheWarmer(-1)
    for (const key of ['a', 'b', 'a']) {
      const leader = await warmer.join(key, never())
      expect(leader).not.toBeNull()
      leader?.markWarm()
    }
  })

  it('has a new leader after one was released', async () => {
    const warmer = createCacheWarmer(60_000)
    const first = await warmer.join('key', never())
    first?.released()
    const second = await warmer.join('key', never())
    expect(second).not.toBeNull()
    first?.released()
    first?.markWarm()
    second?.markWarm()
    expect(await warmer.join('key', never())).toBeNull()
  })
})
