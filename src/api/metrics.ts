import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Hono } from 'hono'
import { AppError, isAppError } from '../errors.js'
import type { Log } from '../log.js'
import type { SurfaceContext } from '../service/surface-context.js'
import { admitOperator, readInstallationState } from '../service/workspace/read-installation-state.js'
import { bearerToken } from '../service/workspace/tokens.js'
import type { Reading, ShownMetrics } from '../telemetry/telemetry.js'
import { addressOf, noteAccepted } from './limit-requests.js'

type MetricsDeps = {
  /** Context of the installation's operator. */
  readonly ctx: SurfaceContext
  readonly metrics: ShownMetrics
  readonly log: Log
  /** Default: no. */
  readonly behindProxy?: boolean
}

/**
 * Limit in milliseconds of each read. Prometheus gives up after 10 s, and the token and the readings are read one after
 * the other.
 */
const WITHIN_MS = 2_000

/**
 * `GET /metrics` for Prometheus, with a token of the installation's own workspace. While the database is unreachable, a
 * token that was accepted before is accepted, and the answer has the figures of this process only.
 */
export function metricsRoutes({ ctx, metrics, log, behindProxy = false }: MetricsDeps): Hono {
  const accepted = new Set<string>()
  const admit = async (token: string, origin: string): Promise<void> => {
    const digest = createHash('sha256').update(token).digest('hex')
    try {
      await soon(admitOperator({ ...ctx, origin }, token))
      accepted.add(digest)
    } catch (error) {
      if (isAppError(error, 'unauthorized')) accepted.delete(digest)
      else if (accepted.has(digest)) return
      throw error
    }
  }
  const routes = new Hono()
  routes.get('/', async (c) => {
    await admit(bearerToken(c.req.header('authorization')), `http ${addressOf(c, behindProxy)}`)
    noteAccepted(c)
    const text = await metrics.text([...(await databaseReadings(ctx, log)), await queueReading(ctx)])
    return c.body(text, 200, { 'content-type': metrics.contentType, 'cache-control': 'no-store' })
  })
  return routes
}

async function databaseReadings(ctx: SurfaceContext, log: Log): Promise<Reading[]> {
  try {
    const state = await soon(readInstallationState(ctx, { within_ms: WITHIN_MS }))
    const runs = state.runs.map(({ kind, status, count }) => ({
      name: 'pressure_test_runs' as const,
      labels: { kind, status },
      value: count,
    }))
    const waiting = state.waiting.map(({ why, count }) => ({
      name: 'pressure_test_runs_waiting' as const,
      labels: { why },
      value: count,
    }))
    const outbox = state.outbox.map(({ status, count }) => ({
      name: 'pressure_test_outbox' as const,
      labels: { status },
      value: count,
    }))
    return [
      { name: 'pressure_test_database_up', labels: {}, value: 1 },
      { name: 'pressure_test_oldest_waiting_seconds', labels: {}, value: state.oldest_waiting_seconds },
      { name: 'pressure_test_parts_waiting', labels: {}, value: state.parts_waiting },
      ...runs,
      ...waiting,
      ...outbox,
    ]
  } catch (error) {
    log.warn({ error: String(error) }, 'database metrics left out: they could not be read')
    return [{ name: 'pressure_test_database_up', labels: {}, value: 0 }]
  }
}

const queueReading = async ({ runQueue }: SurfaceContext): Promise<Reading> => ({
  name: 'pressure_test_queue_up',
  labels: {},
  value: Number((await runQueue.problem()) === null),
})

/** Rejects with `storage_unavailable` where the database takes too long. */
async function soon<T>(reading: Promise<T>): Promise<T> {
  const waited = new AbortController()
  const late = async (): Promise<never> => {
    await sleep(WITHIN_MS, undefined, { signal: waited.signal, ref: false })
    throw new AppError('storage_unavailable', {
      problem: 'The database does not answer in time; try again in a moment.',
    })
  }
  try {
    return await Promise.race([reading, late()])
  } finally {
    waited.abort()
  }
}
