import type { Config } from '../config.js'
import type { Drafting } from '../domain/product-draft.js'
import type { RunDocument } from '../domain/run-document.js'
import type { PricingContext } from '../service/submit-run.js'
import type { SurfaceContext } from '../service/surface-context.js'
import type { Io } from './io.js'

/** The program as a command opens it. */
export type OpenedApp = {
  readonly local: SurfaceContext
  startWorker(options?: { concurrency?: number }): { stop(): Promise<void> }
  /** Whether the queue answers. */
  readonly runQueue: { check(): Promise<boolean> }
  close(): Promise<void>
}

/** Dollars; `null` where a price is not known. */
type ExpectedCost = { readonly tasks: number; readonly usd: number | null; readonly most_usd: number | null }
type Spent = {
  readonly requests: number
  readonly input_tokens: number
  readonly output_tokens: number
  readonly cost_usd: number | null
}
type AnswerForm = 'structured_output' | 'forced_tool' | 'words'
/** How one task's question was answered, or why it was not. */
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

/** What the commands need of the rest of the program, wired in `main.ts`. */
export type CliDeps = {
  readonly io: Io
  readonly config: Config
  readonly version: string
  /** Opens database, queue and LLM client. */
  open(): Promise<OpenedApp>
  /** For preparing a run that names nothing stored, without opening the database. */
  pricing(): Promise<PricingContext>
  /** Lets a few people live with a product that is being drafted; opens nothing. */
  drafting(): Promise<Drafting>
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
  /** Brings the database up to date as its owner; gives how many migrations were missing. */
  migrate(): Promise<number>
  /** A finding per part of the program: whether it works, and how to mend it. */
  diagnose(): Promise<{ part: string; ok: boolean; finding: string }[]>
  /** Really asks the model, once for each form of answer; says the price before and each task as it ends. */
  checkModel(told: { expected(cost: ExpectedCost): void; task(check: TaskCheck): void }): Promise<ModelCheck>
  /** Called with the name of the command that begins. */
  begins(command: string): void
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
