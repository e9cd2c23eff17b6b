import type { Client as ClientV2 } from '@modelcontextprotocol/client'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createToken } from '../../src/service/workspace/tokens.js'
import { OAT_DRINK, startApp, startWorkerIn } from '../support/app.js'
import { query, testDatabase } from '../support/database.js'
import { connect, overHttp, overStdio, serveMcpIn, sharedMcp, stranger, tokenOf } from '../support/mcp.js'
import { freshEnv, start } from '../support/processes.js'
import { sharedApp } from '../support/shared-app.js'

/** Bytes of the longest line over stdio. */
const LONGEST = 64 * 1024 * 1024

const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
}
const call = (name: unknown, args: unknown, id: unknown = 7) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: args },
})
const MODERN = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'x', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
}

it('over stdio warns of nothing where a client reads no answers', async () => {
  const connectionString = await testDatabase()
  const server = start(['mcp'], await freshEnv({ DATABASE_URL: connectionString }), null)
  server.child.stdout?.pause()
  const messages = [
    INITIALIZE,
    ...Array.from({ length: 200 }, (_, id) => ({ jsonrpc: '2.0', id, method: 'tools/list' })),
  ]
  server.child.stdin?.end(messages.map((message) => `${JSON.stringify(message)}\n`).join(''))
  server.child.stdin?.once('finish', () => setTimeout(() => server.child.stdout?.resume(), 4_000))
  expect((await server.finished).stderr).toBe('')
})

/** Messages that are no good, each with how the server may take it: an error, or nothing said at all. */
const MALFORMED: readonly [string, string][] = [
  ['nothing', ''],
  ['no JSON', 'hello'],
  ['cut JSON', '{"jsonrpc":"2.0","id":1,"method":"tools/li'],
  ['null', 'null'],
  ['a number', '42'],
  ['a string', '"tools/list"'],
  ['an empty list', '[]'],
  ['a list of nothing', '[null,1,"x"]'],
  ['an empty object', '{}'],
  ['no version', JSON.stringify({ id: 1, method: 'tools/list' })],
  ['an old version', JSON.stringify({ jsonrpc: '1.0', id: 1, method: 'tools/list' })],
  ['no method', JSON.stringify({ jsonrpc: '2.0', id: 1 })],
  ['a method that is no text', JSON.stringify({ jsonrpc: '2.0', id: 1, method: 5 })],
  ['an unknown method', JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/destroy' })],
  ['a prototype for a method', JSON.stringify({ jsonrpc: '2.0', id: 1, method: '__proto__' })],
  ['an id that is an object', JSON.stringify({ jsonrpc: '2.0', id: {}, method: 'ping' })],
  ['an id that is null', JSON.stringify({ jsonrpc: '2.0', id: null, method: 'ping' })],
  ['parameters that are a list', JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: [] })],
  ['parameters that are text', JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: 'x' })],
  ['no tool', JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: {} })],
  ['an unknown tool', JSON.stringify(call('drop_tables', {}))],
  ['a tool that is a number', JSON.stringify(call(3, {}))],
  ['arguments that are text', JSON.stringify(call('get_run', 'x'))],
  ['arguments that are a list', JSON.stringify(call('get_run', []))],
  [
    'an unknown resource',
    JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'resources/read', params: { uri: 'file:///etc/passwd' } }),
  ],
  ['an answer nobody asked for', JSON.stringify({ jsonrpc: '2.0', id: 99, result: { stolen: true } })],
  [
    'a broken envelope',
    JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/list',
      params: { _meta: { ...MODERN, 'io.modelcontextprotocol/protocolVersion': 9 } },
    }),
  ],
]

