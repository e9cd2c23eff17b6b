import { canOpenScreen, type UserState } from '../person/user-state.js'
import { SLOTS_PER_TRY } from '../product-state.js'
import { roundToNano } from '../random.js'
import { effortConcernWeight, effortOf, personalValue } from './outcome.js'
import { canAsk } from './support.js'

/** Options that are open everywhere; every other option is the index of a screen. */
export const READ_DOCS = -1
export const SEEK_HELP = -2
export const UNINSTALL = -3
export const LEAVE = -4
/** The index of a screen, or one of the constants above. */
export type Option = number

/** Penalty of a screen whose failure is remembered. */
const AVOIDANCE = 0.3
/**
 * Penalty of a screen that is not due, in units of the noise, so that its odds do not depend on the irrationality ι.
 */
const NOT_DUE = 10
/** Penalty for each earlier reading of the documentation or question to support. */
const READ_BEFORE = 0.4
/** Penalties on reading and asking for a person for whom nothing failed lately. */
const NOTHING_TO_LOOK_UP = 0.5
const NOTHING_TO_ASK = 1.5
/** Weight of free time against ending a session, by leaving it or for good. */
const TIME = 4.3
/** Weight of the product's pointing at a screen. */
const POINTING = 2

/** The part of the session so far that choices depend on. */
export type SoFar = { readonly actions: number; readonly last_success: number }

/**
 * The next action: the option with the largest utility + (.5 + 4ι) · Gumbel. That is exactly a logit choice, and every
 * option has its own draw, whatever the other options are.
 */
export function chooseAction(user: UserState, day: number, so_far: SoFar): Option {
  const { disposition, draws, product } = user
  const from = so_far.actions * SLOTS_PER_TRY
  let best: Option = LEAVE
  let highest = Number.NEGATIVE_INFINITY
  const offer = (option: Option, utility: number, slot: number) => {
    const value = roundToNano(utility + disposition.noise * draws.gumbel('choice', day, from + slot))
    if (value > highest) [best, highest] = [option, value]
  }
  offer(LEAVE, leaveUtility(user, so_far.actions), product.slots.leave)
  if (user.weights.staying.uninstall) offer(UNINSTALL, uninstallUtility(user), product.slots.uninstall)
  if (product.has_docs) offer(READ_DOCS, docsUtility(user), product.slots.read_docs)
  if (canAsk(user, day)) offer(SEEK_HELP, helpUtility(user), product.slots.seek_help)
  for (let screen = 0; screen < product.screens.length; screen++)
    if (canOpenScreen(user, screen, day) && !isClosedToday(user, screen, day) && !isDoneToday(user, screen, day))
      offer(screen, screenUtility(user, screen, day, so_far.last_success), product.screens[screen]?.slot ?? 0)
  return best
}

/**
 * Whether a paywall (any screen) or a limit (this screen) stopped the person today, who then tries again on another
 * day.
 */
const isClosedToday = (user: UserState, screen: number, day: number): boolean =>
  (user.plan === 'expired' && user.met_paywall_on === day) || user.limited_on[screen] === day

/** The first action of somebody's first session: the entry, where there is no onboarding that points at its steps. */
export function firstAction(user: UserState, day: number): Option {
  const { entry, onboarding } = user.product
  return onboarding.steps.length === 0 && canOpenScreen(user, entry, day)
    ? entry
    : chooseAction(user, day, { actions: 0, last_success: -1 })
}

/** Whether a need that returns was met here today: it is done until tomorrow. */
function isDoneToday({ product, successes, last_success }: UserState, screen: number, day: number): boolean {
  const period = product.screens[screen]?.period_days ?? 0
  return period >= 1 && (successes[screen] ?? 0) > 0 && last_success[screen] === day
}

const leaveUtility = ({ feelings, person }: UserState, actions: number): number =>
  -0.45 + 0.25 * actions - 0.5 * feelings.delight - TIME * (person.traits.time - 0.5)

const uninstallUtility = ({ feelings, person, disposition }: UserState): number =>
  -6 -
  TIME * (person.traits.time - 0.5) +
  5 * feelings.frustration * (1.2 - person.traits.patience) +
  disposition.leanings.uninstall.base

const docsUtility = ({ feelings, disposition, docs_read, failed_last }: UserState): number =>
  -1 -
  (failed_last.includes(1) ? 0 : NOTHING_TO_LOOK_UP) +
  (4.5 * disposition.docs_fit + disposition.docs_when_confused) * feelings.confusion +
  disposition.leanings.read_docs.base -
  READ_BEFORE * Math.log1p(docs_read)

const helpUtility = (user: UserState): number => {
  const { feelings, disposition, trust, trust_from_memory, support_asked, failed_last } = user
  return (
    -1.4 -
    (failed_last.includes(1) ? 0 : NOTHING_TO_ASK) +
    4 * feelings.frustration * (1 - disposition.docs_fit) * (0.4 + 0.6 * Math.min(1, trust + trust_from_memory)) +
    disposition.help_when_frustrated * feelings.frustration +
    disposition.leanings.seek_help.base -
    READ_BEFORE * Math.log1p(support_asked)
  )
}

/** How due a screen's need is: days since the last success ÷ its period, at most 1.5; 1 if never done or without a period. */
export function dueness(user: UserState, index: number, day: number): number {
  const period = user.product.screens[index]?.period_days
  if (typeof period !== 'number' || (user.successes[index] ?? 0) === 0) return 1
  return Math.min(1.5, (day - (user.last_success[index] ?? 0)) / period)
}

/** Whether the product points at a screen: it follows the last success, or is the onboarding's next step. */
export function isPointedAt({ product, successes }: UserState, index: number, last_success: number): boolean {
  if (product.screens[last_success]?.next.includes(index)) return true
  for (const step of product.onboarding.steps) if ((successes[step] ?? 0) === 0) return step === index
  return false
}

function screenUtility(user: UserState, index: number, day: number, last_success: number): number {
  const screen = user.product.screens[index]
  if (screen === undefined) return Number.NEGATIVE_INFINITY
  const { feelings, person, disposition } = user
  const effort = effortOf(user, index, screen)
  const leaning = disposition.leanings[screen.action]
  const due = dueness(user, index, day)
  return (
    (screen.once ? 1.2 : 0) +
    4.8 * personalValue(user, index, screen) * due -
    NOT_DUE * disposition.noise * Math.max(0, 1 - due) -
    1.3 * effort * (1.3 - person.traits.patience) * effortConcernWeight(user, screen) -
    (user.failed_last[index] === 1 ? 1.2 * feelings.frustration : 0) -
    AVOIDANCE * (user.avoided[index] ?? 0) +
    (isPointedAt(user, index, last_success) ? POINTING * user.product.onboarding.guidance : 0) +
    leaning.base +
    leaning.effort * effort +
    ((user.successes[index] ?? 0) === 0 ? leaning.never_done : 0)
  )
}

/**
 * Whether a need is due: the period of an open screen has passed or, where no open screen has a period, that of the
 * product's need. Behind a paywall no need can be met.
 */
export function needIsDue(user: UserState, day: number): boolean {
  if (user.plan === 'expired') return false
  let periodic = false
  for (let index = 0; index < user.product.screens.length; index++) {
    if (user.product.screens[index]?.period_days === null || !canOpenScreen(user, index, day)) continue
    periodic = true
    if (dueness(user, index, day) >= 1) return true
  }
  return !periodic && day - user.last_session >= user.product.need.period_days
}
