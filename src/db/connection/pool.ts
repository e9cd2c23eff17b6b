import pg from 'pg'
import type { Log } from '../../log.js'
import { GuardedClient } from './guarded-client.js'
import { hasNoConnections } from './passing-trouble.js'

export type PoolOptions = {
  readonly connectionString: string
  readonly max: number
  readonly log: Log
  /** Schema in which unqualified names are looked up; default: the connection's own. */
  readonly schema?: string
  /** Role that every statement runs as; default: the connection's user. */
  readonly role?: string | null
  /** False: commits do not wait for the disk, so a crash of the server loses the last of them. Default true. */
  readonly durable?: boolean
  /** How long a statement may wait for a lock, in milliseconds; default: no limit. */
  readonly lockMs?: number
}

/**
 * Milliseconds that a transaction may be idle before the server ends it. The transaction of a frozen process would keep
 * the row of its run locked, so that no other worker could claim the run. Twice a lease: a busy machine can also stop a
 * process.
 */
const IDLE_IN_TRANSACTION_MS = 10_000
/** Milliseconds for which a pool opens no further connections after the server refused one. */
const MAKE_DO_MS = 30_000

export type Pool = pg.Pool & {
  /** Whether the server refused this pool a connection within the last 30 s. */
  refused(): boolean
}

/**
 * A pool that survives a restart of its server: a server that stops makes every connection emit an error, which without
 * a listener would end the process. Where the server refuses connections, the pool continues for a while with those it
 * has.
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
    Client: GuardedClient,
    connectionString,
    max,
    // One connection stays open, so that the pool can go on when others have taken the rest. Idle ones above it close
    // soon.
    min: 1,
    idleTimeoutMillis: 3_000,
    keepAlive: true,
    connectionTimeoutMillis: 10_000,
    options: settings.join(' '),
  })
  const lost = (error: Error) => log.debug({ error: error.message }, 'database connection lost')
  // Each queue object adds listeners to the shared pool, too.
  pool.setMaxListeners(50)
  pool.on('error', lost)
  // The pool listens only to idle connections; a connection in use needs a listener of its own.
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

/** Replaces `connect`, which the pool itself also calls, to observe refused connections. */
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
