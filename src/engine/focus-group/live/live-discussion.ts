import type { IntentRater } from '../../panel/intent/rate-intent.js'
import type { OpinionPath } from '../opinion.js'
import type { CodedDiscussion } from './coding.js'
import type { AfterBallot } from './collect-ballots.js'
import type { Opinion } from './opinions.js'
import type { Participant, RecordedTurn } from './room.js'

/** A discussion's turns, ballots and coding; lists of people are in the order of their seats. */
export type LiveDiscussion = {
  readonly participants: readonly Participant[]
  readonly record: readonly RecordedTurn[]
  readonly after: readonly (AfterBallot | null)[]
  readonly opinions: readonly Opinion[]
  /** Paths of everybody who filled in both ballots. */
  readonly paths: readonly OpinionPath[]
  readonly coded: CodedDiscussion
  readonly rater: Pick<IntentRater, 'anchorRange'>
}

/** Number of the turn that a person's ballot names as having changed their mind; `null` for none. */
export const movedBy = ({ participants, after }: LiveDiscussion, persona_id: string): number | null =>
  after[participants.findIndex(({ persona }) => persona.persona_id === persona_id)]?.moved_by ?? null
