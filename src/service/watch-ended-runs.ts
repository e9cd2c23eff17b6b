import { hasEnded } from '../domain/run.js'
import type { Run } from '../domain/run-state.js'
import type { Context } from './context.js'

/** A busy run changes many times a second; its end may be reported this much later. */
const SETTLE_MS = 250

/**
 * Calls back once for each run of the actor's workspace that ends from now on, until the returned function is called.
 * Notifications can be lost while a connection is renewed: whoever must know for sure follows the run.
 */
export function watchEndedRuns(ctx: Context, onEnded: (run: Run) => void): () => void {
  const due = new Map<string, NodeJS.Timeout>()
  let stopped = false
  const look = async (run_id: string): Promise<void> => {
    due.delete(run_id)
    const run = await ctx.store.runs.get(ctx.actor, run_id).catch(() => null)
    if (run && hasEnded(run) && !stopped) onEnded(run)
  }
  const unsubscribe = ctx.store.database.changes.subscribe((run_id) => {
    // Debounced: each change postpones the look, so that an ended run is reported once.
    clearTimeout(due.get(run_id))
    due.set(
      run_id,
      setTimeout(() => void look(run_id), SETTLE_MS),
    )
  })
  return () => {
    stopped = true
    unsubscribe()
    for (const timer of due.values()) clearTimeout(timer)
  }
}