describe('over HTTP', () => {
  // One server for all of them: whatever one of them does to it, the next finds it in order.
  const shared = sharedApp({ works: false })
  const served = sharedMcp(shared)
  let token: string
  beforeAll(async () => {
    token = await tokenOf(shared().local)
  })

  const post = (body: string, headers: Record<string, string> = {}) =>
    fetch(`${served()}/mcp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        authorization: `Bearer ${token}`,
        ...headers,
      },
      body,
    })
  /** A session of the older protocol. */
  const session = async () => {
    const begun = await post(JSON.stringify(INITIALIZE))
    expect(begun.status).toBe(200)
    await begun.text()
    return begun.headers.get('mcp-session-id') ?? ''
  }
  afterEach(async () => {
    // Whatever came in, the server is up and answers who may ask.
    expect(await session()).not.toBe('')
  })

  it.each(MALFORMED)('answers %s with a protocol error', async (_, body) => {
    const id = await session()
    for (const headers of [undefined, { 'mcp-session-id': id, 'mcp-protocol-version': '2025-06-18' }]) {
      const answer = await post(body, headers)
      expect(answer.status).toBeLessThan(500)
      const text = await answer.text()
      expect(text).not.toMatch(/at \w+ \(|node_modules|\/src\/|postgres/i)
      const said =
        text === ''
          ? null
          : JSON.parse(text.replace(/^[\s\S]*?data: /m, (cut) => (text.startsWith('{') ? cut : '')).trim())
      if (said !== null && !Array.isArray(said)) expect(said.error ?? said.result?.isError ?? said.result).toBeTruthy()
      if (said?.error) expect(said.error.code).toBeLessThan(0)
    }
  })

  it('refuses a text of one megabyte with guidance, and a body of ten by its size', async () => {
    const id = { 'mcp-session-id': await session(), 'mcp-protocol-version': '2025-06-18' }
    const long = await post(JSON.stringify(call('run_pressure_test', { proposition: 'x'.repeat(1_000_000) })), id)
    expect(long.status).toBe(200)
    expect(await long.text()).toMatch(/invalid_input/)
    const longer = await post(JSON.stringify(call('run_pressure_test', { proposition: 'x'.repeat(10_000_000) })), id)
    expect(longer.status).toBe(413)
    await longer.text()
  })

  it('refuses requests without a valid token, and names the metadata of the resource', async () => {
    const [app, url] = [shared(), served()]
    const { token: expired } = await createToken(app.local, { name: 'expired', expires_in_days: 1 })
    await query(
      app.env.DATABASE_URL ?? '',
      `update api_token set expires_at = now() - interval '1 s' where name = 'expired'`,
    )
    const forged = `${token.slice(0, -2)}${token.endsWith('aa') ? 'bb' : 'aa'}`
    for (const authorization of [
      '',
      'Bearer',
      'Basic abc',
      'Bearer null',
      `Bearer ${forged}`,
      `Bearer ${expired}`,
      `Bearer ${'x'.repeat(5_000)}`,
    ]) {
      const answer = await post(JSON.stringify(call('list_runs', {})), { authorization })
      expect(answer.status, authorization).toBe(401)
      const challenge = answer.headers.get('www-authenticate') ?? ''
      expect(challenge).toMatch(/^Bearer realm="pressure-test", /)
      expect(challenge).toContain(`resource_metadata="${url}/.well-known/oauth-protected-resource/mcp"`)
      expect(challenge.includes('error="invalid_token"')).toBe(authorization !== '')
      expect(await answer.text()).not.toContain(forged.slice(3))
    }
    // RFC 9728: no list is sent empty, and `authorization_servers` may be absent where there is none.
    for (const path of ['/mcp', '']) {
      const metadata = await fetch(`${url}/.well-known/oauth-protected-resource${path}`)
      expect(metadata.headers.get('content-type')).toMatch(/^application\/json/)
      expect(await metadata.json()).toEqual({
        resource: `${url}/mcp`,
        resource_name: 'pressure-test',
        bearer_methods_supported: ['header'],
      })
    }
  })

  it('refuses other origins and host names before it checks the token', async () => {
    for (const origin of [
      'https://evil.example',
      'null',
      'http://127.0.0.1.evil.example',
      'http://localhost@evil.example',
    ])
      expect((await post(JSON.stringify(INITIALIZE), { origin })).status, origin).toBe(403)
    const local = await post(JSON.stringify(INITIALIZE), { origin: 'http://localhost:6274' })
    expect(local.status).toBe(200)
    expect(local.headers.get('access-control-allow-origin')).toBe('http://localhost:6274')
    await local.text()
  })

  it('does not find the session of another token', async () => {
    const mine = await session()
    const other = await tokenOf(await stranger(shared()))
    const list = JSON.stringify({ jsonrpc: '2.0', id: 3, method: 'tools/list' })
    const answers = []
    for (const id of [mine, '7b0f9d4e-6a4b-4a43-9a77-0a8f5f3d2c11']) {
      const answer = await post(list, { authorization: `Bearer ${other}`, 'mcp-session-id': id })
      answers.push([answer.status, await answer.text()])
    }
    expect(answers[0]).toEqual(answers[1])
    expect(answers[0]?.[0]).toBe(404)
    const own = await post(list, { 'mcp-session-id': mine, 'mcp-protocol-version': '2025-06-18' })
    expect(own.status).toBe(200)
    await own.text()
  })

  it('refuses an id that is in flight in its session, and takes it again once it is answered', async () => {
    const id = { 'mcp-session-id': await session(), 'mcp-protocol-version': '2025-06-18' }
    const run_id = await shared().submit({ focus_group: 'off', controls: false })
    const waits = JSON.stringify(call('get_run', { run_id, wait_seconds: 2 }, 'same'))
    const ping = JSON.stringify({ jsonrpc: '2.0', id: 'same', method: 'ping' })
    const first = await post(waits, id)
    const second = await post(ping, id)
    expect(second.status).toBe(400)
    expect(await second.json()).toMatchObject({ id: 'same', error: { code: -32_600, message: expect.any(String) } })
    const twice = await post(`[${ping.replace('same', 'new')},${ping.replace('same', 'new')}]`, id)
    expect(twice.status).toBe(400)
    await twice.text()
    expect(await first.text()).toContain(run_id)
    expect(await (await post(ping, id)).text()).toContain('"result":{}')
    // A call that is given up is never answered, and its id is free.
    const given = await post(waits, id)
    const cancelled = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'same' } }
    expect((await post(JSON.stringify(cancelled), id)).status).toBe(202)
    expect(await (await post(ping, id)).text()).toContain('"result":{}')
    await given.body?.cancel()
  })

  it('shows one workspace nothing of another, also in notifications', async () => {
    const [app, url] = [shared(), served()]
    startWorkerIn(app)
    const other = await tokenOf(await stranger(app))
    const mine = await connect('v2', overHttp(url, token))
    const theirs = await connect('v2', overHttp(url, other))
    const run_id = await app.submit({ focus_group: 'off', controls: false })
    const uri = `pressure-test://runs/${run_id}`
    const heard: Record<string, string[]> = { mine: [], theirs: [] }
    for (const [name, { raw }] of Object.entries({ mine, theirs })) {
      ;(raw as ClientV2).setNotificationHandler(
        'notifications/resources/updated' as never,
        ((one: { params: { uri: string } }) => heard[name]?.push(one.params.uri)) as never,
      )
      await (raw as ClientV2).listen({ resourceSubscriptions: [uri] })
    }
    await app.until(run_id)
    await expect.poll(() => heard.mine, { timeout: 10_000 }).toContain(uri)
    expect(heard.theirs).toEqual([])
    await expect(theirs.raw.readResource({ uri })).rejects.toThrow(/not found/i)
    expect((await mine.raw.readResource({ uri })).contents[0]).toMatchObject({ text: expect.stringContaining(run_id) })
  })

  it.each(['v1', 'v2'] as const)('asks the person of a %s client to agree to the price', async (which) => {
    const paid = await startApp({ ANTHROPIC_BASE_URL: 'http://127.0.0.1:9', RUN_BUDGET_USD: '50' })
    const there = await serveMcpIn(paid, { confirmAboveUsd: 0.001 })
    let start = false
    const onElicit = () => ({ action: 'accept', content: { start } })
    const client = await connect(which, overHttp(there, await tokenOf(paid.local)), { onElicit })
    const given = { proposition: OAT_DRINK, wait_seconds: 0 }
    expect((await client.call('run_pressure_test', given)).reply.status).toBe('not_started')
    start = true
    expect((await client.call('run_pressure_test', given)).reply.run_id).not.toBeNull()
  })
})

