import {
  assertSchemaCompatibility,
  type ConnectionOptions,
  createPostgresBackend,
  createRedisBackend,
  DEFAULT_SCHEMA,
  LATEST_SCHEMA_VERSION,
  type Queue,
  runMigrations,
  SchemaMigrationRequiredError,
} from 'bullmq'
import { AppError } from '../errors.js'
import { JOBS } from './definitions.js'
import { type QueuePool, sharingOneListener } from './queue-pool.js'

export type QueueOptions = {
  /** BullMQ on Redis; null: its PostgreSQL backend. */
  readonly redisUrl: string | null
  /** Opens the pool that all queue objects of this process share, with `schema` as its search path. */
  readonly openPool: (schema: string) => QueuePool
  /** Calls `listener` with the name of a queue that has a new job, where the queue is in PostgreSQL. */
  readonly onJob: (listener: (queue: string) => void) => () => void
  /** Keeps the jobs of different databases apart on one Redis. */
  readonly prefix: string
}

/** What BullMQ's classes need to reach their store; callers do not know which store it is. */
export type QueueConnection = {
  readonly name: 'redis' | 'postgres'
  readonly prefix: string
  readonly backend: typeof createRedisBackend
  /** A producer must fail at once when its store is unreachable; a worker waits for it. */
  connection(role: 'producer' | 'worker'): ConnectionOptions
  /** Rejects where the store of this queue takes no jobs. */
  tryToWrite(queue: Queue): Promise<unknown>
  /** Deletes BullMQ's events of all queues: they name runs, it keeps the last 10,000, and nothing here reads them. */
  deleteEvents(queue: Queue): Promise<unknown>
  close(): Promise<void>
}

/** The queue's own schema in the database of the runs; the owner of that database migrates it. */
export const QUEUE_SCHEMA = {
  name: DEFAULT_SCHEMA,
  migrate: (client: object): Promise<unknown> => runMigrations(client as never, DEFAULT_SCHEMA),
}

/** Reaches the queue's store. Rejects with `storage_unavailable` where its schema is older than this version. */
export async function queueConnection({ redisUrl, openPool, onJob, prefix }: QueueOptions): Promise<QueueConnection> {
  return redisUrl ? onRedis(redisUrl, prefix) : onPostgres(openPool(DEFAULT_SCHEMA), onJob, prefix)
}

const QUEUES = Object.values(JOBS).map(({ queue }) => queue)

/**
 * Milliseconds after which a Redis connection that does not respond is closed. A blocking read of a worker returns
 * every two seconds.
 */
const SILENCE_MS = 10_000
/** Limit for deleting events in PostgreSQL. */
const DELETE_MS = 1_000
/** Life of the key that health checks write. */
const WRITABLE_MS = 60_000

function onRedis(url: string, prefix: string): QueueConnection {
  return {
    name: 'redis',
    prefix,
    backend: createRedisBackend,
    connection: (role) => ({
      url,
      maxRetriesPerRequest: role === 'worker' ? null : 1,
      connectTimeout: 5_000,
      socketTimeout: SILENCE_MS,
      retryStrategy: (attempt: number) => Math.min(attempt * 100, 2_000),
    }),
    // A replica, and a server whose memory or disk is full, can be read.
    tryToWrite: async ({ backend }) => (await backend.client).set(`${prefix}:writable`, '1', { PX: WRITABLE_MS }),
    deleteEvents: async ({ backend }) =>
      (await backend.client).del(...QUEUES.map((name) => `${prefix}:${name}:events`)),
    close: async () => {},
  }
}

async function onPostgres(pool: QueuePool, onJob: QueueOptions['onJob'], prefix: string): Promise<QueueConnection> {
  try {
    const client = await pool.connect()
    await requireSchema(client).finally(() => client.release())
  } catch (error) {
    await pool.end()
    throw error
  }
  const shared = sharingOneListener(pool, onJob)
  return {
    name: 'postgres',
    prefix,
    backend: createPostgresBackend as unknown as typeof createRedisBackend,
    connection: () => shared as ConnectionOptions,
    // Whether the database takes writes is known from elsewhere.
    tryToWrite: (queue) => queue.getJobCounts('waiting'),
    deleteEvents: () =>
      pool.query({ text: 'delete from event where queue = any($1)', values: [QUEUES], query_timeout: DELETE_MS }),
    close: () => pool.end(),
  }
}

async function requireSchema(client: object): Promise<void> {
  const version = await assertSchemaCompatibility(client as never, DEFAULT_SCHEMA).catch((error: unknown) => {
    if (error instanceof SchemaMigrationRequiredError) return 0
    throw error
  })
  if (version >= LATEST_SCHEMA_VERSION) return
  throw new AppError('storage_unavailable', {
    problem:
      'The queue’s tables in the database are older than this version: with MIGRATION_DATABASE_URL set to its owner’s connection, run `pressure-test migrate`, then start again.',
  })
}
