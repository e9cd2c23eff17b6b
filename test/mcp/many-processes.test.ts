import type { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js'
import { ResourceUpdatedNotificationSchema } from '@modelcontextprotocol/sdk/types.js'
import { beforeEach, describe, expect, it } from 'vitest'
import { OAT_DRINK, startWorkerIn } from '../support/app.js'
import { CLIENTS, connect, overHttp, type Progressed, sharedMcp, stranger, tokenOf } from '../support/mcp.js'
import { proxyTo } from '../support/proxy.js'
import { sharedApp } from '../support/shared-app.js'

/** Two servers with nothing in common but their database, and requests that go to them in turn; without a worker. */
function twoServers(env: Record<string, string> = {}, changes: Parameters<typeof sharedMcp>[1] = {}) {
  const one = sharedApp({ works: false, env: () => env })
  const other = sharedApp({ works: false, env: () => ({ ...env, DATABASE_URL: one().env.DATABASE_URL ?? '' }) })
  const served = [sharedMcp(one, changes), sharedMcp(other, changes)] as const
  return async () => {
    const urls = [served[0](), served[1]()] as const
    let asked = 0
    const url = await proxyTo(() => urls[asked++ % 2] ?? '')
    return { apps: [one(), other()] as const, urls, url, token: await tokenOf(one().local), asked: () => asked }
  }
}

const offline = twoServers()
const ASKING = { ANTHROPIC_BASE_URL: 'http://127.0.0.1:9', RUN_BUDGET_USD: '50' }
const confirming = twoServers(ASKING, { confirmAboveUsd: 0.001 })

describe.each(CLIENTS)('a %s client between two servers that alternate', (which) => {
  it('lists, runs with progress, and reads its run again', async () => {
    const { apps, url, token, asked } = await offline()
    startWorkerIn(apps[0])
    const client = await connect(which, overHttp(url, token))
    const heard: Progressed[] = []
    const { reply } = await client.call(
      'run_pressure_test',
      { proposition: OAT_DRINK, focus_group: 'off' },
      { onprogress: (one) => heard.push(one) },
    )
    expect(reply.status).toBe('completed')
    expect(heard.length).toBeGreaterThan(0)
    for (let i = 0; i < 4; i++)
      expect((await client.call('get_run', { run_id: reply.run_id })).reply.summary).toEqual(reply.summary)
    expect(asked()).toBeGreaterThan(5)
  })

  it('is asked for consent, and the response reaches the server that asked', async () => {
    const { url, token } = await confirming()
    const asked: string[] = []
    const onElicit = (message: string) => {
      asked.push(message)
      return { action: 'accept', content: { start: true } }
    }
    const client = await connect(which, overHttp(url, token), { onElicit })
    const order = { proposition: OAT_DRINK, wait_seconds: 0 }
    const runs = new Set<string | null>()
    for (let i = 0; i < 3; i++) runs.add((await client.call('run_pressure_test', order)).reply.run_id)
    expect(asked).toHaveLength(3)
    expect(runs.size).toBe(3)
    expect(runs).not.toContain(null)
  })
})

describe('a session of the older protocol', () => {
  let servers: Awaited<ReturnType<typeof offline>>
  beforeEach(async () => {
    servers = await offline()
  })
  const post = (url: string, message: object, headers: Record<string, string>, signal: AbortSignal | null = null) =>
    fetch(`${url}/mcp`, {
      signal,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        authorization: `Bearer ${servers.token}`,
        ...headers,
      },
      body: JSON.stringify({ jsonrpc: '2.0', ...message }),
    })
  const begin = async () => {
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } }
    const begun = await post(servers.urls[0], { id: 1, method: 'initialize', params }, {})
    await begun.text()
    return begun.headers.get('mcp-session-id') ?? ''
  }
  const list = async (url: string, id: string, headers: Record<string, string> = {}) => {
    const answer = await post(url, { id: 2, method: 'tools/list' }, { 'mcp-session-id': id, ...headers })
    await answer.text()
    return answer.status
  }

  it('notifies its client of the end of a run through whichever server holds the stream', async () => {
    const { apps, url, token } = servers
    for (const _ of ['the stream with one server', 'and with the other']) {
      const client = await connect('v1', overHttp(url, token))
      const raw = client.raw as ClientV1
      const told: string[] = []
      raw.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => {
        told.push(params.uri)
      })
      const run_id = await apps[0].submit({ focus_group: 'off', controls: false })
      const uri = `pressure-test://runs/${run_id}`
      await raw.subscribeResource({ uri })
      const worker = apps[0].startWorker()
      await apps[0].until(run_id)
      await worker.stop()
      await expect.poll(() => told, { timeout: 10_000 }).toEqual([uri])
      // One request more, so that the next client's stream falls to the other server.
      await client.raw.listTools()
    }
  })

  it('is served by any server, and ends on all of them', async () => {
    const id = await begin()
    for (const url of servers.urls) expect(await list(url, id)).toBe(200)
    const [, second] = servers.urls
    const ended = await fetch(`${second}/mcp`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${servers.token}`, 'mcp-session-id': id },
    })
    expect(ended.status).toBe(200)
    expect(await list(second, id)).toBe(404)
    await expect.poll(() => list(servers.urls[0], id)).toBe(404)
  })

  it('gives a client whose connection was cut its answer at the other server', async () => {
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } }
    const [first, second] = servers.urls
    const begun = await post(first, { id: 1, method: 'initialize', params }, {})
    await begun.text()
    const session = {
      'mcp-session-id': begun.headers.get('mcp-session-id') ?? '',
      'mcp-protocol-version': '2025-11-25',
    }
    const cut = new AbortController()
    const given = { name: 'run_pressure_test', arguments: { proposition: OAT_DRINK, focus_group: 'quick' } }
    const call = await post(first, { id: 2, method: 'tools/call', params: given }, session, cut.signal)
    const { value } = (await call.body?.pipeThrough(new TextDecoderStream()).getReader().read()) ?? {}
    const [, last = ''] = /^id: (\S+)$/m.exec(value ?? '') ?? []
    expect(last).not.toBe('')
    cut.abort()
    const resumed = fetch(`${second}/mcp`, {
      headers: {
        accept: 'text/event-stream',
        authorization: `Bearer ${servers.token}`,
        'last-event-id': last,
        ...session,
      },
    })
    startWorkerIn(servers.apps[0])
    const answer = await (await resumed).text()
    expect(answer).toContain('"id":2')
    expect(answer).toContain('"status":"completed"')
    // An event that nobody holds is refused as before.
    const headers = { accept: 'text/event-stream', authorization: `Bearer ${servers.token}`, ...session }
    const unknown = await fetch(`${second}/mcp`, { headers: { ...headers, 'last-event-id': 'nobody.1' } })
    expect(unknown.status).toBeGreaterThanOrEqual(400)
  })

  it('is refused to other tokens and under a changed id', async () => {
    const id = await begin()
    const other = { authorization: `Bearer ${await tokenOf(await stranger(servers.apps[0]))}` }
    const [payload = '', signature = ''] = id.split('.')
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'))
    const forged = Buffer.from(JSON.stringify({ ...claims, nonce: 'mine' })).toString('base64url')
    for (const url of servers.urls) {
      expect(await list(url, id, other)).toBe(404)
      for (const changed of [`${forged}.${signature}`, payload, `${payload}.`, `.${signature}`, 'x'])
        expect(await list(url, changed), changed).toBe(404)
    }
    expect(await list(servers.urls[1], id)).toBe(200)
  })

  it('cancels a call whichever server receives the cancellation', async () => {
    servers = await confirming()
    const params = {
      protocolVersion: '2025-06-18',
      capabilities: { elicitation: {} },
      clientInfo: { name: 'x', version: '1' },
    }
    const begun = await post(servers.urls[0], { id: 1, method: 'initialize', params }, {})
    await begun.text()
    const session = { 'mcp-session-id': begun.headers.get('mcp-session-id') ?? '' }
    const given = { name: 'run_pressure_test', arguments: { proposition: OAT_DRINK } }
    const call = await post(servers.urls[0], { id: 2, method: 'tools/call', params: given }, session)
    const reader = call.body?.pipeThrough(new TextDecoderStream()).getReader()
    let heard = ''
    while (!heard.includes('elicitation/create')) heard += (await reader?.read())?.value ?? ''
    const [, question] = /"id":"([^"]+)"/.exec(heard) ?? []
    await post(servers.urls[1], { method: 'notifications/cancelled', params: { requestId: 2 } }, session)
    while (!heard.includes('notifications/cancelled')) heard += (await reader?.read())?.value ?? ''
    expect(heard).toContain(`"requestId":"${question}"`)
    await reader?.cancel()
  })
})
