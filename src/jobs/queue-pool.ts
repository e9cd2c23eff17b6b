import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

/** The part of a `pg.Pool` that the queue in PostgreSQL needs; `src/db` makes the pool. */
export type QueuePool = {
  connect(): Promise<{ query(sql: string, values?: unknown[]): Promise<{ rows: unknown[] }>; release(): void }>
  query(query: { text: string; values?: unknown[]; query_timeout: number }): Promise<{ rows: unknown[] }>
  on(event: 'error', listener: (error: Error) => void): unknown
  end(): Promise<void>
  readonly ended: boolean
}

/** A connection that answers no more is dropped after it, and the queue asks on another. */
const QUERY_MS = 10_000
/** A BullMQ object whose first look at its tables failed asks for ever without a pause (6.7.0), so that look is patient. */
const PATIENCE_MS = 120_000
const MAX_PAUSE_MS = 2_000

/**
 * A pool as BullMQ takes it, which keeps no connection for itself: where BullMQ would listen on a connection of its own for
 * each of its workers, it hears of jobs by the one connection that this process listens on.
 */
export function sharingOneListener(pool: QueuePool, onJob: (listener: (queue: string) => void) => () => void): object {
  const query = (text: string, values?: unknown[]) =>
    pool.query(values ? { text, values, query_timeout: QUERY_MS } : { text, query_timeout: QUERY_MS })
  const queryPatiently = async (text: string, values?: unknown[]) => {
    const giveUpAt = performance.now() + PATIENCE_MS
    for (let pause = 100; ; pause = Math.min(pause * 2, MAX_PAUSE_MS)) {
      try {
        return await query(text, values)
      } catch (error) {
        if (pool.ended || performance.now() > giveUpAt) throw error
        await sleep(pause, undefined, { ref: false })
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
