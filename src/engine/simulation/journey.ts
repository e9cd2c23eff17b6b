import type { SessionPlan } from '../../domain/simulation/session-plan.js'
import type { ExitWords, LeavingReason, Session } from '../../domain/simulation/simulated-session.js'
import { type Beta, drawBeta } from './beta.js'
import { logit } from './logit.js'
import { type Hearsay, hear, type MemoryRow } from './memory/memory.js'
import type { MemorySimilarity } from './memory/remembered.js'
import { recallForSession } from './memory/remembering.js'
import { BEHAVIOUR_WEIGHTS, type BehaviourWeights } from './person/behaviour-weights.js'
import { comesBack, formHabit, receiveMessages } from './person/coming-back.js'
import { feelNextDay, shiftFeeling } from './person/feelings.js'
import { endTrial, hasPaid, trialEnds } from './person/paying.js'
import type { SimulatedPerson } from './person/person.js'
import { hazard, leaves, priceShock, reasonToLeave } from './person/staying.js'
import { conditionHolds, initialUserState, type UserState } from './person/user-state.js'
import type { ProductState } from './product-state.js'
import { runSession } from './session/session.js'
import { hearFromSupport } from './session/support.js'

/** Parameters fitted to real users of a product. */
export type Calibration = {
  /** θ_i: the spread of the daily hazard (shifted beta-geometric, Fader & Hardie 2007). */
  readonly frailty: Beta
  /** u_i: distribution of the probability to be there on a day; `null` where activity was unknown. */
  readonly activity: Beta | null
  readonly score_weight: number
  /** m(t) by day since joining; the last value applies to all later days. */
  readonly shift: readonly number[]
}

export type JourneyInput = {
  readonly seed: number
  readonly person: SimulatedPerson
  readonly product: ProductState
  /** Absent: everybody has the same hazard and inclination. */
  readonly calibration?: Calibration | null
  /** Days of the window. */
  readonly days: number
  /** Day of the window on which the person joins, from 0. */
  readonly joined?: number
  /** People this person could tell. */
  readonly contacts?: number
  /** What this person was told before joining. */
  readonly heard?: readonly Hearsay[]
  readonly weights?: BehaviourWeights
  /** The texts of memories; without it, memories are matched by target. */
  readonly meaning?: MemorySimilarity | null
}

export type Journey = {
  readonly person: string
  /** The persona behind the person; several people can be copies of one persona. */
  readonly source: string
  readonly joined: number
  /** Days under observation: until leaving, or the end of the window. */
  readonly days: number
  /** `null`: the person is still there at the end. */
  readonly reason: LeavingReason | null
  readonly activated_on: number | null
  readonly paid: boolean
  /** The day on which a plan was first bought; `null` for none. */
  readonly paid_on: number | null
  /** The plan that was bought, where several are sold; absent otherwise, and in journeys that were read from rows. */
  readonly plan?: string
  /** Still there without a plan: the free time is over, and they can use nothing without paying. */
  readonly shut_out: boolean
  /** Screens that were open at some time. */
  readonly eligible: readonly string[]
  readonly sessions: readonly Session[]
  readonly memory: readonly MemoryRow[]
  /** What a model answered for them to the closing question; absent where it was not asked, or gave no answer. */
  readonly exit?: ExitWords
}

const DEFAULT_CONTACTS = 8

/** A session that is about to begin. `user` is mutable: read what is needed before giving the answer. */
export type Occasion = {
  readonly user: UserState
  /** Days since joining. */
  readonly day: number
  readonly recalled: readonly MemoryRow[]
  readonly last: Session | null
}

/** A person's journey with the model's `answers` by day since joining; arithmetic plans every other session. */
export function runJourney(
  input: JourneyInput & { readonly answers: ReadonlyMap<number, SessionPlan> | null },
): Journey {
  const weeks = journeySteps(input)
  let step = weeks.next(null)
  while (step.done !== true) step = weeks.next(input.answers?.get(step.value.day) ?? null)
  return step.value
}

/**
 * One person living with a product. A fold over days and a function of its input and the answers alone: no clock, nothing
 * shared, no order among people, so parts, replays and other product states need nothing else. It stops before each session
 * for a model's answer; `null`: arithmetic plans that session.
 */
