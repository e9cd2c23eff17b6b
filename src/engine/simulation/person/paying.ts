import type { ProductState } from '../product-state.js'
import { roundToNano } from '../random.js'
import { NO_PLAN, type UserState } from './user-state.js'

/** Value met at which a person is half convinced. */
const CONVINCING_VALUE = 3 * Math.LN2

/** Minimum sum of values met for paying: more than signing up and setting up, about one good use. */
const WORTH_PAYING_FOR = 0.3

const isWorthPaying = ({ value_met }: UserState): boolean => roundToNano(value_met) >= WORTH_PAYING_FOR

/** 0 for no value met, towards 1. */
const valueMet = ({ value_met }: UserState): number => 1 - 2 ** (-value_met / CONVINCING_VALUE)

/**
 * The plan a person buys when they have to decide: a logit over the plans and buying nothing, rising in the value met
 * and in risk tolerance, falling in the logarithm of the price. Nobody pays before having met some value. The draw is
 * made once per person, so asking again changes nothing. The constants are assumptions. `null`: none.
 */
function choosePlan(user: UserState): string | null {
  const { price } = user.product
  if (!isWorthPaying(user)) return null
  const card = price.trial?.card_up_front === true ? 0.8 : 0
  const base = -0.85 + 2.5 * valueMet(user) + 0.6 * (user.person.traits.risk - 0.5) + card
  let best: string | null = null
  let highest = roundToNano(user.draws.gumbel('pay', 0, 0))
  price.plans.forEach(({ id, per_month }, index) => {
    const utility = roundToNano(
      base - 1.62 * Math.log1p(per_month / 4) * user.disposition.felt.price + user.draws.gumbel('pay', 0, index + 1),
    )
    if (utility > highest) [best, highest] = [id, utility]
  })
  return best
}

/**
 * Whether a person may use a screen. Where nothing is free, whoever has met value worth paying for has to decide first;
 * whoever decided against it is offered the plans again.
 */
export function mayUse(user: UserState, day: number): boolean {
  if (user.plan === NO_PLAN && isWorthPaying(user)) endTrial(user, day)
  return user.plan !== 'expired' || buyAtPaywall(user, day)
}

/** Lets the person buy a plan where the product goes no further; returns whether they did. */
export function buyAtPaywall(user: UserState, day: number): boolean {
  const plan = choosePlan(user)
  if (plan === null) return false
  user.plan = plan
  user.paid_on ??= day
  return true
}

/** Whether this is the last day of a running trial. */
export const trialEnds = (user: UserState, day: number): boolean =>
  user.plan === 'trial' && user.product.price.trial?.days === day + 1

/** Decides at the end of a trial, or before the first paid use: a paid plan, the free plan, or none. */
export function endTrial(user: UserState, day: number): void {
  if (buyAtPaywall(user, day)) return
  user.plan = user.product.price.free === null ? 'expired' : 'free'
}

/** The plan that somebody bought; `null` for none, and where rows do not say which of several. */
export function boughtPlan<Plan extends { readonly id: string }>(
  { paid_on, plan }: { readonly paid_on: number | null; readonly plan?: string },
  { plans }: { readonly plans: readonly Plan[] },
): Plan | null {
  if (paid_on === null) return null
  const [only] = plans
  return plans.length === 1 ? (only ?? null) : (plans.find(({ id }) => id === plan) ?? null)
}

export const hasPaid = (user: UserState): boolean => user.product.price.plans.some(({ id }) => id === user.plan)

/** Monthly price of the cheapest plan; `null` where nothing is sold. */
export const lowestPrice = ({ product: { price } }: UserState): number | null =>
  price.plans.length === 0 ? null : Math.min(...price.plans.map(({ per_month }) => per_month))

/** Whether a person can ever be offered a plan: at the end of a trial, where nothing is free, or at the limit of a screen. */
export const offersPlans = ({ price, screens }: ProductState): boolean =>
  price.plans.length > 0 &&
  (price.trial !== null ||
    price.free === null ||
    screens.some(({ available, limit }) => available && limit?.plan === 'free'))
