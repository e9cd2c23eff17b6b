import type { Action } from '../../domain/product-screen.js'
import type { Feelings, Outcome, Session, SessionEvent, SessionOutcome, Why } from '../../domain/simulated-session.js'
import { chooseAction, dueness, isPointedAt, LEAVE, type Option, READ_DOCS, SEEK_HELP, UNINSTALL } from './choice.js'
import { feelEffort, feelFailure, feelSuccess } from './feelings.js'
import { importanceOf, remember } from './memory.js'
import { clarityOf, effortOf, NOT_AVAILABLE, OK, type Result, tryScreen } from './outcome.js'
import { type PlanStep, type SessionAnswer, startPlan } from './plan.js'
import { happens } from './random.js'
import { learn, reflect } from './reflection.js'
import { bringToMind } from './remembering.js'
import { ask, readDocs } from './support.js'
import { tell } from './telling.js'
import { holds, isLegal, type UserState } from './user-state.js'

const RAGE = 0.8
const SATISFIED = 0.8
const DELIGHTED = 0.7
const DEFAULT_HOUR = 10
const MINUTES = { read_docs: 5, seek_help: 4, uninstall: 1 } as const

/** One visit: actions until somebody has enough, is too angry or content to go on, runs out of time, or uninstalls. */
export function liveSession(user: UserState, day: number, contacts: number, answer: SessionAnswer | null): Session {
  const { feelings, product } = user
  bringToMind(user, day)
  const before = { ...feelings }
  const max_actions = answer === null ? actionsToday(user, day) : user.disposition.max_actions
  const plan = answer === null ? null : startPlan(user, answer)
  const tries = new Map<number, number>()
  const events: SessionEvent[] = []
  let last_success = -1
  let last_outcome: Outcome = 'ok'
  while (events.length < max_actions && feelings.frustration <= RAGE && feelings.delight <= SATISFIED) {
    const step: PlanStep | null = plan === null ? null : plan(last_outcome)
    const option = step?.option ?? chooseAction(user, day, { actions: events.length, last_success })
    if (option === LEAVE) break
    const visit = tries.get(option) ?? 0
    tries.set(option, visit + 1)
    const event = act(user, option, { day, seq: events.length, visit, last_success, missing: step?.missing ?? null })
    events.push(event)
    last_outcome = event.outcome
    if (event.outcome === 'ok' && option >= 0) last_success = option
    if (option === UNINSTALL) break
  }
  endSession(user, day, events)
  const { trigger, told } = tell(user, day, events, contacts)
  return {
    day,
    hour: product.need.hour ?? DEFAULT_HOUR,
    message: user.message,
    before,
    after: { ...feelings },
    events,
    minutes: events.reduce((sum, { minutes }) => sum + minutes, 0),
    outcome: outcomeOf(events, feelings, told.length),
    trigger,
    told,
  }
}

/** How many actions there is time for; a distracted session is cut to a uniform share of them. */
function actionsToday({ draws, person, disposition }: UserState, day: number): number {
  const distracted = happens(person.traits.distraction, draws.uniform('distraction', day, 0))
  if (!distracted) return disposition.max_actions
  return Math.max(1, Math.ceil(disposition.max_actions * draws.uniform('distraction', day, 1)))
}

type Moment = {
  readonly day: number
  readonly seq: number
  readonly visit: number
  readonly last_success: number
  /** What a plan names that the product does not have. */
  readonly missing: { readonly action: Action; readonly target: string } | null
}

function act(user: UserState, option: Option, moment: Moment): SessionEvent {
  const { feelings } = user
  const { frustration, confidence, delight, confusion } = feelings
  const done = moment.missing === null ? perform(user, option, moment) : { ...NOTHING, ...moment.missing }
  const { result, value, first } = done
  const change = Math.max(
    Math.abs(feelings.frustration - frustration),
    Math.abs(feelings.confidence - confidence),
    Math.abs(feelings.delight - delight),
    Math.abs(feelings.confusion - confusion),
  )
  remember(user.memory, {
    kind: 'episodic',
    day: moment.day,
    target: done.target,
    outcome: result.outcome,
    defect: result.defect?.id ?? null,
    importance: importanceOf(change, result.severity, result === OK ? value : 0, first),
    evidence: moment.day * 16 + moment.seq,
  })
  if (result.defect !== null && user.person.deal_breakers.includes(result.defect.id))
    user.met_deal_breaker_on = moment.day
  if (result.outcome === 'limit') user.met_limit_on = moment.day
  return {
    seq: moment.seq,
    action: done.action,
    target: done.target,
    outcome: result.outcome,
    defect: result.defect?.id ?? null,
    cause: result.cause,
    why: done.why,
    minutes: done.minutes,
    frustration: feelings.frustration,
    confidence: feelings.confidence,
    delight: feelings.delight,
    confusion: feelings.confusion,
  }
}

type Done = {
  readonly action: Action
  readonly target: string
  readonly result: Result
  readonly value: number
  readonly first: boolean
  readonly minutes: number
  readonly why: Why
}

const NOTHING = { result: NOT_AVAILABLE, value: 0, first: false, minutes: 1, why: 'planned' } as const

