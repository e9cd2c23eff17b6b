import { setTimeout as sleep } from 'node:timers/promises'
import { type FlowJob, FlowProducer, Queue } from 'bullmq'
import type { Log } from '../log.js'
import type { Tracing } from '../telemetry/telemetry.js'
import type { QueueConnection } from './connection.js'
import { JOBS, type RunJob, runJobId } from './definitions.js'

/**
 * How long a surface waits for the queue. A missed job costs seconds, not the run: the sweeper enqueues the run again.
 */
const MAX_ENQUEUE_MS = 1_000

const KEEP_NOTHING = { removeOnComplete: true, removeOnFail: true, attempts: 1 }

/** A part, the epoch of its last claim, and how often it was enqueued since. */
export type PartJobRequest = { readonly part: number; readonly epoch: number; readonly times: number }

/** Announces runs to the workers. Never fails: the row is the truth, and the job only saves the wait for a sweep. */
export type RunQueue = {
  /** Whether the queue took it in time. */
  enqueue(run: RunJob & { readonly is_new?: boolean }): Promise<boolean>
  /** Announces parts of a run that nobody has claimed, as one flow. */
  enqueueParts(run_id: string, parts: readonly PartJobRequest[]): Promise<void>
  /** Why the queue takes no jobs now, as the end of a sentence; `null` where it takes them. For health checks. */
  problem(): Promise<string | null>
  /** Deletes what the queue has noted of jobs, with the ids of their runs. Never fails: where it is away, that stays. */
  deleteEvents(): Promise<void>
  close(): Promise<void>
}

export function createRunQueue(queue: QueueConnection, log: Log, tracing: Tracing): RunQueue {
  const runs = replaceable(() => openQueue(queue, log))
  const flows = replaceable(() => openFlows(queue, log))
  const logIfNotQueued = (run_id: string, outcome: unknown): boolean => {
    if (outcome !== 'late' && !(outcome instanceof Error)) return true
    const reason = outcome instanceof Error ? outcome.message : outcome
    log.info({ run_id, reason }, 'queue unreachable; the sweeper enqueues the run again')
    return false
  }

  return {
    async enqueue(run) {
      // A run that has begun goes to the front: after losing its worker it must not wait behind all newer runs.
      const options = { jobId: runJobId(run), lifo: run.is_new === false }
      const payload: RunJob = { run_id: run.run_id, epoch: run.epoch, traceparent: tracing.traceparent() }
      return logIfNotQueued(run.run_id, await runs.use((open) => open.add('run', payload, options)))
    },
    async enqueueParts(run_id, parts) {
      if (parts.length === 0) return
      logIfNotQueued(
        run_id,
        await flows.use((open) => open.add(flowOf(queue.prefix, run_id, parts, tracing.traceparent()))),
      )
    },
    problem: async () => {
      const outcome = await runs.use((open) => queue.tryToWrite(open))
      return outcome === 'late' || outcome instanceof Error ? whyRefused(outcome) : null
    },
    async deleteEvents() {
      const outcome = await runs.use((open) => queue.deleteEvents(open))
      if (outcome === 'late' || outcome instanceof Error)
        log.warn({ reason: String(outcome) }, 'queue unreachable; ids of deleted runs stay in its events')
    },
    close: async () => {
      await Promise.all([runs.close(), flows.close()])
    },
  }
}

/** By the words that Redis begins a refusal with. */
const REFUSALS: Readonly<Record<string, string>> = {
  READONLY: 'can be read but not written: it is a replica',
  OOM: 'takes nothing more: its memory is full',
  MISCONF: 'takes nothing: it cannot save to its disk',
  NOREPLICAS: 'takes nothing: it has too few replicas',
  LOADING: 'is still loading its data',
  NOAUTH: 'wants a password',
  WRONGPASS: 'refuses the password',
  NOPERM: 'does not let this user write',
}

function whyRefused(outcome: 'late' | Error): string {
  const [code = ''] = outcome === 'late' ? [] : outcome.message.split(' ')
  return REFUSALS[code] ?? 'does not answer'
}

type Openable = { waitUntilReady(): Promise<unknown>; close(): Promise<unknown> }

/** A queue object whose first connection failed stays broken for good (measured), so a failed one is replaced. */
function replaceable<Q extends Openable>(open: () => Q) {
  let current: Q | null = null
  return {
    async use<T>(work: (queue: Q) => Promise<T>): Promise<T | 'late' | Error> {
      current ??= open()
      const used = current
      const outcome = await withinLimit(used.waitUntilReady().then(() => work(used)))
      if ((outcome instanceof Error || outcome === 'late') && used === current) {
        current = null
        void used.close().catch(() => {})
      }
      return outcome
    },
    async close(): Promise<void> {
      if (current) await Promise.race([current.close().catch(() => {}), sleep(1_000, undefined, { ref: false })])
    },
  }
}

/** A job per part, and a parent job that becomes active once all of them are done. */
const flowOf = (
  prefix: string,
  run_id: string,
  parts: readonly PartJobRequest[],
  traceparent: string | undefined,
): FlowJob => ({
  name: 'gather',
  queueName: JOBS.gather.queue,
  prefix,
  data: { run_id },
  opts: KEEP_NOTHING,
  children: parts.map(({ part, epoch, times }) => ({
    name: 'part',
    queueName: JOBS.part.queue,
    prefix,
    data: { run_id, part, traceparent },
    // An id that is still in the queue must not be used: a child cannot change its parent, so the whole flow would be
    // refused.
    opts: { ...KEEP_NOTHING, jobId: `part-${run_id}-${part}-${epoch}-${times}` },
  })),
})

function openFlows(queue: QueueConnection, log: Log): FlowProducer {
  const flows = new FlowProducer({ connection: queue.connection('producer'), prefix: queue.prefix }, queue.backend)
  flows.on('error', (error) => log.debug({ error: error.message }, 'queue unreachable'))
  return flows
}

function openQueue(queue: QueueConnection, log: Log): Queue {
  const runs = new Queue(
    JOBS.run.queue,
    {
      connection: queue.connection('producer'),
      prefix: queue.prefix,
      skipWaitingForReady: true,
      defaultJobOptions: KEEP_NOTHING,
    },
    queue.backend,
  )
  runs.on('error', (error) => log.debug({ error: error.message }, 'queue unreachable'))
  return runs
}

/** Resolves with the value, the error, or `late` after MAX_ENQUEUE_MS. Never rejects. */
async function withinLimit<T>(work: Promise<T>): Promise<T | 'late' | Error> {
  const stop = new AbortController()
  const late = sleep(MAX_ENQUEUE_MS, 'late' as const, { signal: stop.signal, ref: false }).catch(() => 'late' as const)
  return Promise.race([
    work.catch((error: unknown) => (error instanceof Error ? error : new Error(String(error)))),
    late,
  ]).finally(() => stop.abort())
}
