import { readFileSync } from 'node:fs'
import type { Product } from '../../../src/domain/product.js'
import { type Journey, type JourneyInput, journey } from '../../../src/engine/simulation/journey.js'
import type { SimulatedPerson, Traits } from '../../../src/engine/simulation/person.js'
import { type ProductState, productState } from '../../../src/engine/simulation/product-state.js'
import { readProductFile } from '../../../src/ingest/product-files/read-product-file.js'

export function exampleProduct(name: 'slotwise' | 'evenkeel'): Product {
  const file = new URL(`../../../examples/products/${name}.yaml`, import.meta.url)
  return readProductFile(readFileSync(file, 'utf8'), `${name}.yaml`)
}

export const SLOTWISE = exampleProduct('slotwise')
export const EVENKEEL = exampleProduct('evenkeel')
export const slotwise = (state = 'A'): ProductState => productState(SLOTWISE, state)

const DEFAULTS = { seed: 1, calibration: null, answers: null, days: 30 } as const

export const journeys = (
  people: readonly SimulatedPerson[],
  product: ProductState,
  more: Partial<JourneyInput> = {},
): Journey[] => people.map((person) => journey({ ...DEFAULTS, ...more, person, product }))

/** Somebody in the middle of every scale. */
export const NEUTRAL_TRAITS: Traits = {
  patience: 0.5,
  risk: 0.5,
  experience: 0.5,
  adoption: 0.5,
  time: 0.5,
  learning: 'Documentation',
  collaboration: 0.5,
  irrationality: 0.1,
  distraction: 0.1,
}
