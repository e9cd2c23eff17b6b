import { hasEnded, type RunStatus } from '../../domain/run/run.js'
import type { Database } from '../connection/client.js'

type EndedRun = { readonly run_id: string }
type Found = { readonly workspace_id: string; readonly status: RunStatus; readonly ended_at: string | null }
type OnEnded = (run: EndedRun) => void
/** A busy run changes many times a second; its end may be reported this many milliseconds later. */
const SETTLE_MS = 250
const FIND = {
  name: 'run_end',
  text: 'select workspace_id::text, status, completed_at::text as ended_at from run where id = $1::uuid',
}
/** Ends that are remembered, so that a later change of the run does not report its end again. */
const MAX_REPORTED = 1_000

/**
 * Reports runs that end. A change of a run is read once per process, however many subscribers there are, and only while
 * there are any; a second time where that fails.
 */
export function createRunEnds(db: Database) {
  const listening = new Map<string, Set<OnEnded>>()
  const due = new Map<string, NodeJS.Timeout>()
  /** When each run ended, as it was reported: a run that is retried ends again. */
  const reported = new Map<string, string | null>()
  let unsubscribe: (() => void) | null = null
  const read = (run_id: string) => db.queryAcrossWorkspaces<Found>(FIND, [run_id])
  const look = async (run_id: string): Promise<void> => {
    due.delete(run_id)
    // No further change may follow the last one, so that a failed read is tried again.
    const rows = await read(run_id)
      .catch(() => read(run_id))
      .catch(() => [])
    for (const { workspace_id, status, ended_at } of rows) {
      if (!hasEnded({ status }) || reported.get(run_id) === ended_at) continue
      reported.set(run_id, ended_at)
      const [oldest = run_id] = reported.keys()
      if (reported.size > MAX_REPORTED) reported.delete(oldest)
      for (const onEnded of [...(listening.get(workspace_id) ?? [])]) onEnded({ run_id })
    }
  }
  const onChange = (run_id: string): void => {
    // Debounced: each change postpones the read, so that a busy run is read once.
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
