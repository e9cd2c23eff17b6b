import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { AppError } from '../../errors.js'
import type { Log } from '../../log.js'
import { installationSecret } from '../workspace/installation-secret.js'
import { createSeal } from './encrypt-notifications.js'
import { appliedMigrations } from './migrate.js'
import { type Changes, listenForChanges, type OwnChannel } from './notifications.js'
import { hasNoConnections, isRolledBack, passingTrouble } from './passing-trouble.js'
import { openPool, type Pool } from './pool.js'
import { ownsTables, runtimeRole } from './roles.js'
import type { Prepared, Scope } from './single-statement.js'
import { createSingle, createTransactions, type Tx } from './transaction.js'

export type TxOptions = {
  /**
   * How long to retry while the database is unreachable or refuses for a passing reason, in milliseconds. Work must be
   * safe to repeat. Default 3 s.
   */
  readonly patienceMs?: number
  /** How long one attempt may take before its connection counts as broken, in milliseconds. Default 60 s. */
  readonly limitMs?: number
  /**
   * For work that locks the row of a lease. It gives up its locks when it waits long for another lock, and the server
   * releases them when the transaction goes idle (frozen process, silent connection). Then the work is tried again.
   */
  readonly yieldsLocks?: boolean
  /**
   * For work that only reads, and may read for long: every statement sees the database as it was at the first one.
   * `oldestWaitMs` leaves it out.
   */
  readonly snapshot?: boolean
}

/** Connections of one process for its ordinary queries. */
export const STORE_POOL = 8
/** Extra connections for renewals only: leases are renewed even while all others are taken or have gone silent. */
export const RENEWAL_POOL = 4
/** Longer than a `yieldsLocks` transaction may keep the row of a run locked, so that a renewal gets its turn. */
const RENEWAL_LOCK_MS = 1_500
const LIMIT_MS = 60_000
const PATIENCE_MS = 3_000
/** Patience where all connections are taken: other processes release theirs within seconds. */
const FULL_PATIENCE_MS = 15_000
/** How long trouble stays reported: long enough for an operator who is alarmed to see it. */
const TROUBLE_REPORTED_MS = 60_000

/**
 * The database behind row-level security. Queries are possible only in a transaction that names its workspace, or
 * declares that it goes across workspaces. Work is repeated after passing trouble, so it must be idempotent.
 */
export type Database = {
  /** Runs `work` in a transaction that sees the rows of one workspace only. */
  inWorkspace<T>(of: { readonly workspace_id: string }, work: (tx: Tx) => Promise<T>, options?: TxOptions): Promise<T>
  /**
   * As `inWorkspace`, for work that adds rows other than a run's to a workspace. A deletion of the workspace waits for
   * the end of `work`; after a deletion no row is added that nobody could reach. Errors: `not_found` where the
   * workspace was deleted.
   */
  writeInWorkspace<T>(
    of: { readonly workspace_id: string },
    work: (tx: Tx) => Promise<T>,
    options?: TxOptions,
  ): Promise<T>
  /**
   * The only way across workspaces: for claims, the sweeper, the outbox and finding a workspace by name. Sees only
   * their tables.
   */
  acrossWorkspaces<T>(work: (tx: Tx) => Promise<T>, options?: TxOptions): Promise<T>
  /** `inWorkspace` for one statement, in one round trip. */
  queryInWorkspace<Row extends pg.QueryResultRow>(
    of: { readonly workspace_id: string },
    statement: Prepared,
    values: readonly unknown[],
  ): Promise<Row[]>
  /** `acrossWorkspaces` for one statement, in one round trip. */
  queryAcrossWorkspaces<Row extends pg.QueryResultRow>(statement: Prepared, values: readonly unknown[]): Promise<Row[]>
  /** `queryInWorkspace` on connections that only renewals use. */
  renewInWorkspace<Row extends pg.QueryResultRow>(
    of: { readonly workspace_id: string },
    statement: Prepared,
    values: readonly unknown[],
    options: Pick<Required<TxOptions>, 'patienceMs' | 'limitMs'>,
  ): Promise<Row[]>
  readonly changes: Changes
  /** Notifies every process once the transaction is committed. */
  notify(tx: Tx, channel: OwnChannel, text: string): Promise<void>
  /**
   * Role of every transaction, where the connection's own user has more rights than are needed; null: the user itself.
   */
  readonly role: string | null
  /** Whether transactions run as the owner of the tables. */
  ownsTables(): Promise<boolean>
  /** Whether the server recently refused this process a connection because none was left. */
  shortOfConnections(): boolean
  /**
   * Milliseconds for which every query of this process has been answered since the last trouble; `Infinity` without
   * trouble so far. When this process could not reach the server, other processes may not have reached it either.
   */
  answeredForMs(): number
  /** Age in milliseconds of the oldest query that waits for its answer; 0 without any. */
  oldestWaitMs(): number
  /** The trouble of the last minute, as a sentence without a full stop; `null` where there was none. */
  recentTrouble(): string | null
  /** Throws where the data of the embedded server were deleted. Errors: `storage_unavailable`. */
  requireData(): void
  /** An id of this database that no other has: the id of its first migration. */
  installationId(): Promise<string>
  /** Names of the migrations that were applied to this database. */
  appliedMigrations(): Promise<string[]>
  close(): Promise<void>
}

