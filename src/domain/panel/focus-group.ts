import { z } from 'zod'
import { PrivateReason } from './response.js'

/** A private reason with its number within its holder: r1, r2, …; '' for a reason that came up only during the discussion. */
export const Reason = PrivateReason.extend({ reason_id: z.string() })
export type Reason = z.infer<typeof Reason>

/** A private ballot after a discussion: what a person would do, in their own words, and why. No other person ever sees it. */
export const BallotAnswer = z.object({
  /** How likely they are to buy it now, in their own words. */
  purchase_statement: z.string().min(1),
  /** Reasons still held, with their number, and new reasons, with ''. */
  reasons: z.array(Reason).max(6),
  /** Number of the turn that changed their mind most; 0 for none. */
  moved_by_turn: z.int().min(0),
})
export type BallotAnswer = z.infer<typeof BallotAnswer>

/** A participant's turn, with the participant's own description of it. */
export const SpokenTurn = z.object({
  text: z.string().min(1),
  /** Name of the participant spoken to; '' for the room. */
  addressed_to: z.string(),
  /** Number of the turn it refers to; 0 for none. */
  about_turn: z.int().min(0),
  position: z.enum(['agrees', 'disagrees', 'asks', 'adds']),
  /** Numbers of the speaker's own private reasons that this turn voices, as the speaker sees it. Steers who speaks next. */
  voices: z.array(z.string()).max(6),
  /** How likely to buy the speaker sounded, 1–5, as the speaker sees it. Steers who speaks next. */
  public_intent: z.int().min(1).max(5),
})
export type SpokenTurn = z.infer<typeof SpokenTurn>

/** A turn as everybody in the room hears it. */
export const RoomTurn = z.object({
  turn: z.int().min(1),
  speaker: z.string(),
  text: z.string(),
  moderator: z.boolean(),
})
export type RoomTurn = z.infer<typeof RoomTurn>

/** What a participant remembers of the discussion: earlier parts in short, the latest turns word for word. */
export const Recollection = z.object({ earlier: z.array(z.string()), latest: z.array(RoomTurn) })
export type Recollection = z.infer<typeof Recollection>

/** What a turn does to a private view, marked by a coder who knows neither speakers nor holders. */
export const ViewMark = z.object({
  /** Number of the view in the coder's list: v1, v2, … */
  view: z.string(),
  turn: z.int().min(1),
  relation: z.enum(['supports', 'contradicts', 'asks']),
  /** The words of the turn that do it, verbatim. */
  quote: z.string(),
})
export type ViewMark = z.infer<typeof ViewMark>
