import type { SimulationResult } from '../../../domain/simulation/simulation.js'
import { createRandom } from '../../personas/random.js'
import { MODEL, type Model } from '../person/behaviour-weights.js'
import { type FrictionOptions, frictionPoints } from './friction.js'
import { collectRows, frictionKey } from './rows.js'
import type { SamePeople } from './same-people.js'

const PEOPLE = 100
const RUNS = 4
const TOP = 5

/**
 * Whether the first frictions stay first when every judged weight is multiplied by a factor between .5 and 1.5: the
 * same people with the same draws under a few such weightings. `null` for fewer than two frictions, which have no
 * order.
 */
export async function sensitivityOf(
  { live }: Pick<SamePeople, 'live'>,
  { days, size }: { readonly days: number; readonly size: number },
  options: FrictionOptions & { readonly seed: number; readonly runs?: number; readonly people?: number },
): Promise<SimulationResult['sensitivity']> {
  const { seed, runs = RUNS } = options
  const people = Math.min(size, options.people ?? PEOPLE)
  const firstWith = async (model: Model): Promise<string[]> => {
    const { rows, add } = collectRows(days)
    for (let place = 0; place < people; place++) add([await live(place, { model })])
    return frictionPoints(rows, options).slice(0, TOP).map(frictionKey)
  }
  const first = await firstWith(MODEL)
  if (first.length < 2) return null
  const random = createRandom(`${seed}/sensitivity`)
  const of_concerns = createRandom(`${seed}/sensitivity/concerns`)
  const others: string[][] = []
  while (others.length < runs) others.push(await firstWith(weighedOtherwise(random, of_concerns)))
  const kept = others.map((other) => first.filter((key) => other.includes(key)).length / first.length)
  return {
    ...{ runs, people, top: first.length },
    kept: kept.reduce((sum, share) => sum + share, 0) / runs,
    same_order: others.filter((other) => other.slice(0, first.length).join() === first.join()).length / runs,
  }
}

/** Scales every weight of traits, staying, coming back and concerns; baseline levels such as the hazard stay. */
function weighedOtherwise(random: () => number, of_concerns: () => number): Model {
  const { hazard, uninstall, ...staying } = MODEL.staying
  const { intercept, ...coming_back } = MODEL.coming_back
  return {
    ...MODEL,
    traits: scaled(MODEL.traits, random),
    staying: { ...scaled(staying, random), hazard, uninstall },
    coming_back: { ...scaled(coming_back, random), intercept },
    concerns: scaled(MODEL.concerns, of_concerns),
  }
}

/** A copy with every number multiplied by a factor of its own. */
function scaled<T>(weights: T, random: () => number): T {
  if (typeof weights === 'number') return (weights * (0.5 + random())) as T
  return Object.fromEntries(Object.entries(weights as object).map(([key, value]) => [key, scaled(value, random)])) as T
}
