import { onTestFinished } from 'vitest'
import { query } from './database.js'
import type { Env } from './processes.js'
import { redisAvailable, startRedis } from './redis.js'

export type Backend = {
  readonly name: 'postgres' | 'redis'
  start(): Promise<{ env: Env; flush(databaseUrl: string): Promise<void> }>
}

const postgres: Backend = {
  name: 'postgres',
  start: async () => ({
    env: {},
    flush: async (databaseUrl) => {
      await query(databaseUrl, 'truncate bullmq.job cascade')
    },
  }),
}

const redis: Backend = {
  name: 'redis',
  start: async () => {
    const server = await startRedis()
    onTestFinished(() => server.stop())
    return { env: { REDIS_URL: server.url }, flush: () => server.flush() }
  },
}

/** The queues a run must survive on. Without a `redis-server` on this machine only PostgreSQL's is left; CI refuses that. */
export const backends: Backend[] = redisAvailable ? [postgres, redis] : [postgres]
