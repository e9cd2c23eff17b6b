import type { SimulationInput } from '../../../domain/simulation/simulation.js'
import type { EngineDeps } from '../../deps.js'
import { type Journey, runJourney } from '../journey.js'
import { BEHAVIOUR_WEIGHTS, type BehaviourWeights, withFeelingStrength } from '../person/behaviour-weights.js'
import { journeyInput, type World } from '../world.js'
import { type PersonRow, personRow } from './rows.js'

/** What differs from the run: the product, or the weights. */
type Changes = Partial<Pick<World, 'product'>> & { readonly weights?: BehaviourWeights }

/** How a person's weeks ended, and the defects they met. */
export type EndRow = PersonRow & { readonly met: readonly string[] }

/** The first people of a cohort, who can live in a changed world under the same draws; arithmetic plays them. */
export type PairedRuns = {
  live(place: number, changes?: Changes): Promise<Journey>
  /** The ends of the first `count` people in the run's own state, with another strength of feelings. Cached per person. */
  ends(count: number, strength: number): Promise<readonly EndRow[]>
}

/** Number of journeys after which the process yields: thousands take seconds, in which the run's lease must be renewed. */
const LIVES_A_TURN = 30

export const endRow = (lived: Journey, days: number): EndRow => ({
  ...personRow(lived, days),
  met: [...new Set(lived.sessions.flatMap(({ events }) => events.flatMap(({ defect }) => defect ?? [])))],
})

/** `known`: ends of the first people from the run itself, where arithmetic planned it. */
export function createPairedRuns(
  { days }: Pick<SimulationInput, 'days'>,
  world: World,
  seed: number,
  known: readonly EndRow[] = [],
  yieldToEventLoop: EngineDeps['yieldToEventLoop'] = () => new Promise(setImmediate),
): PairedRuns {
  let lives = 0
  const live: PairedRuns['live'] = async (place, { product = world.product, weights = BEHAVIOUR_WEIGHTS } = {}) => {
    lives += 1
    if (lives % LIVES_A_TURN === 0) await yieldToEventLoop()
    const input = journeyInput({ days }, { ...world, product }, place, { seed, joined: 0 })
    return runJourney({ ...input, weights, answers: null })
  }
  const byStrength = new Map([[BEHAVIOUR_WEIGHTS.staying.score, [...known]]])
  return {
    live,
    async ends(count, strength) {
      const rows = byStrength.get(strength) ?? []
      byStrength.set(strength, rows)
      for (let place = rows.length; place < Math.min(count, world.cohort.size); place++)
        rows.push(endRow(await live(place, { weights: withFeelingStrength(strength) }), days))
      return rows.slice(0, count)
    },
  }
}
