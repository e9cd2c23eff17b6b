import type { Config } from '../config.js'
import type { RunDocument } from '../domain/run/run-document.js'
import type { Drafting } from '../domain/simulation/product-draft.js'
import type { PricingContext } from '../service/run/submit-run.js'
import type { SurfaceContext } from '../service/surface-context.js'
import type { Io } from './io.js'

/** The opened program, as commands use it. */
export type OpenedApp = {
  readonly local: SurfaceContext
  startWorker(options?: { concurrency?: number }): { stop(): Promise<void> }
  /** Whether the queue answers. */
  readonly runQueue: { problem(): Promise<string | null> }
  close(): Promise<void>
}

/** Costs in dollars; `null` where a price is not known. */
type ExpectedCost = { readonly tasks: number; readonly usd: number | null; readonly most_usd: number | null }
type Spent = {
  readonly requests: number
  readonly input_tokens: number
  readonly output_tokens: number
  readonly cost_usd: number | null
}
type AnswerForm = 'structured_output' | 'forced_tool' | 'words'
/** How one task's question was answered, or why it failed. */
type TaskCheck = Spent & {
  readonly task: string
  readonly role: string
  readonly model: string
  readonly status: 'answered' | 'failed' | 'not_asked'
  readonly form: AnswerForm | null
  readonly refused: readonly { readonly form: AnswerForm; readonly message: string }[]
  readonly repaired: boolean
  readonly problem: { readonly code: string; readonly message: string } | null
}
type ModelCheck = { readonly tasks: readonly TaskCheck[]; readonly total: Spent & { readonly answered: number } }

/** Dependencies of the commands, wired in `main.ts`. */
export type CliDeps = {
  readonly io: Io
  readonly config: Config
  readonly version: string
  /** Opens database, queue and LLM client. */
  open(): Promise<OpenedApp>
  /** Context for quoting a run that refers to nothing stored; the database stays closed. */
  pricing(): Promise<PricingContext>
  /** Simulates a few people with a product that is being drafted; opens nothing. */
  drafting(): Promise<Drafting>
  /** Starts a worker in its own process, which ends when nothing is left to do. */
  leaveWorkerBehind(): void
  /** Runs the HTTP server and workers until a signal. Resolves when all runs are handed back. */
  serve(): Promise<void>
  /** Runs the Slack app without workers until a signal. */
  runBot(): Promise<void>
  /** Runs an MCP server over stdin and stdout until stdin ends. */
  mcp(): Promise<void>
  /** Runs workers until a signal or, with `drain`, until no run is left. */
  work(options: { drain: boolean; concurrency?: number }): Promise<void>
  /** Migrates the database as its owner; returns the number of migrations that were missing. */
  migrate(): Promise<number>
  /** Checks every part of the program: whether it works, and how to fix it. */
  diagnose(): Promise<{ part: string; ok: boolean; finding: string }[]>
  /**
   * Sends real questions to the model, one for each form of answer. Reports the price beforehand, and each task as it
   * ends.
   */
  checkModel(told: { expected(cost: ExpectedCost): void; task(check: TaskCheck): void }): Promise<ModelCheck>
  /** Called with the name of the command that starts. */
  begins(command: string): void
  /** Calls `callback` on Ctrl-C until the returned function is called. */
  onInterrupt(callback: () => void): () => void
  /** Calls `callback` when the process is told to stop or its terminal closes, until the returned function is called. */
  onStop(callback: () => void): () => void
}

/** Exit codes; users' scripts rely on them. */
export const EXIT = { done: 0, failed: 1, usage: 2, threshold: 3, budget: 4, stillGoing: 5, cancelled: 130 } as const

/** The exit code for a run in its current state. */
export function exitOf(run: RunDocument): number {
  switch (run.status) {
    // A completed run with an error has its earlier result: a retry failed.
    case 'completed':
      return run.error === null ? EXIT.done : EXIT.failed
    case 'cancelled':
      return EXIT.cancelled
    // Input that cannot be judged is a usage error: a retry would end the same way.
    case 'failed':
      return run.error?.code === 'nothing_to_judge' ? EXIT.usage : EXIT.failed
    case 'paused':
      return run.error?.code === 'budget_exceeded' ? EXIT.budget : EXIT.stillGoing
    default:
      return EXIT.stillGoing
  }
}

/** Runs a command's work on the opened program; a returned number is the exit code. */
export type RunInApp = (work: (app: OpenedApp) => Promise<unknown>) => Promise<void>

/** Opens the program for a command's work, and always closes it. */
export async function withApp<T>(deps: CliDeps, work: (app: OpenedApp) => Promise<T>): Promise<T> {
  const app = await deps.open()
  try {
    return await work(app)
  } finally {
    await app.close()
  }
}

/** Like `withApp`, and exits with the code that the work returns, or else with 0. */
export const runInApp =
  (deps: CliDeps, exit: (code: number) => void): RunInApp =>
  (work) =>
    withApp(deps, async (app) => {
      const code = await work(app)
      exit(typeof code === 'number' ? code : EXIT.done)
    })
