import { hasEnded, type RunStatus } from '../domain/run.js'
import type { Database } from './client.js'

type EndedRun = { readonly run_id: string }
type Found = { readonly workspace_id: string; readonly status: RunStatus }
type OnEnded = (run: EndedRun) => void
export type RunEnds = ReturnType<typeof createRunEnds>

/** A busy run changes many times a second; its end may be reported this many milliseconds later. */
const SETTLE_MS = 250
const FIND = { name: 'run_end', text: 'select workspace_id::text, status from run where id = $1::uuid' }

/**
 * Reports runs that end. A change of a run is read once per process, however many subscribers there are, and only while
 * there are any.
 */
export function createRunEnds(db: Database) {
  const listening = new Map<string, Set<OnEnded>>()
  const due = new Map<string, NodeJS.Timeout>()
  let unsubscribe: (() => void) | null = null
  const look = async (run_id: string): Promise<void> => {
    due.delete(run_id)
    const rows = await db.queryAcrossWorkspaces<Found>(FIND, [run_id]).catch(() => [])
    for (const { workspace_id, status } of rows) {
      if (!hasEnded({ status })) continue
      for (const onEnded of [...(listening.get(workspace_id) ?? [])]) onEnded({ run_id })
    }
  }
  const onChange = (run_id: string): void => {
    // Debounced: each change postpones the read, so that an ended run is reported once.
    clearTimeout(due.get(run_id))
    due.set(
      run_id,
      setTimeout(() => void look(run_id), SETTLE_MS),
    )
  }

  return {
    /**
     * Calls `onEnded` once for each run of a workspace that ends from now on, until the returned function is called.
     */
    subscribe({ workspace_id }: { readonly workspace_id: string }, onEnded: OnEnded): () => void {
      const own = listening.get(workspace_id) ?? new Set()
      listening.set(workspace_id, own.add(onEnded))
      unsubscribe ??= db.changes.subscribe(onChange)
      return () => {
        own.delete(onEnded)
        if (own.size === 0 && listening.get(workspace_id) === own) listening.delete(workspace_id)
        if (listening.size > 0) return
        unsubscribe?.()
        unsubscribe = null
        for (const timer of due.values()) clearTimeout(timer)
        due.clear()
      }
    },
  }
}
