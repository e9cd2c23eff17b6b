import type {
  SimulatedLife,
  SimulationEventRecord,
  SimulationSessionRecord,
} from '../../../domain/simulation/simulated-life.js'
import {
  ELSEWHERE,
  type ExitWords,
  type Feelings,
  type LeavingReason,
  type Session,
  type SessionEvent,
  type SessionWords,
  type Why,
} from '../../../domain/simulation/simulated-session.js'
import { upperFirst } from '../../../domain/text/words.js'
import { groupBy } from '../../group-by.js'
import { DELIGHTED, FRUSTRATED } from '../analysis/rows.js'
import type { Journey } from '../journey.js'
import { keptMemories } from '../memory/memory-text.js'
import { boughtPlan } from '../person/paying.js'
import type { SimulatedPerson } from '../person/person.js'
import type { ProductState } from '../product-state.js'
import { OUTCOME_WORDS, outcomeText } from '../session/prompt.js'
import type { DiaryEntry } from './diary.js'
import { quoteOf } from './entries.js'
import { inThirdPerson } from './third-person.js'
import { peopleIn } from './values.js'

/** The first morning of every simulation, a Monday: time in it is virtual. */
const FIRST_DAY = Date.UTC(2024, 0, 1)
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** The hour of decisions on a day without a session. */
const EVENING = 20

const REASONING: Readonly<Record<Why, string>> = {
  planned: 'it was planned',
  pointed_at: 'the product pointed at it',
  try_again: 'it had failed and was tried again',
  curious: 'it was new',
  due: 'it was due',
  at_hand: 'it was at hand',
  confused: 'something was not clear',
  stuck: 'they were stuck',
  enough: 'they had enough',
  blocked: 'the step before had not worked',
}
const TARGETS_WITHOUT_SCREEN: Readonly<Record<string, string>> = {
  docs: 'read the guide',
  support: 'ask support',
  product: 'uninstall it',
  [ELSEWHERE]: 'find something that is not there',
}

/**
 * Why a step was taken: as a quotation the model's reason for it; else that step's own situation, and in runs of earlier
 * versions, labelled, what the model says of the session.
 */
function reasoningOf(
  { target, why, said: reason }: SessionEvent,
  { screens }: ProductState,
  said: Session['said'],
): string {
  const screen = screens.find(({ id }) => id === target)
  const to = screen ? inThirdPerson(screen.words.to) : (TARGETS_WITHOUT_SCREEN[target] ?? `find ${target}`)
  if (reason !== undefined) return `They wanted to ${to}: “${reason}”`
  const own = `They wanted to ${to}: ${REASONING[why]}.`
  return said === undefined || said.why === '' || said.expects !== undefined
    ? own
    : `${own} Of the session they said: “${said.why}”`
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
      const { day, hour, minutes, said } = session
      const leaves = reason !== null && day === days - 1
      const start = startOf(joined + day, hour)
      const of = { id: `${id}/${index + 1}`, person: id, product, journey, session, start }
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
        outcome: leaves ? 'churned' : session.outcome,
        summary:
          (said === undefined && entries.find((entry) => entry.day === day)?.text) || summaryOf(session, product),
        said: said === undefined ? null : saidOf(said, quoteOf(journey, index)),
      }
    }),
    memories: keptMemories(product.screens, memory),
    exit_interview: journey.exit === undefined ? null : exitOf(journey.exit),
  }
}

const saidOf = (
  { why, expects, to_others }: SessionWords,
  looking_back: string,
): NonNullable<SimulationSessionRecord['said']> => ({ why, expects, to_others, looking_back })

const exitOf = ({ why, look_back: { quote, ...felt } }: ExitWords): SimulatedLife['exit_interview'] => ({
  ...{ why, looking_back: quote, felt },
})

const startOf = (date: number, hour: number): number => FIRST_DAY + date * DAY_MS + hour * HOUR_MS

/** Where it happened, in which state of the product, and what they had of it on that morning. */
function contextOf({ product, journey }: OfSession, target: string, day: number): SimulationEventRecord['context'] {
  const plan = planOn(journey, product, day)
  const bought = plan === 'paid' ? pricedPlan(journey, product) : null
  return {
    target,
    product_version: product.version,
    day,
    plan,
    bought: bought ?? undefined,
    flags_on: Object.keys(product.flags).filter((flag) => product.flags[flag]),
  }
}

