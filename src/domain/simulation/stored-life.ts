import type { LivedWeeks } from './session-rows.js'
import type { Feelings, SessionEvent, SessionOutcome, Trigger } from './simulated-session.js'

/** An event as it is stored: feelings to a thousandth, without its minutes. */
export type StoredEvent = Omit<SessionEvent, 'minutes'>

export type StoredSession = {
  readonly day: number
  readonly hour: number
  readonly minutes: number
  readonly outcome: SessionOutcome
  readonly invited: number
  readonly trigger: Trigger | null
  readonly after: Readonly<Feelings>
  readonly events: readonly StoredEvent[]
}

/** One person's weeks as the rows have them: what happened, without words and memory. */
export type StoredLife = Omit<LivedWeeks, 'sessions'> & {
  /** Position in the cohort. */
  readonly person: number
  /** Place of the user whose invitation they accepted. */
  readonly invited_by: number | null
  readonly sessions: readonly StoredSession[]
}
