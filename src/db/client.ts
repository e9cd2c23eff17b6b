import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { AppError } from '../errors.js'
import type { Log } from '../log.js'
import { createSeal } from './encrypt-notifications.js'
import { installationSecret } from './installation-secret.js'
import { type Changes, listenForChanges, type OwnChannel } from './notifications.js'
import { hasNoConnections, isRolledBack, passingTrouble } from './passing-trouble.js'
import { openPool, type Pool } from './pool.js'
import { ownsTables, runtimeRole } from './roles.js'
import type { Prepared, Scope } from './single-statement.js'
import { createSingle, createTransactions, type Tx } from './transaction.js'

export type TxOptions = {
  /** How long to retry while the database is unreachable or refuses for a passing reason. Work must be safe to repeat. Default 3 s. */
  readonly patienceMs?: number
  /** How long one attempt may take before its connection counts as broken. Default 60 s. */
  readonly limitMs?: number
  /**
   * It locks a row that a lease hangs on, so that it gives its locks back where it waits long for another lock, and the server
   * takes them back where nothing more is asked (its process is frozen, its connection gone silent). Then it is tried again.
   */
  readonly givesWay?: boolean
}

/** Connections of one process for its own queries. */
export const STORE_POOL = 8
/** Beside them, for renewals alone: while others are taken, or all have gone silent, leases are kept. */
export const RENEWAL_POOL = 4
/** Longer than whoever gives way keeps the row of a run, so that a renewal gets its turn. */
const RENEWAL_LOCK_MS = 1_500
const LIMIT_MS = 60_000
const PATIENCE_MS = 3_000
/** Where all connections are taken: others give theirs back within seconds. */
const FULL_PATIENCE_MS = 15_000
/** As long as who is called by an alarm needs to look. */
const LATELY_MS = 60_000

/**
 * The database behind row-level security: there is no way to a query but through a transaction that says for whom it
 * is. Work may be repeated after trouble that passes, so it must be idempotent.
 */
export type Database = {
  /** Runs `work` in a transaction that sees the rows of one workspace: an actor's, a run's. */
  inWorkspace<T>(of: { readonly workspace_id: string }, work: (tx: Tx) => Promise<T>, options?: TxOptions): Promise<T>
  /**
   * The same for what is added to a workspace beside a run's row: a deletion of the workspace waits for its end, and after one nothing is
   * added that nobody could reach. Errors: `not_found` where it was deleted.
   */
  writeInWorkspace<T>(
    of: { readonly workspace_id: string },
    work: (tx: Tx) => Promise<T>,
    options?: TxOptions,
  ): Promise<T>
  /** The one way across workspaces: for claims, the sweeper, the outbox, finding a workspace by name. Only those tables. */
  acrossWorkspaces<T>(work: (tx: Tx) => Promise<T>, options?: TxOptions): Promise<T>
  /** `inWorkspace` of one statement, in one round trip. */
  queryInWorkspace<Row extends pg.QueryResultRow>(
    of: { readonly workspace_id: string },
    statement: Prepared,
    values: readonly unknown[],
  ): Promise<Row[]>
  /** `acrossWorkspaces` of one statement, in one round trip. */
  queryAcrossWorkspaces<Row extends pg.QueryResultRow>(statement: Prepared, values: readonly unknown[]): Promise<Row[]>
  /** `queryInWorkspace` on connections that nothing but renewals uses. */
  renewInWorkspace<Row extends pg.QueryResultRow>(
    of: { readonly workspace_id: string },
    statement: Prepared,
    values: readonly unknown[],
    options: Pick<Required<TxOptions>, 'patienceMs' | 'limitMs'>,
  ): Promise<Row[]>
  readonly changes: Changes
  /** Tells every process once the transaction is committed. */
  notify(tx: Tx, channel: OwnChannel, text: string): Promise<void>
  /** What every transaction runs as, as the connection's own user has more rights than it needs; null: as that user. */
  readonly role: string | null
  /** Whether transactions run as the owner of the tables. */
  ownsTables(): Promise<boolean>
  /** Whether the server has had no more connections for this process a short while ago. */
  shortOfConnections(): boolean
  /**
   * For how long everything that this process asked has been answered, since the last trouble; `Infinity` where there was
   * none. What it could not reach others may not have reached either, however long the server has been up.
   */
  answeredForMs(): number
  /** For how long the oldest of what this process asks has been waited for; 0 where nothing is. */
  oldestWaitMs(): number
  /** What kept this process from its work a short while ago, as a sentence without its end; `null` where nothing did. */
  troubleLately(): string | null
  /** Tells this database apart from every other one: the id of its first migration. */
  installationId(): Promise<string>
  close(): Promise<void>
}

