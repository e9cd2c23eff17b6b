import type { LeavingReason } from '../../../domain/simulation/simulated-session.js'
import { logistic, logit } from '../logit.js'
import { bernoulli } from '../random.js'
import { lowestPrice } from './paying.js'
import type { UserState } from './user-state.js'

/** The retention score at which feelings do not change the hazard. */
const NEUTRAL_SCORE = 0.5
const SCORE_RANGE = [0.02, 0.98] as const
/** Days away beyond which a person counts as lapsed. */
const LAPSED_DAYS = 2
/** Days within which a deal breaker counts as the reason for leaving. */
const BREAKER_DAYS = 3

/** R = .4(1 − F) + .4D + .2 · patience, each feeling the mean of the last session's mean and its current value; .02–.98. */
export function retentionScore(user: UserState): number {
  const frustration = (user.session_frustration + user.feelings.frustration) / 2
  const delight = (user.session_delight + user.feelings.delight) / 2
  const score = 0.4 * (1 - frustration) + 0.4 * delight + 0.2 * user.person.traits.patience
  return Math.min(SCORE_RANGE[1], Math.max(SCORE_RANGE[0], score))
}

/** Terms of a hazard besides the feelings. */
export type HazardTerms = {
  /** logit θ_i: this person's own tendency to leave (their frailty). */
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
  const { gap, habit } = user.weights.staying
  return logistic(
    terms.frailty +
      terms.score_weight * (logit(NEUTRAL_SCORE) - logit(retentionScore(user))) +
      gap * Math.log1p(day - user.last_session) -
      habit * user.habit +
      terms.price_shock -
      terms.shift,
  )
}

/** On the day a trial ends: .9(1 + price ÷ 20 − 2D), the price weighted by the concern with it; 0 where nothing is sold. */
export function priceShock(user: UserState): number {
  const price = lowestPrice(user)
  if (price === null) return 0
  return user.weights.staying.price * (1 + (price / 20) * user.disposition.felt.price - 2 * user.feelings.delight)
}

export const leaves = (user: UserState, day: number, probability: number): boolean =>
  bernoulli(probability, user.draws.uniform('churn', day, 0))

/** Why a person left without uninstalling. */
export function reasonToLeave(user: UserState, day: number, trial_ended: boolean): LeavingReason {
  if (day - user.met_deal_breaker_on < BREAKER_DAYS) return 'deal_breaker'
  // People who never activated have nothing to pay for, and people who stayed away since were not shown the price.
  const weighs = trial_ended && user.activated_on !== null && lowestPrice(user) !== null
  if (weighs || (user.plan === 'expired' && user.met_paywall_on >= 0)) return 'price'
  if (user.met_limit_on === user.last_session) return 'limit'
  if (day - user.last_session > LAPSED_DAYS) return 'lapsed'
  return retentionScore(user) < NEUTRAL_SCORE ? 'dissatisfied' : 'drifted'
}
