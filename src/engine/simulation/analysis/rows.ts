import type { SessionEvent, SessionOutcome } from '../../../domain/simulated-session.js'
import type { Journey } from '../journey.js'

/** What is kept of a person, a session and an event. Days count from joining, from 0. */
export type PersonRow = Pick<Journey, 'person' | 'joined' | 'days' | 'reason' | 'activated_on' | 'paid'> & {
  /** Days from joining to the end of the window. */
  readonly observable: number
  /** That of the last session, or `churned`. */
  readonly outcome: SessionOutcome
  readonly sessions: number
  readonly invitations: number
  /** Screens that were open to this person at some time. */
  readonly eligible: readonly string[]
}

export type SessionRow = {
  readonly person: string
  readonly day: number
  readonly outcome: SessionOutcome
  readonly actions: number
  readonly minutes: number
  /** At its end. */
  readonly frustration: number
  readonly confidence: number
  readonly delight: number
  readonly confusion: number
}

export type EventRow = SessionEvent & {
  readonly person: string
  readonly day: number
  readonly frustration_change: number
  readonly delight_change: number
}

export type Rows = {
  readonly people: readonly PersonRow[]
  readonly sessions: readonly SessionRow[]
  readonly events: readonly EventRow[]
}

/** The rows of journeys through a window of `days`. */
export const rowsOf = (journeys: readonly Journey[], days: number): Rows => ({
  people: journeys.map((journey) => personRow(journey, days)),
  sessions: journeys.flatMap(sessionRows),
  events: journeys.flatMap(eventRows),
})

const personRow = (journey: Journey, days: number): PersonRow => ({
  person: journey.person,
  joined: journey.joined,
  days: journey.days,
  reason: journey.reason,
  activated_on: journey.activated_on,
  paid: journey.paid,
  observable: days - journey.joined,
  outcome: journey.reason === null ? (journey.sessions.at(-1)?.outcome ?? 'no_engagement') : 'churned',
  sessions: journey.sessions.length,
  invitations: journey.sessions.reduce((sum, { told }) => sum + told.length, 0),
  eligible: journey.eligible,
})

const sessionRows = ({ person, sessions }: Journey): SessionRow[] =>
  sessions.map(({ day, outcome, events, minutes, after }) => ({
    person,
    day,
    outcome,
    actions: events.length,
    minutes,
    frustration: after.frustration,
    confidence: after.confidence,
    delight: after.delight,
    confusion: after.confusion,
  }))

const eventRows = ({ person, sessions }: Journey): EventRow[] =>
  sessions.flatMap(({ day, before, events }) =>
    events.map((event, index) => {
      const earlier = events[index - 1] ?? before
      return {
        ...event,
        person,
        day,
        frustration_change: event.frustration - earlier.frustration,
        delight_change: event.delight - earlier.delight,
      }
    }),
  )
