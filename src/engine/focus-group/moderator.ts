import { PURCHASE_QUESTION } from '../panel/respond/prompt.js'

/** The moderator's moves: fixed moves in fixed words, so that the moderator steers nobody's opinion. */
export type ModeratorMove =
  | { readonly kind: 'open' }
  | { readonly kind: 'probe'; readonly about: string }
  | { readonly kind: 'address'; readonly name: string }
  | { readonly kind: 'advance'; readonly topic: string }
  | { readonly kind: 'close' }

/** Number of participant turns without a moderator's move after which one is made. */
export const PROBE_AFTER = 6

/** The moderator's words for a move. A probe quotes a turn; the moderator never sees private words. */
export function moderatorLine(move: ModeratorMove): string {
  switch (move.kind) {
    case 'open':
      return 'You have all read it, each for yourselves. In a sentence or two: what is your honest first reaction?'
    case 'probe':
      return `I heard “${move.about}”. What would have to be different for you, or what would prove it to you?`
    case 'address':
      return `${move.name}, we have not heard much from you. What is on your mind?`
    case 'advance':
      return `Let us come to something else: ${move.topic}`
    case 'close':
      return `We are coming to an end. The last question goes to each of you: ${PURCHASE_QUESTION}`
  }
}

export type RoomState = {
  /** Participant turns since the moderator last spoke. */
  readonly sinceModerator: number
  readonly someoneUrgent: boolean
  /** The participant with the fewest turns who still holds an unvoiced reason; `null` where there is none. */
  readonly silent: { readonly name: string } | null
  /** Names already addressed; nobody is pressed twice. */
  readonly addressed: readonly string[]
  /** The sentence of the last turn that somebody disagreed with; `null` without a disagreement. */
  readonly contested: string | null
  readonly topicsLeft: readonly string[]
}

/** The moderator's next move, or `null` to let people talk. In order: probe, address a silent person, advance, close. */
export function nextMove(state: RoomState): ModeratorMove | null {
  const { sinceModerator, someoneUrgent, silent, addressed, contested, topicsLeft } = state
  if (someoneUrgent && sinceModerator < PROBE_AFTER) return null
  if (contested !== null && sinceModerator >= PROBE_AFTER) return { kind: 'probe', about: contested }
  if (silent && !addressed.includes(silent.name)) return { kind: 'address', name: silent.name }
  if (someoneUrgent) return null
  const [topic] = topicsLeft
  return topic === undefined ? { kind: 'close' } : { kind: 'advance', topic }
}
