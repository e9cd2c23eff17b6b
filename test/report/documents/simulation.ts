import { readFile } from 'node:fs/promises'
import { SimulationInput, SimulationResult } from '../../../src/domain/simulation/simulation.js'
import { simulationPipeline } from '../../../src/engine/simulation/simulation.js'
import { readProductFile } from '../../../src/ingest/product-files/read-product-file.js'
import { fakeDeps } from '../../engine/fake-deps.js'
import { rehearsed, runOf } from './run.js'

export const slotwise = readProductFile(await readFile('examples/products/slotwise.yaml', 'utf8'), 'slotwise.yaml')

/** People who live with the worked product, or with another one. */
export async function simulated(request: object) {
  const input = SimulationInput.parse({ product: slotwise, ...request })
  const { deps } = fakeDeps({})
  const { result } = await simulationPipeline.run({ ...deps, model: { ...deps.model, mode: 'offline' } }, input)
  return rehearsed(runOf('simulation', SimulationResult.parse(result), null))
}

const fortnight = await simulated({ personas: 40, days: 14 })

/** Forty people who live with it for a fortnight. */
export const simulationRun = () => structuredClone(fortnight)