export function* journeySteps(input: JourneyInput): Generator<Occasion, Journey, SessionPlan | null> {
  const { seed, person, product, calibration = null, days, joined = 0, contacts = DEFAULT_CONTACTS } = input
  const weights = input.weights ?? BEHAVIOUR_WEIGHTS
  const user = initialUserState(seed, person, product, weights, input.meaning)
  const own = ownParameters(user, calibration)
  hear(user.memory, input.heard ?? [])
  const sessions: Session[] = []
  let reason: LeavingReason | null = null
  let lived = 0
  for (let day = 0; day < days - joined && reason === null; day++, lived++) {
    if (beginDay(user, day, joined + day, own.inclination)) {
      const answer = yield { user, day, recalled: recallForSession(user, day), last: sessions.at(-1) ?? null }
      const session = runSession(user, day, contacts, answer)
      sessions.push(session)
      if (session.outcome === 'churned') reason = 'uninstalled'
    }
    reason ??= endDay(user, day, own)
  }
  return {
    person: person.id,
    source: person.source ?? person.id,
    joined,
    days: lived,
    reason,
    activated_on: user.activated_on,
    paid: hasPaid(user),
    paid_on: user.paid_on,
    ...(product.price.plans.length > 1 && hasPaid(user) && { plan: user.plan }),
    shut_out: reason === null && user.plan === 'expired',
    eligible: product.screens.filter((_, index) => user.eligible[index] === 1).map(({ id }) => id),
    sessions,
    memory: user.memory.rows,
  }
}

type OwnParameters = {
  readonly frailty: number
  readonly inclination: number
  readonly score_weight: number
  readonly shift: readonly number[]
}

/** θ_i and u_i of one person: drawn from the calibration, else equal for everybody. */
function ownParameters({ draws, weights }: UserState, calibration: Calibration | null): OwnParameters {
  if (calibration === null)
    return { frailty: logit(weights.staying.hazard), inclination: 0, score_weight: weights.staying.score, shift: [] }
  const { activity, score_weight, shift } = calibration
  const inclination =
    activity === null
      ? 0
      : logit(drawBeta(activity, draws, 1)) - logit(activity.alpha / (activity.alpha + activity.beta))
  return { frailty: logit(drawBeta(calibration.frailty, draws, 0)), inclination, score_weight, shift }
}

/** Begins a day: support's answers, resets, messages. Returns whether the person comes. */
function beginDay(user: UserState, day: number, date: number, inclination: number): boolean {
  const { week, feelings, product, variables } = user
  for (let screen = 0; screen < week.length; screen++) week[screen] = ((week[screen] ?? 0) << 4) & 0xfffffff
  hearFromSupport(user, day)
  for (const { variable, when, emotion } of product.resets) {
    if ((variables[variable] ?? 0) === 0 || !conditionHolds(when, user, day)) continue
    variables[variable] = 0
    feelings.frustration = shiftFeeling(feelings.frustration, emotion.frustration)
    feelings.confidence = shiftFeeling(feelings.confidence, emotion.confidence)
    feelings.delight = shiftFeeling(feelings.delight, emotion.delight)
    feelings.confusion = shiftFeeling(feelings.confusion, emotion.confusion)
  }
  const pull = receiveMessages(user, day, date)
  const comes = comesBack(user, day, date, pull, inclination)
  formHabit(user, comes)
  return comes
}

/** The evening: whether the person leaves, and why; a trial that ends; a night's sleep. */
function endDay(user: UserState, day: number, own: OwnParameters): LeavingReason | null {
  const trial_ends = trialEnds(user, day)
  const probability = hazard(user, day, {
    frailty: own.frailty,
    score_weight: own.score_weight,
    shift: own.shift[Math.min(day, own.shift.length - 1)] ?? 0,
    price_shock: trial_ends ? priceShock(user) : 0,
  })
  if (leaves(user, day, probability)) return reasonToLeave(user, day, trial_ends)
  if (trial_ends) endTrial(user, day)
  feelNextDay(user.feelings, user.baseline)
  return null
}
