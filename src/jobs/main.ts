import { setTimeout as sleep } from 'node:timers/promises'
import { checkData } from '../data/check.js'
import type { App } from '../main.js'
import type { ShownMetrics } from '../telemetry/telemetry.js'
import { waitAtMost } from './wait-at-most.js'
import type { RunningWorker, WorkerOptions } from './worker.js'
import type { ParentProcess } from './worker-process.js'

type WorkDeps = {
  readonly version: string
  readonly metrics: ShownMetrics
  say(line: string): void
  open(): Promise<App>
  /** The parent process, for a worker that `serve` started beside itself. */
  readonly parent?: ParentProcess | null
}

/**
 * Works on runs until SIGTERM or SIGINT, or with `drain` until none is left; then hands unfinished runs back. Errors:
 * `configuration` for a file of `data/` that cannot be used.
 */
export async function work(deps: WorkDeps, options: WorkerOptions & { drain: boolean }): Promise<void> {
  checkData()
  const stopped = untilStopped()
  const app = await deps.open()
  try {
    const worker = app.startWorker(options)
    deps.parent?.follow(worker, app.log)
    // The parent process serves health and metrics itself, and may listen on that very port.
    const server = deps.parent ? null : await showMetrics(deps, app, worker)
    deps.say(`pressure-test worker ${worker.worker_id} (${app.queue.name} queue, ${app.llm.mode} model)`)
    await Promise.race(options.drain ? [stopped, drained(app)] : [stopped])
    await waitAtMost(STOP_MS, Promise.all([worker.stop(), server?.stop()]))
  } finally {
    await app.close()
  }
}

/** Serves `/health` and `/metrics` of a standalone worker, where METRICS_PORT is set. */
async function showMetrics({ version, metrics, say }: WorkDeps, app: App, worker: RunningWorker) {
  const { log, telemetry, local: ctx } = app
  const { http, metricsPort } = app.config
  if (metricsPort === null) return null
  const [{ startHttpServer }, { healthRoute }, { metricsRoutes }, { appHealth }] = await Promise.all([
    import('../api/server.js'),
    import('../api/health.js'),
    import('../api/metrics.js'),
    import('../doctor.js'),
  ])
  const mounts = [{ path: '/metrics', routes: metricsRoutes({ ctx, metrics, log }) }]
  const address = { host: http.host, port: metricsPort }
  const health = () => appHealth(app, worker)
  const serving = { ctx, log, version, health, routes: [healthRoute], mounts, telemetry }
  const server = await startHttpServer(serving, address)
  say(`metrics at ${server.url}/metrics`)
  return server
}

/**
 * A process that is told to stop has 30 s; runs that hang then are left to their leases. Closing resources takes the
 * rest.
 */
export const STOP_MS = 25_000

/** Resolves at the first SIGTERM or SIGINT. */
export function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve())
  })
}

async function drained(app: App): Promise<void> {
  do await sleep(1_000)
  while ((await app.store.leases.unfinished()) > 0)
}
