import type { Config } from '../config.js'
import type { RunDocument } from '../domain/run-document.js'
import type { SurfaceContext } from '../service/surface-context.js'
import type { Io } from './io.js'

/** The program as a command opens it. */
export type OpenedApp = {
  readonly local: SurfaceContext
  startWorker(options?: { concurrency?: number }): { stop(): Promise<void> }
  close(): Promise<void>
}

/** What the commands need of the rest of the program, wired in `main.ts`. */
export type CliDeps = {
  readonly io: Io
  readonly config: Config
  readonly version: string
  /** Opens database, queue and LLM client. */
  open(): Promise<OpenedApp>
  /** For preparing a run that names nothing stored, without opening the database. */
  pricing(): Promise<Pick<SurfaceContext, 'quote' | 'notOffered' | 'second_model'>>
  /** A worker in a process of its own that ends when nothing is left to do. */
  leaveWorkerBehind(): void
  /** HTTP server and workers until a signal. Resolves when everything is handed back. */
  serve(): Promise<void>
  /** The Slack app alone, without workers, until a signal. */
  runBot(): Promise<void>
  /** An MCP server over stdin and stdout until stdin ends. */
  mcp(): Promise<void>
  /** Workers until a signal; with `drain`, until no run is left. */
  work(options: { drain: boolean; concurrency?: number }): Promise<void>
  /** A finding per part of the program: whether it works, and how to mend it. */
  diagnose(): Promise<{ part: string; ok: boolean; finding: string }[]>
  /** Calls back on Ctrl-C until the returned function is called. */
  onInterrupt(callback: () => void): () => void
}

/** Exit codes, as people's scripts know them. */
export const EXIT = { done: 0, failed: 1, usage: 2, threshold: 3, budget: 4, stillGoing: 5, cancelled: 130 } as const

/** The exit code for a run as it stands. */
export function exitOf(run: RunDocument): number {
  switch (run.status) {
    // With an error it is the earlier result: a retry failed.
    case 'completed':
      return run.error === null ? EXIT.done : EXIT.failed
    case 'cancelled':
      return EXIT.cancelled
    // Nothing failed where what was sent cannot be judged: it will not be the next time either.
    case 'failed':
      return run.error?.code === 'nothing_to_judge' ? EXIT.usage : EXIT.failed
    case 'paused':
      return run.error?.code === 'budget_exceeded' ? EXIT.budget : EXIT.stillGoing
    default:
      return EXIT.stillGoing
  }
}

/** Runs a command's work on the opened program; a number it returns is the exit code. */
export type Within = (work: (app: OpenedApp) => Promise<unknown>) => Promise<void>

/** Opens the program for a command's work, and closes it whatever happens. */
export async function withApp<T>(deps: CliDeps, work: (app: OpenedApp) => Promise<T>): Promise<T> {
  const app = await deps.open()
  try {
    return await work(app)
  } finally {
    await app.close()
  }
}

/** The same, and exits with the code the work returns, else 0. */
export const withinApp =
  (deps: CliDeps, exit: (code: number) => void): Within =>
  (work) =>
    withApp(deps, async (app) => {
      const code = await work(app)
      exit(typeof code === 'number' ? code : EXIT.done)
    })
