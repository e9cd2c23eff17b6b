import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type PersonaAnswer, QUOTE_SOURCES, type Response } from '../../src/domain/panel/response.js'
import { ANALYSE_RULES, analysePrompt } from '../../src/engine/panel/analyse/prompt.js'
import type { Llm } from '../../src/llm/client.js'
import { type FakeMessagesApi, type FakeStats, fakeMessagesApi } from '../support/fake-messages-api.mjs'
import { analyseRequest, never, openClient, recordingMeter, respondRequest, textOf } from './harness.js'

let api: FakeMessagesApi
let client: Llm

beforeEach(async () => {
  api = await fakeMessagesApi()
  client = openClient(api.url)
})
afterEach(async () => {
  await client.close()
  await api.close()
})

const ask = (name: string, through = client) =>
  through.answer(respondRequest({ name }), { meter: recordingMeter(), signal: never() })

const asResponse = (answer: PersonaAnswer, persona_id: string): Response => ({
  ...answer,
  persona_id,
  archetype: 'busy-parent',
  influence_type: 'leader',
  intent_pmf: null,
  intent_method: null,
  beliefs: null,
})

it('gives the same answer to the same question, of the length a person gives', async () => {
  const first = await ask('Ann')
  const second = await ask('Ann', openClient(api.url))
  expect(second).toEqual(first)
  expect(await ask('Ben')).not.toEqual(first)
  expect(api.requests[0]?.usage?.output_tokens).toBeGreaterThan(450)
  expect(api.requests[0]?.usage?.output_tokens).toBeLessThan(900)
})

it('quotes respondents word for word, and unsaid objections from what they think in private', async () => {
  const responses = await Promise.all(
    ['Ann Lee', 'Ben Oz', 'Cem Ada'].map(async (name) => asResponse(await ask(name), name)),
  )
  const { own } = analysePrompt(ANALYSE_RULES, { ...analyseRequest().facts, responses })
  const analysis = await client.answer(analyseRequest({ own }), { meter: recordingMeter(), signal: never() })
  const spoken = responses
    .map((response) => QUOTE_SOURCES.map((source) => [response[source]].flat().join('\n')).join('\n'))
    .join('\n')
  const quotes = [...analysis.key_weaknesses, ...analysis.friction_points].flatMap(({ quotes }) => quotes)
  expect(quotes.length).toBeGreaterThan(3)
  for (const quote of quotes) expect(spoken).toContain(quote)
  const thoughts = responses.map(({ private_thoughts }) => private_thoughts).join('\n')
  for (const quote of analysis.unsaid_objections.flatMap(({ quotes }) => quotes)) expect(thoughts).toContain(quote)
  expect(['Ann Lee', 'Ben Oz', 'Cem Ada']).toContain(analysis.friction_points[0]?.personas_affected[0])
})

it('counts a question that was answered twice, and only then', async () => {
  await ask('Ann')
  api.failNext(1, { status: 529 })
  await ask('Ben')
  expect(api.duplicates()).toEqual([])
  await ask('Ann')
  expect(api.duplicates()).toEqual([api.requests.at(-1)])
  expect(api.duplicates({ except: [api.requests[0]?.key ?? ''] })).toEqual([])
  expect(api.duplicates({ except: [api.requests.at(-1) ?? ''] })).toEqual([])
})

it('counts tokens that add up, cached or not', async () => {
  const shared = textOf(800)
  for (const name of ['Ann', 'Ben'])
    await client.answer(respondRequest({ name, shared }), { meter: recordingMeter(), signal: never() })
  const [written, read] = api.requests.map(({ usage }) => usage)
  expect(written?.cache_creation_input_tokens).toBe(read?.cache_read_input_tokens)
  expect(written?.input_tokens).toBe(read?.input_tokens)
  expect(api.stats()).toMatchObject({
    requests: 2,
    inFlight: 0,
    outcomes: { answered: 2 },
    usage: { cache_read_input_tokens: read?.cache_read_input_tokens },
  })
})

it('answers what it is told to', async () => {
  api.answer = (_, task) => (task === 'respond' ? { ...ANSWER, purchase_intent: 4 } : undefined)
  expect((await ask('Ann')).purchase_intent).toBe(4)
})

const ANSWER: PersonaAnswer = {
  persona_name: 'Ann',
  gut_reaction: 'Hm.',
  gut_sentiment: 'neutral',
  considered_response: 'Hm.',
  considered_sentiment: 'neutral',
  social_response: 'Hm.',
  private_thoughts: 'Hm.',
  purchase_intent: 1,
  action_threshold: 'None.',
  friction_points: [],
  memory_influence_notes: 'None.',
  purchase_statement: 'I would probably not buy it.',
  beliefs: [],
  private_reasons: [],
  key_quotes: ['Hm.'],
}

it.each([
  ['a temperature', { temperature: 0.7 }],
  ['no max_tokens', { max_tokens: undefined }],
  ['a prefill', { messages: [{ role: 'assistant', content: '{' }] }],
  ['thinking switched off where it cannot be', { model: 'claude-opus-5-5', thinking: { type: 'disabled' } }],
  ['a forced tool where there is none', { model: 'claude-sonnet-5-5', tool_choice: { type: 'tool', name: 'x' } }],
  ['an open object', { output_config: { format: { schema: { type: 'object', properties: {} } } } }],
])('refuses %s, as the real API does', async (_, wrong) => {
  const body = { model: 'claude-haiku-5-5', max_tokens: 5, messages: [{ role: 'user', content: 'x' }], ...wrong }
  const response = await fetch(`${api.url}/v1/messages`, { method: 'POST', body: JSON.stringify(body) })
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ type: 'error', error: { type: 'invalid_request_error' } })
})

it('runs in a process of its own, told what to do over HTTP, and ends with its starter', async () => {
  const main = fileURLToPath(new URL('../support/fake-messages-api.main.mjs', import.meta.url))
  const child = spawn(process.execPath, [main, JSON.stringify({ latencyMs: { min: 1, max: 3 } })], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const [line] = await once(child.stdout, 'data')
  const { url } = JSON.parse(String(line)) as { url: string }
  const get = async (path: string) => (await fetch(url + path)).json()
  const post = (path: string, body: object = {}) => fetch(url + path, { method: 'POST', body: JSON.stringify(body) })

  const through = openClient(url)
  await post('/__faults', { next: 1, fault: { status: 500 } })
  await ask('Ann', through)
  expect((await get('/__stats')) as FakeStats).toMatchObject({
    requests: 2,
    duplicates: 0,
    outcomes: { status_500: 1, answered: 1 },
  })
  expect(await get('/__log')).toMatchObject([{ status: 500 }, { status: 200, outcome: 'answered' }])
  await post('/__settings', { latencyMs: 0, minCacheTokens: 9_999 })
  await post('/__faults', { always: 'refusal' })
  await expect(ask('Ben', through)).rejects.toMatchObject({ code: 'model_refused' })
  await post('/__reset')
  await ask('Ben', through)
  expect(await get('/__stats')).toMatchObject({ requests: 1 })
  expect((await fetch(`${url}/elsewhere`)).status).toBe(404)
  await through.close()
  child.stdin.end()
  const [code] = await once(child, 'exit')
  expect(code).toBe(0)
})
