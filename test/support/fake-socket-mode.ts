import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import type { FakeSlack } from './fake-slack.js'
import { acceptWebSockets, type WebSocketPeer } from './web-socket-server.js'

export const APP_TOKEN = 'xapp-1-test'

type Kind = 'slash_commands' | 'interactive' | 'events_api'
// biome-ignore lint/suspicious/noExplicitAny: tests read whatever part of an answer they are about
export type Acked = { readonly envelope_id: string; readonly payload: any }

export type FakeSocketMode = {
  /** Every connection there was, oldest first. */
  readonly connections: WebSocketPeer[]
  /** Everything the app confirmed, in the order it came. */
  readonly acks: Acked[]
  /** What a new connection hears first. `null`: nothing. */
  greeting: object | null
  /** Whether the other side's goodbye is returned. */
  polite: boolean
  /** What `apps.connections.open` says instead of an address. */
  refusal: string | null
  /** Waits for the connection after `before` others. */
  connected(before?: number): Promise<WebSocketPeer>
  /** Sends an envelope over the newest connection; gives its id. */
  deliver(kind: Kind, payload: object, more?: object): string
  /** Waits until an envelope is confirmed. */
  acked(envelope_id: string): Promise<Acked>
  /** Says that the connection is about to go, as Slack does from time to time. */
  recycle(reason?: string): void
}

/** Slack's Socket Mode beside a fake Slack: `apps.connections.open` gives an address at which it talks. */
export async function fakeSocketMode(slack: FakeSlack): Promise<FakeSocketMode> {
  const server = createServer()
  let look = (): void => {}
  const until = async <T>(found: () => T | undefined): Promise<T> => {
    for (;;) {
      const now = found()
      if (now !== undefined) return now
      await new Promise<void>((resolve) => {
        const before = look
        look = () => {
          before()
          resolve()
        }
      })
    }
  }
  const socket: FakeSocketMode = {
    connections: [],
    acks: [],
    greeting: { type: 'hello', num_connections: 1, connection_info: { app_id: 'A1' } },
    polite: true,
    refusal: null,
    connected: (before = 0) => until(() => socket.connections[before]),
    deliver(kind, payload, more = {}) {
      const envelope = {
        envelope_id: randomUUID(),
        type: kind,
        accepts_response_payload: kind !== 'events_api',
        payload,
        ...more,
      }
      socket.connections.at(-1)?.send(JSON.stringify(envelope))
      return envelope.envelope_id
    },
    acked: (id) => until(() => socket.acks.find(({ envelope_id }) => envelope_id === id)),
    recycle: (reason = 'refresh_requested') =>
      socket.connections.at(-1)?.send(JSON.stringify({ type: 'disconnect', reason, debug_info: { host: 'fake' } })),
  }
  acceptWebSockets(server, (peer) => {
    socket.connections.push(peer)
    if (socket.greeting) peer.send(JSON.stringify(socket.greeting))
    look()
    return {
      text: (text) => {
        socket.acks.push(JSON.parse(text) as Acked)
        look()
      },
      polite: () => socket.polite,
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  slack.replies.set('apps.connections.open', ({ token }) => {
    if (socket.refusal !== null) return { ok: false, error: socket.refusal }
    return token === APP_TOKEN
      ? { ok: true, url: `ws://127.0.0.1:${port}/link?ticket=${randomUUID()}` }
      : { ok: false, error: 'invalid_auth' }
  })
  onTestFinished(async () => {
    for (const peer of socket.connections) peer.drop()
    await new Promise((resolve) => server.close(resolve))
  })
  return socket
}
