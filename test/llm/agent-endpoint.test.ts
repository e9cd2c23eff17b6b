import { once } from 'node:events'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, it, onTestFinished } from 'vitest'
import { AppError } from '../../src/errors.js'
import type { AgentClientOptions } from '../../src/llm/guarded-requests/agent-client.js'
import { type Behaviour, clientForTests, json, startLiveAgent } from '../support/live-agent.js'

const QUESTION = {
  conversation: [
    { role: 'user' as const, content: 'Hello.' },
    { role: 'assistant' as const, content: 'Hi! What do you need?' },
  ],
  message: 'A price.',
  case_id: 'too-expensive',
  trial: 2,
  turn: 2,
  agent_version_id: 'mira-3',
  version: '3',
}
const TOKEN = 'secret-token-0123'
const call = (run_id = 'run-1') => ({ run_id, workspace: 'local', signal: new AbortController().signal })
const endpoint = (url: string, timeout_ms = 10_000) => ({ url, timeout_ms })

/** Says one message to an agent that behaves so. */
async function say(behave: Behaviour, options: Partial<AgentClientOptions> = {}, timeout_ms?: number) {
  const agent = await startLiveAgent(behave)
  const { client, pauses } = clientForTests(options)
  const said = client.say(endpoint(agent.url, timeout_ms), 'this:too-expensive:t2', QUESTION, call())
  return { agent, pauses, outcome: await said.catch((error: unknown) => error) }
}
const problemIn = (outcome: unknown): string => {
  expect(outcome).toBeInstanceOf(AppError)
  expect((outcome as AppError).code).toBe('agent_failed')
  return (outcome as AppError).message
}

