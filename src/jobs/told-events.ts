import type { RunEventData, RunEventType } from '../domain/run/run-events.js'

type Identity = { readonly [T in RunEventType]?: (data: RunEventData<T>) => string | readonly string[] }
/**
 * What names an event within its run; a list for an event that is stored together with others of its type. Types without
 * an entry are told again: readers count what they name once.
 */
const IDENTITY: Identity = {
  stage: ({ stage, total = 0 }) => `${stage} ${total}`,
  respondent_answered: ({ persona_id }) => persona_id,
  trial_judged: ({ side, case_id, trial }) => `${side} ${case_id} ${trial}`,
  trial_failed: ({ side, case_id, trial }) => `${side} ${case_id} ${trial}`,
  persona_written: ({ id }) => id,
  sessions_planned: ({ ids = [] }) => ids,
  turn: ({ speaker, text }) => `${speaker} ${text}`,
}

/** Types of events whose stored ones are compared. */
export const COMPARED_TYPES = Object.keys(IDENTITY) as RunEventType[]

type StoredEvent = { readonly type: RunEventType; readonly data: unknown }

/**
 * Whether an earlier attempt of the run has told an event, so that a new one, which computes it again from stored
 * answers, keeps it to itself. Each stored event counts once. Where a stage comes with another total than before,
 * everything from there on is told.
 */
export function createToldEvents(
  stored: readonly StoredEvent[],
): <T extends RunEventType>(type: T, data: RunEventData<T>) => boolean {
  const told = new Map<string, number>()
  for (const { type, data } of stored)
    for (const key of keysOf(type, data as never)) told.set(key, (told.get(key) ?? 0) + 1)
  return (type, data) => {
    const [key] = keysOf(type, data)
    if (key === undefined) return false
    const count = told.get(key) ?? 0
    if (count > 0) told.set(key, count - 1)
    else if (type === 'stage' && isStageLeft(told, (data as RunEventData<'stage'>).stage)) told.clear()
    return count > 0
  }
}

function keysOf<T extends RunEventType>(type: T, data: RunEventData<T>): string[] {
  const identity: Identity[T] = IDENTITY[type]
  return [identity?.(data) ?? []].flat().map((name) => `${type} ${name}`)
}

const isStageLeft = (told: ReadonlyMap<string, number>, stage: string): boolean =>
  [...told].some(([key, count]) => count > 0 && key.startsWith(`stage ${stage} `))
