import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Anthropic from '@anthropic-ai/sdk'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type FakeMessagesApi, fakeMessagesApi } from '../support/fake-messages-api.mjs'
import { never, openClient, recordingMeter, respondRequest } from './harness.js'

let api: FakeMessagesApi
/** Where everything ambient points to. */
let elsewhere: FakeMessagesApi
let folder: string

const HEADERS = [
  'x-leak: yes',
  'Authorization: Bearer from-custom-headers',
  'anthropic-version: 1999-01-01',
  'user-agent: leak',
  'anthropic-beta: leak',
].join('\n')

beforeEach(async () => {
  api = await fakeMessagesApi()
  elsewhere = await fakeMessagesApi()
  folder = mkdtempSync(join(tmpdir(), 'ambient-'))
  const config = join(folder, 'anthropic')
  for (const part of ['configs', 'credentials']) mkdirSync(join(config, part), { recursive: true })
  writeFileSync(
    join(config, 'configs', 'leak.json'),
    JSON.stringify({ base_url: elsewhere.url, workspace_id: 'leak', authentication: { type: 'user_oauth' } }),
  )
  writeFileSync(join(config, 'credentials', 'leak.json'), JSON.stringify({ access_token: 'from-a-profile' }), {
    mode: 0o600,
  })
  writeFileSync(join(config, 'active_config'), 'leak')
  vi.stubEnv('ANTHROPIC_CUSTOM_HEADERS', HEADERS)
  vi.stubEnv('ANTHROPIC_CONFIG_DIR', config)
  vi.stubEnv('XDG_CONFIG_HOME', folder)
  vi.stubEnv('ANTHROPIC_ORGANIZATION_ID', 'leak')
  vi.stubEnv('ANTHROPIC_WORKSPACE_ID', 'leak')
  vi.stubEnv('ANTHROPIC_OPEN_TELEMETRY_TRACES_CONTENT_MODE', 'content')
  vi.stubEnv('HTTP_PROXY', elsewhere.url)
  vi.stubEnv('HTTPS_PROXY', elsewhere.url)
})
afterEach(async () => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
  await api.close()
  await elsewhere.close()
})

const TOKENS = { ANTHROPIC_API_KEY: 'from-the-environment', ANTHROPIC_AUTH_TOKEN: 'token-from-the-environment' }

/** Two environments, because a variable with a token hides the profile. */
const AMBIENT: [string, Record<string, string>][] = [
  [
    'keys, tokens and a base URL',
    {
      ...TOKENS,
      get ANTHROPIC_BASE_URL() {
        return elsewhere.url
      },
    },
  ],
  ['a profile with a base URL of its own', { ANTHROPIC_PROFILE: 'leak' }],
]

describe.each(AMBIENT)('with %s in the environment', (_, variables) => {
  beforeEach(() => {
    for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
  })

  it('a client of the SDK left to itself would use them', async () => {
    const sdk = new Anthropic({ maxRetries: 0 })
    await sdk.messages.create({
      model: 'claude-haiku-5-5',
      max_tokens: 1,
      messages: [{ role: 'user', content: 'x' }],
    })
    expect(elsewhere.requests[0]?.headers).toMatchObject({ 'x-leak': 'yes' })
  })

  it.each([
    ['its own key', 'our-key', { authorization: 'Bearer our-key' }],
    ['no credential at all', null, {}],
  ])('the LLM client sends %s and none of them', async (_, apiKey, credential) => {
    const client = openClient(api.url, { apiKey })
    const meter = recordingMeter()
    await client.answer(respondRequest({ name: 'One' }), { meter, signal: never() })
    await client.answer(respondRequest({ name: 'Two' }), { meter, signal: never() })
    await client.close()
    expect(api.requests).toHaveLength(2)
    for (const { headers } of api.requests) {
      expect(headers).toEqual({
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
        'content-length': expect.any(String),
        'anthropic-version': '2026-10-21',
        'user-agent': 'pressure-test',
        host: new URL(api.url).host,
        connection: 'keep-alive',
        ...credential,
      })
    }
    expect(elsewhere.requests).toEqual([])
    expect(elsewhere.connections).toBe(0)
  })
})

it('the LLM client uses the version of the API that the SDK describes', async () => {
  vi.stubEnv('ANTHROPIC_CUSTOM_HEADERS', '')
  const sdk = new Anthropic({ apiKey: 'k', baseURL: elsewhere.url, maxRetries: 0 })
  await sdk.messages.create({ model: 'claude-haiku-5-5', max_tokens: 1, messages: [{ role: 'user', content: 'x' }] })
  const client = openClient(api.url)
  await client.answer(respondRequest(), { meter: recordingMeter(), signal: never() })
  await client.close()
  for (const name of ['anthropic-version', 'content-type'])
    expect(api.requests[0]?.headers[name]).toBe(elsewhere.requests[0]?.headers[name])
  expect(elsewhere.requests[0]?.headers.authorization).toBe('Bearer k')
})
