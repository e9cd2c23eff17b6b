import { createHash } from 'node:crypto'
import type { SessionNames } from '../../domain/simulated-session.js'
import type { SimulationInput } from '../../domain/simulation.js'
import type { EngineDeps } from '../deps.js'
import type { Pipeline } from '../pipeline.js'
import { type Cohort, cohortOf } from './cohort.js'
import { type Journey, journey } from './journey.js'
import { type ProductState, productState } from './product-state.js'
import { resultOf } from './result.js'

/** People whose sessions are stored together. */
const BLOCK = 30

/**
 * People live with a product for some weeks. Each journey is a function of the input, so parts only store what it gives:
 * the holder of the run computes all of them again, which costs less than reading them.
 */
export const simulationPipeline: Pipeline<'simulation'> = {
  plan(input) {
    worldOf(input)
    return []
  },
  spread: {
    items: ({ personas }) => personas,
    begin: async (deps, input) => announce(deps, input),
    async work(deps, input, from, to) {
      const world = worldOf(input)
      for (const block of blocksIn(from, to)) await liveBlock(deps, input, world, block)
    },
  },
  async run(deps, input) {
    const world = worldOf(input)
    announce(deps, input)
    const journeys: Journey[] = []
    for (const block of blocksIn(0, input.personas)) {
      journeys.push(...(await liveBlock(deps, input, world, block)))
      deps.report('people_lived', { people: block.to, left: journeys.filter(({ reason }) => reason !== null).length })
    }
    return { result: resultOf(input, world, journeys), trust: null }
  },
}

export type World = { readonly product: ProductState; readonly cohort: Cohort }

/** Throws `invalid_input` for a state or an archetype that there is not. */
function worldOf(input: SimulationInput): World {
  const state = input.state ?? Object.keys(input.product.states)[0] ?? ''
  return { product: productState(input.product, state), cohort: cohortOf(input) }
}

function announce(deps: EngineDeps, { personas, days, product }: SimulationInput): void {
  deps.report('stage', {
    stage: 'live',
    sentence: `${personas.toLocaleString('en')} synthetic people live with ${product.name} for ${days} days`,
    total: personas,
  })
}

type Block = { readonly from: number; readonly to: number }

/** Blocks begin at multiples of their size, however the people are dealt into parts. */
function* blocksIn(from: number, to: number): Generator<Block> {
  let next = from
  while (next < to) {
    const end = Math.min(to, (Math.floor(next / BLOCK) + 1) * BLOCK)
    yield { from: next, to: end }
    next = end
  }
}

/**
 * The journeys of a block. Their sessions are stored before the step that says so; the step is known by what they did, so a
 * version that computes something else finds none.
 */
async function liveBlock(
  deps: EngineDeps,
  { days }: SimulationInput,
  { product, cohort }: World,
  { from, to }: Block,
): Promise<Journey[]> {
  const journeys = Array.from({ length: to - from }, (_, offset) =>
    journey({ seed: deps.seed, person: cohort.at(from + offset), product, calibration: null, answers: null, days }),
  )
  const hash = createHash('sha256').update(JSON.stringify(journeys)).digest('hex')
  await deps.step(`people/${from}`, { to, hash }, async () => {
    const sessions = journeys.map((lived, offset) => ({ person: from + offset, sessions: lived.sessions }))
    await deps.storeSessions(sessionNames(product), sessions)
    return null
  })
  return journeys
}

/** Every target and defect that sessions with a product can name. */
const sessionNames = ({ screens }: ProductState): SessionNames => ({
  targets: [...screens.map(({ id }) => id), 'docs', 'support', 'product'],
  defects: [...new Set(screens.flatMap(({ defects }) => defects.map(({ id }) => id)))],
})
