import { setTimeout as sleep } from 'node:timers/promises'
import { hasEnded, type RunStatus } from '../domain/run/run.js'
import type { RunDocument } from '../domain/run/run-document.js'
import { counted } from '../domain/text/words.js'
import { cancelRun } from '../service/run/cancel-run.js'
import { followRun } from '../service/run/follow-run.js'
import { getRun } from '../service/run/get-run.js'
import { runsWithoutWorker } from '../service/run/runs-without-worker.js'
import { type CliDeps, EXIT, type OpenedApp } from './commands.js'
import type { Progress } from './progress.js'

/** After this time, a run that no worker has claimed may be waiting for an unreachable queue. */
const QUEUED_LONG_MS = 3_000
const queueTakesNothing = (problem: string): string =>
  `The queue ${problem}; \`pressure-test doctor\` says where to look. The run is kept, and starts when it is back.`

/** A worker that hangs on a queue or a database is left to its leases: the run that was waited for has ended. */
const STOP_MS = 10_000

/** For a run that goes on elsewhere: its calls in flight may take 20 s to end, and are bought again otherwise. */
const HAND_BACK_MS = 25_000

/** Stops the command's own worker, within limits. */
const stopWorker = async (worker: { stop(): Promise<void> }, ms: number): Promise<void> => {
  await Promise.race([worker.stop(), sleep(ms, undefined, { ref: false })])
}

/** A second Ctrl-C waits so long for the cancel of the first to be stored: else the run would be bought later. */
const LEAVE_MS = 1_000

export type FollowOptions = {
  readonly maxWaitSeconds: number
  readonly progress: Progress
} & Signalled

/** What came while a run was accepted: Ctrl-C (the run is cancelled at once), or a signal to stop (it is left). */
type Signalled = { readonly interrupted: boolean; readonly stopped: boolean }

/** `stopped`: the command was told to stop (SIGTERM, SIGHUP) and has left the run to others. */
export type Followed = { readonly run: RunDocument; readonly stopped: boolean }

/**
 * Accepts or reopens a run. Ctrl-C and signals to stop wait for the end of `accept`, and the caller then cancels or
 * leaves the run: a process that left before could leave an accepted run behind without a word, which would be bought
 * later. A second Ctrl-C leaves.
 */
export async function acceptRun<T>(
  deps: Pick<CliDeps, 'io' | 'onInterrupt' | 'onStop'>,
  accept: () => Promise<T>,
): Promise<{ readonly accepted: T; readonly signalled: Signalled }> {
  let interrupted = false
  let stopped = false
  const releaseStop = deps.onStop(() => {
    stopped = true
  })
  const release = deps.onInterrupt(() => {
    if (interrupted) {
      deps.io.err('The run may have been accepted all the same; `runs list` shows it, and `runs cancel` stops it.\n')
      process.exit(EXIT.cancelled)
    }
    interrupted = true
    deps.io.err('Cancelling once the run is accepted; press Ctrl-C again to leave at once.\n')
  })
  try {
    return { accepted: await accept(), signalled: { interrupted, stopped } }
  } finally {
    release()
    releaseStop()
  }
}

const NAMED = 3
/** The command's worker takes whatever waits, and may spend on it. */
const takesUp = (run_ids: readonly string[]): string =>
  `Goes on with ${counted(run_ids.length, 'earlier run')} that had no worker, too, within their budgets: ${run_ids.slice(0, NAMED).join(', ')}${run_ids.length > NAMED ? ' …' : ''} (runs cancel ID ends one).`

/**
 * Works on a run beside following it, and lets go of it in good order: calls in flight end, and what has not ended is
 * handed back. A signal to stop does that at once.
 */
export async function workAndFollow(
  deps: CliDeps,
  app: OpenedApp,
  run_id: string,
  options: FollowOptions,
): Promise<Followed> {
  const stop = new AbortController()
  const stopNow = () => {
    if (stop.signal.aborted) return
    stop.abort()
    deps.io.err(`Stopping: calls in flight end first. The run is kept; to go on: pressure-test runs resume ${run_id}\n`)
  }
  // Registered to the end, as a closed terminal signals twice.
  const release = deps.onStop(stopNow)
  try {
    if (options.stopped) {
      stopNow()
      return { run: await getRun(app.local, { run_id }), stopped: true }
    }
    const leftover = (await runsWithoutWorker(app.local)).filter((id) => id !== run_id)
    if (leftover.length > 0) options.progress.note(takesUp(leftover))
    const worker = app.startWorker()
    const run = await followToEnd(deps, app, run_id, { ...options, stop: stop.signal })
    await stopWorker(worker, hasEnded(run) ? STOP_MS : HAND_BACK_MS)
    return { run: hasEnded(run) ? run : await getRun(app.local, { run_id }), stopped: stop.signal.aborted }
  } finally {
    release()
  }
}

/**
 * Follows a run to its end, to a pause that does not end by itself within `maxWaitSeconds`, for that long, or until
 * `stop`. Ctrl-C cancels the run; a second Ctrl-C exits once that is stored, or after a second.
 */
async function followToEnd(
  deps: CliDeps,
  app: OpenedApp,
  run_id: string,
  options: FollowOptions & { readonly stop: AbortSignal },
): Promise<RunDocument> {
  const { progress, stop } = options
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
    const signal = AbortSignal.any([timeout.signal, stop])
    for await (const { run, events, trouble } of followRun(app.local, { run_id, signal })) {
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