describe('over stdio', () => {
  it('answers malformed messages, stays up, and writes only the protocol to stdout', async () => {
    const lines = [
      JSON.stringify(INITIALIZE),
      ...MALFORMED.map(([, body]) => body),
      JSON.stringify(call('run_pressure_test', { proposition: 'x'.repeat(10_000_000) }, 41)),
      // As the clients of either protocol write it: with the id behind and before what is long.
      JSON.stringify({ method: 'ping', params: { x: 'x'.repeat(LONGEST) }, jsonrpc: '2.0', id: 43 }),
      JSON.stringify({ jsonrpc: '2.0', id: 'forty-four', method: 'ping', params: { x: 'x'.repeat(LONGEST) } }),
      'x'.repeat(LONGEST + 1),
      JSON.stringify({ jsonrpc: '2.0', id: 42, method: 'ping' }),
    ]
    const env = await freshEnv({ DATABASE_URL: await testDatabase(), LOG_LEVEL: 'silent' })
    const server = start(['mcp'], env, null)
    server.child.stdin?.write(`${lines.join('\n')}\n`)
    await server.said(/"id":42/)
    await server.said(/"id":41/)
    server.child.stdin?.end()
    const { code, stdout } = await server.finished
    expect(code).toBe(0)
    const said = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(said.every(({ jsonrpc }) => jsonrpc === '2.0')).toBe(true)
    const refused = said.filter(({ error }) => error?.code === -32_700 || error?.code === -32_600)
    expect(refused.filter(({ error }) => error.code === -32_700)).toHaveLength(2)
    expect(refused.filter(({ error }) => error.code === -32_600).length).toBeGreaterThanOrEqual(11)
    expect(refused.find(({ id }) => id === 1)).toMatchObject({
      error: { message: expect.stringContaining('JSON-RPC') },
    })
    expect(said.find(({ id }) => id === 41)).toMatchObject({ result: { isError: true } })
    expect(said.find(({ id }) => id === 42)).toMatchObject({ result: {} })
    const tooLong = said.filter(({ error }) => error?.message.startsWith('A line has at most 64 MB here'))
    expect(tooLong.map(({ id }) => id)).toEqual([43, 'forty-four', null])
  })

  it('answers initialize at once, also without a database, and reports the fault in the first call', async () => {
    const env = await freshEnv({ DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none', LOG_LEVEL: 'silent' })
    const client = await connect('v1', overStdio(env))
    expect((await client.raw.listTools()).tools.length).toBeGreaterThan(5)
    const { reply, isError } = await client.call('list_runs')
    expect(isError).toBe(true)
    expect(reply.error).toMatchObject({ code: 'storage_unavailable', retry_after_seconds: expect.any(Number) })
  })
})
