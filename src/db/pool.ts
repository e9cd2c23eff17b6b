import pg from 'pg'
import type { Log } from '../log.js'

export type PoolOptions = {
  readonly connectionString: string
  readonly max: number
  readonly log: Log
  /** Schema that unqualified names are looked up in; default: the connection's own. */
  readonly schema?: string
}

/** A pool that outlives its server: a server that stops makes every connection emit an error, and unheard it would end the process. */
export function openPool({ connectionString, max, log, schema }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max,
    keepAlive: true,
    connectionTimeoutMillis: 10_000,
    ...(schema ? { options: `-c search_path=${schema}` } : {}),
  })
  const lost = (error: Error) => log.debug({ error: error.message }, 'database connection lost')
  // Each queue object listens on the shared pool, too.
  pool.setMaxListeners(50)
  pool.on('error', lost)
  // The pool listens to idle connections only; one that is in use needs a listener of its own.
  pool.on('connect', (client) => void client.on('error', lost))
  return pool
}
