/** Each participant opens, and so many turns more are spoken on each topic unless asked otherwise. */
const TURNS_AFTER_OPENING = 8

/** Most turns of participants in a discussion: everybody opens, and some talk follows on every topic. */
export const mostTurns = (participants: number, topics: number): number =>
  participants + TURNS_AFTER_OPENING * Math.max(1, topics)
