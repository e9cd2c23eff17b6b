import type { Company } from '../db/run-leases.js'

/** Works on a run, or a part of one, until it ends or `stop` fires. `suspect`: it may be taken alone only. */
type Work = (company: Company, stop: AbortSignal) => Promise<'done' | 'suspect'>

export type InCompany = {
  /** Works beside what is in hand, or alone where that is needed. Does nothing while another run is worked on alone. */
  take(run_id: string, work: Work): Promise<void>
  /** Has everything in hand handed back, and whatever still comes. */
  stop(): void
}

/**
 * Which runs a worker has in hand: many beside each other, or one that may be killing its workers and nothing else. For
 * that one the others are handed back: what they have in flight is still stored. Parts of a run may be taken beside it.
 * `onFree` is told when others may be taken again.
 */
export function workInCompany(onFree: () => void): InCompany {
  const inHand = new Map<Promise<unknown>, { run_id: string; handBack: AbortController }>()
  /** The run that is to be alone, and whether the others have gone. */
  let alone: { readonly run_id: string; readonly ready: boolean } | null = null
  let stopped = false

  const hold = async (run_id: string, company: Company, work: Work): Promise<'done' | 'suspect'> => {
    const handBack = new AbortController()
    if (stopped) handBack.abort()
    const working = work(company, handBack.signal)
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
      const outcome = await hold(run_id, alone === null ? 'beside_others' : 'alone', work)
      if (outcome === 'suspect' && alone === null && !stopped) await holdAlone(run_id, work)
    },
    stop() {
      stopped = true
      for (const { handBack } of inHand.values()) handBack.abort()
    },
  }
}
