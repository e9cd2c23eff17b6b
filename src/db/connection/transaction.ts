import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import { cleanDeep } from '../../domain/text/clean-text.js'
import { AppError } from '../../errors.js'
import { Prisma, PrismaClient } from '../generated/client.js'
import { type Prepared, querySingle, type Scope } from './single-statement.js'

/** Tagged SQL with parameters, sent by the driver itself: Prisma's raw queries encode each parameter as JSON twice. */
type Sql = {
  $queryRaw<Rows>(text: TemplateStringsArray, ...values: unknown[]): Promise<Rows>
  $executeRaw(text: TemplateStringsArray, ...values: unknown[]): Promise<number>
  $queryPrepared<Row>(statement: Prepared, values: readonly unknown[]): Promise<Row[]>
}
/** Prisma's models, such as `tx.run`. */
type Models = Omit<Prisma.TransactionClient, `$${string}`>
/** One transaction: plain rows through Prisma's models, everything else as SQL, both on the same connection. */
export type Tx = Sql & Models

type PreparedQuery = { readonly statement: Prepared; readonly values: readonly unknown[] }

export type Transactions = {
  /**
   * Runs `work` in a transaction and rolls back when `work` rejects. A broken connection is not used again, nor is one
   * whose transaction has not ended within `limitMs` milliseconds: its other end may be gone silently.
   */
  run<T>(scope: Scope, work: (tx: Tx) => Promise<T>, limitMs: number): Promise<T>
  /** Runs a transaction of one statement, in one round trip, with the same time limit. */
  readonly single: Single
  close(): Promise<void>
}
type Single = <Row extends pg.QueryResultRow>(scope: Scope, query: PreparedQuery, limitMs: number) => Promise<Row[]>

/** Prisma must not time out a transaction whose end is decided here. */
const NO_LIMITS = { timeout: 2 ** 31 - 1, maxWait: 30_000 }

export function createTransactions(pool: pg.Pool): Transactions {
  const connect = connectAnew(pool)
  const connections = new ConnectionInUse()
  const prisma = new PrismaClient({ adapter: new PrismaPg(connections) })

  /** Attaches Prisma to a transaction that has begun, at the first use of a model: most transactions use none. */
  const join = (client: pg.PoolClient) => {
    let models: Promise<Models> | undefined
    let leave = () => {}
    let left: Promise<void> = Promise.resolve()
    const open = () =>
      new Promise<Models>((resolve, reject) => {
        const ended = new Promise<void>((end) => {
          leave = end
        })
        const stay = (tx: Models): Promise<void> => {
          resolve(tx)
          return ended
        }
        left = connections.using(client, () => prisma.$transaction(stay, NO_LIMITS)).catch(reject)
      })
    return {
      models: (): Promise<Models> => {
        models ??= open()
        return models
      },
      leave: (): Promise<void> => {
        leave()
        return left
      },
    }
  }

  return {
    async run(scope, work, limitMs) {
      const connection = await connect()
      const { client } = connection
      let broken: Error | undefined
      const limit = endAfter(connection, limitMs)
      const prismaHere = join(client)
      try {
        const begun: unknown = await client.query(beginFor(client, scope))
        if (scope.writes && lastOf(begun)?.rowCount === 0) throw workspaceGone()
        const value = await work(transactionOn(client, prismaHere.models))
        await prismaHere.leave()
        await client.query('commit')
        return value
      } catch (error) {
        await prismaHere.leave()
        await client.query('rollback').catch((lost: Error) => {
          broken = lost
        })
        throw error
      } finally {
        clearTimeout(limit)
        client.release(broken)
      }
    },
    single: createSingle(pool, connect),
    close: () => prisma.$disconnect(),
  }
}

/** Runs transactions of one statement each. */
export function createSingle(pool: pg.Pool, connect = connectAnew(pool)): Single {
  return async <Row extends pg.QueryResultRow>(scope: Scope, { statement, values }: PreparedQuery, limitMs: number) => {
    const connection = await connect()
    const limit = endAfter(connection, limitMs)
    let failed = true
    try {
      const rows = await querySingle<Row>(connection.client, scope, statement, values)
      failed = false
      return rows
    } finally {
      clearTimeout(limit)
      connection.client.release(failed)
    }
  }
}

type Connection = { readonly client: pg.PoolClient; readonly doubt: () => void }

/** Ending a connection rejects the queries that wait on it. */
const endAfter = ({ client, doubt }: Connection, limitMs: number): NodeJS.Timeout =>
  setTimeout(() => {
    doubt()
    void client.end().catch(() => {})
  }, limitMs)

/**
 * Connections of a pool, except those opened before `doubt` was last called: what silenced one has silenced them all.
 */
function connectAnew(pool: pg.Pool): () => Promise<Connection> {
  const openedAt = new WeakMap<pg.PoolClient, number>()
  pool.on('connect', (client) => void openedAt.set(client, performance.now()))
  let doubtedAt = Number.NEGATIVE_INFINITY
  const doubt = () => {
    doubtedAt = performance.now()
  }
  return async () => {
    for (;;) {
      const client = await pool.connect()
      if ((openedAt.get(client) ?? 0) > doubtedAt) return { client, doubt }
      client.release(true)
    }
  }
}

