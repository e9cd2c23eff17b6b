import type { Trust } from './run.js'

/** How a worker lets go of a run. `queued` hands it back unfinished; `paused` with null waits for a person. */
export type RunEnd =
  | { status: 'completed'; result: unknown; trust: Trust | null }
  | { status: 'failed' | 'cancelled'; code: string; message: string }
  | { status: 'paused'; code: string; message: string; resume_in_seconds: number | null }
  | { status: 'queued' }
