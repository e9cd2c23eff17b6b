import {
  type ConnectionOptions,
  createPostgresBackend,
  createRedisBackend,
  DEFAULT_SCHEMA,
  runMigrations,
} from 'bullmq'

/** The part of a `pg.Pool` that is needed here; `src/db` makes the pool. */
type QueuePool = {
  connect(): Promise<{ query(sql: string, values?: unknown[]): Promise<{ rows: unknown[] }>; release(): void }>
  end(): Promise<void>
}

export type QueueOptions = {
  /** BullMQ on Redis; null: its PostgreSQL backend. */
  readonly redisUrl: string | null
  /** Opens the pool that all queue objects of this process share, looking names up in that schema. */
  readonly openPool: (schema: string) => QueuePool
  /** Keeps the jobs of different databases apart on one Redis. */
  readonly prefix: string
}

/** What BullMQ's classes need to reach their store; the code above does not know which it is. */
export type QueueConnection = {
  readonly name: 'redis' | 'postgres'
  readonly prefix: string
  readonly backend: typeof createRedisBackend
  /** A producer must fail at once when its store is unreachable; a worker waits for it. */
  connection(role: 'producer' | 'worker'): ConnectionOptions
  close(): Promise<void>
}

/** Reaches the queue's store, bringing its schema up to date where it has one. */
export async function queueConnection({ redisUrl, openPool, prefix }: QueueOptions): Promise<QueueConnection> {
  return redisUrl ? onRedis(redisUrl, prefix) : onPostgres(openPool(DEFAULT_SCHEMA), prefix)
}

function onRedis(url: string, prefix: string): QueueConnection {
  return {
    name: 'redis',
    prefix,
    backend: createRedisBackend,
    connection: (role) => ({
      url,
      maxRetriesPerRequest: role === 'worker' ? null : 1,
      connectTimeout: 5_000,
      retryStrategy: (attempt: number) => Math.min(attempt * 100, 2_000),
    }),
    close: async () => {},
  }
}

async function onPostgres(pool: QueuePool, prefix: string): Promise<QueueConnection> {
  const client = await pool.connect()
  try {
    await runMigrations(client as never, DEFAULT_SCHEMA)
  } finally {
    client.release()
  }
  return {
    name: 'postgres',
    prefix,
    backend: createPostgresBackend as unknown as typeof createRedisBackend,
    connection: () => pool as unknown as ConnectionOptions,
    close: () => pool.end(),
  }
}
