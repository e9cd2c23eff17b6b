import type { RunEventData, RunEventType } from '../domain/run/run-events.js'

type Join<Data> = (told: Data, more: Data) => Data
/** Event types that come faster than anybody reads them, and how two events of a type merge into one. */
const JOINS: { readonly [T in RunEventType]?: Join<RunEventData<T>> } = {
  people_lived: (told, more) => ({ blocks: [...told.blocks, ...more.blocks] }),
  sessions_planned: (told, more) => ({
    sessions: told.sessions + more.sessions,
    people: told.people + more.people,
  }),
}
const EVERY_MS = 1_000
/** Entries (a run and an event type) that are remembered; the oldest is dropped. */
const MAX_WAITING = 200

/** Returns the event to store now, merged with those held back; `null` within a second of the last one. */
export type Paced = <T extends RunEventType>(run_id: string, type: T, data: RunEventData<T>) => RunEventData<T> | null

/** Events held back are merged into the next one of their run and type, whichever part of the run they belong to. */
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
