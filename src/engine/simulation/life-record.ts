import type { SimulatedLife, SimulationEventRecord, SimulationSessionRecord } from '../../domain/simulated-life.js'
import type { Feelings, LeavingReason, Session, SessionEvent, Why } from '../../domain/simulated-session.js'
import { DELIGHTED, FRUSTRATED } from './analysis/rows.js'
import type { DiaryEntry } from './diary.js'
import type { Journey } from './journey.js'
import { keptMemories } from './memory-text.js'
import type { SimulatedPerson } from './person.js'
import type { ProductState } from './product-state.js'
import { OUTCOME_WORDS } from './prompt.js'

/** The first morning of every simulation, a Monday: time in it is virtual. */
const FIRST_DAY = Date.UTC(2024, 0, 1)
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** The hour of decisions on a day without a session. */
const EVENING = 20

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

const LEFT: Readonly<Record<LeavingReason, string>> = {
  uninstalled: 'They had enough of it.',
  deal_breaker: 'They had met what they do not put up with.',
  price: 'It cost more than it was worth to them.',
  limit: 'A limit had stopped them.',
  lapsed: 'They had been away for days.',
  dissatisfied: 'It did not give them enough.',
  drifted: 'No reason was seen.',
}

/** One person's weeks as sessions and events of the specification. */
export function recordOf(
  person: SimulatedPerson & { readonly kind: string },
  journey: Journey,
  product: ProductState,
  entries: readonly DiaryEntry[],
  by: string | null,
): Omit<SimulatedLife, 'source'> {
  const { id, name, traits, kind } = person
  const { joined, days, reason, sessions, memory } = journey
  const decisions = decisionsOf(journey)
  return {
    ...{ persona_id: id, name, kind, synthetic: true, traits, joined, by, days, left: reason },
    emotional_trajectory: sessions.map(({ day, after }) => ({ day, ...feelingsOf(after) })),
    sessions: sessions.map((session, index): SimulationSessionRecord => {
      const { day, hour, minutes, outcome } = session
      const start = startOf(joined + day, hour)
      const of = { id: `${id}/${index + 1}`, person: id, version: product.version, session, start }
      const until = sessions[index + 1]?.day ?? days
      const decided = decisions.filter((decision) => decision.day >= day && decision.day < until)
      return {
        ...{ id: of.id, persona_id: id, session_number: index + 1 },
        start_time: new Date(start).toISOString(),
        end_time: new Date(start + minutes * MINUTE_MS).toISOString(),
        events: [
          ...eventsOf(of),
          ...decided.map((decision) => decisionIn(of, decision, startOf(joined + decision.day, EVENING))),
        ],
        ...{ outcome, summary: entries.find((entry) => entry.day === day)?.text || stepsIn(session) },
      }
    }),
    memories: keptMemories(product.screens, memory),
  }
}

const startOf = (date: number, hour: number): number => FIRST_DAY + date * DAY_MS + hour * HOUR_MS

type OfSession = {
  readonly id: string
  readonly person: string
  readonly version: string
  readonly session: Session
  readonly start: number
}

/** Every step of a session, each followed by the strong feeling that it brought. */
function eventsOf({ id, person, version, session, start }: OfSession): SimulationEventRecord[] {
  const { day, before, events, said } = session
  let at = start
  let earlier: Readonly<Feelings> = before
  return events.flatMap((event) => {
    const { seq, action, target, outcome, defect, cause, minutes, why } = event
    const step: SimulationEventRecord = {
      ...{ id: `${id}/${seq}`, persona_id: person, timestamp: new Date(at).toISOString() },
      ...{ event_type: 'action' as const, action },
      context: { target, product_version: version, day },
      // A model gives a reason for the session; that of a step is the machine's.
      reasoning: [said?.why ?? '', REASONING[why]].filter((reason) => reason !== '').join(' '),
      emotional_state: feelingsOf(event),
      metadata: { seq, outcome, defect, cause, minutes },
    }
    at += minutes * MINUTE_MS
    const felt = strongFeelings(earlier, event).map(
      ({ feeling, reasoning }): SimulationEventRecord => ({
        ...{ ...step, id: `${step.id}/${feeling}`, timestamp: new Date(at).toISOString() },
        ...{ event_type: 'emotion' as const, action: feeling, reasoning },
        metadata: { ...step.metadata, minutes: 0 },
      }),
    )
    earlier = event
    return [step, ...felt]
  })
}

/** The feelings that an event took past the bound of a friction or value moment. */
function strongFeelings(before: Readonly<Feelings>, { frustration, delight, outcome }: SessionEvent) {
  const rose = (feeling: string, from: number, to: number, bound: number) =>
    from <= bound && to > bound
      ? [{ feeling, reasoning: `After it ${OUTCOME_WORDS[outcome]} they were ${feeling}.` }]
      : []
  return [
    ...rose('frustrated', before.frustration, frustration, FRUSTRATED),
    ...rose('delighted', before.delight, delight, DELIGHTED),
  ]
}

type Decision = {
  readonly day: number
  readonly action: 'buy' | 'leave'
  readonly why: string
  readonly outcome: string
}

function decisionsOf({ paid_on, reason, days }: Journey): Decision[] {
  return [
    ...(paid_on === null
      ? []
      : [{ day: paid_on, action: 'buy' as const, why: 'It was worth its price to them.', outcome: 'bought' }]),
    ...(reason === null ? [] : [{ day: days - 1, action: 'leave' as const, why: LEFT[reason], outcome: reason }]),
  ]
}

/** A decision, made at the end of a session or on the evening of a day without one. */
function decisionIn(
  { id, person, version, session, start }: OfSession,
  { day, action, why, outcome }: Decision,
  evening: number,
): SimulationEventRecord {
  const at = day === session.day ? start + session.minutes * MINUTE_MS : evening
  return {
    ...{ id: `${id}/${action}`, persona_id: person, timestamp: new Date(at).toISOString() },
    ...{ event_type: 'decision' as const, action },
    context: { target: 'product', product_version: version, day },
    ...{ reasoning: why, emotional_state: feelingsOf(session.after) },
    metadata: { seq: session.events.length, outcome, defect: null, cause: null, minutes: 0 },
  }
}

/** What stands in for a summary where no words of the model were kept. */
const stepsIn = ({ events }: Session): string =>
  events.length === 0
    ? 'They looked and left.'
    : `${events.map(({ target, outcome }) => `${target.replaceAll('_', ' ')} ${OUTCOME_WORDS[outcome]}`).join('; ')}.`

const feelingsOf = ({ frustration, confidence, delight, confusion }: Readonly<Feelings>): Feelings => ({
  ...{ frustration, confidence, delight, confusion },
})
