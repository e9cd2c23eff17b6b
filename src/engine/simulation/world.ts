import type { SimulationInput } from '../../domain/simulation/simulation.js'
import { AppError } from '../../errors.js'
import { type Journey, type JourneyInput, runJourney } from './journey.js'
import type { ProductSimilarity } from './memory/remembered.js'
import { type Acquaintances, marketOf } from './network/market.js'
import { BEHAVIOUR_WEIGHTS } from './person/behaviour-weights.js'
import { type Cohort, type CohortTexts, cohortOf } from './person/cohort.js'
import { canOpenScreen, initialUserState } from './person/user-state.js'
import { type ProductState, productState } from './product-state.js'

/** The simulated environment: the product’s state, its people, their contacts. */
export type World = {
  readonly product: ProductState
  readonly cohort: Cohort
  /** The contact network; `null` where invitations reach nobody. */
  readonly market: Acquaintances | null
  /** Similarity of the texts of memories; `null` for price quotes, which load no encoder. */
  readonly meaning: ProductSimilarity | null
}

/** The world of a simulation. Throws `invalid_input` for an unknown state or archetype, and where nobody can begin. */
export function worldOf(input: SimulationInput, texts?: CohortTexts): World {
  const state = input.state ?? Object.keys(input.product.states)[0] ?? ''
  const market = marketOf(input)
  const product = stateOf(input, state)
  const cohort = cohortOf(input, texts)
  refuseUnopened(input, product, cohort)
  return { product, cohort, market, meaning: null }
}

/** The product in one of its states, with the run's own features. */
export const stateOf = ({ product, features, arithmetic }: SimulationInput, state: string): ProductState => ({
  ...productState(product, state, { flags: features }),
  arithmetic,
  ...(arithmetic < 2 && { has_docs: true, has_support: true }),
})

/** Refuses a product whose entry screen is closed: nobody could use it. */
function refuseUnopened(
  { product: { entry, name }, seed }: SimulationInput,
  product: ProductState,
  cohort: Cohort,
): void {
  const first = product.screens.findIndex(({ id }) => id === entry)
  if (canOpenScreen(initialUserState(seed, cohort.at(0), product, BEHAVIOUR_WEIGHTS), first, 0)) return
  throw new AppError('invalid_input', {
    problem: `Nobody can begin with ${name}: its entry "${entry}" ${product.screens[first]?.available === false ? 'is switched off by a flag; leave it on.' : 'needs what only another screen gives; let it need nothing.'}`,
  })
}

/** The input of one person's journey, besides a model's answers. */
export const journeyInput = (
  { days }: Pick<SimulationInput, 'days'>,
  { product, cohort, market, meaning }: World,
  member: number,
  { seed, joined, heard = [] }: Pick<JourneyInput, 'seed' | 'heard'> & { readonly joined: number },
): JourneyInput => ({
  ...{ seed, product, days, joined, heard, meaning },
  person: cohort.at(member),
  ...(market && { contacts: market[member]?.length ?? 0 }),
})

/** One person's weeks, planned by arithmetic. */
export const runOfflineJourney = (...from: Parameters<typeof journeyInput>): Journey =>
  runJourney({ ...journeyInput(...from), answers: null })
