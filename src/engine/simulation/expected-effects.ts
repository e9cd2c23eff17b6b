import type { Product } from '../../domain/product.js'
import type { SimulatedEffect } from '../../domain/simulation.js'
import { mean } from '../statistics/descriptive.js'
import { pairedShareEffect } from './analysis/effect.js'
import { feltAt } from './behaviour-weights.js'
import { type ProductState, productState, type StateChanges } from './product-state.js'
import type { EndRow, SamePeople } from './same-people.js'

/** Strengths of feelings on staying: 1 is assumed, and an effect is also shown for half and twice of it. */
export const STRENGTHS = [1, 0.5, 2] as const
export const MAX_PEOPLE = 150
/** Maximum number of journeys for all effects of a run together. */
const MAX_JOURNEYS = 1_500

/**
 * The effect of each fix on the share still there at the end, for the same people with the same draws with and without
 * it. Left out: fixes that name neither a flag nor a defect, and fixes the state already has.
 */
export async function expectedEffects(
  product: Product,
  state: ProductState,
  again: SamePeople,
  { fixes, seed }: { readonly fixes: readonly string[]; readonly seed: number },
): Promise<Map<string, SimulatedEffect>> {
  const changed = fixes.flatMap((id) => {
    const changes = changesOf(product, state, id)
    return changes === null ? [] : [{ id, changes, fixed: productState(product, state.state, changes) }]
  })
  const effects = new Map<string, SimulatedEffect>()
  if (changed.length === 0) return effects
  const people = Math.min(MAX_PEOPLE, Math.floor(MAX_JOURNEYS / STRENGTHS.length / (1 + changed.length)))
  for (const { id, changes, fixed } of changed) {
    const differences: number[][] = []
    for (const strength of STRENGTHS) {
      const model = feltAt(strength)
      const differ = async (end: EndRow, place: number): Promise<number> =>
        goesOnAsBefore(end, changes) ? 0 : stays(await again.live(place, { product: fixed, model })) - stays(end)
      differences.push(await Promise.all((await again.ends(people, strength)).map(differ)))
    }
    const [assumed = [], ...others] = differences
    const sources = (await again.ends(people, STRENGTHS[0])).map(({ source }) => source)
    const { estimate, low, high } = pairedShareEffect(assumed, seed, sources)
    const estimates = [estimate, ...others.map(mean)]
    const range = { range_low: Math.min(...estimates), range_high: Math.max(...estimates) }
    effects.set(id, { metric: 'survival', estimate, low, high, ...range, people: assumed.length })
  }
  return effects
}

const stays = ({ reason }: Pick<EndRow, 'reason'>): number => Number(reason === null)

function changesOf({ fixes }: Product, { flags }: ProductState, id: string): StateChanges | null {
  const { flag, removes } = fixes.find((fix) => fix.id === id) ?? {}
  const turned = flag !== undefined && flags[flag] !== true
  if (!turned && removes === undefined) return null
  return {
    ...(turned && { flags: { [flag]: true } }),
    ...(removes !== undefined && { without_defects: [removes] }),
  }
}

/** A person who never met the removed defects lives on as before: every defect and choice has draws of its own. */
const goesOnAsBefore = ({ met }: EndRow, { flags, without_defects = [] }: StateChanges): boolean =>
  flags === undefined && !met.some((defect) => without_defects.includes(defect))