function perform(user: UserState, option: Option, moment: Moment): Done {
  const { product, feelings, person } = user
  const beside = { value: 0, first: false }
  if (option === UNINSTALL)
    return { ...beside, action: 'uninstall', target: 'product', result: OK, minutes: MINUTES.uninstall, why: 'enough' }
  if (option === READ_DOCS || option === SEEK_HELP) {
    const reads = option === READ_DOCS
    feelEffort(feelings, reads ? product.docs.effort : product.support.effort, 1, person.traits.patience)
    const result = reads ? readDocs(user, moment.day, moment.visit) : ask(user, moment.day, moment.visit)
    if (result === OK) feelSuccess(feelings, 0, 0)
    else feelFailure(feelings, result.severity, person.traits.patience)
    return reads
      ? { ...beside, action: 'read_docs', target: 'docs', result, minutes: MINUTES.read_docs, why: 'confused' }
      : { ...beside, action: 'seek_help', target: 'support', result, minutes: MINUTES.seek_help, why: 'stuck' }
  }
  return useScreen(user, option, moment)
}

function useScreen(user: UserState, index: number, { day, seq, visit, last_success }: Moment): Done {
  const { feelings, person, product } = user
  const screen = product.screens[index]
  if (screen === undefined) throw new RangeError(`There is no screen ${index}.`)
  const successes = user.successes[index] ?? 0
  const why = whyScreen(user, index, day, last_success)
  const effort = effortOf(user, index, screen)
  feelEffort(feelings, effort, clarityOf(user, screen), person.traits.patience)
  const result = isLegal(user, index, day) ? tryScreen(user, index, screen, day, visit) : NOT_AVAILABLE
  if (result === OK) {
    if (user.failed_last[index] === 1) learnWayRound(user, screen.id, day, seq)
    succeed(user, index, day)
    feelSuccess(feelings, screen.value, successes)
  } else {
    feelFailure(feelings, result.severity, person.traits.patience)
    user.failed_last[index] = 1
  }
  const pace = (user.practice[index] ?? 1) * (result.outcome === 'slow' ? 2 : 1)
  return {
    action: screen.action,
    target: screen.id,
    result,
    value: screen.value,
    first: successes === 0,
    minutes: Math.max(1, Math.round(screen.minutes * pace)),
    why,
  }
}

function succeed(user: UserState, index: number, day: number): void {
  const screen = user.product.screens[index]
  if (screen === undefined) return
  const successes = (user.successes[index] ?? 0) + 1
  user.successes[index] = successes
  user.practice[index] = (successes + 1) ** -user.disposition.learning_rate
  user.last_success[index] = day
  user.failed_last[index] = 0
  user.week[index] = (user.week[index] ?? 0) | 1
  user.value_met += screen.value
  for (const variable of screen.sets) user.variables[variable] = 1
  for (const { variable, by } of screen.adds) user.variables[variable] = (user.variables[variable] ?? 0) + by
  if (user.activated_on === null && holds(user.product.onboarding.activated, user, day)) user.activated_on = day
}

const learnWayRound = (user: UserState, target: string, day: number, seq: number): void =>
  learn(user.memory, {
    kind: 'semantic',
    day,
    target,
    outcome: 'ok',
    defect: null,
    insight: 'workaround',
    importance: 6,
    evidence: day * 16 + seq,
  })

function whyScreen(user: UserState, index: number, day: number, last_success: number): Why {
  if (user.failed_last[index] === 1) return 'try_again'
  if (isPointedAt(user, index, last_success)) return 'pointed_at'
  if ((user.successes[index] ?? 0) === 0) return 'curious'
  return dueness(user, index, day) >= 1 ? 'due' : 'at_hand'
}

/** What stays of a session: its mean feelings, a strong feeling as a memory, now and then a conclusion. */
function endSession(user: UserState, day: number, events: readonly SessionEvent[]): void {
  const { feelings, eligible } = user
  const n = events.length
  user.last_session = day
  for (let screen = 0; screen < eligible.length; screen++)
    if ((user.successes[screen] ?? 0) > 0 || isLegal(user, screen, day)) eligible[screen] = 1
  user.session_frustration = n === 0 ? feelings.frustration : events.reduce((sum, e) => sum + e.frustration, 0) / n
  user.session_delight = n === 0 ? feelings.delight : events.reduce((sum, e) => sum + e.delight, 0) / n
  const last = events.at(-1)
  if (last !== undefined && (feelings.frustration > RAGE || feelings.delight > DELIGHTED))
    remember(user.memory, {
      kind: 'emotional',
      day,
      target: last.target,
      outcome: last.outcome,
      defect: last.defect,
      importance: importanceOf(Math.max(feelings.frustration, feelings.delight), 0, 0, false),
      evidence: day * 16 + last.seq,
    })
  reflect(user.memory, day)
}

/** The first of the closed set that holds. */
function outcomeOf(events: readonly SessionEvent[], feelings: Feelings, told: number): SessionOutcome {
  if (events.at(-1)?.action === 'uninstall') return 'churned'
  if (told > 0) return 'referred'
  if (feelings.frustration > RAGE) return 'frustrated'
  if (feelings.delight > DELIGHTED) return 'delighted'
  return events.length === 0 ? 'no_engagement' : 'continued'
}
