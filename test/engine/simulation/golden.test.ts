import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import type { Product } from '../../../src/domain/simulation/product.js'
import { SimulationInput } from '../../../src/domain/simulation/simulation.js'
import { diary } from '../../../src/engine/simulation/diary/diary.js'
import { productState } from '../../../src/engine/simulation/product-state.js'
import { hashedForm } from '../../../src/engine/simulation/store-block.js'
import { runOfflineJourney, worldOf } from '../../../src/engine/simulation/world.js'
import { simulatedPeople } from '../../support/simulated-people.mjs'
import { EVENKEEL, journeys, SLOTWISE } from './support.js'

/** What 30 people live through in 30 days, on any Node that this program runs on. */
function goldenHash(product: Product): string {
  const input = SimulationInput.parse({ product, personas: 30, days: 30 })
  const world = worldOf(input)
  const hash = createHash('sha256')
  for (let member = 0; member < input.personas; member++)
    hash.update(hashedForm(runOfflineJourney(input, world, member, { seed: input.seed, joined: 0 })))
  return hash.digest('hex').slice(0, 16)
}

// Whoever changes a weight or a rule on purpose refreshes these: npx vitest run test/engine/simulation/golden.test.ts -u
it('thirty people of both products live the same weeks on every version of Node', () => {
  expect(goldenHash(SLOTWISE)).toMatchInlineSnapshot(`"403f908ca9ef4843"`)
  expect(goldenHash(EVENKEEL)).toMatchInlineSnapshot(`"856b76c56b8810c9"`)
})

// Runs keep the diaries that they began with: what is told otherwise is told so from the next arithmetic on.
it.each([
  [1, SLOTWISE, '61589a7bd05fdd84'],
  [2, SLOTWISE, '816b143febde3706'],
  [1, EVENKEEL, '1fbc1376e31e983c'],
  [2, EVENKEEL, '1d7e10d57ab12284'],
] as const)('diaries of arithmetic %i stay as they are', (arithmetic, product, hash) => {
  const state = { ...productState(product, 'A'), arithmetic }
  const told = journeys(simulatedPeople(150), state).map((lived) => JSON.stringify(diary(1, lived, state)))
  expect(createHash('sha256').update(told.join()).digest('hex').slice(0, 16)).toBe(hash)
})
