import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'bullmq'
import type { Store } from '../db/store.js'
import type { Embedder } from '../llm/embeddings/embedder.js'
import type { Log } from '../log.js'
import type { QueueConnection } from './connection.js'
import { JOBS } from './definitions.js'
import { type Doors, executeRun } from './handlers.js'
import type { Doorbell } from './queue.js'
import { startSweeper } from './sweeper.js'

export type WorkerDeps = {
  readonly store: Store
  readonly doors: Doors
  readonly embedder: Embedder
  readonly log: Log
  readonly queue: QueueConnection
  readonly doorbell: Doorbell
  /** Runs worked on side by side in this process; model calls have their own limit. */
  readonly concurrency?: number
}

export type RunningWorker = {
  readonly worker_id: string
  /** Takes no new runs, lets calls in flight finish for a moment, hands unfinished runs back. Within 30 s. */
  stop(): Promise<void>
}

/** Starts taking runs. The queue's own stalled check is as quick as the lease; its retry counters decide nothing. */
export function startWorker(deps: WorkerDeps): RunningWorker {
  const worker_id = `${process.pid}-${randomUUID().slice(0, 8)}`
  const stopping = new AbortController()
  const active = new Set<Promise<void>>()

  const worker = new Worker(
    JOBS.run.queue,
    async (job) => {
      const { run_id } = JOBS.run.payload.parse(job.data)
      const work = executeRun({ ...deps, worker_id }, run_id, stopping.signal)
      active.add(work)
      await work.finally(() => active.delete(work))
    },
    {
      connection: deps.queue.connection('worker'),
      prefix: deps.queue.prefix,
      concurrency: deps.concurrency ?? 25,
      lockDuration: 5_000,
      stalledInterval: 2_000,
      // A run decides itself when it has crashed too often; the queue must not decide for it.
      maxStalledCount: 1_000_000,
      runRetryDelay: 500,
      drainDelay: 2,
      removeOnComplete: { count: 0 },
      removeOnFail: { count: 0 },
    },
    deps.queue.backend,
  )
  worker.on('error', (error) => deps.log.debug({ error: error.message }, 'the queue is away'))
  worker.on('failed', (job, error) =>
    deps.log.error({ job: job?.id, error: error.stack }, 'a job failed outside its run'),
  )
  const sweeper = startSweeper(deps.store, deps.doorbell, deps.log)

  return {
    worker_id,
    stop: async () => {
      stopping.abort()
      await sweeper.stop()
      const closing = worker
        .close()
        .catch((error) => deps.log.debug({ error: String(error) }, 'queue worker closed late'))
      await Promise.allSettled(active)
      await Promise.race([closing, sleep(3_000, undefined, { ref: false })])
    },
  }
}
