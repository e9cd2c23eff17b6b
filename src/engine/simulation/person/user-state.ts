import type { Feelings } from '../../../domain/simulation/simulated-session.js'
import { emptyMemory, type Memory } from '../memory/memory.js'
import type { MemoryContent, MemorySimilarity } from '../memory/remembered.js'
import type { ProductState, Tests } from '../product-state.js'
import { type Draws, drawsOf } from '../random.js'
import type { BehaviourWeights } from './behaviour-weights.js'
import { type Disposition, dispositionOf } from './disposition.js'
import { baselineOf } from './feelings.js'
import type { SimulatedPerson } from './person.js'

/** An unanswered question to support. `asked_on`: the last day on which it was asked, or its answer looked for. */
type Ticket = { readonly answered_on: number; readonly solved: boolean; asked_on: number }

/** The mutable state of one person who lives with a product. Days count from 0, the day of joining. */
export type UserState = {
  readonly person: SimulatedPerson
  readonly product: ProductState
  readonly weights: BehaviourWeights
  readonly draws: Draws
  readonly disposition: Disposition
  readonly baseline: Feelings
  readonly feelings: Feelings
  readonly memory: Memory
  readonly variables: Float64Array
  /** Number of successes by screen. */
  readonly successes: Int32Array
  /** Effort of the screen relative to the first time: (successes + 1)^−λ. */
  readonly practice: Float64Array
  readonly last_success: Int32Array
  /** Days of success, for screens that a notification follows. */
  readonly successful_days: ReadonlyMap<number, Set<number>>
  readonly failed_last: Uint8Array
  /** What last went wrong and has not worked since. */
  last_trouble: MemoryContent | null
  /** Whether each screen was open at some time. */
  readonly eligible: Uint8Array
  /** Successes of the last seven days by screen, four bits per day, today in the lowest. */
  readonly week: Int32Array
  /** By notification: a bit for each of the last seven days on which it was sent. */
  readonly sent: Int32Array
  /** Sum of the values met. */
  value_met: number
  knowledge: number
  trust: number
  /** Trust added in this session by the memory that support helped. */
  trust_from_memory: number
  habit: number
  fatigue: number
  ticket: Ticket | null
  /** Today's notification with the strongest pull. */
  message: string | null
  /** Number of times the documentation was read and support was asked. */
  docs_read: number
  support_asked: number
  /** A plan's id; `trial`, `free`, `none` before a decision where nothing is free, or `expired` after one against it. */
  plan: string
  /** The day on which a plan was first bought. */
  paid_on: number | null
  activated_on: number | null
  last_session: number
  /** Feelings at the end of the last session; `null` before the first. */
  evening: Feelings | null
  /** Means of the last session, used by the retention score. */
  session_frustration: number
  session_delight: number
  /** Recalled in this session: screens with a known workaround, and how far failed screens are avoided. */
  readonly workarounds: Uint8Array
  readonly avoided: Float64Array
  /** Days on which possible reasons for leaving were last met. */
  met_deal_breaker_on: number
  met_limit_on: number
  met_paywall_on: number
  /** Day of the last limit, by screen. */
  readonly limited_on: Int32Array
}

const LONG_AGO = -1_000

export function initialUserState(
  seed: number,
  person: SimulatedPerson,
  product: ProductState,
  weights: BehaviourWeights,
  meaning: MemorySimilarity | null = null,
): UserState {
  const screens = product.screens.length
  const baseline = baselineOf(person.traits)
  return {
    person,
    product,
    weights,
    draws: drawsOf(seed, person.id),
    disposition: dispositionOf(person, product, weights),
    baseline,
    feelings: { ...baseline },
    memory: emptyMemory(meaning),
    variables: Float64Array.from(product.variables, ({ start }) => start),
    successes: new Int32Array(screens),
    practice: new Float64Array(screens).fill(1),
    last_success: new Int32Array(screens).fill(LONG_AGO),
    successful_days: new Map(product.notifications.map(({ after }) => [after, new Set()])),
    failed_last: new Uint8Array(screens),
    last_trouble: null,
    eligible: new Uint8Array(screens),
    week: new Int32Array(screens),
    sent: new Int32Array(product.notifications.length),
    value_met: 0,
    knowledge: 0,
    trust: 0.5,
    trust_from_memory: 0,
    habit: 0,
    fatigue: 0,
    ticket: null,
    message: null,
    docs_read: 0,
    support_asked: 0,
    plan: firstPlan(product),
    paid_on: null,
    activated_on: null,
    last_session: 0,
    evening: null,
    session_frustration: baseline.frustration,
    session_delight: baseline.delight,
    workarounds: new Uint8Array(screens),
    avoided: new Float64Array(screens),
    met_deal_breaker_on: LONG_AGO,
    met_limit_on: LONG_AGO,
    met_paywall_on: LONG_AGO,
    limited_on: new Int32Array(screens).fill(LONG_AGO),
  }
}

/** The plan of a person who has not decided yet, where there is neither a trial nor a free plan. */
export const NO_PLAN = 'none'

function firstPlan({ price }: ProductState): string {
  if (price.trial !== null) return 'trial'
  if (price.free !== null) return 'free'
  return price.plans.length === 0 ? 'free' : NO_PLAN
}

export function conditionHolds(tests: Tests, user: UserState, day: number): boolean {
  for (const { of, index, at_least } of tests) {
    if (of === 'variable' && (user.variables[index] ?? 0) < at_least) return false
    if (of === 'screen' && (user.successes[index] ?? 0) < at_least) return false
    if (of === 'idle_days' && day - user.last_session < at_least) return false
  }
  return true
}

/** Whether a screen can be opened: it is there, its needs hold, it is not done for good, and no compulsory onboarding is unfinished. */
export function canOpenScreen(user: UserState, screen: number, day: number): boolean {
  const { screens, onboarding } = user.product
  const opened = screens[screen]
  if (opened === undefined || !opened.available) return false
  if (opened.once && (user.successes[screen] ?? 0) > 0) return false
  for (const tests of opened.needs) if (!conditionHolds(tests, user, day)) return false
  if (onboarding.skippable || user.activated_on !== null || onboarding.steps.includes(screen)) return true
  return onboarding.steps.every((step) => (user.successes[step] ?? 0) > 0)
}
