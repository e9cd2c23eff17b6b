import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { cancelRun } from '../../src/service/run/cancel-run.js'
import { createToken } from '../../src/service/workspace/tokens.js'
import { startApp, type TestApp, until } from '../support/app.js'
import { serveMcpIn } from '../support/mcp.js'
import { asUser, makeRole } from '../support/roles.js'

/** Somebody who may connect to the database and nothing else. */
async function listener(app: TestApp) {
  const url = app.env.DATABASE_URL ?? ''
  const client = new pg.Client({ connectionString: asUser(url, await makeRole('login', [url])) })
  const heard: string[] = []
  client.on('error', () => {})
  client.on('notification', ({ payload }) => heard.push(payload ?? ''))
  await client.connect()
  onTestFinished(() => client.end())
  await client.query('listen run_changed; listen mcp_session')
  return {
    client,
    heard,
    notify: (channel: string, text: string) => client.query('select pg_notify($1, $2)', [channel, text]),
  }
}

const HEADERS = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' }

async function session(app: TestApp) {
  const url = `${await serveMcpIn(app)}/mcp`
  const { token } = await createToken(app.local, { name: 'client' })
  const headers: Record<string, string> = { ...HEADERS, authorization: `Bearer ${token}` }
  const post = (message: object) =>
    fetch(url, { method: 'POST', headers, body: JSON.stringify({ jsonrpc: '2.0', ...message }) })
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } }
  const begun = await post({ id: 1, method: 'initialize', params })
  await begun.text()
  const id = begun.headers.get('mcp-session-id') ?? ''
  Object.assign(headers, { 'mcp-session-id': id, 'mcp-protocol-version': '2025-06-18' })
  await (await post({ method: 'notifications/initialized' })).text()
  const ping = async () => {
    const answer = await post({ id: 2, method: 'ping' })
    await answer.text()
    return answer.status
  }
  return { id, ping, end: () => fetch(url, { method: 'DELETE', headers }) }
}

describe('what a login without rights learns and does by NOTIFY', () => {
  it('learns no id of a run, a session or anything else', async () => {
    const app = await startApp()
    const { heard, client } = await listener(app)
    const run_id = await app.submit()
    await cancelRun(app.local, { run_id })
    const { id, end } = await session(app)
    await end()
    // Whatever was sent before has arrived with this answer.
    await expect.poll(() => heard.length).toBeGreaterThanOrEqual(2)
    await client.query('select 1')
    for (const payload of heard) {
      expect(payload).not.toContain(run_id)
      expect(payload).not.toContain(id)
      expect(payload).toMatch(/^[\w-]{40,}$/)
    }
  })

  it('ends no session, and stops no process with nonsense', async () => {
    const app = await startApp()
    const { notify } = await listener(app)
    const { id, ping } = await session(app)
    expect(await ping()).toBe(200)
    const messages = [JSON.stringify({ from: 'x', session: id, to: 'end' }), 'nonsense', '', '{', 'x'.repeat(7_000)]
    for (const message of messages) for (const channel of ['mcp_session', 'run_changed']) await notify(channel, message)
    // A change that is told after them has arrived, so they have, too.
    const run_id = await app.submit()
    await cancelRun(app.local, { run_id })
    expect((await until(app.local, run_id)).status).toBe('cancelled')
    expect(await ping()).toBe(200)
  })

  it('says nothing again that it has heard', async () => {
    const app = await startApp()
    const { notify, heard } = await listener(app)
    const { sessionBroadcast } = app.store
    const received: string[] = []
    onTestFinished(sessionBroadcast.subscribe((text) => received.push(text)))
    await sessionBroadcast.send('first')
    await expect.poll(() => received).toEqual(['first'])
    const [payload = ''] = heard
    for (let n = 0; n < 5; n++) await notify('mcp_session', payload)
    await sessionBroadcast.send('last')
    await expect.poll(() => received.at(-1)).toBe('last')
    expect(received).toEqual(['first', 'last'])
  })
})
