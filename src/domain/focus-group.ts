import { z } from 'zod'

/** A reason for or against buying that somebody holds privately. */
export const Reason = z.object({
  /** r1, r2, … of its holder; '' for one that came up only now. */
  reason_id: z.string(),
  reason: z.string().min(1),
  /** The holder's own private words for it. */
  quote: z.string().min(1),
  /** 1 (in passing) … 5 (decides it). */
  strength: z.int().min(1).max(5),
})
export type Reason = z.infer<typeof Reason>

/** A private ballot: what somebody would do, in their own words, and why. Nobody else ever sees it. */
export const BallotAnswer = z.object({ stance: z.string().min(1), reasons: z.array(Reason).max(6) })
export type BallotAnswer = z.infer<typeof BallotAnswer>

/** What a participant says when it has the floor, and what it says about its own words. */
export const SpokenTurn = z.object({
  text: z.string().min(1),
  /** Name of the participant spoken to; '' for the room. */
  addressed_to: z.string(),
  /** The turn it takes up; 0 for none. */
  about_turn: z.int().min(0),
  position: z.enum(['agrees', 'disagrees', 'asks', 'adds']),
  /** Ids of the speaker's own private reasons that this turn says aloud. */
  voices: z.array(z.string()),
  /** How likely to buy the speaker sounded, 1–5. */
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
