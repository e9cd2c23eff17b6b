import { type ConnectionOptions, createPostgresBackend, createRedisBackend } from 'bullmq'

export type QueueOptions = {
  /** BullMQ on Redis; null: its PostgreSQL backend on the database. */
  readonly redisUrl: string | null
  readonly databaseUrl: string
  /** Keeps the jobs of different databases apart on one Redis. */
  readonly prefix: string
}

/** What BullMQ's classes need to reach their store; the code above does not know which it is. */
export type QueueConnection = {
  readonly name: 'redis' | 'postgres'
  readonly prefix: string
  readonly backend: typeof createRedisBackend
  /** A producer must fail at once when its store is away; a worker waits for it. */
  connection(role: 'producer' | 'worker'): ConnectionOptions
}

/** Connections of a PostgreSQL-backed queue object; each worker adds one for LISTEN. */
const POSTGRES_POOL = { producer: 2, worker: 4 }

export function queueConnection(options: QueueOptions): QueueConnection {
  const { redisUrl, databaseUrl, prefix } = options
  if (redisUrl) {
    return {
      name: 'redis',
      prefix,
      backend: createRedisBackend,
      connection: (role) => ({
        url: redisUrl,
        maxRetriesPerRequest: role === 'worker' ? null : 1,
        connectTimeout: 5_000,
        retryStrategy: (attempt: number) => Math.min(attempt * 100, 2_000),
      }),
    }
  }
  return {
    name: 'postgres',
    prefix,
    backend: createPostgresBackend as unknown as typeof createRedisBackend,
    connection: (role) =>
      ({
        connectionString: databaseUrl,
        migrate: true,
        max: POSTGRES_POOL[role],
        connectionTimeoutMillis: 5_000,
      }) as unknown as ConnectionOptions,
  }
}
