import type { LeavingReason } from '../../domain/simulated-session.js'
import { logistic, logit } from './logit.js'
import { lowestPrice } from './paying.js'
import { happens } from './random.js'
import type { UserState } from './user-state.js'

/** The retention score of somebody whose feelings decide nothing. */
const NEUTRAL_SCORE = 0.5
const SCORE_RANGE = [0.02, 0.98] as const
/** Away longer than this, somebody has lapsed. */
const LAPSED_DAYS = 2
/** A deal breaker is what made somebody leave within so many days. */
const BREAKER_DAYS = 3

/** R = .4(1 − F) + .4D + .2 · patience, feelings half the last session's mean and half those of now; .02–.98. */
export function retentionScore(user: UserState): number {
  const frustration = (user.session_frustration + user.feelings.frustration) / 2
  const delight = (user.session_delight + user.feelings.delight) / 2
  const score = 0.4 * (1 - frustration) + 0.4 * delight + 0.2 * user.person.traits.patience
  return Math.min(SCORE_RANGE[1], Math.max(SCORE_RANGE[0], score))
}

/** What a hazard is made of besides the feelings. */
export type HazardTerms = {
  /** logit θ_i: how prone this person is to leave whatever happens (their frailty). */
  readonly frailty: number
  /** θ_R. */
  readonly score_weight: number
  /** m(t): centres the terms of experience on the calibrated product. */
  readonly shift: number
  /** Log-odds added on the day a trial ends. */
  readonly price_shock: number
}

/**
 * The daily hazard of leaving: logit h = logit θ + θ_R(logit R₀ − logit R) + .15 · ln(1 + days away) − H + price shock − m(t).
 */
export function hazard(user: UserState, day: number, terms: HazardTerms): number {
  const { gap, habit } = user.model.staying
  return logistic(
    terms.frailty +
      terms.score_weight * (logit(NEUTRAL_SCORE) - logit(retentionScore(user))) +
      gap * Math.log1p(day - user.last_session) -
      habit * user.habit +
      terms.price_shock -
      terms.shift,
  )
}

/** On the day a trial ends: .9(1 + price ÷ 20 − 2D), the price as much as it concerns this person; 0 where nothing is sold. */
export function priceShock(user: UserState): number {
  const price = lowestPrice(user)
  if (price === null) return 0
  return user.model.staying.price * (1 + (price / 20) * user.disposition.felt.price - 2 * user.feelings.delight)
}

export const leaves = (user: UserState, day: number, probability: number): boolean =>
  happens(probability, user.draws.uniform('churn', day, 0))

/** Why somebody left without uninstalling. */
export function reasonToLeave(user: UserState, day: number, trial_ended: boolean): LeavingReason {
  if (day - user.met_deal_breaker_on < BREAKER_DAYS) return 'deal_breaker'
  // Whoever never got going has nothing to pay for, and whoever was not there since was not told the price.
  const weighs = trial_ended && user.activated_on !== null && lowestPrice(user) !== null
  if (weighs || (user.plan === 'expired' && user.met_paywall_on >= 0)) return 'price'
  if (user.met_limit_on === user.last_session) return 'limit'
  if (day - user.last_session > LAPSED_DAYS) return 'lapsed'
  return retentionScore(user) < NEUTRAL_SCORE ? 'dissatisfied' : 'drifted'
}
