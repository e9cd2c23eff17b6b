import type { SimulationInput } from '../../domain/simulation.js'
import { AppError } from '../../errors.js'
import { MODEL } from './behaviour-weights.js'
import { type Cohort, cohortOf } from './cohort.js'
import { type Journey, type JourneyInput, journey } from './journey.js'
import { type Acquaintances, marketOf } from './network/market.js'
import { type ProductState, productState } from './product-state.js'
import { firstDay, isLegal } from './user-state.js'

/** What people of a simulation live in. */
export type World = {
  readonly product: ProductState
  readonly cohort: Cohort
  /** Who knows whom; `null` where nobody's invitation reaches anybody. */
  readonly market: Acquaintances | null
}

/** Throws `invalid_input` for a state or an archetype that there is not, and where nobody can begin. */
export function worldOf(input: SimulationInput): World {
  const state = input.state ?? Object.keys(input.product.states)[0] ?? ''
  const market = marketOf(input)
  const product = stateOf(input, state)
  const cohort = cohortOf(input)
  refuseUnopened(input, product, cohort)
  return { product, cohort, market }
}

/** The product in one of its states, with the features that the run switches. */
export const stateOf = ({ product, features }: SimulationInput, state: string): ProductState =>
  productState(product, state, { flags: features })

/** A product whose first screen is closed is one that nobody can use. */
function refuseUnopened(
  { product: { entry, name }, seed }: SimulationInput,
  product: ProductState,
  cohort: Cohort,
): void {
  const first = product.screens.findIndex(({ id }) => id === entry)
  if (isLegal(firstDay(seed, cohort.at(0), product, MODEL), first, 0)) return
  throw new AppError('invalid_input', {
    problem: `Nobody can begin with ${name}: its entry "${entry}" needs what only another screen gives; let it need nothing.`,
  })
}

/** What one person's weeks follow from, beside what a model answers. */
export const journeyInput = (
  { days }: Pick<SimulationInput, 'days'>,
  { product, cohort, market }: World,
  member: number,
  { seed, joined, heard = [] }: Pick<JourneyInput, 'seed' | 'heard'> & { readonly joined: number },
): JourneyInput => ({
  ...{ seed, product, days, joined, heard },
  person: cohort.at(member),
  calibration: null,
  ...(market && { contacts: market[member]?.length ?? 0 }),
})

/** One person's weeks, planned by arithmetic. */
export const liveAs = (...from: Parameters<typeof journeyInput>): Journey =>
  journey({ ...journeyInput(...from), answers: null })
