import type { Action } from '../../../domain/simulation/product-screen.js'
import type { SessionEvent, Why } from '../../../domain/simulation/simulated-session.js'
import { eventNumber, importanceOf, remember } from '../memory/memory.js'
import { learn } from '../memory/reflection.js'
import { failureWeight } from '../person/disposition.js'
import { feelEffort, feelFailure, feelSuccess } from '../person/feelings.js'
import { canOpenScreen, conditionHolds, type UserState } from '../person/user-state.js'
import { dueness, isPointedAt, type Option, READ_DOCS, SEEK_HELP, UNINSTALL } from './choice.js'
import {
  clarityOf,
  effortConcernWeight,
  effortOf,
  NOT_AVAILABLE,
  OK,
  personalValue,
  type Result,
  tryScreen,
} from './outcome.js'
import { ask, readDocs } from './support.js'

const MINUTES = { read_docs: 5, seek_help: 4, uninstall: 1 } as const

/** When an action is tried. `visit`: number of earlier tries in this session. */
export type ActionAttempt = {
  readonly day: number
  readonly seq: number
  readonly visit: number
  readonly last_success: number
  /** Why a plan has this step; `null` where nothing was planned. */
  readonly why: Why | null
  /** Set where a plan names something the product does not have. */
  readonly missing: { readonly action: Action; readonly target: string } | null
}

/** Carries out an action: its outcome, the feelings and the memory of it. */
export function act(user: UserState, option: Option, attempt: ActionAttempt): SessionEvent {
  const { feelings } = user
  const { frustration, confidence, delight, confusion } = feelings
  const done = attempt.missing === null ? perform(user, option, attempt) : tryMissingTarget(user, attempt.missing)
  const { result, value, first } = done
  const change = Math.max(
    Math.abs(feelings.frustration - frustration),
    Math.abs(feelings.confidence - confidence),
    Math.abs(feelings.delight - delight),
    Math.abs(feelings.confusion - confusion),
  )
  remember(user.memory, {
    kind: 'episodic',
    day: attempt.day,
    target: done.target,
    outcome: result.outcome,
    defect: result.defect?.id ?? null,
    importance: importanceOf(change, result.severity, result === OK ? value : 0, first),
    evidence: eventNumber(attempt.day, attempt.seq),
  })
  noteTrouble(user, done.target, result)
  if (result.defect !== null && user.person.deal_breakers.includes(result.defect.id))
    user.met_deal_breaker_on = attempt.day
  if (result.outcome === 'limit') user.met_limit_on = attempt.day
  if (result.cause === 'price') user.met_paywall_on = attempt.day
  if (result.cause === 'limit') user.limited_on[option] = attempt.day
  return {
    seq: attempt.seq,
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

function noteTrouble(user: UserState, target: string, { outcome, defect }: Result): void {
  if (outcome !== 'ok') user.last_trouble = { target, outcome, defect: defect?.id ?? null, insight: null }
  else if (user.last_trouble?.target === target) user.last_trouble = null
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

/** Effort of looking for something that does not exist. */
const MISSING_TARGET_EFFORT = 0.2

function tryMissingTarget(
  { feelings, person, disposition }: UserState,
  missing: NonNullable<ActionAttempt['missing']>,
): Done {
  feelEffort(feelings, MISSING_TARGET_EFFORT, 1, person.traits.patience)
  feelFailure(feelings, NOT_AVAILABLE.severity, person.traits.patience, failureWeight(disposition, NOT_AVAILABLE, []))
  return { ...missing, result: NOT_AVAILABLE, value: 0, first: false, minutes: 1, why: 'planned' }
}

function perform(user: UserState, option: Option, attempt: ActionAttempt): Done {
  const { product, feelings, person } = user
  const beside = { value: 0, first: false }
  if (option === UNINSTALL)
    return {
      ...beside,
      action: 'uninstall',
      target: 'product',
      result: OK,
      minutes: MINUTES.uninstall,
      why: attempt.why ?? 'enough',
    }
  if (option === READ_DOCS || option === SEEK_HELP) {
    const reads = option === READ_DOCS
    feelEffort(feelings, reads ? product.docs.effort : product.support.effort, 1, person.traits.patience)
    const result = reads ? readDocs(user, attempt.day, attempt.visit) : ask(user, attempt.day, attempt.visit)
    if (result === OK) feelSuccess(feelings, 0, 0)
    else
      feelFailure(
        feelings,
        result.severity,
        person.traits.patience,
        failureWeight(user.disposition, result, ['learning']),
      )
    return reads
      ? {
          ...beside,
          action: 'read_docs',
          target: 'docs',
          result,
          minutes: MINUTES.read_docs,
          why: attempt.why ?? 'confused',
        }
      : {
          ...beside,
          action: 'seek_help',
          target: 'support',
          result,
          minutes: MINUTES.seek_help,
          why: attempt.why ?? 'stuck',
        }
  }
  return useScreen(user, option, attempt)
}

function useScreen(user: UserState, index: number, { day, seq, visit, last_success }: ActionAttempt): Done {
  const { feelings, person, product, disposition } = user
  const screen = product.screens[index]
  if (screen === undefined) throw new RangeError(`There is no screen ${index}.`)
  const successes = user.successes[index] ?? 0
  const why = whyScreen(user, index, day, last_success)
  const effort = effortOf(user, index, screen)
  feelEffort(feelings, effort, clarityOf(user, screen), person.traits.patience, {
    effort: effortConcernWeight(user, screen),
    clarity: disposition.felt.clarity,
  })
  const isOpen = canOpenScreen(user, index, day)
  if (isOpen) user.eligible[index] = 1
  const result = isOpen ? tryScreen(user, index, screen, day, visit) : NOT_AVAILABLE
  if (result === OK) {
    if (user.failed_last[index] === 1) learnWorkaround(user, screen.id, day, seq)
    recordSuccess(user, index, day)
    feelSuccess(feelings, personalValue(user, index, screen), successes)
  } else {
    feelFailure(feelings, result.severity, person.traits.patience, failureWeight(disposition, result, screen.concerns))
    // Another try, the guide or support does not fix a price.
    if (result.outcome !== 'limit') user.failed_last[index] = 1
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

function recordSuccess(user: UserState, index: number, day: number): void {
  const screen = user.product.screens[index]
  if (screen === undefined) return
  const successes = (user.successes[index] ?? 0) + 1
  user.successes[index] = successes
  user.practice[index] = (successes + 1) ** -user.disposition.learning_rate
  user.last_success[index] = day
  user.successful_days.get(index)?.add(day)
  user.failed_last[index] = 0
  user.week[index] = (user.week[index] ?? 0) + 1
  user.value_met += screen.value
  for (const variable of screen.sets) user.variables[variable] = 1
  for (const { variable, by } of screen.adds) user.variables[variable] = (user.variables[variable] ?? 0) + by
  if (user.activated_on === null && conditionHolds(user.product.onboarding.activated, user, day))
    user.activated_on = day
}

const learnWorkaround = (user: UserState, target: string, day: number, seq: number): void =>
  learn(user.memory, {
    kind: 'semantic',
    day,
    target,
    outcome: 'ok',
    defect: null,
    insight: 'workaround',
    importance: 6,
    evidence: eventNumber(day, seq),
  })

function whyScreen(user: UserState, index: number, day: number, last_success: number): Why {
  if (user.failed_last[index] === 1) return 'try_again'
  if (isPointedAt(user, index, last_success)) return 'pointed_at'
  if ((user.successes[index] ?? 0) === 0) return 'curious'
  return dueness(user, index, day) >= 1 ? 'due' : 'at_hand'
}
