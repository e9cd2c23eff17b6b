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

/** An event after which somebody was frustrated or delighted, more than before it. */
export type EventRow = SessionEvent & {
  readonly person: string
  readonly day: number
  readonly frustration_change: number
  readonly delight_change: number
}

/** What one person tried at one place. */
type UseRow = {
  readonly person: string
  readonly target: string
  readonly tries: number
  readonly successes: number
  /** Whether the last thing of all was tried here. */
  readonly is_last: boolean
}

export type Rows = {
  readonly people: readonly PersonRow[]
  readonly sessions: readonly SessionRow[]
  readonly events: readonly EventRow[]
  readonly uses: readonly UseRow[]
}

/** Frustration above which somebody counts as frustrated. */
export const FRUSTRATED = 0.6
const DELIGHTED = 0.7
type Felt = Pick<EventRow, 'frustration' | 'frustration_change' | 'delight' | 'delight_change'>
export const isFrustrating = (event: Felt): boolean => event.frustration > FRUSTRATED && event.frustration_change > 0
export const isDelighting = (event: Felt): boolean => event.delight > DELIGHTED && event.delight_change > 0

/** Collects the rows of journeys through a window of `days`, which need not be kept after it. */
export function collectRows(days: number): { readonly rows: Rows; add(journeys: readonly Journey[]): void } {
  const people: PersonRow[] = []
  const sessions: SessionRow[] = []
  const events: EventRow[] = []
  const uses: UseRow[] = []
  return {
    rows: { people, sessions, events, uses },
    add(journeys) {
      for (const journey of journeys) {
        people.push(personRow(journey, days))
        sessions.push(...sessionRows(journey))
        events.push(...strongEvents(journey))
        uses.push(...useRows(journey))
      }
    },
  }
}

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

const strongEvents = ({ person, sessions }: Journey): EventRow[] =>
  sessions.flatMap(({ day, before, events }) =>
    events.flatMap((event, index) => {
      const earlier = events[index - 1] ?? before
      const frustration_change = event.frustration - earlier.frustration
      const delight_change = event.delight - earlier.delight
      const felt = { ...event, person, day, frustration_change, delight_change }
      return isFrustrating(felt) || isDelighting(felt) ? [felt] : []
    }),
  )

function useRows({ person, sessions }: Journey): UseRow[] {
  const uses = new Map<string, { tries: number; successes: number }>()
  let last = ''
  for (const { events } of sessions) {
    for (const { target, outcome } of events) {
      const use = uses.get(target) ?? { tries: 0, successes: 0 }
      use.tries += 1
      if (outcome === 'ok') use.successes += 1
      uses.set(target, use)
      last = target
    }
  }
  return [...uses].map(([target, use]) => ({ person, target, ...use, is_last: target === last }))
}
