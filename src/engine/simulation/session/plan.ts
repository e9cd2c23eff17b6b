import { isScreen } from '../../../domain/simulation/life-history.js'
import type { Action } from '../../../domain/simulation/product-screen.js'
import type { SessionAnswer, SessionPlan } from '../../../domain/simulation/session-plan.js'
import { FEELINGS, type Feelings, type Outcome, type Why } from '../../../domain/simulation/simulated-session.js'
import { CARRIED_OVER } from '../person/feelings.js'
import type { UserState } from '../person/user-state.js'
import { LEAVE, type Option, READ_DOCS, SEEK_HELP, UNINSTALL } from './choice.js'
import { canAsk } from './support.js'

/** The next step of a plan. `missing`: the step names something that does not exist, so it is tried and fails. */
export type PlanStep = {
  readonly option: Option
  /** Why, where no screen says it. */
  readonly why: Why
  readonly missing: { readonly action: Action; readonly target: string } | null
  /** The model's reason for it. */
  readonly said?: string | undefined
}

/** Maximum by which a reported look-back moves a feeling. */
const MAX_FELT = 0.2
/** No option of the product. */
const MISSING = -5
const END: PlanStep = { option: LEAVE, why: 'planned', missing: null }

/**
 * An answer as it is carried out. `answer` may be of an earlier version, stored before each step had a reason of its own:
 * it is told by the `why` of the whole session, and is a plan as it stands.
 */
export function planOf(answer: SessionAnswer | SessionPlan): SessionPlan {
  if ('why' in answer) return answer
  const { look_back, plan, expects, tell_others, summary } = answer
  return {
    look_back: look_back && { ...look_back.felt, quote: look_back.quote },
    ...{ plan, why: summary, expects, tell_others },
    ...{ memory: look_back?.memory ?? null, insight: look_back?.insight ?? null },
  }
}

/** Returns the steps of an answer one per call, each depending on the outcome of the step before. */
export function startPlan(user: UserState, day: number, answer: SessionPlan): (last: Outcome) => PlanStep {
  if (answer.look_back !== null) applyLookBack(user, day, answer.look_back)
  let next = 0
  let retried = false
  return (last) => {
    const before = answer.plan[next - 1]
    if (before !== undefined && last !== 'ok' && !retried) {
      retried = true
      if (before.if_blocked === 'retry') return stepFor(user, day, before)
      if (before.if_blocked === 'docs')
        return user.product.has_docs ? { option: READ_DOCS, why: 'blocked', missing: null } : END
      if (before.if_blocked === 'help') return seekHelp(user, day, 'blocked')
      if (before.if_blocked === 'uninstall') return { option: UNINSTALL, why: 'blocked', missing: null }
      if (before.if_blocked === 'leave') return END
    }
    const step = answer.plan[next++]
    retried = false
    return step === undefined ? END : stepFor(user, day, step)
  }
}

const seekHelp = (user: UserState, day: number, why: Why, said?: string): PlanStep =>
  canAsk(user, day) ? { option: SEEK_HELP, why, missing: null, said } : END

/** A step whose action is not that of its target is tried and fails, as one to a screen or to help that does not exist. */
function stepFor(user: UserState, day: number, { action, target, why: said }: SessionPlan['plan'][number]): PlanStep {
  const why = 'planned'
  const option = user.product.screens.findIndex((screen) => screen.id === target && screen.action === action)
  if (option >= 0) return { option, why, missing: null, said }
  const { has_docs, has_support } = user.product
  if (has_docs && action === 'read_docs' && target === 'docs') return { option: READ_DOCS, why, missing: null, said }
  if (has_support && action === 'seek_help' && target === 'support') return seekHelp(user, day, why, said)
  if (action === 'uninstall' && target === 'product') return { option: UNINSTALL, why, missing: null, said }
  // A known screen with a wrong action gets a target of its own: the memory of this failure is not about that screen.
  const missing = { action, target: isKnown(user, target) ? `${target} (${action})` : target }
  return { option: MISSING, why, missing, said }
}

const isKnown = ({ product }: UserState, target: string): boolean =>
  !isScreen({ place: target }) || product.screens.some(({ id }) => id === target)

/** Moves feelings towards the reported look-back, less the decay since that evening. */
function applyLookBack({ feelings, evening, last_session }: UserState, day: number, said: Readonly<Feelings>): void {
  if (evening === null) return
  const left = CARRIED_OVER ** (day - last_session)
  for (const feeling of FEELINGS) {
    const gap = Math.min(MAX_FELT, Math.max(-MAX_FELT, said[feeling] - evening[feeling]))
    feelings[feeling] = Math.min(1, Math.max(0, feelings[feeling] + gap * left))
  }
}
