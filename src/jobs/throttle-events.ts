import type { RunEventData, RunEventType } from '../domain/run/run-events.js'

type Merge<Data> = (earlier: Data, later: Data) => Data
/** Event types that come faster than anybody reads them, and how two events of a type merge into one. */
const MERGES: { readonly [T in RunEventType]?: Merge<RunEventData<T>> } = {
  people_lived: (earlier, later) => ({ blocks: [...earlier.blocks, ...later.blocks] }),
  sessions_planned: (earlier, later) => ({
    sessions: earlier.sessions + later.sessions,
    people: earlier.people + later.people,
    ids: [...(earlier.ids ?? []), ...(later.ids ?? [])],
  }),
}
const INTERVAL_MS = 1_000
/** Entries (a run and an event type) that are remembered; the oldest is dropped. */
const MAX_WAITING = 200

export type EventThrottle = {
  /** Returns the event to store now, merged with those held back; `null` within a second of the last one. */
  take<T extends RunEventType>(run_id: string, type: T, data: RunEventData<T>): RunEventData<T> | null
  /** Returns what is held back, to be stored before an attempt ends. */
  release<T extends RunEventType>(run_id: string, type: T): RunEventData<T> | null
}

/** Events held back are merged into the next one of their run and type, whichever part of the run they belong to. */
export function createEventThrottle(): EventThrottle {
  const runs = new Map<string, { readonly waiting: unknown; readonly storedAt: number }>()
  const entryOf = (key: string) => runs.get(key) ?? { waiting: null, storedAt: Number.NEGATIVE_INFINITY }
  return {
    take<T extends RunEventType>(run_id: string, type: T, data: RunEventData<T>) {
      const merge: Merge<RunEventData<T>> | undefined = MERGES[type]
      if (!merge) return data
      const key = `${run_id} ${type}`
      const { waiting, storedAt } = entryOf(key)
      const due = waiting === null ? data : merge(waiting as RunEventData<T>, data)
      const now = performance.now()
      const isTime = now - storedAt >= INTERVAL_MS
      runs.set(key, isTime ? { waiting: null, storedAt: now } : { waiting: due, storedAt })
      if (runs.size > MAX_WAITING) runs.delete(runs.keys().next().value ?? '')
      return isTime ? due : null
    },
    release<T extends RunEventType>(run_id: string, type: T) {
      const { waiting } = entryOf(`${run_id} ${type}`)
      runs.delete(`${run_id} ${type}`)
      return waiting as RunEventData<T> | null
    },
  }
}
