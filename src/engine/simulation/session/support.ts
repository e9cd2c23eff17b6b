import { HOURS_A_DAY } from '../../../domain/simulation/daily-minutes.js'
import { eventNumber } from '../memory/memory.js'
import { learn } from '../memory/reflection.js'
import { lowerFeeling, raiseFeeling } from '../person/feelings.js'
import type { UserState } from '../person/user-state.js'
import { type ProductState, SLOTS_PER_TRY } from '../product-state.js'
import { bernoulli, type Draws } from '../random.js'
import { OK, type Result } from './outcome.js'

const TRUST_STEP = 0.1
/** Frustration added by a day without an answer, and removed by a solution. */
const KEPT_WAITING = 0.05
const RELIEF = 0.3
/** The result of looking for an answer that is not there yet. */
const STILL_WAITING: Result = { outcome: 'slow', defect: null, cause: 'wait', severity: 0.35 }
const NOT_IN_DOCS: Result = { outcome: 'not_available', defect: null, cause: 'not_in_docs', severity: 0.35 }

/** Reads the documentation: it has the answer with the probability of its coverage, and knowledge rises by its fit. */
export function readDocs(user: UserState, day: number, visit: number): Result {
  const { docs, slots } = user.product
  user.docs_read++
  if (!bernoulli(docs.coverage, user.draws.uniform('ok', day, visit * SLOTS_PER_TRY + slots.read_docs)))
    return NOT_IN_DOCS
  user.knowledge = Math.max(user.knowledge, Math.min(1, docs.helps * (0.5 + user.disposition.docs_fit)))
  return OK
}

/** The first day that begins after the waiting time; the same day below an hour. */
export const answeredOn = ({ support }: Pick<ProductState, 'support'>, day: number): number =>
  support.wait_hours < 1 ? day : day + Math.ceil(support.wait_hours / HOURS_A_DAY)

/** Whether the answer to the `visit`-th question of a day solves the problem, where it is none of the price. */
export const isSolved = ({ support, slots }: ProductState, draws: Draws, day: number, visit: number): boolean =>
  bernoulli(support.solves, draws.uniform('ok', day, visit * SLOTS_PER_TRY + slots.seek_help))

/** Whether a person can turn to support, where there is any: with a new question, or once a later day to look for the answer to the last. */
export const canAsk = ({ ticket, product }: UserState, day: number): boolean =>
  product.has_support && (ticket === null || ticket.asked_on < day)

/** Whether a person met the price and has no plan. */
const isStoppedByPrice = ({ plan, met_paywall_on }: UserState): boolean => plan === 'expired' && met_paywall_on >= 0

/**
 * Writes to support. The answer is there on the first day that begins `wait_hours` later; at once below an hour. Whoever
 * still waits for one looks for it in vain.
 */
export function ask(user: UserState, day: number, visit: number): Result {
  user.support_asked++
  if (user.ticket !== null) {
    user.ticket.asked_on = day
    return STILL_WAITING
  }
  // What is asked about is the price: no answer changes that.
  const solved = !isStoppedByPrice(user) && isSolved(user.product, user.draws, day, visit)
  user.ticket = { answered_on: answeredOn(user.product, day), solved, asked_on: day }
  if (user.ticket.answered_on === day) hearFromSupport(user, day)
  return OK
}

/** Waits a day for an answer, which frustrates, or receives it: a solution raises knowledge and trust, else trust falls. */
export function hearFromSupport(user: UserState, day: number): void {
  const { ticket, feelings } = user
  if (ticket === null) return
  if (ticket.answered_on > day) {
    feelings.frustration = raiseFeeling(feelings.frustration, KEPT_WAITING * user.disposition.felt.waiting)
    return
  }
  user.ticket = null
  if (!ticket.solved) {
    user.trust = lowerFeeling(user.trust, TRUST_STEP)
    return
  }
  user.knowledge = Math.max(user.knowledge, user.product.support.solves)
  user.trust = raiseFeeling(user.trust, TRUST_STEP)
  feelings.frustration = lowerFeeling(feelings.frustration, RELIEF)
  learn(user.memory, {
    kind: 'semantic',
    day,
    target: 'support',
    outcome: 'ok',
    defect: null,
    insight: 'support_helped',
    importance: 5,
    evidence: eventNumber(day, 0),
  })
}
