import type { EventStore, JSONRPCMessage } from '@modelcontextprotocol/server'

type Kept = {
  readonly id: string
  readonly session: object
  readonly stream: string
  readonly message: JSONRPCMessage
  readonly bytes: number
}

/** All sessions of a process together; the oldest goes first. */
const MAX_BYTES = 32 * 1024 * 1024

/** What was sent on the streams of sessions lately, so that a client whose connection was cut gets what it missed. */
export function createSessionEvents(mostBytes = MAX_BYTES): () => EventStore {
  const kept = new Map<string, Kept>()
  let bytes = 0
  let count = 0

  /** The events of one session: nobody can ask for another's. */
  return () => {
    const session = {}
    const found = (id: string): Kept | undefined => {
      const event = kept.get(id)
      return event?.session === session ? event : undefined
    }
    return {
      async storeEvent(stream, message) {
        count += 1
        const id = String(count)
        const event = { id, session, stream, message, bytes: JSON.stringify(message).length }
        kept.set(id, event)
        bytes += event.bytes
        for (const [oldest, { bytes: freed }] of kept) {
          if (bytes <= mostBytes) break
          kept.delete(oldest)
          bytes -= freed
        }
        return id
      },
      async getStreamIdForEventId(id) {
        return found(id)?.stream
      },
      async replayEventsAfter(last, { send }) {
        const from = found(last)
        if (!from) throw new Error('There is no such event any more.')
        let passed = false
        for (const event of [...kept.values()]) {
          const primes = Object.keys(event.message).length === 0
          if (passed && event.session === session && event.stream === from.stream && !primes)
            await send(event.id, event.message)
          passed ||= event === from
        }
        return from.stream
      },
    }
  }
}
