import { effortOf, effortWeight, worthOf } from './outcome.js'
import { SLOTS_PER_TRY } from './product-state.js'
import { rounded } from './random.js'
import { isLegal, type UserState } from './user-state.js'

/** What somebody can do next: a screen by its place, or one of the four that are open everywhere. */
export const READ_DOCS = -1
export const SEEK_HELP = -2
export const UNINSTALL = -3
export const LEAVE = -4
/** A screen's place, or one of the constants above. */
export type Option = number

/** How a remembered failure counts against a screen. */
const AVOIDANCE = 0.3
/** How little there is to do on a screen whose need is not due. */
const NOT_DUE = 2
/** How quickly there is less to read, and less to ask, with every time. */
const READ_BEFORE = 0.4
/** How much less somebody whom nothing failed lately looks up, and asks. */
const NOTHING_TO_LOOK_UP = 0.5
const NOTHING_TO_ASK = 1.5
/** How strongly the product's pointing at a screen is followed. */
const POINTING = 2

/** What has happened in the session so far, as far as choices depend on it. */
export type SoFar = { readonly actions: number; readonly last_success: number }

/**
 * The next thing somebody does: the option with the largest utility + (.5 + 4ι) · Gumbel. That is exactly a logit choice,
 * and every option keeps its own luck whatever the others are.
 */
export function chooseAction(user: UserState, day: number, so_far: SoFar): Option {
  const { disposition, draws, product } = user
  const from = so_far.actions * SLOTS_PER_TRY
  let best: Option = LEAVE
  let highest = Number.NEGATIVE_INFINITY
  const offer = (option: Option, utility: number, slot: number) => {
    const value = rounded(utility + disposition.noise * draws.gumbel('choice', day, from + slot))
    if (value > highest) [best, highest] = [option, value]
  }
  offer(LEAVE, leaveUtility(user, so_far.actions), product.slots.leave)
  if (user.model.staying.uninstall) offer(UNINSTALL, uninstallUtility(user), product.slots.uninstall)
  offer(READ_DOCS, docsUtility(user), product.slots.read_docs)
  if (user.ticket === null) offer(SEEK_HELP, helpUtility(user), product.slots.seek_help)
  for (let screen = 0; screen < product.screens.length; screen++)
    if (isLegal(user, screen, day) && !isClosedToday(user, screen, day))
      offer(screen, screenUtility(user, screen, day, so_far.last_success), product.screens[screen]?.slot ?? 0)
  return best
}

/** Whether somebody was told on this day that it costs money: nobody pushes the same door again, or the next one of a paywall. */
const isClosedToday = (user: UserState, screen: number, day: number): boolean =>
  (user.plan === 'expired' && user.met_paywall_on === day) || user.limited_on[screen] === day

const leaveUtility = ({ feelings, person }: UserState, actions: number): number =>
  -0.45 + 0.25 * actions - 0.5 * feelings.delight - 3 * (person.traits.time - 0.5)

const uninstallUtility = ({ feelings, person, disposition }: UserState): number =>
  -6 + 5 * feelings.frustration * (1.2 - person.traits.patience) + disposition.leanings.uninstall.base

const docsUtility = ({ feelings, disposition, docs_read, failed_last }: UserState): number =>
  -1 -
  (failed_last.includes(1) ? 0 : NOTHING_TO_LOOK_UP) +
  (4.5 * disposition.docs_fit + disposition.docs_when_confused) * feelings.confusion +
  disposition.leanings.read_docs.base -
  READ_BEFORE * Math.log1p(docs_read)

const helpUtility = (user: UserState): number => {
  const { feelings, disposition, trust, helped_in_mind, support_asked, failed_last } = user
  return (
    -1.4 -
    (failed_last.includes(1) ? 0 : NOTHING_TO_ASK) +
    4 * feelings.frustration * (1 - disposition.docs_fit) * (0.4 + 0.6 * Math.min(1, trust + helped_in_mind)) +
    disposition.help_when_frustrated * feelings.frustration +
    disposition.leanings.seek_help.base -
    READ_BEFORE * Math.log1p(support_asked)
  )
}

/** How much the need for a screen is due: days since ÷ its period, at most 1.5; 1 where it was never done or has none. */
export function dueness(user: UserState, index: number, day: number): number {
  const period = user.product.screens[index]?.period_days
  if (typeof period !== 'number' || (user.successes[index] ?? 0) === 0) return 1
  return Math.min(1.5, (day - (user.last_success[index] ?? 0)) / period)
}

/** Whether the product points at a screen: it follows on what was just done, or is the onboarding's next step. */
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
    4.8 * worthOf(user, index, screen) * due -
    NOT_DUE * Math.max(0, 1 - due) -
    1.3 * effort * (1.3 - person.traits.patience) * effortWeight(user, screen) -
    (user.failed_last[index] === 1 ? 1.2 * feelings.frustration : 0) -
    AVOIDANCE * (user.avoided[index] ?? 0) +
    (isPointedAt(user, index, last_success) ? POINTING * user.product.onboarding.guidance : 0) +
    leaning.base +
    leaning.effort * effort +
    ((user.successes[index] ?? 0) === 0 ? leaning.never_done : 0)
  )
}

/**
 * Whether a need waits to be met: the period of a screen that is open has passed, or, before there is one, that of the need
 * itself. Behind a paywall nothing can be met.
 */
export function needIsDue(user: UserState, day: number): boolean {
  if (user.plan === 'expired') return false
  let periodic = false
  for (let index = 0; index < user.product.screens.length; index++) {
    if (user.product.screens[index]?.period_days === null || !isLegal(user, index, day)) continue
    periodic = true
    if (dueness(user, index, day) >= 1) return true
  }
  return !periodic && day - user.last_session >= user.product.need.period_days
}
