import { setTimeout as sleep } from 'node:timers/promises'
import { Queue } from 'bullmq'
import type { Log } from '../log.js'
import type { QueueConnection } from './connection.js'
import { JOBS, type RunJob, runJobId } from './definitions.js'

/** How long a surface waits for the queue. Missing it costs seconds, not the run: the sweeper rings again. */
const LONGEST_RING_MS = 500

/** Tells the workers that a run wants attention. Never fails: the row is enough. */
export type Doorbell = {
  ring(run: RunJob): Promise<void>
  /** Whether the queue answers, for health checks. */
  check(): Promise<boolean>
  close(): Promise<void>
}

export function createDoorbell(queue: QueueConnection, log: Log): Doorbell {
  const runs = new Queue(
    JOBS.run.queue,
    {
      connection: queue.connection('producer'),
      prefix: queue.prefix,
      skipWaitingForReady: true,
      defaultJobOptions: { removeOnComplete: true, removeOnFail: true, attempts: 1 },
    },
    queue.backend,
  )
  runs.on('error', (error) => log.debug({ error: error.message }, 'the queue is away'))
  const ready = runs.waitUntilReady().catch(() => {})

  const within = async <T>(work: Promise<T>): Promise<T | 'late'> => {
    const stop = new AbortController()
    const late = sleep(LONGEST_RING_MS, 'late' as const, { signal: stop.signal, ref: false }).catch(() => 'late' as const)
    return Promise.race([work, late]).finally(() => stop.abort())
  }

  return {
    async ring(run) {
      const added = ready.then(() => runs.add('run', { run_id: run.run_id, epoch: run.epoch }, { jobId: runJobId(run) }))
      const outcome = await within(added.then(() => 'rung').catch((error: Error) => error.message))
      if (outcome !== 'rung') log.warn({ run_id: run.run_id, outcome }, 'doorbell not heard; the sweeper rings again')
    },
    async check() {
      return (await within(ready.then(() => runs.getJobCounts('waiting')).then(() => true).catch(() => false))) === true
    },
    close: async () => {
      await Promise.race([runs.close().catch(() => {}), sleep(1_000, undefined, { ref: false })])
    },
  }
}
