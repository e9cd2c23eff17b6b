import type { InfluenceType } from '../../domain/personas/persona.js'

/** What decides how much a participant wants the floor. All of it is known to the room or counted from its record. */
export type Standing = {
  readonly persona_id: string
  readonly influence_type: InfluenceType
  /** 0–1: how readily this person goes along with others. */
  readonly conformity: number
  readonly turns_spoken: number
  /** Number of turns above the participants' average, 0 or more. */
  readonly ahead: number
  /** Participant turns since this person last spoke; `null` where they have not spoken. */
  readonly turns_since: number | null
  /** Whether somebody addressed them in the latest turns. */
  readonly addressed: boolean
  /** Strength of the firmest private reason not yet voiced, 0–1. */
  readonly unsaid: number
  /** Distance between their own leaning and the last speaker's public stance, 0–1. */
  readonly disagreement: number
}

/** Minimum urgency at which a person takes the floor unasked (published multi-agent discussions use 0.5 to 0.6). */
export const THRESHOLD = 0.55

/** Base urgency of each role. Choices, not measurements, as the method's page states. */
const BASE: Readonly<Record<InfluenceType, number>> = {
  leader: 0.5,
  contrarian: 0.45,
  connector: 0.4,
  follower: 0.3,
  observer: 0.2,
}
const WEIGHTS = {
  addressed: 0.45,
  unsaid: 0.3,
  disagreement: 0.25,
  /** Extra pull of disagreement on a contrarian. Anybody with a conformity above one half is put off by disagreement. */
  contrarian: 0.2,
  /** Penalty for each turn above the average, in favour of the others. */
  spoken: 0.12,
  /** Penalty for the last speaker: nobody answers themselves. */
  justSpoke: 0.6,
} as const

/** How much a participant wants to speak next, 0–1, depending on their influence type. */
export function urgencyOf(standing: Standing): number {
  const { influence_type, conformity, disagreement } = standing
  const pull = influence_type === 'contrarian' ? WEIGHTS.contrarian * disagreement : 0
  const restraint = WEIGHTS.disagreement * disagreement * (1 - 2 * conformity)
  const urgency =
    BASE[influence_type] +
    (standing.addressed ? WEIGHTS.addressed : 0) +
    WEIGHTS.unsaid * standing.unsaid * (1 - 0.5 * conformity) +
    restraint +
    pull -
    WEIGHTS.spoken * standing.ahead -
    (standing.turns_since === 0 ? WEIGHTS.justSpoke : 0)
  return Math.min(1, Math.max(0, urgency))
}

/** Participants above the threshold, most urgent first; ties go to the fewest turns, then by seat. */
export function rankSpeakers(standings: readonly Standing[]): Standing[] {
  return standings
    .map((standing) => ({ standing, urgency: urgencyOf(standing) }))
    .filter(({ urgency }) => urgency >= THRESHOLD)
    .sort((a, b) => b.urgency - a.urgency || a.standing.turns_spoken - b.standing.turns_spoken)
    .map(({ standing }) => standing)
}
