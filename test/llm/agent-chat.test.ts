import { describe, expect, it } from 'vitest'
import { readConfig } from '../../src/config.js'
import type { AgentEndpoint } from '../../src/domain/evaluation/agent.js'
import { AppError } from '../../src/errors.js'
import type { AgentClientOptions } from '../../src/llm/guarded-requests/agent-client.js'
import { type Behaviour, clientForTests, json, startLiveAgent } from '../support/live-agent.js'

const QUESTION = {
  body: { model: 'a-model', messages: [{ role: 'user' as const, content: 'A price?' }] },
  turn: 1,
  round: 1,
  agent_version_id: 'mira-chat-1',
  version: '1',
}
const KEY = 'sk-key-of-the-agent'

async function say(
  behave: Behaviour,
  options: (port: number) => Partial<AgentClientOptions> = () => ({}),
  endpoint: Partial<AgentEndpoint> = {},
) {
  const agent = await startLiveAgent(behave)
  const { client, pauses } = clientForTests(options(agent.port))
  const at = { url: agent.url, timeout_ms: 10_000, protocol: 'chat_completions' as const, ...endpoint }
  const said = client.say(at, 'this:a:t1', QUESTION, {
    run_id: 'run-1',
    workspace: 'local',
    signal: new AbortController().signal,
  })
  return { agent, pauses, outcome: await said.catch((error: unknown) => error) }
}
const completion = (message: unknown, finish_reason = 'stop') => ({ choices: [{ message, finish_reason }] })
const problemIn = (outcome: unknown): string => {
  expect(outcome).toBeInstanceOf(AppError)
  return (outcome as AppError).message
}
const CALL = { id: 'x', type: 'function', function: { name: 'find_slot', arguments: '{"day":"Tuesday"}' } }
const CALLED = { tool: 'find_slot', arguments: { day: 'Tuesday' }, answer: null }

describe('an agent behind Chat Completions', () => {
  it('is sent what the API takes and nothing else', async () => {
    const { agent, outcome } = await say(() => completion({ role: 'assistant', content: '€290.' }))
    expect(outcome).toEqual({ text: '€290.', tool_calls: [] })
    expect(agent.heard[0]?.body).toEqual(QUESTION.body)
    expect(agent.heard[0]?.headers).toHaveProperty('idempotency-key')
    expect(agent.heard[0]?.headers).not.toHaveProperty('authorization')
  })

  it.each([
    ['parts of text', completion({ content: [{ type: 'text', text: 'A' }, { type: 'image_url' }] }), { text: 'A' }],
    ['a refusal', completion({ content: null, refusal: 'No.' }), { text: 'No.' }],
    ['nothing said', completion({ content: '' }), { text: '' }],
    ['calls that were made', completion({ content: 'A', tool_calls: [CALL] }), { text: 'A', tool_calls: [CALLED] }],
    [
      'calls that are asked for',
      completion({ content: null, tool_calls: [CALL] }),
      { text: '', tool_calls: [CALLED], asks_for_tools: true },
    ],
    [
      'words beside calls that are asked for',
      completion({ content: 'Let me see.', tool_calls: [CALL] }, 'tool_calls'),
      { text: 'Let me see.', tool_calls: [CALLED], asks_for_tools: true },
    ],
  ])('may answer %s', async (_, answer, expected) => {
    expect((await say(() => answer)).outcome).toEqual({ tool_calls: [], ...expected })
  })

  it.each([
    ['our own form', { text: 'A' }, 'a JSON object without "choices"'],
    ['an error that looks like a success', { error: { message: 'x' } }, 'an "error" with the status of a success'],
    ['no choice', { choices: [] }, '"choices" without a message in the first'],
    ['no content', completion({}), 'a chat completion whose content is missing'],
    ['a list', [], 'a list'],
    ['a call without a name', completion({ tool_calls: [{ function: {} }] }), 'a tool call without the name'],
  ])('is not understood when it answers %s', async (_, answer, got) => {
    const { agent, outcome } = await say(() => answer)
    expect(problemIn(outcome)).toContain(`Its answer cannot be read: got ${got}`)
    expect(agent.heard).toHaveLength(1)
  })

  it('is waited for as it asks when it has too much to do', async () => {
    let times = 0
    const { pauses, outcome } = await say((_, response) =>
      ++times === 1 ? json(response, {}, 429, { 'retry-after': '2' }) : completion({ content: 'There.' }),
    )
    expect({ pauses, outcome }).toEqual({ pauses: [2_000], outcome: { text: 'There.', tool_calls: [] } })
  })
})

describe('the key that an agent’s file names', () => {
  const keyFor = (port: number, host = '127.0.0.1') => ({
    keys: { AGENT_KEY_MIRA: { host, port, token: KEY } },
    tokens: [{ host: '127.0.0.1', port: null, token: 'token-of-the-host' }],
  })
  const named = { api_key_env: 'AGENT_KEY_MIRA' }

  it('is sent in place of the host’s token, and never repeated', async () => {
    const echo: Behaviour = ({ headers }) => completion({ content: `You sent ${headers.authorization}` })
    const { agent, outcome } = await say(echo, (port) => keyFor(port), named)
    expect(agent.heard[0]?.headers.authorization).toBe(`Bearer ${KEY}`)
    expect(outcome).toMatchObject({ text: 'You sent Bearer [token]' })
  })

  it.each([
    ['a key for another host', (port: number) => keyFor(port, 'api.example.com'), 'is a key for another host'],
    ['a key for another port', (port: number) => keyFor(port === 1 ? 2 : 1), 'is a key for another host'],
    ['no such variable', () => ({}), 'AGENT_KEY_MIRA is not set where the worker runs; set it to 127.0.0.1=KEY.'],
  ])('stays here: %s', async (_, options, why) => {
    const { agent, outcome } = await say(() => completion({ content: 'A' }), options, named)
    expect(problemIn(outcome)).toContain(why)
    expect(agent.heard).toHaveLength(0)
  })

  it('is read from its own variable, which binds it to a host', () => {
    expect(readConfig({ AGENT_KEY_MIRA: 'api.example.com:8443=sk-12345678', AGENT_KEY_OFF: ' ' }).agents.keys).toEqual({
      AGENT_KEY_MIRA: { host: 'api.example.com', port: 8443, token: 'sk-12345678' },
    })
    expect(() => readConfig({ AGENT_KEY_MIRA: 'sk-12345678' })).toThrow(
      /^AGENT_KEY_MIRA is \*\*\* \(11 characters\); accepted: host=key, at least 8 visible/,
    )
  })
})
