import { Product } from '../../domain/simulation/product.js'
import type { FunnelFit, FunnelTarget, Influence, ProductPlace } from '../../domain/simulation/product-draft.js'
import { ARITHMETIC, SimulationInput } from '../../domain/simulation/simulation.js'
import { mean } from '../statistics/descriptive.js'
import { estimateMean, intervalOf } from '../statistics/mean-interval.js'
import type { Journey } from './journey.js'
import { runOfflineJourney, worldOf } from './world.js'

const DAYS = 14
const CHANGE = 0.3
/** All numbers are tried on a few people, the most influential ones again on other people. */
const FEW = { people: 30, seed: 1 }
const MORE = { people: 120, seed: 2 }
const TRIED_AGAIN = 10
/** 95 % for all second tries together (Bonferroni). */
const SURE = 0.995

/**
 * The at most ten numbers at these places that change mean days over 14 days most, most influential first. Each number
 * is tried 30 % lower and higher for the same 30 people, the ten largest again for 120 others, whose figures are
 * returned; of ten there are some that moved none of the 30. `beyond_luck`: the paired 99.5 % interval between lower and higher excludes 0.
 */
export function mostInfluential(product: Product, places: readonly ProductPlace[]): Influence[] {
  const numbers = places.filter((place) => Number(valueAt(product, place) || 0) !== 0)
  const first = influencesOf(product, numbers, FEW).slice(0, TRIED_AGAIN)
  return influencesOf(
    product,
    first.map(({ place }) => place),
    MORE,
  ).filter((influence) => rangeOf(influence) > 0)
}

type Sample = typeof FEW

function influencesOf(product: Product, places: readonly ProductPlace[], sample: Sample): Influence[] {
  const usual = daysOf(product, sample)
  return places
    .map((place): Influence => {
      const value = Number(valueAt(product, place))
      const [less, more] = [value * (1 - CHANGE), value * (1 + CHANGE)].map((changed) => {
        const other = withNumber(product, place, changed, value)
        return other === null ? usual : daysOf(other, sample)
      }) as [number[], number[]]
      const between = intervalOf(estimateMean(more.map((days, person) => days - (less[person] ?? 0))), SURE)
      const beyond_luck = between !== null && (between.low > 0 || between.high < 0)
      return { place, value, usual: mean(usual), with_less: mean(less), with_more: mean(more), beyond_luck }
    })
    .toSorted((a, b) => rangeOf(b) - rangeOf(a))
}

const rangeOf = ({ usual, with_less, with_more }: Influence): number =>
  Math.max(usual, with_less, with_more) - Math.min(usual, with_less, with_more)

const daysOf = (product: Product, sample: Sample): number[] => live(product, sample).map(({ days }) => days)

function live(product: Product, { people: personas, seed }: Sample): Journey[] {
  const input = SimulationInput.parse({ product, personas, days: DAYS, seed, arithmetic: ARITHMETIC })
  const world = worldOf(input)
  return Array.from({ length: personas }, (_, member) => runOfflineJourney(input, world, member, { seed, joined: 0 }))
}

function valueAt(product: unknown, place: ProductPlace): unknown {
  return place.reduce<unknown>((inner, key) => (inner as Record<string | number, unknown> | undefined)?.[key], product)
}

/** The product with another number; `null` where the schema allows none near it. Shares stay at most 1. */
function withNumber(product: Product, place: ProductPlace, changed: number, value: number): Product | null {
  const tries = value <= 1 ? [Math.min(1, changed), Math.round(changed)] : [changed, Math.round(changed)]
  for (const number of tries) {
    const copy: unknown = structuredClone(product)
    const holder = valueAt(copy, place.slice(0, -1)) as Record<string | number, unknown>
    holder[place.at(-1) ?? ''] = number
    const parsed = Product.safeParse(copy)
    if (parsed.success) return parsed.data
  }
  return null
}

const FITTED = { people: 120, seed: 1 }
const HALVINGS = 7
/** Share closer than which so few people cannot tell two values apart. */
const CLOSE_ENOUGH = 0.01

/**
 * Fits the probability of each screen's first defect, one by one, so that the share of people who got through a screen
 * within 14 days matches a funnel. `reached`: the shares the fitted product gives; even without the defect a share may
 * stay below the funnel's.
 */
export function fitFunnel(product: Product, targets: readonly FunnelTarget[]): FunnelFit {
  let fitted = product
  for (const { screen, share } of targets) {
    if (fitted.screens[screen]?.defects[0] === undefined) continue
    fitted = withDefect(fitted, screen, closestChance(fitted, screen, share))
  }
  return {
    product: fitted,
    reached: reachedIn(
      fitted,
      targets.map(({ screen }) => screen),
    ),
  }
}

/** By bisection: a more likely defect lets fewer people through. */
function closestChance(product: Product, screen: string, share: number): number {
  const missAt = (p: number): number => (reachedIn(withDefect(product, screen, p), [screen])[0] ?? 0) - share
  let [low, high] = [0, 1]
  let closest = { p: 0, miss: missAt(0) }
  if (closest.miss <= 0) return 0
  for (let halving = 0; halving < HALVINGS && Math.abs(closest.miss) > CLOSE_ENOUGH; halving++) {
    const p = (low + high) / 2
    const miss = missAt(p)
    if (Math.abs(miss) < Math.abs(closest.miss)) closest = { p, miss }
    if (miss > 0) low = p
    else high = p
  }
  return closest.p
}

function withDefect(product: Product, screen: string, p: number): Product {
  const changed = product.screens[screen]
  if (changed === undefined) return product
  const [first, ...others] = changed.defects
  const defects = first === undefined ? others : [{ ...first, p: Math.round(p * 1_000) / 1_000 }, ...others]
  return { ...product, screens: { ...product.screens, [screen]: { ...changed, defects } } }
}

function reachedIn(product: Product, screens: readonly string[]): number[] {
  const counts = screens.map(() => 0)
  for (const { sessions } of live(product, FITTED)) {
    const done = new Set(
      sessions.flatMap(({ events }) => events.flatMap(({ target, outcome }) => (outcome === 'ok' ? target : []))),
    )
    screens.forEach((screen, at) => {
      if (done.has(screen)) counts[at] = (counts[at] ?? 0) + 1
    })
  }
  return counts.map((count) => count / FITTED.people)
}
