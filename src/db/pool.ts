import pg from 'pg'
import type { Log } from '../log.js'
import { hasNoConnections } from './passing-trouble.js'

export type PoolOptions = {
  readonly connectionString: string
  readonly max: number
  readonly log: Log
  /** Schema that unqualified names are looked up in; default: the connection's own. */
  readonly schema?: string
  /** Role that every statement runs as; default: the connection's user. */
  readonly role?: string | null
  /** False: commits do not wait for the disk, so that a crash of the server takes the last of them back. Default true. */
  readonly durable?: boolean
  /** How long a statement may wait for a lock; default: without end. */
  readonly lockMs?: number
}

/**
 * How long a process may leave a transaction as it is before the server takes it back. One that is frozen would hold the row
 * of its run, so that nobody else could take it over. Twice as long as a lease lasts, since a busy machine stops one, too.
 */
const IDLE_IN_TRANSACTION_MS = 10_000
/** How long a pool makes do with the connections it has after the server had no more. */
const MAKE_DO_MS = 30_000

export type Pool = pg.Pool & {
  /** Whether the server has had no more connections for it a short while ago. */
  refused(): boolean
}

/**
 * A pool that outlives its server: a server that stops makes every connection emit an error, and unheard it would end the
 * process. Where the server has no more connections it makes do for a while with those it has.
 */
export function openPool({ connectionString, max, log, schema, role, durable = true, lockMs }: PoolOptions): Pool {
  const settings = [
    `-c idle_in_transaction_session_timeout=${IDLE_IN_TRANSACTION_MS}`,
    schema && `-c search_path=${schema}`,
    role && `-c role=${role}`,
    lockMs !== undefined && `-c lock_timeout=${lockMs}`,
    !durable && '-c synchronous_commit=off',
  ].filter(Boolean)
  const pool = new pg.Pool({
    connectionString,
    max,
    // One is kept: with none a process could not make do where others have taken the rest. More are soon given back.
    min: 1,
    idleTimeoutMillis: 3_000,
    keepAlive: true,
    connectionTimeoutMillis: 10_000,
    options: settings.join(' '),
  })
  const lost = (error: Error) => log.debug({ error: error.message }, 'database connection lost')
  // Each queue object listens on the shared pool, too.
  pool.setMaxListeners(50)
  pool.on('error', lost)
  // The pool listens to idle connections only; one that is in use needs a listener of its own.
  pool.on('connect', (client) => void client.on('error', lost))

  let refusedAt = Number.NEGATIVE_INFINITY
  let restore: NodeJS.Timeout | undefined
  watchRefusals(pool, () => {
    refusedAt = performance.now()
    pool.options.max = Math.max(1, pool.totalCount)
    clearTimeout(restore)
    restore = setTimeout(() => {
      pool.options.max = max
    }, MAKE_DO_MS)
    restore.unref()
  })
  return Object.assign(pool, { refused: () => performance.now() - refusedAt < MAKE_DO_MS })
}

type Connected = (error?: Error, client?: pg.PoolClient, release?: () => void) => void
type Connect = (connected?: Connected) => Promise<pg.PoolClient> | undefined

/** The pool itself connects through here, too. */
function watchRefusals(pool: pg.Pool, onRefused: () => void): void {
  const connect = pool.connect.bind(pool) as Connect
  const look = (error: unknown) => {
    if (hasNoConnections(error)) onRefused()
  }
  const watched: Connect = (connected) => {
    if (connected)
      return connect((error, ...rest) => {
        if (error) look(error)
        connected(error, ...rest)
      })
    const connecting = connect()
    connecting?.catch(look)
    return connecting
  }
  pool.connect = watched as typeof pool.connect
}
