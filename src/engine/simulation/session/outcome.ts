import type { Cause, Outcome } from '../../../domain/simulation/simulated-session.js'
import { logistic } from '../logit.js'
import { buyAtPaywall, mayUse } from '../person/paying.js'
import type { UserState } from '../person/user-state.js'
import { type ResolvedDefect, type ResolvedScreen, SLOTS_PER_TRY } from '../product-state.js'
import { bernoulli } from '../random.js'

export type Result = {
  readonly outcome: Outcome
  readonly defect: ResolvedDefect | null
  readonly cause: Cause | null
  readonly severity: number
}

export const OK: Result = { outcome: 'ok', defect: null, cause: null, severity: 0 }
/** The result of trying something that does not exist. */
export const NOT_AVAILABLE: Result = { outcome: 'not_available', defect: null, cause: 'unclear', severity: 0.35 }
const UNCLEAR: Result = { outcome: 'wrong', defect: null, cause: 'unclear', severity: 0.35 }
const TOO_MUCH: Result = { outcome: 'wrong', defect: null, cause: 'effort', severity: 0.35 }
const LIMITED: Result = { outcome: 'limit', defect: null, cause: 'limit', severity: 0.5 }
const EXPIRED: Result = { outcome: 'limit', defect: null, cause: 'price', severity: 0.5 }

/** The outcome of each effect of a defect. */
export const OUTCOME_OF = { block: 'blocked', wrong: 'wrong', slow: 'slow', loss: 'loss' } as const

/** Factor on effort with a known workaround. */
const WORKAROUND = 0.7

/** Effort after k successes: effort · (k + 1)^−λ, the power law of practice (Newell & Rosenbloom 1981). */
export const effortOf = (user: UserState, index: number, screen: ResolvedScreen): number =>
  screen.effort * (user.practice[index] ?? 1) * (user.workarounds[index] === 1 ? WORKAROUND : 1)

/** How strongly a person feels a screen's effort: by their concern with effort, or with setup on a setup screen. */
export const effortConcernWeight = ({ disposition: { felt } }: UserState, { concerns }: ResolvedScreen): number =>
  concerns.includes('setup') ? Math.max(felt.effort, felt.setup) : felt.effort

/** The value of a screen to this person, at most 1. */
export const personalValue = ({ disposition }: UserState, index: number, { value }: ResolvedScreen): number =>
  Math.min(1, value * (disposition.worth[index] ?? 1))

/** Clarity for a person with knowledge κ and experience x: c + (1 − c) · min(1, κ + .3·x). */
export const clarityOf = (user: UserState, screen: ResolvedScreen): number =>
  screen.clarity + (1 - screen.clarity) * Math.min(1, user.knowledge + 0.3 * user.person.traits.experience)

/**
 * The result of the `visit`-th try of a screen on a day. Every defect has its own draw, so removing one leaves the
 * draws of the others; without a defect, P(ok) = σ(2.2 + 2.5(c − .6) − 2e + .8(x − .5)).
 */
export function tryScreen(user: UserState, index: number, screen: ResolvedScreen, day: number, visit: number): Result {
  if (!mayUse(user, day)) return EXPIRED
  if (isLimited(user, index, screen) && !buyAtPaywall(user, day)) return LIMITED
  let worst: ResolvedDefect | null = null
  for (const defect of screen.defects) {
    if (!bernoulli(defect.p, user.draws.uniform('defect', day, visit * SLOTS_PER_TRY + defect.slot))) continue
    if (worst === null || defect.severity > worst.severity) worst = defect
  }
  if (worst !== null)
    return { outcome: OUTCOME_OF[worst.effect], defect: worst, cause: 'defect', severity: worst.severity }
  const effort = effortOf(user, index, screen)
  const clarity = clarityOf(user, screen)
  const odds = 2.2 + 2.5 * (clarity - 0.6) - 2 * effort + 0.8 * (user.person.traits.experience - 0.5)
  if (bernoulli(logistic(odds), user.draws.uniform('ok', day, visit * SLOTS_PER_TRY + screen.slot))) return OK
  return 2.5 * (1 - clarity) > 2 * effort ? UNCLEAR : TOO_MUCH
}

const isLimited = (user: UserState, index: number, { limit }: ResolvedScreen): boolean =>
  limit !== null && limit.plan === user.plan && usesIn(user.week[index] ?? 0) >= limit.per_week

/** Uses of the last seven days, four bits a day. */
function usesIn(week: number): number {
  let uses = 0
  for (let rest = week; rest !== 0; rest >>>= 4) uses += rest & 0xf
  return uses
}

/** Number of days set in a mask of the week. */
export function bitsOf(mask: number): number {
  let count = 0
  for (let rest = mask; rest !== 0; rest &= rest - 1) count++
  return count
}
