import { setTimeout as sleep } from 'node:timers/promises'
import { Queue } from 'bullmq'
import type { Log } from '../log.js'
import type { QueueConnection } from './connection.js'
import { JOBS, type RunJob, runJobId } from './definitions.js'

/** How long a surface waits for the queue. Missing it costs seconds, not the run: the sweeper rings again. */
const LONGEST_RING_MS = 1_000

/** Tells the workers that a run wants attention. Never fails: the row is enough. */
export type Doorbell = {
  ring(run: RunJob): Promise<void>
  /** Whether the queue answers, for health checks. */
  check(): Promise<boolean>
  close(): Promise<void>
}

export function createDoorbell(queue: QueueConnection, log: Log): Doorbell {
  let runs = openQueue(queue, log)

  /** A queue object whose first connection failed stays broken for good (measured), so a failed one is replaced. */
  const using = async <T>(work: (queue: Queue) => Promise<T>): Promise<T | 'late' | Error> => {
    const current = runs
    const outcome = await withinLimit(current.waitUntilReady().then(() => work(current)))
    if ((outcome instanceof Error || outcome === 'late') && current === runs) {
      runs = openQueue(queue, log)
      void current.close().catch(() => {})
    }
    return outcome
  }

  return {
    async ring(run) {
      const outcome = await using((queue) =>
        queue.add('run', { run_id: run.run_id, epoch: run.epoch }, { jobId: runJobId(run) }),
      )
      if (outcome !== 'late' && !(outcome instanceof Error)) return
      const reason = outcome instanceof Error ? outcome.message : outcome
      log.info({ run_id: run.run_id, reason }, 'doorbell not heard; the sweeper rings again')
    },
    check: async () => {
      const outcome = await using((queue) => queue.getJobCounts('waiting'))
      return outcome !== 'late' && !(outcome instanceof Error)
    },
    close: async () => {
      await Promise.race([runs.close().catch(() => {}), sleep(1_000, undefined, { ref: false })])
    },
  }
}

function openQueue(queue: QueueConnection, log: Log): Queue {
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
  return runs
}

/** The value, the error, or `late` when it took too long. Never rejects. */
async function withinLimit<T>(work: Promise<T>): Promise<T | 'late' | Error> {
  const stop = new AbortController()
  const late = sleep(LONGEST_RING_MS, 'late' as const, { signal: stop.signal, ref: false }).catch(() => 'late' as const)
  return Promise.race([
    work.catch((error: unknown) => (error instanceof Error ? error : new Error(String(error)))),
    late,
  ]).finally(() => stop.abort())
}
