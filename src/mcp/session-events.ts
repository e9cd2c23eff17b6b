import { setTimeout as sleep } from 'node:timers/promises'
import type { EventStore, JSONRPCMessage } from '@modelcontextprotocol/server'

type SessionEvent = {
  readonly id: string
  readonly session: object
  readonly stream: string
  readonly message: JSONRPCMessage
  readonly bytes: number
}

/** What a client missed on one stream. `done`: nothing more comes on it, or it is the one without a request. */
export type Missed = {
  readonly stream: string
  readonly done: boolean
  readonly events: readonly (readonly [id: string, message: JSONRPCMessage])[]
}

/** Asks the process that an event came from; null where it does not answer. */
type AskOther = (after: string) => Promise<Missed | null>

/** A session's events: those of this process, and through it those of others. */
export type SessionEvents = EventStore & {
  /** What came after an event of this process; null where it is not kept (any more). */
  missedAfter(id: string): Missed | null
}

/** For all sessions of a process together; the oldest event goes first. */
const MAX_BYTES = 32 * 1024 * 1024
/** How long a client that resumes elsewhere is kept waiting for its answer, and how often that is asked for. */
const RESUME_MS = 25_000
const ASK_AGAIN_MS = 500

/** The latest messages on the streams of sessions, replayed to a client whose connection was cut. `mark`: of this process, in each id. */
export function createSessionEvents(mark: string, maxBytes = MAX_BYTES): (askOther?: AskOther) => SessionEvents {
  const events = new Map<string, SessionEvent>()
  let bytes = 0
  let count = 0

  /** The events of a session of its own: other sessions cannot read them. */
  return (askOther = async () => null) => {
    const session = {}
    const find = (id: string): SessionEvent | undefined => {
      const event = events.get(id)
      return event?.session === session ? event : undefined
    }
    const isOurs = (id: string): boolean => id.startsWith(`${mark}.`)
    const missedAfter = (id: string): Missed | null => {
      const last = find(id)
      if (!last) return null
      const onStream = [...events.values()].filter((event) => event.session === session && event.stream === last.stream)
      const missed = onStream.slice(onStream.indexOf(last) + 1).filter(({ message }) => !isPriming(message))
      return {
        stream: last.stream,
        done: last.stream === UNREQUESTED || onStream.some(({ message }) => isAnswer(message)),
        events: missed.map((event) => [event.id, event.message]),
      }
    }
    /** Asked again until the answer is there: here nothing tells of it. */
    const fromOther = async (last: string, send: Send): Promise<string> => {
      const until = performance.now() + RESUME_MS
      for (let after = last; ; await sleep(ASK_AGAIN_MS)) {
        const missed = await askOther(after)
        if (!missed) throw new Error('There is no such event any more.')
        for (const [id, message] of missed.events) {
          await send(id, message)
          after = id
        }
        if (missed.done || performance.now() > until) return missed.stream
      }
    }
    return {
      missedAfter,
      async storeEvent(stream, message) {
        count += 1
        const id = `${mark}.${count}`
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
        return isOurs(id) ? find(id)?.stream : `of another process: ${id}`
      },
      async replayEventsAfter(last, { send }) {
        if (!isOurs(last)) return fromOther(last, send)
        const missed = missedAfter(last)
        if (!missed) throw new Error('There is no such event any more.')
        for (const [id, message] of missed.events) await send(id, message)
        return missed.stream
      },
    }
  }
}

type Send = (id: string, message: JSONRPCMessage) => Promise<void>

/** What the library calls the stream that belongs to no request: it has no end. */
const UNREQUESTED = '_GET_stream'

/** The event without a message that begins the stream of a request. */
const isPriming = (message: JSONRPCMessage): boolean => Object.keys(message).length === 0
const isAnswer = (message: JSONRPCMessage): boolean => 'result' in message || 'error' in message
