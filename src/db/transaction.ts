import { AsyncLocalStorage } from 'node:async_hooks'
import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import { cleanDeep } from '../domain/clean-text.js'
import { AppError } from '../errors.js'
import { Prisma, PrismaClient } from './generated/client.js'
import { type Prepared, querySingle, type Scope } from './single-statement.js'

/** Tagged SQL with parameters, straight on the driver: Prisma's own raw queries write each parameter as JSON twice. */
type Sql = {
  $queryRaw<Rows>(text: TemplateStringsArray, ...values: unknown[]): Promise<Rows>
  $executeRaw(text: TemplateStringsArray, ...values: unknown[]): Promise<number>
  $queryPrepared<Row>(statement: Prepared, values: readonly unknown[]): Promise<Row[]>
}
/** Prisma's models, such as `tx.run`. */
type Models = Omit<Prisma.TransactionClient, `$${string}`>
/** One transaction: plain rows through Prisma's models, everything else as SQL, both on the same connection. */
export type Tx = Sql & Models

type Asked = { readonly statement: Prepared; readonly values: readonly unknown[] }

export type Transactions = {
  /**
   * Rolled back when `work` rejects; a connection that broke is not used again, nor one on which a transaction has not
   * ended within `limitMs`: its other end may be gone without a word.
   */
  run<T>(scope: Scope, work: (tx: Tx) => Promise<T>, limitMs: number): Promise<T>
  /** A transaction of one statement, in one round trip; the same limit. */
  readonly single: Single
  close(): Promise<void>
}
type Single = <Row extends pg.QueryResultRow>(scope: Scope, asked: Asked, limitMs: number) => Promise<Row[]>

/** Prisma must not give up a transaction whose end is decided here. */
const NO_LIMITS = { timeout: 2 ** 31 - 1, maxWait: 30_000 }

export function createTransactions(pool: pg.Pool): Transactions {
  const connection = new AsyncLocalStorage<pg.PoolClient>()
  const connect = connectAnew(pool)
  const prisma = new PrismaClient({ adapter: new PrismaPg(new ConnectionInUse(connection)) })

  /** Opens Prisma inside a transaction that has begun, at the first use of a model: most transactions use none. */
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
        left = connection.run(client, () => prisma.$transaction(stay, NO_LIMITS)).catch(reject)
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

/** Transactions of one statement alone. */
export function createSingle(pool: pg.Pool, connect = connectAnew(pool)): Single {
  return async <Row extends pg.QueryResultRow>(scope: Scope, { statement, values }: Asked, limitMs: number) => {
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

/** Ending a connection rejects what waits for its answer. */
const endAfter = ({ client, doubt }: Connection, limitMs: number): NodeJS.Timeout =>
  setTimeout(() => {
    doubt()
    void client.end().catch(() => {})
  }, limitMs)

/** Connections of a pool without those that were open when `doubt` was called: what silenced one silenced them all. */
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

/** What Prisma takes for its pool: the connection of the transaction it is used in. Beginning and ending it is not its to do. */
class ConnectionInUse extends pg.Pool {
  readonly #current: AsyncLocalStorage<pg.PoolClient>

  constructor(current: AsyncLocalStorage<pg.PoolClient>) {
    super()
    this.#current = current
  }

  override async connect(): Promise<never> {
    const client = this.#current.getStore()
    if (!client) throw new Error('Prisma was used outside of a transaction.')
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

/** Well within the time that a lease lasts. */
const GIVE_WAY = { lockMs: 1_000, idleMs: 2_500 }

/** Whatever belongs to it would be out of everybody's reach. */
export const workspaceGone = () =>
  new AppError('not_found', { problem: 'This workspace was deleted, so nothing was stored.' })

/** Of several statements in one text the driver gives a list. */
const lastOf = (results: unknown): pg.QueryResult | undefined => (Array.isArray(results) ? results.at(-1) : undefined)

/** Begin, the settings and the hold on the workspace in one round trip, which knows no parameters. */
function beginFor(client: pg.PoolClient, { workspace, housekeeping, role, givesWay, writes }: Scope): string {
  const setting = (name: string, value: string) => `set_config('${name}', ${client.escapeLiteral(value)}, true)`
  const settings = [
    setting('pressure_test.workspace', workspace),
    setting('pressure_test.housekeeping', housekeeping),
    setting('role', role),
    givesWay && setting('lock_timeout', `${GIVE_WAY.lockMs}ms`),
    givesWay && setting('idle_in_transaction_session_timeout', `${GIVE_WAY.idleMs}ms`),
  ].filter(Boolean)
  const begin = `begin; select ${settings.join(', ')}`
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

/** How JSON writes what PostgreSQL cannot store: NUL and lone surrogates (a literal "\\u0000" only costs a second look). */
const UNSTORABLE = /\\u(0000|d[89a-f][0-9a-f]{2})/i

/** A value as the text of a JSON parameter, cleaned of what PostgreSQL cannot store. */
export function asJson(value: unknown): string {
  const json = JSON.stringify(value ?? null)
  return UNSTORABLE.test(json) ? JSON.stringify(cleanDeep(value)) : json
}
