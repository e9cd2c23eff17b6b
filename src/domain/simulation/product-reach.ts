import { parseCondition } from './product-condition.js'
import { IDLE_DAYS } from './product-names.js'
import type { ProductShape } from './product-shape.js'

/**
 * Screens that can be open at some time, from what each screen needs, sets and adds; chance, prices and flags are
 * ignored. Where onboarding cannot be skipped, the other screens open after it, or when its steps can meet its goal.
 */
export const reachableScreens = (product: ProductShape): ReadonlySet<string> => openScreens(product).reached

/** Screens that no order of steps can ever open, each with those of its needs that are never met. */
export function closedScreens(product: ProductShape): { readonly id: string; readonly unmet: readonly string[] }[] {
  const { reached, holds } = openScreens(product)
  return Object.entries(product.screens).flatMap(([id, { needs }]) =>
    reached.has(id) ? [] : [{ id, unmet: needs.filter((need) => !holds(need)) }],
  )
}

function openScreens(product: ProductShape) {
  const { onboarding } = product
  const steps = new Set(onboarding.steps)
  const isStep = (id: string): boolean => steps.has(id)
  const first = onboarding.skippable ? null : reachedAmong(product, isStep)
  const goes_on =
    first === null || [...steps].every((step) => first.reached.has(step)) || first.holds(onboarding.activated)
  return goes_on ? reachedAmong(product, () => true) : first
}

function reachedAmong(product: ProductShape, isOpen: (screen: string) => boolean) {
  const reached = new Set<string>()
  const highest = new Map(Object.entries(product.data))
  const holds = (condition: string): boolean =>
    (parseCondition(condition) ?? []).every(({ name, at_least }) => {
      if (name === IDLE_DAYS) return true
      const variable = highest.get(name)
      if (variable !== undefined) return variable >= at_least
      return reached.has(name) && (at_least <= 1 || product.screens[name]?.once !== true)
    })
  const reach = (id: string): void => {
    const screen = product.screens[id]
    if (screen === undefined) return
    reached.add(id)
    for (const variable of screen.sets) highest.set(variable, Math.max(1, highest.get(variable) ?? 0))
    for (const [variable, by] of Object.entries(screen.adds))
      if (by > 0) highest.set(variable, screen.once ? (highest.get(variable) ?? 0) + by : Number.POSITIVE_INFINITY)
  }
  for (let found = true; found; ) {
    found = false
    for (const [id, { needs }] of Object.entries(product.screens)) {
      if (reached.has(id) || !isOpen(id) || !needs.every(holds)) continue
      reach(id)
      found = true
    }
  }
  return { reached, holds }
}
