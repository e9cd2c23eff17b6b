import { expect, it } from 'vitest'
import { createSessionEvents } from '../../src/mcp/session-events.js'
import { OAT_DRINK, startApp, startWorkerIn } from '../support/app.js'
import { serveMcpIn, tokenOf } from '../support/mcp.js'

const response = (id: number) => ({ jsonrpc: '2.0' as const, id, result: {} })
async function replayed(store: ReturnType<ReturnType<typeof createSessionEvents>>, last: string) {
  const sent: unknown[] = []
  const stream = await store.replayEventsAfter(last, {
    send: async (_, message) => {
      sent.push(message)
    },
  })
  return { stream, sent }
}

it('keeps the messages of a stream for its session only, and drops the oldest first', async () => {
  const eventsOfSession = createSessionEvents('here', 200)
  const [mine, other] = [eventsOfSession(), eventsOfSession()]
  const first = await mine.storeEvent('a', response(1))
  await mine.storeEvent('b', response(2))
  await other.storeEvent('a', response(3))
  await mine.storeEvent('a', response(4))
  expect(await replayed(mine, first)).toEqual({ stream: 'a', sent: [response(4)] })
  expect(await other.getStreamIdForEventId?.(first)).toBeUndefined()
  await expect(replayed(other, first)).rejects.toThrow(/no such event/)
  for (let i = 0; i < 5; i++) await other.storeEvent('a', response(i))
  expect(await mine.getStreamIdForEventId?.(first)).toBeUndefined()
})

it('replays the missed response to a client whose connection was cut', async () => {
  const app = await startApp()
  startWorkerIn(app)
  const url = await serveMcpIn(app)
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    authorization: `Bearer ${await tokenOf(app.local)}`,
    'mcp-protocol-version': '2025-11-25',
  }
  const post = (message: object, more: Record<string, string> = {}, signal: AbortSignal | null = null) =>
    fetch(`${url}/mcp`, {
      method: 'POST',
      headers: { ...headers, ...more },
      body: JSON.stringify({ jsonrpc: '2.0', ...message }),
      signal,
    })
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } }
  const begun = await post({ id: 1, method: 'initialize', params })
  await begun.text()
  const session = { 'mcp-session-id': begun.headers.get('mcp-session-id') ?? '' }
  const cut = new AbortController()
  const given = { name: 'run_pressure_test', arguments: { proposition: OAT_DRINK, focus_group: 'off' } }
  const call = await post({ id: 2, method: 'tools/call', params: given }, session, cut.signal)
  const { value } = (await call.body?.pipeThrough(new TextDecoderStream()).getReader().read()) ?? {}
  const [, last = ''] = /^id: (\S+)\nretry: \d+$/m.exec(value ?? '') ?? []
  expect(last).not.toBe('')
  cut.abort()
  const again = await fetch(`${url}/mcp`, { headers: { ...headers, ...session, 'last-event-id': last } })
  const answer = await again.text()
  expect(answer).toContain('"id":2')
  expect(answer).toContain('"status":"completed"')
})
