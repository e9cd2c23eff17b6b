import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'bullmq'
import type { z } from 'zod'
import type { Store } from '../db/store.js'
import type { Embedder } from '../llm/embeddings/embedder.js'
import type { AgentClient } from '../llm/guarded-requests/agent-client.js'
import type { Log } from '../log.js'
import type { Telemetry } from '../telemetry/telemetry.js'
import { startArchive } from './archive-events.js'
import type { QueueConnection } from './connection.js'
import { JOBS } from './definitions.js'
import { startRetention } from './delete-expired.js'
import { executeRun } from './execute-run.js'
import { createIsolation } from './isolate-suspects.js'
import { executePart } from './parts.js'
import type { RunQueue } from './queue.js'
import type { RunFiles } from './run-files.js'
import { startSweeper } from './sweeper.js'
import { createEventThrottle } from './throttle-events.js'
import { startWebhookDelivery, type WebhookSender } from './webhooks.js'
import type { LlmProviders } from './worker-resources.js'
import { TIMES, type Times } from './worker-times.js'

export type WorkerOptions = {
  /** Runs worked on side by side in this process; calls to models have their own limit. */
  readonly concurrency?: number
  readonly times?: Partial<Times>
}

export type WorkerDeps = WorkerOptions & {
  readonly store: Store
  readonly llmProviders: LlmProviders
  readonly embedder: Embedder
  readonly agentClient: AgentClient
  /** Version of this program. */
  readonly version: string
  readonly webhookSender: WebhookSender
  /** Folder for archived events, of this database only. */
  readonly archiveFolder: string
  readonly files: RunFiles
  readonly retentionDays: number | null
  readonly log: Log
  readonly telemetry: Telemetry
  readonly queue: QueueConnection
  readonly runQueue: RunQueue
}

export type RunningWorker = {
  readonly worker_id: string
  /** Why the worker finds no runs now; `null` where all is well. */
  problem(): string | null
  /** Takes no new runs, gives calls in flight a moment to finish, hands unfinished runs back. Within 30 s. */
  stop(): Promise<void>
}

const RUNS_AT_ONCE = 25
/** Longer than a short restart of the database. */
const SILENT_MS = 30_000
/** Few, so that parts spread over all workers; the calls of two parts use up the limit of concurrent calls. */
const PARTS_AT_ONCE = 2

type JobName = keyof typeof JOBS
type PayloadOf<J extends JobName> = z.infer<(typeof JOBS)[J]['payload']>

/**
 * Starts taking runs and parts of runs. BullMQ's stalled check is as quick as the lease; its retry counters go unused.
 */
export function startWorker(deps: WorkerDeps): RunningWorker {
  const times = { ...TIMES, ...deps.times }
  const worker_id = `${process.pid}-${randomUUID().slice(0, 8)}`
  const runsAtOnce = deps.concurrency ?? RUNS_AT_ONCE
  const active = new Set<Promise<void>>()

  const take = <J extends JobName>(job: J, concurrency: number, work: (payload: PayloadOf<J>) => Promise<void>) => {
    const worker = new Worker(
      JOBS[job].queue,
      async ({ data }) => {
        const working = work(JOBS[job].payload.parse(data) as PayloadOf<J>)
        active.add(working)
        await working.finally(() => active.delete(working))
      },
      {
        connection: deps.queue.connection('worker'),
        prefix: deps.queue.prefix,
        concurrency,
        lockDuration: times.leaseMs,
        stalledInterval: Math.min(2_000, times.sweepMs),
        // The run's row decides when it has crashed too often; the queue must not.
        maxStalledCount: 1_000_000,
        runRetryDelay: 500,
        drainDelay: 2,
        removeOnComplete: { count: 0 },
        removeOnFail: { count: 0 },
      },
      deps.queue.backend,
    )
    worker.on('error', (error) => deps.log.debug({ error: error.message }, 'queue unreachable'))
    worker.on('failed', (failed, error) =>
      deps.log.error({ job: failed?.id, error: error.stack }, 'job failed outside its run'),
    )
    return worker
  }
  const handlers = { ...deps, times, worker_id, throttle: createEventThrottle() }
  const sweeper = startSweeper(handlers)
  const isolation = createIsolation(sweeper.sweepNow)
  const workers = [
    take('run', runsAtOnce, (job) => isolation.take(job.run_id, (...how) => executeRun(handlers, job, ...how))),
    take('part', PARTS_AT_ONCE, (part) => isolation.take(part.run_id, (...how) => executePart(handlers, part, ...how))),
    take('gather', RUNS_AT_ONCE, ({ run_id }) => deps.store.parts.gathered(run_id, times)),
  ]
  const archive = startArchive({ archive: deps.store.simulationArchive, folder: deps.archiveFolder, log: deps.log })
  const retention = startRetention({ ...deps, days: deps.retentionDays })
  const webhooks = startWebhookDelivery({ ...handlers, times: times.webhooks })

  return {
    worker_id,
    problem: () => {
      const silentMs = sweeper.silentMs()
      if (silentMs < times.sweepMs + SILENT_MS) return null
      return `The worker has not been able to look for runs for ${Math.round(silentMs / 1_000)} s; where the database answers others, restart this process.`
    },
    stop: async () => {
      isolation.stop()
      // The queue workers close first: jobs they still take are not worked on and wait for another worker's sweep.
      const closing = Promise.all(workers.map((worker) => worker.close())).catch((error) =>
        deps.log.debug({ error: String(error) }, 'queue worker not closed'),
      )
      await Promise.all([sweeper.stop(), archive.stop(), retention.stop()])
      await Promise.allSettled(active)
      // Webhooks about the last runs to end are sent, too.
      await webhooks.stop()
      await Promise.race([closing, sleep(3_000, undefined, { ref: false })])
    },
  }
}
