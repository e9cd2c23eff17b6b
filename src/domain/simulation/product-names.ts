import { parseCondition } from './product-condition.js'
import type { ProductShape } from './product-shape.js'
import { ELSEWHERE } from './simulated-session.js'

type Path = (string | number)[]
type Problem = { readonly path: Path; readonly message: string }

/** Days since somebody was last there. */
export const IDLE_DAYS = 'idle_days'

/** Targets of actions without a screen. */
const RESERVED = ['docs', 'support', 'product', ELSEWHERE]

/** Problems with names: used but not defined anywhere, or defined twice. */
export function unknownNames(product: ProductShape): Problem[] {
  const screens = new Set(Object.keys(product.screens))
  const defects = Object.entries(product.screens).flatMap(([screen, { defects }]) =>
    defects.map(({ id }, index) => ({ id, path: ['screens', screen, 'defects', index, 'id'] })),
  )
  const flags = new Set(Object.keys(product.flags))
  const variables = new Set(Object.keys(product.data))
  for (const screen of Object.values(product.screens)) for (const variable of screen.sets) variables.add(variable)
  const plans = new Set(product.price.plans.map(({ id }) => id))
  if (product.price.free !== null) plans.add('free')
  if (product.price.trial !== null) plans.add('trial')
  const defectIds = new Set(defects.map(({ id }) => id))
  const conditionNames = new Set([...screens, ...variables, IDLE_DAYS])
  const problems: Problem[] = []

  const expect = (kind: string, known: ReadonlySet<string>, wanted: string | undefined, path: Path) => {
    if (wanted === undefined || known.has(wanted)) return
    const names = known.size === 0 ? 'there is none' : `there are ${[...known].join(', ')}`
    problems.push({ path, message: `There is no ${kind} "${wanted}"; ${names}.` })
  }
  const expectAll = (kind: string, known: ReadonlySet<string>, wanted: readonly string[], path: Path) =>
    wanted.forEach((name, index) => {
      expect(kind, known, name, [...path, index])
    })
  const expectCondition = (condition: string, path: Path) => {
    for (const { name } of parseCondition(condition) ?? []) expect('variable or screen', conditionNames, name, path)
  }
  const expectOnce = (kind: string, ids: readonly { id: string; path: Path }[]) => {
    const seen = new Set<string>()
    for (const { id, path } of ids) {
      if (seen.has(id)) problems.push({ path, message: `There are two ${kind} named "${id}"; give one another id.` })
      seen.add(id)
    }
  }
  const idsOf = (list: readonly { id: string }[], path: Path) =>
    list.map(({ id }, index) => ({ id, path: [...path, index, 'id'] }))

  expect('screen', screens, product.entry, ['entry'])
  for (const [id, state] of Object.entries(product.states))
    for (const flag of Object.keys(state.flags)) expect('flag', flags, flag, ['states', id, 'flags', flag])
  for (const [id, screen] of Object.entries(product.screens)) {
    if (RESERVED.includes(id))
      problems.push({ path: ['screens', id], message: `No screen can be named "${id}"; give it another name.` })
    const at = (...path: Path): Path => ['screens', id, ...path]
    screen.needs.forEach((condition, index) => {
      expectCondition(condition, at('needs', index))
    })
    for (const variable of Object.keys(screen.adds))
      expect('variable in `data`', new Set(Object.keys(product.data)), variable, at('adds', variable))
    expectAll('screen', screens, screen.next, at('next'))
    expect('plan', plans, screen.limit?.plan, at('limit', 'plan'))
    expect('flag', flags, screen.limit?.when?.flag, at('limit', 'when', 'flag'))
    expect('flag', flags, screen.when?.flag, at('when', 'flag'))
    screen.defects.forEach(({ when }, index) => {
      expect('flag', flags, when?.flag, at('defects', index, 'when', 'flag'))
    })
  }
  expectOnce('defects', defects)
  expectAll('screen', screens, product.onboarding.steps, ['onboarding', 'steps'])
  expectCondition(product.onboarding.activated, ['onboarding', 'activated'])
  expectOnce('plans', idsOf(product.price.plans, ['price', 'plans']))
  expectOnce('notifications', idsOf(product.notifications, ['notifications']))
  product.notifications.forEach(({ trigger, when_not }, index) => {
    expect('screen', screens, trigger.after, ['notifications', index, 'trigger', 'after'])
    expect('flag', flags, when_not?.flag, ['notifications', index, 'when_not', 'flag'])
  })
  expectAll('screen', screens, product.sharing.from, ['sharing', 'from'])
  product.resets.forEach((reset, index) => {
    expect('variable', variables, reset.var, ['resets', index, 'var'])
    expectCondition(reset.when, ['resets', index, 'when'])
  })
  expectOnce('fixes', idsOf(product.fixes, ['fixes']))
  product.fixes.forEach(({ touches = [], removes, flag }, index) => {
    expectAll('screen', screens, touches, ['fixes', index, 'touches'])
    expect('defect', defectIds, removes, ['fixes', index, 'removes'])
    expect('flag', flags, flag, ['fixes', index, 'flag'])
  })
  if (product.hypothesis?.metric !== undefined) {
    const states = new Set(Object.keys(product.states))
    expect('state', states, product.hypothesis.state_a, ['hypothesis', 'state_a'])
    expect('state', states, product.hypothesis.state_b, ['hypothesis', 'state_b'])
  }
  return problems
}
