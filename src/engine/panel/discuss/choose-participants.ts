import type { Respondent } from '../respond/respond.js'

/** Maximum number of participants: a larger panel is represented by a spread over purchase intent. */
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

/** Turns per topic after the opening turns, unless the input sets a number of turns. */
const TURNS_PER_TOPIC = 8

/** Maximum number of turns in a discussion: an opening turn of each participant, and the turns on every topic. */
export const defaultTurnCap = (participants: number, topics: number): number =>
  participants + TURNS_PER_TOPIC * Math.max(1, topics)
