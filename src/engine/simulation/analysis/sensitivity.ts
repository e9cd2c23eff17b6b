import type { SimulationResult } from '../../../domain/simulation/simulation.js'
import { createRandom } from '../../personas/random.js'
import { mean } from '../../statistics/descriptive.js'
import { BEHAVIOUR_WEIGHTS, type BehaviourWeights } from '../person/behaviour-weights.js'
import { type Fix, frictionPoints } from './friction.js'
import { collectRows, frictionKey } from './rows.js'
import type { PairedRuns } from './same-people.js'

const PEOPLE = 100
const RUNS = 4
const TOP = 5

/**
 * Whether the first frictions stay first when every judged weight is multiplied by a factor between .5 and 1.5: the
 * same people with the same draws under a few such weightings. `null` for fewer than two frictions, which have no
 * order.
 */
export async function sensitivityOf(
  { live }: Pick<PairedRuns, 'live'>,
  { days, size }: { readonly days: number; readonly size: number },
  options: {
    readonly fixes: readonly Fix[]
    readonly seed: number
    readonly runs?: number
    readonly people?: number
  },
): Promise<SimulationResult['sensitivity']> {
  const { seed, runs = RUNS } = options
  const people = Math.min(size, options.people ?? PEOPLE)
  const firstWith = async (weights: BehaviourWeights): Promise<string[]> => {
    const { rows, add } = collectRows(days)
    for (let place = 0; place < people; place++) add([await live(place, { weights })])
    return frictionPoints(rows, options.fixes).slice(0, TOP).map(frictionKey)
  }
  const first = await firstWith(BEHAVIOUR_WEIGHTS)
  if (first.length < 2) return null
  const random = createRandom(`${seed}/sensitivity`)
  const of_concerns = createRandom(`${seed}/sensitivity/concerns`)
  const others: string[][] = []
  while (others.length < runs) others.push(await firstWith(weighedOtherwise(random, of_concerns)))
  const kept = others.map((other) => first.filter((key) => other.includes(key)).length / first.length)
  return {
    ...{ runs, people, top: first.length },
    kept: mean(kept),
    same_order: others.filter((other) => other.slice(0, first.length).join() === first.join()).length / runs,
  }
}

/** Scales every weight of traits, staying, coming back and concerns; baseline levels such as the hazard stay. */
function weighedOtherwise(random: () => number, of_concerns: () => number): BehaviourWeights {
  const { hazard, uninstall, ...staying } = BEHAVIOUR_WEIGHTS.staying
  const { intercept, ...coming_back } = BEHAVIOUR_WEIGHTS.coming_back
  return {
    ...BEHAVIOUR_WEIGHTS,
    traits: scaled(BEHAVIOUR_WEIGHTS.traits, random),
    staying: { ...scaled(staying, random), hazard, uninstall },
    coming_back: { ...scaled(coming_back, random), intercept },
    concerns: scaled(BEHAVIOUR_WEIGHTS.concerns, of_concerns),
  }
}

/** A copy with every number multiplied by a factor of its own. */
function scaled<T>(weights: T, random: () => number): T {
  if (typeof weights === 'number') return (weights * (0.5 + random())) as T
  return Object.fromEntries(Object.entries(weights as object).map(([key, value]) => [key, scaled(value, random)])) as T
}
