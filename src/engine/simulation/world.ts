import type { SimulationInput } from '../../domain/simulation.js'
import { type Cohort, cohortOf } from './cohort.js'
import { type Journey, journey } from './journey.js'
import { type Acquaintances, marketOf } from './network/market.js'
import { type ProductState, productState } from './product-state.js'

/** What people of a simulation live in. */
export type World = {
  readonly product: ProductState
  readonly cohort: Cohort
  /** Who knows whom; `null` where nobody's invitation reaches anybody. */
  readonly market: Acquaintances | null
}

/** Throws `invalid_input` for a state or an archetype that there is not. */
export function worldOf(input: SimulationInput): World {
  const state = input.state ?? Object.keys(input.product.states)[0] ?? ''
  const market = marketOf(input)
  return { product: productState(input.product, state), cohort: cohortOf(input, market?.length), market }
}

/** One person's weeks. */
export const liveAs = (
  { days }: Pick<SimulationInput, 'days'>,
  { product, cohort, market }: World,
  member: number,
  { seed, joined }: { readonly seed: number; readonly joined: number },
): Journey =>
  journey({
    ...{ seed, product, days, joined },
    person: cohort.at(member),
    calibration: null,
    answers: null,
    ...(market && { contacts: market[member]?.length ?? 0 }),
  })
