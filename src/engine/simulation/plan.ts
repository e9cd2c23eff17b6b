import type { Action } from '../../domain/product-screen.js'
import type { SessionAnswer } from '../../domain/session-plan.js'
import { FEELINGS, type Feelings, type Outcome } from '../../domain/simulated-session.js'
import { LEAVE, type Option, READ_DOCS, SEEK_HELP, UNINSTALL } from './choice.js'
import { canAsk } from './support.js'
import type { UserState } from './user-state.js'

/** The next step of a plan. `missing`: the step names something that does not exist, so it is tried and fails. */
export type PlanStep = {
  readonly option: Option
  readonly missing: { readonly action: Action; readonly target: string } | null
}

/** Maximum change of a feeling by the value a model reports. */
const MAX_FELT = 0.2
/** No option of the product. */
const MISSING = -5
const END: PlanStep = { option: LEAVE, missing: null }

/** Returns the steps of an answer one per call, each depending on the outcome of the step before. */
export function startPlan(user: UserState, day: number, answer: SessionAnswer): (last: Outcome) => PlanStep {
  if (answer.look_back !== null) feelAsSaid(user.feelings, answer.look_back)
  let next = 0
  let retried = false
  return (last) => {
    const before = answer.plan[next - 1]
    if (before !== undefined && last !== 'ok' && !retried) {
      retried = true
      if (before.if_blocked === 'retry') return stepFor(user, day, before.action, before.target)
      if (before.if_blocked === 'docs') return { option: READ_DOCS, missing: null }
      if (before.if_blocked === 'help') return seekHelp(user, day)
      if (before.if_blocked === 'uninstall') return { option: UNINSTALL, missing: null }
      if (before.if_blocked === 'leave') return END
    }
    const step = answer.plan[next++]
    retried = false
    return step === undefined ? END : stepFor(user, day, step.action, step.target)
  }
}

const seekHelp = (user: UserState, day: number): PlanStep =>
  canAsk(user, day) ? { option: SEEK_HELP, missing: null } : END

function stepFor(user: UserState, day: number, action: Action, target: string): PlanStep {
  if (action === 'read_docs') return { option: READ_DOCS, missing: null }
  if (action === 'seek_help') return seekHelp(user, day)
  if (action === 'uninstall') return { option: UNINSTALL, missing: null }
  const option = user.product.screens.findIndex(({ id }) => id === target)
  if (option >= 0) return { option, missing: null }
  return { option: MISSING, missing: { action, target } }
}

function feelAsSaid(feelings: Feelings, said: Readonly<Feelings>): void {
  for (const feeling of FEELINGS) {
    const difference = said[feeling] - feelings[feeling]
    feelings[feeling] += Math.sign(difference) * Math.min(MAX_FELT, Math.abs(difference))
  }
}
