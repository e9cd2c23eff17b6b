import type { Isolation } from '../db/run/run-leases.js'

/** Works on a run, or a part of one, until it ends or `stop` fires. `suspect`: it may only be claimed alone. */
type Work = (isolation: Isolation, stop: AbortSignal) => Promise<'done' | 'suspect'>

export type SuspectIsolation = {
  /**
   * Works beside the other runs in hand, or alone where that is required. Does nothing while another run is held alone.
   */
  take(run_id: string, work: Work): Promise<void>
  /** Hands back everything in hand, and every run that is still taken. */
  stop(): void
}

/**
 * Tracks the runs of a worker: many side by side, or a single suspect, a run that may be killing its workers. A suspect
 * has the others handed back first; what they have in flight is still stored. Parts of the suspect may run beside it.
 * `onFree` is called when other runs may be taken again.
 */
export function createIsolation(onFree: () => void): SuspectIsolation {
  const inHand = new Map<Promise<unknown>, { run_id: string; handBack: AbortController }>()
  /** The suspect that is to be alone, and whether the other runs have been handed back. */
  let alone: { readonly run_id: string; readonly ready: boolean } | null = null
  let stopped = false

  const hold = async (run_id: string, isolation: Isolation, work: Work): Promise<'done' | 'suspect'> => {
    const handBack = new AbortController()
    if (stopped) handBack.abort()
    const working = work(isolation, handBack.signal)
    inHand.set(working, { run_id, handBack })
    try {
      return await working
    } finally {
      inHand.delete(working)
    }
  }

  const holdAlone = async (run_id: string, work: Work): Promise<void> => {
    alone = { run_id, ready: false }
    try {
      const others = [...inHand].filter(([, other]) => other.run_id !== run_id)
      for (const [, { handBack }] of others) handBack.abort()
      await Promise.allSettled(others.map(([working]) => working))
      alone = { run_id, ready: true }
      if (!stopped) await hold(run_id, 'alone', work)
    } finally {
      alone = null
      onFree()
    }
  }

  return {
    async take(run_id, work) {
      if (stopped || (alone !== null && (alone.run_id !== run_id || !alone.ready))) return
      const outcome = await hold(run_id, alone === null ? 'shared' : 'alone', work)
      if (outcome === 'suspect' && alone === null && !stopped) await holdAlone(run_id, work)
    },
    stop() {
      stopped = true
      for (const { handBack } of inHand.values()) handBack.abort()
    },
  }
}
