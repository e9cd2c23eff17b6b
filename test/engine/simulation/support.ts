import { readFileSync } from 'node:fs'
import type { Product } from '../../../src/domain/simulation/product.js'
import { type Journey, type JourneyInput, runJourney } from '../../../src/engine/simulation/journey.js'
import type { SimulatedPerson, Traits } from '../../../src/engine/simulation/person/person.js'
import { type ProductState, productState } from '../../../src/engine/simulation/product-state.js'
import { readProductFile } from '../../../src/ingest/product-files/read-product-file.js'

export function exampleProduct(name: 'slotwise' | 'evenkeel'): Product {
  const file = new URL(`../../../examples/products/${name}.yaml`, import.meta.url)
  return readProductFile(readFileSync(file, 'utf8'), `${name}.yaml`)
}

/** Another trade: screens without words, messages without an end, no value in places, support by phone at once. */
export const HARBOUR = readProductFile(
  `schema: 1
id: berth
name: Berthline
summary: A terminal at the harbour gate where lorry drivers declare their load, weigh it and get a slot at the quay.
need: { weekdays: [1, 2, 3, 4, 5, 6], period_days: 1, hour: 9 }
states:
  A: { version: "1.0" }
data: { loads: 0 }
entry: badge
screens:
  badge:   { action: install, effort: .3, clarity: .7, value: 0, minutes: 8, next: [truck], once: true }
  truck:   { action: configure, effort: .5, clarity: .6, value: 0, minutes: 7, needs: [badge], once: true, sets: [ready],
             defects: [ { id: plate, p: .25, severity: .5, effect: block, message: "Plate unknown" } ] }
  declare: { action: use_feature, effort: .4, clarity: .7, value: .3, minutes: 4, needs: [ready], period_days: 1, adds: { loads: 1 },
             defects: [ { id: wait, p: .35, severity: .5, effect: slow, message: "Please wait" }, { id: gone, p: .05, severity: .8, effect: loss } ] }
  weigh:   { action: use_feature, effort: .3, clarity: .8, value: .35, minutes: 3, needs: ["loads>=1"], period_days: 1,
             defects: [ { id: tara, p: .3, severity: .4, effect: wrong, message: "TARA?" } ] }
  count:   { action: use_feature, effort: .2, clarity: .8, value: 0, minutes: 2, needs: [ready], period_days: 3 }
  language: { action: customize, effort: .1, clarity: .8, value: .1, minutes: 1, needs: [badge], once: true }
  co_driver: { action: share, effort: .2, clarity: .8, value: .15, minutes: 2, needs: [ready], period_days: 14 }
onboarding: { steps: [badge, truck, declare], activated: "loads>=1", skippable: false, guidance: .3 }
price: { trial: null, plans: [], free: null }
notifications:
  - { id: slot, trigger: { after: declare, delay_days: 1, p: .6 }, pull: .6, annoyance: .03 }
  - { id: idle, trigger: { idle_days: 4 }, pull: .3, annoyance: .1, max_per_week: 1 }
docs: { coverage: .4, effort: .4, helps: .3, video: false }
support: { channel: phone, wait_hours: 0, solves: .5, effort: .3 }
sharing: { from: [co_driver], incentive: 0, landing_effort: .3, accept_base: .1 }
`,
  'harbour.yaml',
)

export const SLOTWISE = exampleProduct('slotwise')
export const EVENKEEL = exampleProduct('evenkeel')
export const slotwise = (state = 'A'): ProductState => productState(SLOTWISE, state)

const DEFAULTS = { seed: 1, answers: null, days: 30 } as const

export const journeys = (
  people: readonly SimulatedPerson[],
  product: ProductState,
  more: Partial<JourneyInput> = {},
): Journey[] => people.map((person) => runJourney({ ...DEFAULTS, ...more, person, product }))

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
