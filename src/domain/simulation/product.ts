import type { z } from 'zod'
import { unknownNames } from './product-names.js'
import { reachableScreens } from './product-reach.js'
import { type Hypothesis, ProductShape } from './product-shape.js'

/**
 * A product as synthetic people meet it. Every number is an assumption of the file's author. Unknown names (of screens,
 * variables, flags, defects) and contradictory parts are rejected.
 */
export const Product = ProductShape.superRefine((product, context) => {
  const unknown = unknownNames(product)
  const problems = unknown.length > 0 ? unknown : senselessParts(product)
  for (const { path, message } of problems) context.addIssue({ code: 'custom', path, message })
})
export type Product = z.infer<typeof Product>

type Problem = { readonly path: (string | number)[]; readonly message: string }
type Metric = NonNullable<Hypothesis['metric']>

/** Maximum change of a metric: a share by 1, days by the longest run, invitations by three a day. */
const MAX_RUN_DAYS = 90
const MOST: Record<Metric, number> = {
  survival: 1,
  activated: 1,
  paid: 1,
  frustration: 1,
  days: MAX_RUN_DAYS,
  active_days: MAX_RUN_DAYS,
  sessions: MAX_RUN_DAYS,
  invitations: 3 * MAX_RUN_DAYS,
}

/** Parts of a product file that cannot be meant, although every name in it exists. */
function senselessParts(product: ProductShape): Problem[] {
  return [
    ...sameStates(product),
    ...boundlessHypothesis(product),
    ...lateReminder(product),
    ...deadEnd(product),
    ...closedDoors(product),
  ]
}

function sameStates({ states, flags }: ProductShape): Problem[] {
  const seen = new Map<string, string>()
  return Object.entries(states).flatMap(([id, state]) => {
    const decided = JSON.stringify(Object.keys(flags).map((flag) => state.flags[flag] ?? flags[flag]?.default))
    const other = seen.get(decided)
    seen.set(decided, other ?? id)
    if (other === undefined) return []
    const message = `The states ${other} and ${id} have the same flags, so they are one; give ${id} another flag or leave it out.`
    return [{ path: ['states', id], message }]
  })
}

function boundlessHypothesis({ hypothesis }: ProductShape): Problem[] {
  if (hypothesis === null) return []
  const { metric = 'survival', at_least } = hypothesis
  const most = MOST[metric]
  if (at_least <= most) return []
  const unit = most === 1 ? ', which is a share: 3 points are .03' : ''
  return [
    {
      path: ['hypothesis', 'at_least'],
      message: `${metric} can change by at most ${most}, not by ${at_least}${unit}.`,
    },
  ]
}

function lateReminder({ price: { trial } }: ProductShape): Problem[] {
  if (trial?.reminder_day === undefined || trial.reminder_day <= trial.days) return []
  const message = `The trial ends on day ${trial.days}; remind on that day or before it.`
  return [{ path: ['price', 'trial', 'reminder_day'], message }]
}

function deadEnd({ price: { trial, plans, free } }: ProductShape): Problem[] {
  if (trial === null || plans.length > 0 || free !== null) return []
  const message = 'Nothing can be bought when the trial has ended; add a plan, or `free: { limits: {} }`.'
  return [{ path: ['price', 'plans'], message }]
}

function closedDoors(product: ProductShape): Problem[] {
  const { entry, onboarding, name } = product
  const reached = reachableScreens(product)
  const closed = onboarding.steps.filter((step) => !reached.has(step))
  const problems: Problem[] = []
  if (!reached.has(entry))
    problems.push({
      path: ['entry'],
      message: `Nobody can begin with ${name}: its entry "${entry}" can never be opened; look at what it needs.`,
    })
  if (closed.length > 0 && closed.length === onboarding.steps.length)
    problems.push({
      path: ['onboarding', 'steps'],
      message: `No step of the onboarding can ever be opened (${closed.join(', ')}); look at what they need.`,
    })
  return problems
}