export type DatabaseOptions = {
  readonly connectionString: string
  readonly log: Log
  readonly poolSize?: number
  /** Called before each attempt to reconnect; restarts the embedded server if it has stopped. `closed` aborts it. */
  readonly revive?: (closed: AbortSignal) => Promise<void>
  /** Throws where the data were deleted, which no attempt to reconnect brings back. */
  readonly requireData?: () => void
}

/**
 * Opens the pools, the Prisma client and the LISTEN connection on a migrated database. Errors: `storage_unavailable`.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const pool = openPool({
    connectionString: options.connectionString,
    max: options.poolSize ?? STORE_POOL,
    log: options.log,
  })
  try {
    return await openOn(pool, options)
  } catch (error) {
    // Releases its connection: the server may have few.
    await pool.end()
    throw error
  }
}

async function openOn(pool: Pool, options: DatabaseOptions): Promise<Database> {
  const role = await runtimeRole(pool)
  const transactions = createTransactions(pool)
  const { connectionString, log } = options
  const forRenewals = openPool({ connectionString, max: RENEWAL_POOL, log, lockMs: RENEWAL_LOCK_MS })
  const renewal = createSingle(forRenewals)
  const closing = new AbortController()
  let reviving: Promise<void> | null = null
  /** One revival at a time, and none after `close`: nobody would stop that server. */
  const revive = async (): Promise<void> => {
    if (closing.signal.aborted) return
    reviving ??=
      options.revive?.(closing.signal).finally(() => {
        reviving = null
      }) ?? null
    await reviving
  }
  let isMissingSaid = false
  const requireData = (): void => {
    try {
      options.requireData?.()
    } catch (error) {
      if (!isMissingSaid) log.error({}, error instanceof Error ? error.message : String(error))
      isMissingSaid = true
      throw error
    }
  }
  let isTroubled = false
  let lastTrouble = { trouble: '', at: Number.NEGATIVE_INFINITY }
  let respondingSince = Number.NEGATIVE_INFINITY
  const pendingQueries = new Set<{ readonly since: number }>()
  const retryTransientTracked = async <T>(attempt: () => Promise<T>, maxPatienceMs?: number): Promise<T> => {
    const waiting = { since: performance.now() }
    pendingQueries.add(waiting)
    return retryTransient(attempt, maxPatienceMs).finally(() => pendingQueries.delete(waiting))
  }
  const retryTransient = async <T>(attempt: () => Promise<T>, maxPatienceMs?: number): Promise<T> => {
    const startedAt = Date.now()
    for (let pause = 50; ; pause = Math.min(pause * 2, 1_000)) {
      try {
        const value = await attempt()
        if (isTroubled) respondingSince = performance.now()
        isTroubled = false
        return value
      } catch (error) {
        if (closing.signal.aborted)
          throw new AppError('storage_unavailable', { problem: 'The database is closed.' }, { cause: error })
        requireData()
        const trouble = passingTrouble(error)
        if (trouble === null) throw error
        if (!isRolledBack(error)) {
          isTroubled = true
          lastTrouble = { trouble, at: performance.now() }
        }
        const patienceMs = maxPatienceMs ?? (hasNoConnections(error) ? FULL_PATIENCE_MS : PATIENCE_MS)
        if (Date.now() + pause > startedAt + patienceMs) {
          throw new AppError('storage_unavailable', { problem: `${trouble}; try again in a moment.` }, { cause: error })
        }
        await revive().catch(() => {})
        await sleep(pause)
      }
    }
  }
  const scopeRole = role ?? 'none'
  const transact = <T>(scope: Omit<Scope, 'role'>, work: (tx: Tx) => Promise<T>, options: TxOptions = {}) => {
    const { patienceMs, limitMs = LIMIT_MS, yieldsLocks, snapshot } = options
    const whole = { ...scope, role: scopeRole, yieldsLocks, snapshot }
    const attempt = () => transactions.run(whole, work, limitMs)
    return snapshot ? retryTransient(attempt, patienceMs) : retryTransientTracked(attempt, patienceMs)
  }
  const query = <Row extends pg.QueryResultRow>(
    scope: Omit<Scope, 'role'>,
    statement: Prepared,
    values: readonly unknown[],
  ) =>
    retryTransientTracked(() =>
      transactions.single<Row>({ ...scope, role: scopeRole }, { statement, values }, LIMIT_MS),
    )
  const within = ({ workspace_id }: { readonly workspace_id: string }) => ({
    workspace: workspace_id,
    housekeeping: '',
  })
  const across = { workspace: '', housekeeping: 'on' }

  const seal = createSeal(await transact(across, (tx) => installationSecret(tx, 'notifications')))
  const changes = await listenForChanges({ ...options, seal, revive })

  return {
    inWorkspace: (of, work, options) => transact(within(of), work, options),
    writeInWorkspace: (of, work, options) => transact({ ...within(of), writes: true }, work, options),
    acrossWorkspaces: (work, options) => transact(across, work, options),
    queryInWorkspace: (of, statement, values) => query(within(of), statement, values),
    queryAcrossWorkspaces: (statement, values) => query(across, statement, values),
    renewInWorkspace: <Row extends pg.QueryResultRow>(
      of: { readonly workspace_id: string },
      statement: Prepared,
      values: readonly unknown[],
      { patienceMs, limitMs }: Pick<Required<TxOptions>, 'patienceMs' | 'limitMs'>,
    ) =>
      retryTransientTracked(() => {
        // Where the server refuses connections to the renewal pool, renewals share the ordinary connections.
        const single = forRenewals.refused() ? transactions.single : renewal
        return single<Row>({ ...within(of), role: scopeRole }, { statement, values }, limitMs)
      }, patienceMs),
    role,
    changes,
    async notify(tx, channel, text) {
      await tx.$queryRaw`select pg_notify(${channel}, ${seal.seal(channel, text)})::text`
    },
    ownsTables: async () => role === null && (await ownsTables(pool)),
    shortOfConnections: () => pool.refused(),
    answeredForMs: () => (isTroubled ? 0 : performance.now() - respondingSince),
    oldestWaitMs: () => {
      const [oldest] = pendingQueries
      return oldest ? performance.now() - oldest.since : 0
    },
    recentTrouble: () => (performance.now() - lastTrouble.at < TROUBLE_REPORTED_MS ? lastTrouble.trouble : null),
    requireData,
    installationId: async () => {
      const { rows } = await pool.query<{ id: string }>('select id from _prisma_migrations order by started_at limit 1')
      return rows[0]?.id ?? ''
    },
    appliedMigrations: () => appliedMigrations(pool),
    close: async () => {
      closing.abort()
      await changes.close()
      await transactions.close()
      await Promise.all([pool.end(), forRenewals.end()])
      await reviving?.catch(() => {})
    },
  }
}
