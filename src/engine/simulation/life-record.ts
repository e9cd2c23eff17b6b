import type { SimulatedLife, SimulationSessionRecord } from '../../domain/simulated-life.js'
import type { Feelings, Why } from '../../domain/simulated-session.js'
import type { DiaryEntry } from './diary.js'
import type { Journey } from './journey.js'
import type { SimulatedPerson } from './person.js'
import type { ProductState } from './product-state.js'

/** The first morning of every simulation, a Monday: time in it is virtual. */
const FIRST_DAY = Date.UTC(2024, 0, 1)
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

const REASONING: Readonly<Record<Why, string>> = {
  planned: 'It was planned.',
  pointed_at: 'The product pointed at it.',
  try_again: 'It had failed and was tried again.',
  curious: 'It was new.',
  due: 'It was due.',
  at_hand: 'It was at hand.',
  confused: 'Something was not clear.',
  stuck: 'They were stuck.',
  enough: 'They had enough.',
}

/** One person's weeks as sessions and events of the specification. */
export function recordOf(
  { id, name, traits, ...person }: SimulatedPerson & { readonly kind: string },
  { joined, days, reason, sessions }: Journey,
  product: ProductState,
  entries: readonly DiaryEntry[],
): Omit<SimulatedLife, 'source'> {
  return {
    ...{ persona_id: id, name, kind: person.kind, synthetic: true, traits, joined, days, left: reason },
    emotional_trajectory: sessions.map(({ day, after }) => ({ day, ...feelingsOf(after) })),
    sessions: sessions.map(({ day, hour, events, minutes, outcome, said }, index): SimulationSessionRecord => {
      const start = FIRST_DAY + (joined + day) * DAY_MS + hour * HOUR_MS
      const session = `${id}/${index + 1}`
      let elapsed = 0
      return {
        ...{ id: session, persona_id: id, session_number: index + 1 },
        start_time: new Date(start).toISOString(),
        end_time: new Date(start + minutes * MINUTE_MS).toISOString(),
        events: events.map((event) => {
          const at = start + elapsed * MINUTE_MS
          elapsed += event.minutes
          return {
            ...{ id: `${session}/${event.seq}`, persona_id: id, timestamp: new Date(at).toISOString() },
            ...{ event_type: 'action' as const, action: event.action },
            context: { target: event.target, product_version: product.version, day },
            // A session planned by a model has the model's reason, where it was kept.
            reasoning: said === undefined ? REASONING[event.why] : said.why || REASONING.planned,
            emotional_state: feelingsOf(event),
            metadata: {
              ...{ seq: event.seq, outcome: event.outcome, defect: event.defect },
              ...{ cause: event.cause, minutes: event.minutes },
            },
          }
        }),
        ...{ outcome, summary: entries[index]?.text ?? '' },
      }
    }),
  }
}

const feelingsOf = ({ frustration, confidence, delight, confusion }: Readonly<Feelings>): Feelings => ({
  ...{ frustration, confidence, delight, confusion },
})
