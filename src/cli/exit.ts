import type { RunDocument } from '../domain/run-document.js'

/** Exit codes, as people's scripts know them. */
export const EXIT = { done: 0, failed: 1, usage: 2, threshold: 3, budget: 4, stillGoing: 5, cancelled: 130 } as const

/** The exit code for a run as it stands. */
export function exitOf(run: RunDocument): number {
  switch (run.status) {
    // With an error it is the result of before: a retry came to nothing.
    case 'completed':
      return run.error === null ? EXIT.done : EXIT.failed
    case 'cancelled':
      return EXIT.cancelled
    case 'failed':
      return EXIT.failed
    case 'paused':
      return run.error?.code === 'budget_exceeded' ? EXIT.budget : EXIT.stillGoing
    default:
      return EXIT.stillGoing
  }
}