/**
 * The pool given to Prisma: it returns the connection of the transaction that is beginning, and ignores Prisma's begin
 * and commit. Transactions begin one after the other, so that each gets its own: an `AsyncLocalStorage` would say so
 * too, but from its first use on it slows every promise of the process, by a tenth and more on Node 20.
 */
export class ConnectionInUse extends pg.Pool {
  #begun: Promise<void> = Promise.resolve()
  #beginning: { readonly client: pg.PoolClient; readonly taken: () => void } | null = null

  async using(client: pg.PoolClient, begin: () => Promise<void>): Promise<void> {
    const earlier = this.#begun
    let taken = () => {}
    this.#begun = new Promise((resolve) => {
      taken = resolve
    })
    await earlier
    const own = { client, taken }
    this.#beginning = own
    try {
      await begin()
    } finally {
      // It failed before it took its connection: withdraws that, and lets the next transaction begin.
      if (this.#beginning === own) this.#beginning = null
      taken()
    }
  }

  override async connect(): Promise<never> {
    if (!this.#beginning) throw new Error('Prisma was used outside of a transaction.')
    const { client, taken } = this.#beginning
    this.#beginning = null
    taken()
    const nothing = Promise.resolve({ rows: [], fields: [], rowCount: 0 })
    return {
      query: (config: pg.QueryConfig) =>
        /^(begin|commit|rollback)$/i.test(config.text) ? nothing : client.query(config),
      on: () => {},
      removeListener: () => {},
      release: () => {},
    } as never
  }
}

/** Well within the length of a lease. */
const LOCK_YIELD = { lockMs: 1_000, idleMs: 2_500 }

/** The error of a write to a deleted workspace: its rows would be out of reach. */
export const workspaceGone = () =>
  new AppError('not_found', { problem: 'This workspace was deleted, so nothing was stored.' })

/** For several statements in one text the driver returns a list of results. */
const lastOf = (results: unknown): pg.QueryResult | undefined => (Array.isArray(results) ? results.at(-1) : undefined)

/**
 * Begin, settings and the lock on the workspace in one round trip; several statements in one text cannot take
 * parameters.
 */
function beginFor(client: pg.PoolClient, scope: Scope): string {
  const { workspace, housekeeping, role, yieldsLocks, writes, snapshot } = scope
  const setting = (name: string, value: string) => `set_config('${name}', ${client.escapeLiteral(value)}, true)`
  const settings = [
    setting('pressure_test.workspace', workspace),
    setting('pressure_test.housekeeping', housekeeping),
    setting('role', role),
    yieldsLocks && setting('lock_timeout', `${LOCK_YIELD.lockMs}ms`),
    yieldsLocks && setting('idle_in_transaction_session_timeout', `${LOCK_YIELD.idleMs}ms`),
  ].filter(Boolean)
  const isolation = snapshot ? ' isolation level repeatable read, read only' : ''
  const begin = `begin${isolation}; select ${settings.join(', ')}`
  if (!writes) return begin
  return `${begin}; select 1 from workspace where id = ${client.escapeLiteral(workspace)}::uuid for key share`
}

const MODELS = new Set(Object.values(Prisma.ModelName).map((name) => name.charAt(0).toLowerCase() + name.slice(1)))
type AnyModel = Record<string, (options: unknown) => Promise<unknown>>

function transactionOn(client: pg.PoolClient, models: () => Promise<Models>): Tx {
  const run = (text: TemplateStringsArray, values: unknown[]) =>
    client.query(
      text.reduce((sql, part, index) => `${sql}$${index}${part}`),
      values,
    )
  const sql: Sql = {
    $queryRaw: async <Rows>(text: TemplateStringsArray, ...values: unknown[]) => (await run(text, values)).rows as Rows,
    $executeRaw: async (text, ...values) => (await run(text, values)).rowCount ?? 0,
    $queryPrepared: async <Row>(statement: Prepared, values: readonly unknown[]) =>
      (await client.query({ ...statement, values: [...values] })).rows as Row[],
  }
  const modelOf = (name: keyof Models) =>
    new Proxy(
      {},
      {
        get: (_, action: string) => async (options: unknown) =>
          ((await models())[name] as unknown as AnyModel)[action]?.(options),
      },
    )
  return new Proxy(sql, {
    get: (own, name: string) => (MODELS.has(name) ? modelOf(name as keyof Models) : own[name as keyof Sql]),
  }) as Tx
}

/**
 * JSON escapes of what PostgreSQL cannot store: NUL and lone surrogates. A literal "\\u0000" matches too and only costs
 * a cleaning.
 */
const UNSTORABLE = /\\u(0000|d[89a-f][0-9a-f]{2})/i

/** Encodes a value as text for a JSON parameter, without characters that PostgreSQL cannot store. */
export function asJson(value: unknown): string {
  const json = JSON.stringify(value ?? null)
  return UNSTORABLE.test(json) ? JSON.stringify(cleanDeep(value)) : json
}
