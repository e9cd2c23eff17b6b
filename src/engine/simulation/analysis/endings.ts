import {
  LEAVING_REASONS,
  type LeavingReason,
  SESSION_OUTCOMES,
  type SessionOutcome,
} from '../../../domain/simulation/simulated-session.js'
import type { PersonRow } from './rows.js'

const countEach = <T extends string>(all: readonly T[], values: readonly (T | null)[]): Record<T, number> =>
  Object.fromEntries(all.map((key) => [key, values.filter((value) => value === key).length])) as Record<T, number>

/** Number of people who left, by reason. */
export const reasonsForLeaving = (people: readonly PersonRow[]): Record<LeavingReason, number> =>
  countEach(
    LEAVING_REASONS,
    people.map(({ reason }) => reason),
  )

/** Number of people by their last outcome; sums to all people. */
export const outcomeDistribution = (people: readonly PersonRow[]): Record<SessionOutcome, number> =>
  countEach(
    SESSION_OUTCOMES,
    people.map(({ outcome }) => outcome),
  )
