import { type ChildProcess, fork } from 'node:child_process'
import { setPriority } from 'node:os'
import type { Log } from '../log.js'
import type { Metrics } from '../telemetry/telemetry.js'
import type { RunningWorker } from './worker.js'

/** Messages from a worker process to its parent. */
type Told =
  | { readonly metric: { readonly [M in keyof Metrics]: readonly [M, ...Parameters<Metrics[M]>] }[keyof Metrics] }
  | { readonly problem: string | null }

/** A Node option that names the process; a worker recognises by it that `serve` started it. */
const TITLE = '--title=pressure-test-worker'
const TELL_EVERY_MS = 2_000
/** Longer than a graceful stop takes. */
const ALONE_MS = 35_000
const AGAIN_MS = 1_000
const AGAIN_MOST_MS = 30_000
/** Lower priority than processes that answer users: runs take minutes. */
const BEHIND_OTHERS = 5

/**
 * Starts the `worker` command in a process of its own, so that the process which answers users computes nothing.
 * Metrics of the worker are counted in the parent. A worker that exits or cannot be started is started again, with a
 * growing pause.
 */
export function startWorkerProcess(deps: {
  /** The file that this program was started with. */
  readonly program: string
  readonly metrics: Metrics
  readonly log: Log
}): Pick<RunningWorker, 'problem' | 'stop'> {
  const { program, metrics, log } = deps
  let problem: string | null = null
  let pauseMs = AGAIN_MS
  let again: NodeJS.Timeout | undefined
  let stopping = false
  let child = begin()

  const beginAgain = (problemNow: string): void => {
    if (stopping) return
    problem = problemNow
    again = setTimeout(() => {
      try {
        child = begin()
      } catch (error) {
        cannotStart(error as Error)
      }
    }, pauseMs)
    pauseMs = Math.min(AGAIN_MOST_MS, 2 * pauseMs)
  }

  const cannotStart = ({ message }: Error): void => {
    log.error({ error: message }, 'the process that works on runs does not start; it is tried again')
    beginAgain(`The process that works on runs cannot be started (${message}); it is tried again.`)
  }

  function begin(): ChildProcess {
    const execArgv = [...process.execArgv, TITLE]
    const started = fork(program, ['worker'], { execArgv, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
    started.on('message', (told: Told) => {
      if ('metric' in told) return countHere(metrics, told.metric)
      problem = told.problem
      pauseMs = AGAIN_MS
    })
    started.on('error', (error) => {
      // A process that was never created emits no `exit`.
      if (started.pid === undefined) cannotStart(error)
      else log.error({ error: error.message }, 'a signal did not reach the process that works on runs')
    })
    started.once('exit', (code, signal) => {
      if (stopping) return
      log.error({ code, signal }, 'the process that works on runs ended; it is started again')
      beginAgain(`The process that works on runs ended (${signal ?? code}) and is started again.`)
    })
    return started
  }

  return {
    problem: () => problem,
    async stop() {
      stopping = true
      clearTimeout(again)
      if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
    },
  }
}

function countHere(metrics: Metrics, [method, ...given]: Extract<Told, { metric: unknown }>['metric']): void {
  ;(metrics[method] as (...given: unknown[]) => void)(...given)
}

export type ParentProcess = {
  /** Sends each count to the parent process, which serves the metrics. */
  readonly metrics: Metrics
  /** Reports the worker's problem to the parent process at intervals. */
  follow(worker: Pick<RunningWorker, 'problem'>, log: Log): void
}

/** The process that started this worker and whose end stops it; `null` where `serve` did not start it. */
export function parentProcess(): ParentProcess | null {
  // The IPC channel alone proves nothing: a process manager may open one to its children, too.
  if (!process.execArgv.includes(TITLE)) return null
  // The parent exited before `disconnect` could be observed; nothing would ever end this process.
  if (!process.connected) process.exit(1)
  // Stops whatever this process is doing: nothing supervises it any more. Leases of its runs expire if it hangs.
  process.once('disconnect', () => {
    process.kill(process.pid, 'SIGTERM')
    setTimeout(() => process.exit(1), ALONE_MS).unref()
  })
  // The parent may just have exited: without a callback the failed send would end this process with an error.
  const tell = (told: Told): void => {
    if (process.connected) process.send?.(told, () => {})
  }
  return {
    metrics: {
      count: (...given) => tell({ metric: ['count', ...given] }),
      add: (...given) => tell({ metric: ['add', ...given] }),
      observe: (...given) => tell({ metric: ['observe', ...given] }),
    },
    follow(worker, log) {
      try {
        setPriority(BEHIND_OTHERS)
      } catch (error) {
        log.debug({ error: String(error) }, 'the process that works on runs keeps its priority')
      }
      setInterval(() => tell({ problem: worker.problem() }), TELL_EVERY_MS).unref()
    },
  }
}
