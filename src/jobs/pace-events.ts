import type { RunEventData, RunEventType } from '../domain/run-events.js'

type Join<Data> = (told: Data, more: Data) => Data
/** Events that come faster than anybody reads, and how several of them are one. */
const JOINS: { readonly [T in RunEventType]?: Join<RunEventData<T>> } = {
  people_lived: (told, more) => ({ blocks: [...told.blocks, ...more.blocks] }),
  sessions_planned: (told, more) => ({
    sessions: told.sessions + more.sessions,
    people: told.people + more.people,
  }),
}
const EVERY_MS = 1_000
/** What runs have still to tell; the oldest is forgotten. */
const MAX_WAITING = 200

/** What is to be told now; `null` while the last time is less than a second ago. */
export type Paced = <T extends RunEventType>(run_id: string, type: T, data: RunEventData<T>) => RunEventData<T> | null

/** What is not told yet waits for the next time, whichever part of a run it is of. */
export function paceEvents(): Paced {
  const runs = new Map<string, { readonly waiting: unknown; readonly told: number }>()
  return <T extends RunEventType>(run_id: string, type: T, data: RunEventData<T>) => {
    const join: Join<RunEventData<T>> | undefined = JOINS[type]
    if (!join) return data
    const key = `${run_id} ${type}`
    const { waiting, told } = runs.get(key) ?? { waiting: null, told: Number.NEGATIVE_INFINITY }
    const due = waiting === null ? data : join(waiting as RunEventData<T>, data)
    const now = performance.now()
    const isTime = now - told >= EVERY_MS
    runs.set(key, isTime ? { waiting: null, told: now } : { waiting: due, told })
    if (runs.size > MAX_WAITING) runs.delete(runs.keys().next().value ?? '')
    return isTime ? due : null
  }
}
