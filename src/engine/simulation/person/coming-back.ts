import { logistic } from '../logit.js'
import type { ResolvedNotification } from '../product-state.js'
import { bernoulli } from '../random.js'
import { needIsDue } from '../session/choice.js'
import { bitsOf } from '../session/outcome.js'
import type { UserState } from './user-state.js'

const DAYS_A_WEEK = 7
/** Fatigue that each message adds; half of it is gone after three days. */
const FATIGUE = 0.15
const FATIGUE_KEPT = 0.5 ** (1 / 3)
/** The pull of the message that reminds of a trial's end. */
const REMINDER = 0.3
/** Habit after a session: 95 % after 66 days in a row (Lally et al. 2010, median). */
const HABIT_GAIN = 0.044375
const HABIT_KEPT = 0.99

/** Weekday from 1 (Monday) to 7. Day 0 of the simulation is a Monday. */
const weekdayOf = (date: number): number => (date % DAYS_A_WEEK) + 1

/** Delivers the notifications of a day, each of which adds frustration and fatigue; returns their strongest pull. */
export function receiveMessages(user: UserState, day: number, date: number): number {
  const { product, sent, feelings, disposition } = user
  user.fatigue *= FATIGUE_KEPT
  user.message = null
  const fresh = 1 - user.fatigue
  let pull = user.plan === 'trial' && product.price.trial?.reminder_day === day + 1 ? REMINDER : 0
  product.notifications.forEach((message, index) => {
    const mask = ((sent[index] ?? 0) << 1) & 0x7f
    sent[index] = mask
    if (!isTime(user, message, day, date) || bitsOf(mask) >= message.max_per_week) return
    if (!bernoulli(message.trigger.p, user.draws.uniform('message', day, message.slot))) return
    sent[index] = mask | 1
    if (message.pull > pull) [pull, user.message] = [message.pull, message.id]
    user.fatigue = Math.min(1, user.fatigue + FATIGUE)
    feelings.frustration =
      1 - (1 - feelings.frustration) * (1 - Math.min(1, message.annoyance * disposition.felt.messages))
  })
  return pull * fresh
}

function isTime(user: UserState, { trigger, after }: ResolvedNotification, day: number, date: number): boolean {
  if (day === 0) return false
  if (trigger.daily_hour !== undefined) return true
  if (trigger.weekday !== undefined) return trigger.weekday === weekdayOf(date)
  if (trigger.idle_days !== undefined) return day - user.last_session >= trigger.idle_days
  // A message without delay arrives on the next morning.
  return user.successful_days.get(after)?.has(day - Math.max(1, trigger.delay_days)) ?? false
}

/**
 * Whether a person opens the product on a day: logit p = a₀ + u_i + time, habit, delight, frustration, a due need, the
 * weekday, messages, and days away. `inclination` is u_i.
 */
export function comesBack(user: UserState, day: number, date: number, pull: number, inclination: number): boolean {
  if (day === 0) return true
  const { feelings, person, product } = user
  const weights = user.weights.coming_back
  const log_odds =
    weights.intercept +
    inclination +
    weights.time * (person.traits.time - 0.5) +
    weights.habit * user.habit +
    weights.delight * (feelings.delight - 0.3) -
    weights.frustration * (feelings.frustration - 0.3) +
    (needIsDue(user, day) ? weights.due : 0) +
    (product.need.weekdays.includes(weekdayOf(date)) ? weights.weekday : -weights.weekday) +
    pull -
    weights.gap * Math.log1p(day - user.last_session)
  return bernoulli(logistic(log_odds), user.draws.uniform('start', day, 0))
}

export function formHabit(user: UserState, came: boolean): void {
  user.habit = came ? user.habit + HABIT_GAIN * (1 - user.habit) : user.habit * HABIT_KEPT
}
