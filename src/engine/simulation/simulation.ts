import { createHash } from 'node:crypto'
import type { SessionNames } from '../../domain/simulated-session.js'
import type { SimulationInput } from '../../domain/simulation.js'
import type { EngineDeps } from '../deps.js'
import type { Pipeline } from '../pipeline.js'
import { collectRows } from './analysis/rows.js'
import { testHypothesis } from './hypothesis.js'
import type { Journey } from './journey.js'
import { type Member, spread } from './network/spread.js'
import { viralCoefficient } from './network/viral-coefficient.js'
import type { ProductState } from './product-state.js'
import { resultOf, SHOWN_PEOPLE } from './result.js'
import { liveAs, type World, worldOf } from './world.js'

/** People whose sessions are stored together. */
const BLOCK = 30
/** On a slow core, with both states of a hypothesis and everything stored. */
const PERSON_DAYS_A_SECOND = 3_000

/**
 * People live with a product for some weeks. Each journey is a function of the input, so parts only store what it gives:
 * the holder of the run computes all of them again, which costs less than reading them.
 */
export const simulationPipeline: Pipeline<'simulation'> = {
  plan(input) {
    worldOf(input)
    return []
  },
  computing_s: ({ personas, days }) => (personas * days) / PERSON_DAYS_A_SECOND,
  notes: ({ mode }) => (mode === 'offline' ? [] : ['A simulation is arithmetic: no model is asked.']),
  spread: {
    items: ({ personas }) => personas,
    begin: async (deps, input) => announce(deps, input),
    async work(deps, input, from, to) {
      const world = worldOf(input)
      for (const members of blocksOf(placesFrom(from, to))) await liveTogether(deps, input, world, members, 0)
    },
  },
  async run(deps, input) {
    const world = worldOf(input)
    announce(deps, input)
    const lived = await liveAll(deps, input, world)
    const hypothesis = testHypothesis(input, world, lived.members, deps.seed)
    return { result: resultOf(input, world, { ...lived, hypothesis, seed: deps.seed }), trust: null }
  },
}

function announce(deps: EngineDeps, { personas, days, product }: SimulationInput): void {
  deps.report('stage', {
    stage: 'live',
    sentence: `${personas.toLocaleString('en')} synthetic people live with ${product.name} for ${days} days`,
    total: personas,
  })
}

/** The cohort, and whoever joins for an invitation. */
async function liveAll(deps: EngineDeps, input: SimulationInput, world: World) {
  const { cohort, market } = world
  const { personas, days, product } = input
  const { rows, add } = collectRows(days)
  let left = 0
  const live = async (members: readonly number[], joined: number): Promise<Journey[]> => {
    const journeys: Journey[] = []
    for (const block of blocksOf(members)) {
      const lived = await liveTogether(deps, input, world, block, joined)
      add(lived)
      // What thousands did is in the rows; only whoever is shown is kept whole.
      journeys.push(...lived.map((journey, at) => ((block[at] ?? 0) < SHOWN_PEOPLE ? journey : withoutEvents(journey))))
      left += lived.filter(({ reason }) => reason !== null).length
      deps.report('people_lived', { people: rows.people.length, left })
    }
    return journeys
  }
  if (market === null) {
    const journeys = await live(placesFrom(0, personas), 0)
    const members = journeys.map((journey, member): Member => ({ member, joined: 0, invited_by: null, journey }))
    return { members, rows, viral: null }
  }
  const { members, referrals } = await spread({
    ...{ days, live, cohort: personas },
    seed: deps.seed,
    acquaintances: market,
    sharing: product.sharing,
    personOf: (member) => cohort.at(member),
  })
  return { members, rows, viral: viralCoefficient(members, referrals, market, { days, seed: deps.seed }) }
}

const withoutEvents = (journey: Journey): Journey => ({
  ...journey,
  sessions: journey.sessions.map((session) => ({ ...session, events: [] })),
  memory: [],
})

const placesFrom = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, n) => from + n)

/** Blocks end before multiples of their size, however the people are dealt into parts. */
function* blocksOf(members: readonly number[]): Generator<readonly number[]> {
  let from = 0
  while (from < members.length) {
    const end = from + BLOCK - ((members[from] ?? 0) % BLOCK)
    yield members.slice(from, end)
    from = end
  }
}

/**
 * The journeys of a block. Their sessions are stored before the step that says so; the step is known by what they did, so a
 * version that computes something else finds none.
 */
async function liveTogether(
  deps: EngineDeps,
  input: SimulationInput,
  world: World,
  members: readonly number[],
  joined: number,
): Promise<Journey[]> {
  const journeys = members.map((member) => liveAs(input, world, member, { seed: deps.seed, joined }))
  const hash = createHash('sha256').update(JSON.stringify(journeys)).digest('hex')
  await deps.step(`people/${members[0]}`, { hash }, async () => {
    const sessions = journeys.map(({ sessions }, at) => ({ person: members[at] ?? 0, sessions }))
    await deps.storeSessions(sessionNames(world.product), sessions)
    return null
  })
  return journeys
}

/** Every target and defect that sessions with a product can name. */
const sessionNames = ({ screens }: ProductState): SessionNames => ({
  targets: [...screens.map(({ id }) => id), 'docs', 'support', 'product'],
  defects: [...new Set(screens.flatMap(({ defects }) => defects.map(({ id }) => id)))],
})
