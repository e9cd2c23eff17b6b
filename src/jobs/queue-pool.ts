import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

/** The part of a `pg.Pool` that the queue in PostgreSQL needs; `src/db` creates the pool. */
export type QueuePool = {
  connect(): Promise<{ query(sql: string, values?: unknown[]): Promise<{ rows: unknown[] }>; release(): void }>
  query(query: { text: string; values?: unknown[]; query_timeout: number }): Promise<{ rows: unknown[] }>
  on(event: 'error', listener: (error: Error) => void): unknown
  end(): Promise<void>
  /** Whether `end` has been called. */
  readonly ending: boolean
}

/** A query on a dead connection fails after this long, and the queue repeats it on another connection. */
const QUERY_MS = 10_000
/** BullMQ (6.7.0) retries at once after an error. An error that needs no round trip would block the event loop. */
const ERROR_PAUSE_MS = 500
const MAX_PAUSE_MS = 2_000

/**
 * A pool for BullMQ that keeps no connection for itself. BullMQ would open a LISTEN connection for each of its workers;
 * here all of them receive job notifications through the one LISTEN connection of this process.
 */
export function sharingOneListener(pool: QueuePool, onJob: (listener: (queue: string) => void) => () => void): object {
  /** Never resolves once the pool ends, as with BullMQ's own connections. */
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
  /**
   * BullMQ (6.7.0) caches a failure of its first schema check for ever, so queries of a connection retry until they
   * succeed.
   */
  const queryPatiently = async (text: string, values?: unknown[]): Promise<{ rows: unknown[] }> => {
    for (let pause = 100; ; pause = Math.min(pause * 2, MAX_PAUSE_MS)) {
      try {
        return await ask(text, values, pause)
      } catch {
        // Try again.
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
