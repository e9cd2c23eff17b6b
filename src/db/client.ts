import { setTimeout as sleep } from 'node:timers/promises'
import { PrismaPg } from '@prisma/adapter-pg'
import type pg from 'pg'
import { cleanDeep } from '../domain/clean-text.js'
import { AppError } from '../errors.js'
import type { Log } from '../log.js'
import { type Changes, listenForChanges } from './changes.js'
import { type Prisma, PrismaClient } from './generated/client.js'
import { APP_ROLE } from './migrate.js'
import { passingTrouble } from './passing-trouble.js'
import { openPool } from './pool.js'
import { type Scope, type Sql, transactOnDriver } from './statements.js'

type Tx = Prisma.TransactionClient

type TxOptions = {
  /** How long to try again while the database is away or refuses for a passing reason. Work must be safe to repeat. Default 3 s. */
  readonly patienceMs?: number
}

/**
 * The database behind row-level security: there is no way to a query but through a transaction that says for whom it
 * is. Work may be repeated after trouble that passes, so it must be idempotent.
 */
export type Database = {
  /** Runs `work` in a transaction that sees the rows of one workspace. */
  inWorkspace<T>(workspaceId: string, work: (tx: Tx) => Promise<T>, options?: TxOptions): Promise<T>
  /** The same straight on the driver, for many or large statements: Prisma writes each of its raw parameters as JSON twice. */
  sqlInWorkspace<T>(workspaceId: string, work: (sql: Sql) => Promise<T>, options?: TxOptions): Promise<T>
  /** The one door across workspaces: claims, the sweeper, the outbox, finding a workspace by name. Only those tables. */
  acrossWorkspaces<T>(work: (tx: Tx) => Promise<T>, options?: TxOptions): Promise<T>
  /** The same straight on the driver. */
  sqlAcrossWorkspaces<T>(work: (sql: Sql) => Promise<T>, options?: TxOptions): Promise<T>
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
  const prisma = new PrismaClient({ adapter: new PrismaPg(pool, { onPoolError: () => {} }) })
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
  const transact = <T>(scope: Scope, work: (tx: Tx) => Promise<T>): Promise<T> =>
    prisma.$transaction(
      async (tx) => {
        await enter(tx, scope)
        return work(tx)
      },
      { timeout: 60_000, maxWait: 30_000 },
    )
  const only = (workspace: string): Scope => ({ workspace, housekeeping: '', role })

  return {
    inWorkspace: (workspaceId, work, { patienceMs } = {}) =>
      withPatience(() => transact(only(workspaceId), work), patienceMs),
    sqlInWorkspace: (workspaceId, work, { patienceMs } = {}) =>
      withPatience(() => transactOnDriver(pool, only(workspaceId), work), patienceMs),
    acrossWorkspaces: (work, { patienceMs } = {}) =>
      withPatience(() => transact({ workspace: '', housekeeping: 'on', role }, work), patienceMs),
    sqlAcrossWorkspaces: (work, { patienceMs } = {}) =>
      withPatience(() => transactOnDriver(pool, { workspace: '', housekeeping: 'on', role }, work), patienceMs),
    changes,
    installationId: async () => {
      const { rows } = await pool.query<{ id: string }>('select id from _prisma_migrations order by started_at limit 1')
      return rows[0]?.id ?? ''
    },
    close: async () => {
      closing.abort()
      await changes.close()
      await prisma.$disconnect()
      await pool.end()
      await reviving?.catch(() => {})
    },
  }
}

async function enter(tx: Tx, scope: Scope): Promise<void> {
  await tx.$queryRaw`
    select set_config('pressure_test.workspace', ${scope.workspace}, true),
           set_config('pressure_test.housekeeping', ${scope.housekeeping}, true),
           set_config('role', ${scope.role}, true)`
}

/** The role that row-level security binds: our own where the connection is a superuser's, else the connection's user. */
async function runtimeRole(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ role: string }>(
    `select case when rolsuper or rolbypassrls then $1 else current_user end as role from pg_roles where rolname = current_user`,
    [APP_ROLE],
  )
  return rows[0]?.role ?? APP_ROLE
}

/** How JSON writes what PostgreSQL cannot store: NUL and lone surrogates (a literal "\\u0000" only costs a second look). */
const UNSTORABLE = /\\u(0000|d[89a-f][0-9a-f]{2})/i

/** A value as the text of a JSON parameter, cleaned of what PostgreSQL cannot store. */
export function asJson(value: unknown): string {
  const json = JSON.stringify(value ?? null)
  return UNSTORABLE.test(json) ? JSON.stringify(cleanDeep(value)) : json
}
