import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import type { Product } from '../../../src/domain/simulation/product.js'
import { SimulationInput } from '../../../src/domain/simulation/simulation.js'
import { hashedForm } from '../../../src/engine/simulation/store-block.js'
import { runOfflineJourney, worldOf } from '../../../src/engine/simulation/world.js'
import { EVENKEEL, SLOTWISE } from './support.js'

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
