import type { GroupDynamics } from '../../domain/discussion.js'
import { shortened, worded } from '../clean.js'
import type { Names } from './findings.js'

export type Change = {
  readonly who: string
  /** 1–5, from the secret ballots. */
  readonly from: number
  readonly to: number
}
export type Shifts = ReturnType<typeof shiftsOf>

/** More lines than this are no picture any more; those who moved least are left out, and counted. */
const MOST_LINES = 16

/** From ballot to ballot, those who moved most first; `null` without ballots on both sides. */
export function shiftsOf({ ballots }: Pick<GroupDynamics, 'ballots'>, names: Names) {
  if (!ballots) return null
  const after = new Map(ballots.after.map(({ persona_id, leaning }) => [persona_id, leaning]))
  const changes = ballots.before.flatMap(({ persona_id, leaning }): Change[] => {
    const later = after.get(persona_id)
    const who = names.get(persona_id) ?? worded(persona_id)
    return later === undefined ? [] : [{ who, from: leaning, to: later }]
  })
  if (changes.length === 0) return null
  const moved = [...changes].sort((a, b) => Math.abs(b.to - b.from) - Math.abs(a.to - a.from))
  const shown = moved.slice(0, MOST_LINES)
  return {
    changes: shown.map((one) => ({ ...one, who: shortened(one.who, 14) })),
    others: changes.length - shown.length,
    people: changes.length,
    up: changes.filter(({ from, to }) => to - from >= LEAST).length,
    down: changes.filter(({ from, to }) => from - to >= LEAST).length,
  }
}

/** Less than this is drawn, but not called a change: half a point of five is within the noise of a second reading. */
const LEAST = 0.5