describe('what a live agent hears', () => {
  it('is the conversation, the message, and which case, trial, turn and version it belongs to', async () => {
    const { agent, outcome } = await say(() => ({ text: 'It is €290.' }))
    expect(outcome).toEqual({ text: 'It is €290.', tool_calls: [] })
    const [heard] = agent.heard
    expect(heard?.body).toEqual({ ...QUESTION, session_id: expect.stringMatching(/^[0-9a-f]{32}$/) })
    expect(heard?.url).toBe('/chat')
    expect(heard?.headers).toMatchObject({
      host: `127.0.0.1:${agent.port}`,
      'content-type': 'application/json',
      'user-agent': 'pressure-test/1.2.3',
      'idempotency-key': expect.stringMatching(/^[0-9a-f]{32}$/),
    })
    expect(heard?.headers).not.toHaveProperty('authorization')
  })

  it('has one session per run, conversation and version, and one key per message', async () => {
    const agent = await startLiveAgent(() => ({ text: 'Yes.' }))
    const { client } = clientForTests()
    const address = endpoint(agent.url)
    await client.say(address, 'this:a:t1', QUESTION, call())
    await client.say(address, 'this:a:t1', QUESTION, call())
    await client.say(address, 'this:a:t1', { ...QUESTION, turn: 3 }, call())
    await client.say(address, 'this:a:t2', QUESTION, call())
    await client.say(address, 'other:a:t1', QUESTION, call())
    await client.say(address, 'this:a:t1', { ...QUESTION, version: '4' }, call())
    await client.say(address, 'this:a:t1', QUESTION, call('run-2'))
    const sessions = agent.heard.map(({ body }) => body.session_id)
    const keys = agent.heard.map(({ headers }) => headers['idempotency-key'])
    expect(sessions.slice(1, 3)).toEqual([sessions[0], sessions[0]])
    expect(new Set(sessions).size).toBe(5)
    expect(keys[1]).toBe(keys[0])
    expect(new Set(keys).size).toBe(6)
  })

  it('is the same again, key included, when it is tried again', async () => {
    let times = 0
    const { agent, pauses, outcome } = await say((_, response) =>
      ++times < 3 ? json(response, {}, 503) : { text: 'There.' },
    )
    expect(outcome).toMatchObject({ text: 'There.' })
    expect(agent.heard).toHaveLength(3)
    expect(new Set(agent.heard.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
    expect(pauses).toEqual([500, 1_000])
  })
})

describe('what a live agent may answer', () => {
  const CALLS = [{ tool: 'find_slot', arguments: { day: 'Tuesday' }, answer: { slot: 'noon' } }]
  const said = (text: string, tool_calls: unknown = []) => ({ text, tool_calls })
  it.each([
    ['text', { text: 'A', message: 'B' }, said('A')],
    ['reply', { reply: 'A' }, said('A')],
    ['response', { response: 'A', id: 7 }, said('A')],
    ['message', { message: 'A' }, said('A')],
    ['output', { output: 'A' }, said('A')],
    ['content', { content: 'A' }, said('A')],
    ['a field that is text beside one that is none', { message: { id: 1 }, output: 'A' }, said('A')],
    ['nothing said', { text: '' }, said('')],
    ['tool calls', { text: 'A', tool_calls: CALLS }, said('A', CALLS)],
    ['no tool calls', { text: 'A', tool_calls: null }, said('A')],
    [
      'a tool call without arguments and answer',
      { text: 'A', tool_calls: [{ tool: 'ping' }] },
      said('A', [{ tool: 'ping', arguments: {}, answer: null }]),
    ],
    [
      'arguments that are the text of an object',
      { text: 'A', tool_calls: [{ tool: 'x', arguments: '{"a":1}', answer: 'ok' }] },
      said('A', [{ tool: 'x', arguments: { a: 1 }, answer: 'ok' }]),
    ],
    [
      'arguments that are no object',
      { text: 'A', tool_calls: [{ tool: 'x', arguments: [1] }] },
      said('A', [{ tool: 'x', arguments: null, answer: null }]),
    ],
    [
      'a chat completion',
      {
        object: 'chat.completion',
        choices: [
          {
            message: {
              role: 'assistant',
              content: 'A',
              tool_calls: [{ id: '1', type: 'function', function: { name: 'x', arguments: '{"a":1}' } }],
            },
          },
        ],
      },
      said('A', [{ tool: 'x', arguments: { a: 1 }, answer: null }]),
    ],
    ['characters no database holds', { text: 'A\u0000B\ud800' }, said('AB\ufffd')],
  ])('%s', async (_, answer, expected) => {
    expect((await say(() => answer)).outcome).toEqual(expected)
  })

  it('packed, with a byte order mark, or without saying that it is JSON', async () => {
    const body = `\ufeff${JSON.stringify({ text: 'Grüße' })}`
    for (const [headers, bytes] of [
      [{ 'content-encoding': 'gzip' }, gzipSync(body)],
      [{ 'content-encoding': 'deflate' }, deflateSync(body)],
      [{ 'content-type': 'text/plain' }, Buffer.from(body)],
      [{}, Buffer.from(body)],
    ] as [Record<string, string>, Buffer][]) {
      const { agent, outcome } = await say((_heard, response) => void response.writeHead(201, headers).end(bytes))
      expect(outcome).toEqual(said('Grüße'))
      expect(agent.heard[0]?.headers['accept-encoding']).toBe('gzip, deflate')
    }
  })
})

const MEGABYTE = 1_048_576
const plain =
  (status: number, body: string | Buffer = '', headers: Record<string, string> = {}): Behaviour =>
  (_, response) =>
    void response.writeHead(status, headers).end(body)
const text = (body: string): Behaviour => plain(200, body)
const deep = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels)

describe('what goes wrong', () => {
  it.each<[string, Behaviour, number, RegExp]>([
    ['an error of the server', plain(500), 3, /HTTP 500.*Tried 3 times/],
    ['a gateway without an agent behind it', plain(502), 3, /HTTP 502/],
    ['an agent that is busy', plain(503, '', { 'retry-after': '2' }), 3, /HTTP 503/],
    ['too many requests', plain(429), 3, /HTTP 429.*fewer/],
    ['too many requests for long', plain(429, '', { 'retry-after': '600' }), 1, /HTTP 429.*wait 600 s/],
    ['a dropped connection', (_, response) => void response.destroy(), 3, /connection failed \(ECONNRESET\)/],
    [
      'an answer that breaks off',
      (_, response) => {
        response.writeHead(200, { 'content-length': '500' }).write('{"text":')
        setImmediate(() => response.destroy())
      },
      3,
      /connection failed/,
    ],
    ['a request it does not like', plain(400), 1, /HTTP 400.*docs\/agent-endpoint\.md/],
    ['a missing token', plain(401), 1, /HTTP 401.*AGENT_TOKENS/],
    ['a wrong token', plain(403), 1, /HTTP 403.*AGENT_TOKENS/],
    ['a wrong address', plain(404), 1, /HTTP 404.*check the address/],
    ['an address for reading only', plain(405), 1, /HTTP 405.*check the address/],
    ['a request that is too large for it', plain(413), 1, /HTTP 413/],
    ['an answer without a body', plain(204), 1, /got an empty body; accepted is/],
    ['an empty body', text('  '), 1, /got an empty body/],
    ['an HTML page', text('<!doctype html><p>Sorry'), 1, /got an HTML or XML page/],
    ['a stream of events', text('data: {"text":"A"}\n\n'), 1, /got an event stream/],
    ['plain text', text('Hello!'), 1, /got text that is not JSON/],
    ['half an object', text('{"text": "A"'), 1, /got text that is not JSON/],
    ['null', text('null'), 1, /got null/],
    ['a list', text('[{"text":"A"}]'), 1, /got a list/],
    ['a string', text('"A"'), 1, /got a string/],
    ['a number', text('7'), 1, /got a number/],
    ['an empty object', text('{}'), 1, /got an empty JSON object/],
    ['other fields', text('{"answer":"A","<b>":1}'), 1, /with answer, … and no text/],
    ['text that is no string', text('{"text":{"en":"A"}}'), 1, /with text and no text in any/],
    ['tool calls that are no list', text('{"text":"A","tool_calls":{}}'), 1, /tool_calls that are an object/],
    ['a tool call without a name', text('{"text":"A","tool_calls":[{"arguments":{}}]}'), 1, /without the name/],
    ['a tool call that is no object', text('{"text":"A","tool_calls":["x"]}'), 1, /no object/],
    [
      'a hundred and one tool calls',
      text(JSON.stringify({ text: 'A', tool_calls: new Array(101).fill({ tool: 'x' }) })),
      1,
      /101 tool calls/,
    ],
    ['a completion without a choice', text('{"choices":[]}'), 1, /"choices" without a message/],
    ['a completion without content', text('{"choices":[{"message":{"content":null}}]}'), 1, /content is null/],
    [
      'a completion that wants us to call a tool',
      text('{"choices":[{"message":{"content":null,"tool_calls":[{"function":{"name":"x"}}]}}]}'),
      1,
      /calls its tools itself/,
    ],
    ['JSON as deep as a well', text(deep(100_000)), 1, /nested deeper than 64/],
    ['a speech', text(JSON.stringify({ text: 'x'.repeat(20_001) })), 1, /at most 20000/],
    ['more than a megabyte', text(JSON.stringify({ text: 'x'.repeat(MEGABYTE) })), 1, /longer than 1 MB/],
    [
      'a kilobyte that unpacks to a hundred megabytes',
      plain(200, gzipSync(Buffer.alloc(100 * MEGABYTE)), { 'content-encoding': 'gzip' }),
      1,
      /longer than 1 MB/,
    ],
    ['a packing nobody knows', plain(200, '{}', { 'content-encoding': 'br' }), 1, /accepted: gzip, deflate or none/],
    ['packed twice', plain(200, '{}', { 'content-encoding': 'gzip, gzip' }), 1, /accepted: gzip, deflate or none/],
    ['a packing that is none', plain(200, '{"text":"A"}', { 'content-encoding': 'gzip' }), 1, /cannot be unpacked/],
    ['a redirect that loses the message', plain(302, '', { location: '/new' }), 1, /HTTP 302.*307 or 308/],
    ['a redirect for ever', plain(301, '', { location: '/new' }), 1, /HTTP 301/],
    ['a redirect to nowhere', plain(307), 1, /HTTP 307 without an address/],
    ['nothing new', plain(304), 1, /HTTP 304/],
  ])('%s', async (_, behave, tries, sentence) => {
    const { agent, outcome } = await say(behave)
    const problem = problemIn(outcome)
    expect(problem).toMatch(sentence)
    expect(problem).toContain(`The live agent at 127.0.0.1:${agent.port} gave no usable answer.`)
    expect(problem).toMatch(/\.$/)
    expect(agent.heard).toHaveLength(tries)
  })

  it('waits as long as it is asked to, up to half a minute', async () => {
    let times = 0
    const { pauses, outcome } = await say((_, response) =>
      ++times === 1 ? json(response, {}, 429, { 'retry-after': '30' }) : { text: 'Now.' },
    )
    expect(outcome).toMatchObject({ text: 'Now.' })
    expect(pauses).toEqual([30_000])
    const later = await say(plain(503, '', { 'retry-after': 'Wed, 21 Oct 2099 07:28:00 GMT' }))
    expect(problemIn(later.outcome)).toContain('too long to wait')
    const past = await say(plain(503, '', { 'retry-after': 'Wed, 21 Oct 2015 07:28:00 GMT' }))
    expect(past.pauses).toEqual([0, 0])
  })

  it('gives up an agent that does not answer, or never stops answering', async () => {
    const silent = await say(() => new Promise(() => {}), {}, 60)
    expect(problemIn(silent.outcome)).toMatch(/No complete answer within 0\.06 s.*timeout_ms.*Tried 3 times/)
    const endless = await say(
      (_, response) => {
        response.writeHead(200)
        const timer = setInterval(() => response.write(' '), 5)
        response.on('close', () => clearInterval(timer))
        return new Promise(() => {})
      },
      {},
      60,
    )
    expect(problemIn(endless.outcome)).toContain('No complete answer')
  })

  it('says what to do where nobody listens', async () => {
    const closed = createTcpServer().listen(0, '127.0.0.1')
    await once(closed, 'listening')
    const { port } = closed.address() as AddressInfo
    closed.close()
    await once(closed, 'close')
    const { client } = clientForTests()
    const outcome = await client.say(endpoint(`http://127.0.0.1:${port}/`), 'c', QUESTION, call()).catch((e) => e)
    expect(problemIn(outcome)).toMatch(/ECONNREFUSED.*check that it is running.*Tried 3 times/)
  })

  it('does not accept a certificate nobody has signed, and asks for it by name', async () => {
    const asked: string[] = []
    const server = createTlsServer({
      SNICallback: (name, done) => {
        asked.push(name)
        done(new Error('no certificate here'))
      },
    }).listen(0, '127.0.0.1')
    server.on('tlsClientError', () => {})
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    const { client } = clientForTests({
      hostsAllowed: [{ host: 'agent.test', port }],
      lookup: async () => [{ address: '127.0.0.1', family: 4 }],
    })
    const outcome = await client.say(endpoint(`https://agent.test.:${port}/`), 'c', QUESTION, call()).catch((e) => e)
    expect(problemIn(outcome)).toContain('connection failed')
    expect(new Set(asked)).toEqual(new Set(['agent.test']))
  })
})

describe('a run that is cancelled', () => {
  it('ends the request in flight with its own reason', async () => {
    const stop = new AbortController()
    const closed: string[] = []
    const agent = await startLiveAgent((_, response) => {
      response.on('close', () => closed.push('closed'))
      stop.abort(new AppError('cancelled'))
      return new Promise(() => {})
    })
    const { client } = clientForTests()
    const said = client.say(endpoint(agent.url), 'c', QUESTION, {
      run_id: 'r',
      workspace: 'local',
      signal: stop.signal,
    })
    await expect(said).rejects.toMatchObject({ code: 'cancelled' })
    await expect.poll(() => closed).toEqual(['closed'])
    expect(agent.heard).toHaveLength(1)
    const again = client.say(endpoint(agent.url), 'c', QUESTION, {
      run_id: 'r',
      workspace: 'local',
      signal: stop.signal,
    })
    await expect(again).rejects.toMatchObject({ code: 'cancelled' })
    expect(agent.heard).toHaveLength(1)
  })
})

describe('requests in flight', () => {
  it.each([
    [50, 8],
    [3, 3],
  ])('of a process with %i slots are at most %i to one host', async (concurrency, most) => {
    let now = 0
    let peak = 0
    const waiting: (() => void)[] = []
    const agent = await startLiveAgent(async () => {
      peak = Math.max(peak, ++now)
      await new Promise<void>((resolve) => {
        waiting.push(resolve)
        // All that may come are here. Whoever else comes has a moment to do so before they are let go.
        if (waiting.length >= most) for (const go of waiting.splice(0)) setTimeout(go, 20)
      })
      now -= 1
      return { text: 'A' }
    })
    const { client } = clientForTests({ concurrency })
    const all = Array.from({ length: most * 3 }, (_, i) => client.say(endpoint(agent.url), `c${i}`, QUESTION, call()))
    await Promise.all(all)
    expect(peak).toBe(most)
    expect(agent.heard).toHaveLength(most * 3)
  })
})

describe('a token', () => {
  const tokens = (port: number | null = null) => [{ host: '127.0.0.1', port, token: TOKEN }]

  it('goes to its host, and is taken out of what the agent says', async () => {
    const { agent, outcome } = await say(
      ({ headers }) => ({
        text: `You sent ${headers.authorization}`,
        tool_calls: [{ tool: TOKEN, arguments: { header: headers.authorization }, answer: [headers.authorization] }],
      }),
      { tokens: tokens() },
    )
    expect(agent.heard[0]?.headers.authorization).toBe(`Bearer ${TOKEN}`)
    expect(outcome).toMatchObject({ text: 'You sent Bearer [token]' })
    expect(JSON.stringify(outcome)).not.toContain(TOKEN)
  })

  it('stays here where the host or the port is another', async () => {
    for (const others of [[{ host: 'agent.test', port: null, token: TOKEN }], tokens(1)]) {
      const { agent } = await say(() => ({ text: 'A' }), { tokens: others })
      expect(agent.heard[0]?.headers).not.toHaveProperty('authorization')
    }
  })

  it('is not sent unencrypted to a public host; nothing is', async () => {
    const { client } = clientForTests({
      tokens: [{ host: 'agent.test', port: null, token: TOKEN }],
      lookup: () => Promise.reject(new Error('nobody is looked up')),
    })
    const outcome = await client.say(endpoint('http://agent.test/'), 'c', QUESTION, call()).catch((e) => e)
    expect(problemIn(outcome)).toMatch(/sent over https only/)
    expect(problemIn(outcome)).not.toContain(TOKEN)
  })

  it('follows a redirect within its host and not to another', async () => {
    const other = await startLiveAgent(() => ({ text: 'From the other.' }))
    const first = await startLiveAgent(({ url }, response) => {
      const location = url === '/chat' ? '/v2' : other.url
      response.writeHead(url === '/chat' ? 308 : 307, { location }).end('<moved>')
    })
    const { client } = clientForTests({ tokens: tokens() })
    const answer = await client.say(endpoint(first.url), 'c', QUESTION, call())
    expect(answer.text).toBe('From the other.')
    expect(first.heard.map(({ url, headers }) => [url, headers.authorization])).toEqual([
      ['/chat', `Bearer ${TOKEN}`],
      ['/v2', `Bearer ${TOKEN}`],
    ])
    const [heard] = other.heard
    expect(heard?.headers).not.toHaveProperty('authorization')
    expect(heard?.body).toEqual(first.heard[0]?.body)
    expect(heard?.headers['idempotency-key']).toBe(first.heard[0]?.headers['idempotency-key'])
  })
})

describe('redirects', () => {
  it('are followed three times and not a fourth', async () => {
    const chain = (length: number) =>
      say(({ url }, response) => {
        const at = Number(/\d+$/.exec(url)?.[0] ?? 0)
        if (at === length) return { text: `After ${at}.` }
        response.writeHead(307, { location: `/hop/${at + 1}` }).end()
        return undefined
      })
    expect((await chain(3)).outcome).toMatchObject({ text: 'After 3.' })
    const four = await chain(4)
    expect(problemIn(four.outcome)).toContain('redirects more than 3 times')
    expect(four.agent.heard).toHaveLength(4)
  })

  it.each([
    ['a private address', 'http://10.0.0.7/', /10\.0\.0\.7 is not called: its address is not public \(private\)/],
    ['metadata', 'http://169.254.169.254/latest/meta-data/', /metadata service/],
    ['metadata in another spelling', 'http://0xa9fea9fe/', /metadata service/],
    ['this machine', 'http://localhost:1/', /localhost is not called/],
    ['a file', 'file:///etc/passwd', /must begin with http/],
    ['a host with credentials', 'http://user:hunter2@127.0.0.1/', /no user name or password/],
  ])('to %s are not followed', async (_, location, sentence) => {
    const { agent, outcome } = await say(plain(307, '', { location }))
    expect(problemIn(outcome)).toMatch(sentence)
    expect(problemIn(outcome)).not.toContain('hunter2')
    expect(agent.heard).toHaveLength(1)
  })

  it('to a name are checked by its addresses', async () => {
    const looked: string[] = []
    const { outcome } = await say(plain(308, '', { location: 'http://inside.test/' }), {
      lookup: async (host) => {
        looked.push(host)
        return [{ address: '192.168.1.1', family: 4 }]
      },
    })
    expect(problemIn(outcome)).toContain('inside.test is not called')
    expect(looked).toEqual(['inside.test'])
  })
})

describe('a host that is dead', () => {
  it('is left alone after many failures in a row, asked once in a while, and asked as ever when it is back', async () => {
    let up = false
    let now = 0
    const agent = await startLiveAgent((_, response) => (up ? { text: 'Back.' } : json(response, {}, 503)))
    const { client } = clientForTests({ now: () => now })
    const ask = () => client.say(endpoint(agent.url), 'c', QUESTION, call()).catch((error: unknown) => error)
    for (let n = 0; n < 4; n++) problemIn(await ask())
    expect(agent.heard).toHaveLength(12)
    expect(problemIn(await ask())).toMatch(/It was not asked, since it failed many times in a row: /)
    expect(agent.heard).toHaveLength(12)
    now = 15_001
    problemIn(await ask())
    expect(agent.heard).toHaveLength(13)
    up = true
    now = 60_000
    expect(await ask()).toEqual({ text: 'Back.', tool_calls: [] })
    expect(await ask()).toEqual({ text: 'Back.', tool_calls: [] })
  })
})
