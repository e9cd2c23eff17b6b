import { type ChildProcess, fork } from 'node:child_process'
import { setPriority } from 'node:os'
import type { Log } from '../log.js'
import type { Metrics } from '../telemetry/telemetry.js'
import type { RunningWorker } from './worker.js'

/** Messages from a worker process to its parent. */
type WorkerMessage =
  | { readonly metric: { readonly [M in keyof Metrics]: readonly [M, ...Parameters<Metrics[M]>] }[keyof Metrics] }
  | { readonly problem: string | null }

/** A Node option that names the process; a worker recognises by it that `serve` started it. */
const TITLE = '--title=pressure-test-worker'
const REPORT_INTERVAL_MS = 2_000
/** Longer than a graceful stop takes. */
const ORPHAN_EXIT_MS = 35_000
const MIN_RESTART_MS = 1_000
const MAX_RESTART_MS = 30_000
/** Lower priority than processes that answer users: runs take minutes. */
const WORKER_NICENESS = 5

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
  let pauseMs = MIN_RESTART_MS
  let restartTimer: NodeJS.Timeout | undefined
  let stopping = false
  let child = startChild()

  const restartLater = (problemNow: string): void => {
    if (stopping) return
    problem = problemNow
    restartTimer = setTimeout(() => {
      try {
        child = startChild()
      } catch (error) {
        onStartFailed(error as Error)
      }
    }, pauseMs)
    pauseMs = Math.min(MAX_RESTART_MS, 2 * pauseMs)
  }

  const onStartFailed = ({ message }: Error): void => {
    log.error({ error: message }, 'the process that works on runs does not start; it is tried again')
    restartLater(`The process that works on runs cannot be started (${message}); it is tried again.`)
  }

  function startChild(): ChildProcess {
    const execArgv = [...process.execArgv, TITLE]
    const started = fork(program, ['worker'], { execArgv, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
    started.on('message', (message: WorkerMessage) => {
      if ('metric' in message) return applyMetric(metrics, message.metric)
      problem = message.problem
      pauseMs = MIN_RESTART_MS
    })
    started.on('error', (error) => {
      // A process that was never created emits no `exit`.
      if (started.pid === undefined) onStartFailed(error)
      else log.error({ error: error.message }, 'a signal did not reach the process that works on runs')
    })
    started.once('exit', (code, signal) => {
      if (stopping) return
      log.error({ code, signal }, 'the process that works on runs ended; it is started again')
      restartLater(`The process that works on runs ended (${signal ?? code}) and is started again.`)
    })
    return started
  }

  return {
    problem: () => problem,
    async stop() {
      stopping = true
      clearTimeout(restartTimer)
      if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
    },
  }
}

function applyMetric(metrics: Metrics, [method, ...args]: Extract<WorkerMessage, { metric: unknown }>['metric']): void {
  ;(metrics[method] as (...args: unknown[]) => void)(...args)
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
    setTimeout(() => process.exit(1), ORPHAN_EXIT_MS).unref()
  })
  // The parent may just have exited: without a callback the failed send would end this process with an error.
  const sendToParent = (message: WorkerMessage): void => {
    if (process.connected) process.send?.(message, () => {})
  }
  return {
    metrics: {
      count: (...args) => sendToParent({ metric: ['count', ...args] }),
      add: (...args) => sendToParent({ metric: ['add', ...args] }),
      observe: (...args) => sendToParent({ metric: ['observe', ...args] }),
    },
    follow(worker, log) {
      try {
        setPriority(WORKER_NICENESS)
      } catch (error) {
        log.debug({ error: String(error) }, 'the process that works on runs keeps its priority')
      }
      setInterval(() => sendToParent({ problem: worker.problem() }), REPORT_INTERVAL_MS).unref()
    },
  }
}