export type DatabaseOptions = {
  readonly connectionString: string
  readonly log: Log
  readonly poolSize?: number
  /** Called before each attempt to reconnect: starts the embedded server again if it has gone. `closed` ends it. */
  readonly revive?: (closed: AbortSignal) => Promise<void>
}

/** Opens pool, Prisma client and LISTEN connection on a migrated database. Errors: `storage_unavailable`. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const pool = openPool({
    connectionString: options.connectionString,
    max: options.poolSize ?? STORE_POOL,
    log: options.log,
  })
  try {
    return await openOn(pool, options)
  } catch (error) {
    // It would keep its connection, of which there may be too few.
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
  /** One at a time, and never for a database that is closed: nobody would stop that server. */
  const revive = async (): Promise<void> => {
    if (closing.signal.aborted) return
    reviving ??=
      options.revive?.(closing.signal).finally(() => {
        reviving = null
      }) ?? null
    await reviving
  }
  let isTroubled = false
  let lately = { trouble: '', at: Number.NEGATIVE_INFINITY }
  let answersSince = Number.NEGATIVE_INFINITY
  const asked = new Set<{ readonly since: number }>()
  const withPatience = async <T>(attempt: () => Promise<T>, wanted?: number): Promise<T> => {
    const waiting = { since: performance.now() }
    asked.add(waiting)
    return tryPatiently(attempt, wanted).finally(() => asked.delete(waiting))
  }
  const tryPatiently = async <T>(attempt: () => Promise<T>, wanted?: number): Promise<T> => {
    const startedAt = Date.now()
    for (let pause = 50; ; pause = Math.min(pause * 2, 1_000)) {
      try {
        const value = await attempt()
        if (isTroubled) answersSince = performance.now()
        isTroubled = false
        return value
      } catch (error) {
        if (closing.signal.aborted)
          throw new AppError('storage_unavailable', { problem: 'The database is closed.' }, { cause: error })
        const trouble = passingTrouble(error)
        if (trouble === null) throw error
        if (!isRolledBack(error)) {
          isTroubled = true
          lately = { trouble, at: performance.now() }
        }
        const patienceMs = wanted ?? (hasNoConnections(error) ? FULL_PATIENCE_MS : PATIENCE_MS)
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
    const { patienceMs, limitMs = LIMIT_MS, givesWay } = options
    return withPatience(() => transactions.run({ ...scope, role: scopeRole, givesWay }, work, limitMs), patienceMs)
  }
  const query = <Row extends pg.QueryResultRow>(
    scope: Omit<Scope, 'role'>,
    statement: Prepared,
    values: readonly unknown[],
  ) => withPatience(() => transactions.single<Row>({ ...scope, role: scopeRole }, { statement, values }, LIMIT_MS))
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
      withPatience(() => {
        // Where the server has no connection for it, those there are do.
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
    answeredForMs: () => (isTroubled ? 0 : performance.now() - answersSince),
    oldestWaitMs: () => {
      const [oldest] = asked
      return oldest ? performance.now() - oldest.since : 0
    },
    troubleLately: () => (performance.now() - lately.at < LATELY_MS ? lately.trouble : null),
    installationId: async () => {
      const { rows } = await pool.query<{ id: string }>('select id from _prisma_migrations order by started_at limit 1')
      return rows[0]?.id ?? ''
    },
    close: async () => {
      closing.abort()
      await changes.close()
      await transactions.close()
      await Promise.all([pool.end(), forRenewals.end()])
      await reviving?.catch(() => {})
    },
  }
}
