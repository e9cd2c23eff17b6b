import { setTimeout as sleep } from 'node:timers/promises'
import type { EventStore, JSONRPCMessage } from '@modelcontextprotocol/server'

type SessionEvent = {
  readonly id: string
  readonly session: object
  readonly stream: string
  readonly message: JSONRPCMessage
  readonly bytes: number
}

/** The events that a client missed on one stream. `done`: the stream gets no more events, or belongs to no request. */
export type Missed = {
  readonly stream: string
  readonly done: boolean
  readonly events: readonly (readonly [id: string, message: JSONRPCMessage])[]
}

/** Asks the process that an event came from for the events after it; null where it does not answer. */
type AskOther = (after: string) => Promise<Missed | null>

/** The events of a session: those of this process and, through `AskOther`, those of other processes. */
export type SessionEvents = EventStore & {
  /** The events after an event of this process; null where that event is not stored, or no longer. */
  missedAfter(id: string): Missed | null
}

/** Most bytes of the events of all sessions of a process; the oldest events are dropped first. */
const MAX_BYTES = 32 * 1024 * 1024
/** Longest wait of a client that resumed at another process, and milliseconds between two questions to that process. */
const RESUME_MS = 25_000
const ASK_AGAIN_MS = 500

/**
 * Stores the latest messages of the sessions' streams, and replays them to a client that reconnects. `mark`: this
 * process's part of each event id.
 */
export function createSessionEvents(mark: string, maxBytes = MAX_BYTES): (askOther?: AskOther) => SessionEvents {
  const events = new Map<string, SessionEvent>()
  let bytes = 0
  let count = 0

  /** The store of one session, which cannot read the events of others. */
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
    /** Polls the other process until its answer is complete, because this process is not notified. */
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

/** The library's name for the stream that belongs to no request and has no end. */
const UNREQUESTED = '_GET_stream'

/** Whether it is the event without a message that begins the stream of a request. */
const isPriming = (message: JSONRPCMessage): boolean => Object.keys(message).length === 0
const isAnswer = (message: JSONRPCMessage): boolean => 'result' in message || 'error' in message
