import type { Pipeline } from '../pipeline.js'
import { planStudy } from './plan.js'
import { runStudy } from './study.js'

/** The pressure test: a panel reads a proposition, answers alone, talks it over, and an analyst says what broke. */
export const pressureTestPipeline: Pipeline<'pressure_test'> = {
  plan: (input) => planStudy({ ...input, topics: [] }),
  async run(deps, input) {
    const { result, trust } = await runStudy(deps, { ...input, topics: [] })
    return { result, trust }
  },
}
