import type { SessionFacts } from '../../../domain/simulation/session-plan.js'
import type { Session } from '../../../domain/simulation/simulated-session.js'
import { hundredth } from '../../statistics/descriptive.js'
import type { Occasion } from '../journey.js'
import type { MemoryRow } from '../memory/memory.js'
import type { CohortMember } from '../person/cohort.js'
import { canOpenScreen } from '../person/user-state.js'
import { dueness } from './choice.js'

/** Steps to which feelings are rounded for a model: finer differences would each need an answer of their own. */
const STEPS = 20
const coarse = (feeling: number): number => Math.round(feeling * STEPS) / STEPS

/** The facts for planning a session: the person, their feelings, memories and options. `product`: its hash. */
export function sessionFacts(product: string, member: CohortMember, occasion: Occasion): SessionFacts {
  const { user, day, recalled, last } = occasion
  const { frustration, confidence, delight, confusion } = user.feelings
  const open = user.product.screens.flatMap(({ id, action }, index) =>
    canOpenScreen(user, index, day) ? [{ id, action, index }] : [],
  )
  return {
    product,
    person: personFacts(member),
    day,
    away: last === null ? 0 : day - last.day,
    plan: user.plan,
    message: user.message,
    waits_for_support: user.ticket !== null,
    feelings: {
      frustration: coarse(frustration),
      confidence: coarse(confidence),
      delight: coarse(delight),
      confusion: coarse(confusion),
    },
    open: open.map(({ id, action }) => ({ id, action })),
    due: open.filter(({ index }) => dueness(user, index, day) >= 1).map(({ id }) => id),
    memories: memoryFacts(recalled),
    last: last && traceOf(last),
    steps: user.disposition.max_actions,
  }
}

export function personFacts({ name, kind, about, traits }: CohortMember): SessionFacts['person'] {
  const { patience, risk, experience, adoption, time, learning } = traits
  return {
    ...{ name, kind, about, patience: hundredth(patience), risk: hundredth(risk), experience, adoption },
    ...{ minutes: Math.round(15 * 2 ** (3 * time)), learning },
  }
}

export const memoryFacts = (recalled: readonly MemoryRow[]): SessionFacts['memories'] =>
  recalled.map(({ id, kind, day, target, outcome, defect, insight, count, words }) => ({
    ...{ id, day, target, outcome, defect, insight, count, hearsay: kind === 'social' },
    own_words: words === undefined ? undefined : (true as const),
  }))

/** A session line by line. */
export const traceOf = ({ events }: Session): NonNullable<SessionFacts['last']> =>
  events.map(({ action, target, outcome, defect }) => ({ action, target, outcome, defect }))
