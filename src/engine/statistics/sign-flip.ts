import { createRandom } from '../personas/random.js'
import { sum } from './descriptive.js'

/** Up to this many people all 2ⁿ sign patterns are enumerated; for more people `DRAWS` patterns are drawn. */
const EXACT_UP_TO = 16
const DRAWS = 20_000
/** Sums that differ by less are equal. */
const ROUNDING = 1e-9

/**
 * Two-sided p of a paired sign-flip test (Fisher's randomisation test): how often a mean difference at least this large
 * would come out if each person's difference were as likely to have the other sign. Exact for few people, drawn by
 * `seed` for many. 1 for no people or no difference at all.
 */
export function signFlipP(differences: readonly number[], seed: number | string): number {
  const observed = Math.abs(sum(differences))
  if (differences.length === 0 || observed <= ROUNDING) return 1
  if (differences.length <= EXACT_UP_TO) return exact(differences, observed)
  return monteCarlo(differences, observed, seed)
}

function exact(differences: readonly number[], observed: number): number {
  const patterns = 2 ** differences.length
  let extreme = 0
  for (let pattern = 0; pattern < patterns; pattern++) {
    const total = differences.reduce((partial, value, i) => partial + (pattern & (1 << i) ? value : -value), 0)
    if (Math.abs(total) >= observed - ROUNDING) extreme++
  }
  return extreme / patterns
}

/** One is added to both counts: a p of 0 cannot be drawn (Phipson & Smyth 2010). */
function monteCarlo(differences: readonly number[], observed: number, seed: number | string): number {
  const random = createRandom(`${seed}/sign-flip`)
  let extreme = 1
  for (let draw = 0; draw < DRAWS; draw++) {
    const total = differences.reduce((partial, value) => partial + (random() < 0.5 ? value : -value), 0)
    if (Math.abs(total) >= observed - ROUNDING) extreme++
  }
  return extreme / (DRAWS + 1)
}
