import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

/** The part of a `pg.Pool` that the queue in PostgreSQL needs; `src/db` makes the pool. */
export type QueuePool = {
  connect(): Promise<{ query(sql: string, values?: unknown[]): Promise<{ rows: unknown[] }>; release(): void }>
  query(query: { text: string; values?: unknown[]; query_timeout: number }): Promise<{ rows: unknown[] }>
  on(event: 'error', listener: (error: Error) => void): unknown
  end(): Promise<void>
  /** Whether it has been told to end. */
  readonly ending: boolean
}

/** A connection that answers no more is dropped after it, and the queue asks on another. */
const QUERY_MS = 10_000
/** BullMQ asks again at once after an error (6.7.0): one that comes without asking the server would stop everything else. */
const ERROR_PAUSE_MS = 500
const MAX_PAUSE_MS = 2_000

/**
 * A pool as BullMQ takes it, which keeps no connection for itself: where BullMQ would listen on a connection of its own for
 * each of its workers, it hears of jobs by the one connection that this process listens on.
 */
export function sharingOneListener(pool: QueuePool, onJob: (listener: (queue: string) => void) => () => void): object {
  /** Never answers once the pool ends, as BullMQ's own connections do. */
  const ask = async (text: string, values: unknown[] | undefined, pauseMs: number) => {
    if (pool.ending) return new Promise<never>(() => {})
    try {
      return await pool.query(values ? { text, values, query_timeout: QUERY_MS } : { text, query_timeout: QUERY_MS })
    } catch (error) {
      await sleep(pauseMs, undefined, { ref: false })
      throw error
    }
  }
  const query = (text: string, values?: unknown[]) => ask(text, values, ERROR_PAUSE_MS)
  /** BullMQ remembers for ever that its first look at its tables failed (6.7.0), so that look does not fail. */
  const queryPatiently = async (text: string, values?: unknown[]): Promise<{ rows: unknown[] }> => {
    for (let pause = 100; ; pause = Math.min(pause * 2, MAX_PAUSE_MS)) {
      try {
        return await ask(text, values, pause)
      } catch {
        // Asked again.
      }
    }
  }
  const connect = async () => {
    const client = new EventEmitter()
    let close: (() => void) | undefined
    const listen = () => {
      close ??= onJob((payload) => client.emit('notification', { channel: 'bullmq_jobs', payload }))
      return { rows: [] }
    }
    return Object.assign(client, {
      query: async (text: string, values?: unknown[]) =>
        /^listen bullmq_jobs/im.test(text) ? listen() : queryPatiently(text, values),
      release: () => close?.(),
    })
  }
  return { query, connect, on: pool.on.bind(pool), end: async () => {}, options: { keepAlive: true } }
}
