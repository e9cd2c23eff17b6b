import { readFile } from 'node:fs/promises'
import { SimulationInput, SimulationResult } from '../../../src/domain/simulation.js'
import { simulationPipeline } from '../../../src/engine/simulation/simulation.js'
import { readProductFile } from '../../../src/ingest/product-files/read-product-file.js'
import { fakeDeps } from '../../engine/fake-deps.js'
import { rehearsed, runOf } from './run.js'

const product = readProductFile(await readFile('examples/products/slotwise.yaml', 'utf8'), 'slotwise.yaml')
const input = SimulationInput.parse({ product, personas: 40, days: 14 })
const { result } = await simulationPipeline.run(fakeDeps({}).deps, input)

/** Forty people who live with the worked product for a fortnight. */
export const simulationRun = () => rehearsed(runOf('simulation', SimulationResult.parse(result), null))
