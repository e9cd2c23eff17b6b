import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { AppError } from '../errors.js'
import type { Log } from '../log.js'
import { type Changes, listenForChanges } from './changes.js'
import { APP_ROLE } from './migrate.js'
import { passingTrouble } from './passing-trouble.js'
import { openPool } from './pool.js'
import { createTransactions, type Scope, type Tx } from './transaction.js'

type TxOptions = {
  /** How long to retry while the database is unreachable or refuses for a passing reason. Work must be safe to repeat. Default 3 s. */
  readonly patienceMs?: number
}

/**
 * The database behind row-level security: there is no way to a query but through a transaction that says for whom it
 * is. Work may be repeated after trouble that passes, so it must be idempotent.
 */
export type Database = {
  /** Runs `work` in a transaction that sees the rows of one workspace: an actor's, a run's. */
  inWorkspace<T>(of: { readonly workspace_id: string }, work: (tx: Tx) => Promise<T>, options?: TxOptions): Promise<T>
  /** The one way across workspaces: for claims, the sweeper, the outbox, finding a workspace by name. Only those tables. */
  acrossWorkspaces<T>(work: (tx: Tx) => Promise<T>, options?: TxOptions): Promise<T>
  readonly changes: Changes
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
  const pool = openPool({ connectionString: options.connectionString, max: options.poolSize ?? 12, log: options.log })
  const role = await runtimeRole(pool)
  const transactions = createTransactions(pool)
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
  const changes = await listenForChanges({ ...options, revive })

  const withPatience = async <T>(attempt: () => Promise<T>, patienceMs = 3_000): Promise<T> => {
    const giveUpAt = Date.now() + patienceMs
    for (let pause = 50; ; pause = Math.min(pause * 2, 1_000)) {
      try {
        return await attempt()
      } catch (error) {
        if (closing.signal.aborted)
          throw new AppError('storage_unavailable', { problem: 'The database is closed.' }, { cause: error })
        const trouble = passingTrouble(error)
        if (trouble === null) throw error
        if (Date.now() + pause > giveUpAt) {
          throw new AppError('storage_unavailable', { problem: `${trouble}; try again in a moment.` }, { cause: error })
        }
        await revive().catch(() => {})
        await sleep(pause)
      }
    }
  }
  const transact = <T>(scope: Omit<Scope, 'role'>, work: (tx: Tx) => Promise<T>, { patienceMs }: TxOptions = {}) =>
    withPatience(() => transactions.run({ ...scope, role }, work), patienceMs)

  return {
    inWorkspace: ({ workspace_id }, work, options) =>
      transact({ workspace: workspace_id, housekeeping: '' }, work, options),
    acrossWorkspaces: (work, options) => transact({ workspace: '', housekeeping: 'on' }, work, options),
    changes,
    installationId: async () => {
      const { rows } = await pool.query<{ id: string }>('select id from _prisma_migrations order by started_at limit 1')
      return rows[0]?.id ?? ''
    },
    close: async () => {
      closing.abort()
      await changes.close()
      await transactions.close()
      await pool.end()
      await reviving?.catch(() => {})
    },
  }
}

/** The role that row-level security binds: our own where the connection is a superuser's, else the connection's user. */
async function runtimeRole(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ role: string }>(
    `select case when rolsuper or rolbypassrls then $1 else current_user end as role from pg_roles where rolname = current_user`,
    [APP_ROLE],
  )
  return rows[0]?.role ?? APP_ROLE
}
