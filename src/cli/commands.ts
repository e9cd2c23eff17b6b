import type { Config } from '../config.js'
import type { RunKind } from '../domain/kinds.js'
import type { Quote } from '../domain/quote.js'
import type { SurfaceContext } from '../service/surface-context.js'
import type { Io } from './io.js'

/** What a command finds when it opens the program. */
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
  /** Opens database, queue and model door. */
  open(): Promise<OpenedApp>
  /** Price and time without a database. */
  quote(kind: RunKind, input: unknown): Quote
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
  /** One line per part of the program: whether it works, and how to mend it. */
  diagnose(): Promise<{ part: string; ok: boolean; finding: string }[]>
  /** Calls back on Ctrl-C until the returned function is called. */
  onInterrupt(callback: () => void): () => void
}
