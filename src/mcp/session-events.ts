import type { EventStore, JSONRPCMessage } from '@modelcontextprotocol/server'

type SessionEvent = {
  readonly id: string
  readonly session: object
  readonly stream: string
  readonly message: JSONRPCMessage
  readonly bytes: number
}

/** For all sessions of a process together; the oldest event goes first. */
const MAX_BYTES = 32 * 1024 * 1024

/** The latest messages on the streams of sessions, replayed to a client whose connection was cut. */
export function createSessionEvents(maxBytes = MAX_BYTES): () => EventStore {
  const events = new Map<string, SessionEvent>()
  let bytes = 0
  let count = 0

  /** The events of a session of its own: other sessions cannot read them. */
  return () => {
    const session = {}
    const find = (id: string): SessionEvent | undefined => {
      const event = events.get(id)
      return event?.session === session ? event : undefined
    }
    return {
      async storeEvent(stream, message) {
        count += 1
        const id = String(count)
        const event = { id, session, stream, message, bytes: JSON.stringify(message).length }
        events.set(id, event)
        bytes += event.bytes
        for (const [oldest, { bytes: freed }] of events) {
          if (bytes <= maxBytes) break
          events.delete(oldest)
          bytes -= freed
        }
        return id
      },
      async getStreamIdForEventId(id) {
        return find(id)?.stream
      },
      async replayEventsAfter(last, { send }) {
        const lastEvent = find(last)
        if (!lastEvent) throw new Error('There is no such event any more.')
        let passed = false
        for (const event of [...events.values()]) {
          const isPriming = Object.keys(event.message).length === 0
          if (passed && event.session === session && event.stream === lastEvent.stream && !isPriming)
            await send(event.id, event.message)
          passed ||= event === lastEvent
        }
        return lastEvent.stream
      },
    }
  }
}
