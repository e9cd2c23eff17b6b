import type { Respondent } from '../respond/respond.js'

/** At most this many take part: a larger panel is represented by a spread over purchase intent. */
export const MAX_PARTICIPANTS = 8

/** The participants of a discussion: everybody, or evenly spaced seats along the panel ordered by intent. */
export function chooseParticipants<R extends Pick<Respondent, 'response'>>(respondents: readonly R[]): R[] {
  if (respondents.length <= MAX_PARTICIPANTS) return [...respondents]
  const ordered = [...respondents].sort((a, b) => a.response.purchase_intent - b.response.purchase_intent)
  const seats = Array.from({ length: MAX_PARTICIPANTS }, (_, i) =>
    Math.round((i * (ordered.length - 1)) / (MAX_PARTICIPANTS - 1)),
  )
  const spread = new Set(seats.map((seat) => ordered[seat]))
  return respondents.filter((respondent) => spread.has(respondent))
}

/** Turns on each topic after everybody's opening, unless the input says otherwise. */
const TURNS_PER_TOPIC = 8

/** Most turns of participants in a discussion: everybody opens, and some talk follows on every topic. */
export const defaultTurnCap = (participants: number, topics: number): number =>
  participants + TURNS_PER_TOPIC * Math.max(1, topics)
