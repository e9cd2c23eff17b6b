import type { RunEventData } from '../domain/run-events.js'

type Lived = RunEventData<'people_lived'>
/** What is to be told now; `null` while the last time is less than a second ago. */
export type Paced = (run_id: string, lived: Lived) => Lived | null

const EVERY_MS = 1_000
/** Runs whose people are remembered; the oldest is forgotten. */
const MAX_RUNS = 100

/** People are done faster than anybody reads: what is not told yet waits for the next time, whichever part of a run it is of. */
export function paceLived(now: () => number = () => performance.now()): Paced {
  const waiting = new Map<string, { blocks: Lived['blocks']; told: number }>()
  return (run_id, { blocks }) => {
    const kept = waiting.get(run_id) ?? { blocks: [], told: Number.NEGATIVE_INFINITY }
    const due = [...kept.blocks, ...blocks]
    const isTime = now() - kept.told >= EVERY_MS
    waiting.set(run_id, isTime ? { blocks: [], told: now() } : { blocks: due, told: kept.told })
    if (waiting.size > MAX_RUNS) waiting.delete(waiting.keys().next().value ?? '')
    return isTime ? { blocks: due } : null
  }
}
