import type { Product } from '../../../domain/simulation/product.js'
import type { SimulatedEffect } from '../../../domain/simulation/simulation.js'
import { mean } from '../../statistics/descriptive.js'
import { withFeelingStrength } from '../person/behaviour-weights.js'
import { type ProductState, productState, type StateChanges } from '../product-state.js'
import { pairedShareEffect } from './effect.js'
import type { EndRow, PairedRuns } from './same-people.js'

/** Strengths of feelings on staying: 1 is assumed, and an effect is also shown for half and twice of it. */
export const STRENGTHS = [1, 0.5, 2] as const
const [ASSUMED, ...OTHER_STRENGTHS] = STRENGTHS
/** Maximum number of people with whom a fix is tried: seconds for the five fixes of a run. */
export const MAX_PEOPLE = 1_000
/** Number of people with whom half and twice the strength of feelings is computed. */
export const RANGE_PEOPLE = 150

/**
 * The effect of each fix on the share still there at the end, for the same people with the same draws with and without
 * it. Left out: fixes that name neither a flag nor a defect, and fixes the state already has.
 */
export async function expectedEffects(
  product: Product,
  state: ProductState,
  pairedRuns: PairedRuns,
  { fixes, seed }: { readonly fixes: readonly string[]; readonly seed: number },
): Promise<Map<string, SimulatedEffect>> {
  const changed = fixes.flatMap((id) => {
    const changes = changesOf(product, state, id)
    if (changes === null) return []
    const { has_docs, has_support } = state
    return [{ id, changes, fixed: { ...productState(product, state.state, changes), has_docs, has_support } }]
  })
  const effects = new Map<string, SimulatedEffect>()
  if (changed.length === 0) return effects
  const ends = await pairedRuns.ends(MAX_PEOPLE, ASSUMED)
  const sources = ends.map(({ source }) => source)
  for (const { id, changes, fixed } of changed) {
    const differencesAt = async (strength: number, before: readonly EndRow[]): Promise<number[]> => {
      const weights = withFeelingStrength(strength)
      const paired: number[] = []
      // One after the other: journeys that are begun together leave no turn in which to yield to the event loop.
      for (const [place, end] of before.entries()) {
        const asBefore = goesOnAsBefore(end, changes)
        paired.push(asBefore ? 0 : stays(await pairedRuns.live(place, { product: fixed, weights })) - stays(end))
      }
      return paired
    }
    const differences = await differencesAt(ASSUMED, ends)
    const { estimate, low, high } = pairedShareEffect(differences, seed, sources)
    const assumed = mean(differences.slice(0, RANGE_PEOPLE))
    const estimates = [estimate]
    for (const strength of OTHER_STRENGTHS) {
      const felt = await differencesAt(strength, await pairedRuns.ends(RANGE_PEOPLE, strength))
      estimates.push(estimate + mean(felt) - assumed)
    }
    const range = { range_low: Math.min(...estimates), range_high: Math.max(...estimates) }
    effects.set(id, { metric: 'survival', estimate, low, high, ...range, people: ends.length })
  }
  return effects
}

const stays = ({ reason }: Pick<EndRow, 'reason'>): number => Number(reason === null)

function changesOf({ fixes }: Product, { flags }: ProductState, id: string): StateChanges | null {
  const { flag, removes } = fixes.find((fix) => fix.id === id) ?? {}
  const turned = flag !== undefined && flags[flag] !== true
  if (!turned && removes === undefined) return null
  return {
    flags: turned ? { [flag]: true } : undefined,
    without_defects: removes === undefined ? undefined : [removes],
  }
}

/** A person who never met the removed defects lives on as before: every defect and choice has draws of its own. */
const goesOnAsBefore = ({ met }: EndRow, { flags, without_defects = [] }: StateChanges): boolean =>
  flags === undefined && !met.some((defect) => without_defects.includes(defect))
