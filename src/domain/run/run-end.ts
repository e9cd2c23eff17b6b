import type { ResultOf, RunKind } from './kinds.js'
import type { Trust } from './run.js'

/** The outcome of a finished run of one of these kinds. */
export type RunOutcome<K extends RunKind = RunKind> = {
  [P in K]: { readonly kind: P; readonly result: ResultOf<P>; readonly trust: Trust | null }
}[K]

/**
 * How a worker lets go of a run. `queued` hands it back unfinished; `paused` with null waits for a person. `not_before`: the
 * earliest time to go on, by the database's clock.
 */
export type RunEnd =
  | ({ status: 'completed' } & RunOutcome)
  | { status: 'failed' | 'cancelled'; code: string; message: string }
  | { status: 'paused'; code: string; message: string; resume_in_seconds: number | null; not_before?: string }
  | { status: 'queued' }