/** The bought plan with its price; `null` where it is not known which. */
function pricedPlan(journey: Journey, { price }: ProductState) {
  const plan = boughtPlan(journey, price)
  if (plan === null) return null
  const { id, per_month } = plan
  return { id, per_month, currency: price.currency }
}

/** The plan of a morning; `none` where nothing is free, before and after a decision. */
function planOn({ paid_on }: Journey, { price }: ProductState, day: number): 'trial' | 'paid' | 'free' | 'none' {
  if (paid_on !== null && day > paid_on) return 'paid'
  if (price.trial !== null && day < price.trial.days) return 'trial'
  return price.free !== null || price.plans.length === 0 ? 'free' : 'none'
}

type OfSession = {
  readonly id: string
  readonly person: string
  readonly product: ProductState
  readonly journey: Journey
  readonly session: Session
  readonly start: number
}

/** Every step of a session, each followed by the strong feeling that it brought. */
function eventsOf(of: OfSession): SimulationEventRecord[] {
  const { id, person, product, session, start } = of
  const { day, before, events, said } = session
  let at = start
  let earlier: Readonly<Feelings> = before
  return events.flatMap((event) => {
    const { seq, action, target, outcome, defect, cause, minutes } = event
    const step: SimulationEventRecord = {
      ...{ id: `${id}/${seq}`, persona_id: person, timestamp: new Date(at).toISOString() },
      ...{ event_type: 'action' as const, action },
      context: contextOf(of, target, day),
      reasoning: reasoningOf(event, product, said),
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
  const decisions: Decision[] = []
  if (paid_on !== null)
    decisions.push({ day: paid_on, action: 'buy', why: 'It was worth its price to them.', outcome: 'bought' })
  if (reason !== null) decisions.push({ day: days - 1, action: 'leave', why: LEFT[reason], outcome: reason })
  return decisions
}

/** A decision, made at the end of a session or on the evening of a day without one. */
function decisionIn(of: OfSession, { day, action, why, outcome }: Decision, evening: number): SimulationEventRecord {
  const { id, person, product, journey, session, start } = of
  const at = day === session.day ? start + session.minutes * MINUTE_MS : evening
  const plan = action === 'buy' ? pricedPlan(journey, product) : null
  return {
    ...{ id: `${id}/${action}`, persona_id: person, timestamp: new Date(at).toISOString() },
    ...{ event_type: 'decision' as const, action },
    context: contextOf(of, 'product', day),
    ...{ reasoning: why, emotional_state: feelingsOf(session.after) },
    metadata: {
      ...{ seq: session.events.length, outcome, defect: null, cause: null, minutes: 0 },
      plan: plan ?? undefined,
    },
  }
}

/** Number of different steps that a summary names. */
const MAX_STEPS = 4

/** What was tried, what came of it and how they felt: from what happened, and behind it what a model set out to do. */
function summaryOf({ events, after, told, said }: Session, { screens }: ProductState): string {
  const meant = said?.expects === undefined || said.why === '' ? '' : ` They had set out: “${said.why}”`
  if (events.length === 0) return `They looked and left.${meant}`
  const alike = [
    ...groupBy(events, ({ target, outcome, defect }) => {
      const screen = screens.find(({ id }) => id === target)
      const message = screen?.defects.find(({ id }) => id === defect)?.message ?? ''
      const to = screen ? inThirdPerson(screen.words.to) : (TARGETS_WITHOUT_SCREEN[target] ?? `find ${target}`)
      return `${to}: ${outcomeText(outcome, message)}${message === '' ? '' : ` (“${message}”)`}`
    }),
  ].map(([words, { length }]) => (length === 1 ? words : `${words} ${length} times`))
  const steps = alike.slice(0, MAX_STEPS)
  if (alike.length > MAX_STEPS) steps.push(`${alike.length - MAX_STEPS} more`)
  const spoke = told.length === 0 ? '' : ` They told ${peopleIn(told.length)} about it.`
  return `${upperFirst(steps.join('; '))}.${spoke} They ended ${moodOf(after)}.${meant}`
}

function moodOf({ frustration, delight }: Readonly<Feelings>): string {
  if (frustration > FRUSTRATED) return 'frustrated'
  return delight > DELIGHTED ? 'delighted' : 'neither frustrated nor delighted'
}

const feelingsOf = ({ frustration, confidence, delight, confusion }: Readonly<Feelings>): Feelings => ({
  ...{ frustration, confidence, delight, confusion },
})
