import { setTimeout as sleep } from 'node:timers/promises'
import { hasEnded, type RunStatus } from '../domain/run/run.js'
import type { RunDocument } from '../domain/run/run-document.js'
import { cancelRun } from '../service/run/cancel-run.js'
import { followRun } from '../service/run/follow-run.js'
import { getRun } from '../service/run/get-run.js'
import { type CliDeps, EXIT, type OpenedApp } from './commands.js'
import type { Progress } from './progress.js'

/** After this time, a run that no worker has claimed may be waiting for an unreachable queue. */
const QUEUED_LONG_MS = 3_000
const queueTakesNothing = (problem: string): string =>
  `The queue ${problem}; \`pressure-test doctor\` says where to look. The run is kept, and starts when it is back.`

/** A worker that hangs on a queue or a database is left to its leases: the run that was waited for has ended. */
const STOP_MS = 10_000

/** Stops the command's own worker, for some seconds at most. */
export const stopWorker = async (worker: { stop(): Promise<void> }): Promise<void> => {
  await Promise.race([worker.stop(), sleep(STOP_MS, undefined, { ref: false })])
}

/** A second Ctrl-C waits so long for the cancel of the first to be stored: else the run would be bought later. */
const LEAVE_MS = 1_000

export type FollowOptions = {
  readonly maxWaitSeconds: number
  readonly progress: Progress
  /** Whether to cancel the run at once, because Ctrl-C came while it was accepted. */
  readonly interrupted?: boolean
}

/**
 * Accepts or reopens a run. Ctrl-C waits for the end of `accept`, and the caller then cancels the run: a process that
 * left before could leave an accepted run behind, which would be bought later. A second Ctrl-C leaves.
 */
export async function acceptRun<T>(
  deps: Pick<CliDeps, 'io' | 'onInterrupt'>,
  accept: () => Promise<T>,
): Promise<{ readonly accepted: T; readonly interrupted: boolean }> {
  let interrupted = false
  const release = deps.onInterrupt(() => {
    if (interrupted) {
      deps.io.err('The run may have been accepted all the same; `runs list` shows it, and `runs cancel` stops it.\n')
      process.exit(EXIT.cancelled)
    }
    interrupted = true
    deps.io.err('Cancelling once the run is accepted; press Ctrl-C again to leave at once.\n')
  })
  try {
    return { accepted: await accept(), interrupted }
  } finally {
    release()
  }
}

/**
 * Follows a run to its end, to a pause that does not end by itself within `maxWaitSeconds`, or for that long. Ctrl-C
 * cancels the run; a second Ctrl-C exits once that is stored, or after a second.
 */
export async function followToEnd(
  deps: CliDeps,
  app: OpenedApp,
  run_id: string,
  options: FollowOptions,
): Promise<RunDocument> {
  const { progress } = options
  const timeout = new AbortController()
  const deadline = Date.now() + options.maxWaitSeconds * 1_000
  let interrupts = 0
  let cancelling: Promise<boolean> = Promise.resolve(false)
  const leave = async (): Promise<void> => {
    const isCancelled = await Promise.race([cancelling, sleep(LEAVE_MS, false)])
    if (!isCancelled) deps.io.err(`Run ${run_id} was not cancelled and goes on; \`runs cancel ${run_id}\` stops it.\n`)
    process.exit(EXIT.cancelled)
  }
  const interrupt = () => {
    interrupts++
    if (interrupts > 1) return void leave()
    progress.note('Cancelling; press Ctrl-C again to leave at once.')
    cancelling = cancelRun(app.local, { run_id }).then(
      () => true,
      () => false,
    )
  }
  const release = deps.onInterrupt(interrupt)
  if (options.interrupted) interrupt()
  void sleep(options.maxWaitSeconds * 1_000, undefined, { signal: timeout.signal, ref: false }).then(
    () => timeout.abort(),
    () => {},
  )
  let status: RunStatus = 'queued'
  void sleep(QUEUED_LONG_MS, undefined, { signal: timeout.signal, ref: false })
    .then(async () => {
      const problem = status === 'queued' ? await app.runQueue.problem() : null
      if (problem !== null) progress.note(queueTakesNothing(problem))
    })
    .catch(() => {})
  let lastPause = ''
  const told = new Set<string>()
  let completed = false
  try {
    for await (const { run, events, trouble } of followRun(app.local, { run_id, signal: timeout.signal })) {
      progress.show(run, events)
      status = run.status
      completed = run.status === 'completed'
      if (trouble !== null && !told.has(trouble)) {
        told.add(trouble)
        progress.note(`${trouble}. Nothing is lost, and the run goes on by itself when that is over.`)
      }
      if (hasEnded(run) || (run.status === 'paused' && !resumesBefore(run.resume_at, deadline))) break
      // A pause that is the end is told with the result.
      if (run.status === 'paused' && lastPause !== run.reason?.message) {
        lastPause = run.reason?.message ?? ''
        progress.note(lastPause)
      }
    }
  } finally {
    timeout.abort()
    release()
    progress.done(completed)
  }
  return getRun(app.local, { run_id })
}

/** Whether a pause ends by itself in time: that of a spent month ends on the first of the next. */
const resumesBefore = (resumeAt: Date | null, deadline: number): boolean =>
  resumeAt !== null && resumeAt.getTime() < deadline
