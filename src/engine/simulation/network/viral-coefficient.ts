import { REFERRAL_DAYS } from '../../../domain/simulation.js'
import { createRandom } from '../../personas/random.js'
import { garwoodInterval } from '../../statistics/poisson.js'
import { quantile } from '../../statistics/resample.js'
import type { Acquaintances } from './market.js'
import { referralTrees } from './referral-trees.js'
import type { Member, Referral } from './spread.js'

const RESAMPLES = 2_000
/** Share of neighbours already using the product from which the market counts as filling up. */
const SATURATING = 0.1

export type ViralCoefficient = {
  /** K: accepted invitations a user within the window. */
  readonly k: number
  readonly low: number
  readonly high: number
  readonly accepted: number
  /** Share of users' neighbours who are users at the end; `early` while it is below a tenth. */
  readonly neighbours_using: number
  readonly early: boolean
}

/**
 * K as a mean cumulative function (Nelson 1995): Σ over the days t since joining of accepted(t) ÷ users observed for t
 * days. Users who joined late leave the denominator; users who left the product stay in it. Interval: 95 % bootstrap of
 * whole referral trees; Garwood's where nobody accepted.
 */
export function viralCoefficient(
  members: readonly Member[],
  referrals: readonly Referral[],
  acquaintances: Acquaintances,
  { days, seed }: { readonly days: number; readonly seed: number },
): ViralCoefficient {
  const trees = referralTrees(members).map(({ members: own }) => own)
  const joinedOn = new Map(members.map(({ member, joined }) => [member, joined]))
  const treeOf = new Map(trees.flatMap((own, tree) => own.map((member) => [member, tree] as const)))
  const seen = trees.map(() => new Float64Array(REFERRAL_DAYS))
  const accepted = trees.map(() => new Float64Array(REFERRAL_DAYS))
  // An invitation on the last day brings in nobody, as people join on a later day.
  for (const { member, joined } of members)
    for (let age = 0; age < Math.min(REFERRAL_DAYS, days - 1 - joined); age++) addTo(seen[treeOf.get(member) ?? 0], age)
  const counted = referrals.filter(({ joined, from, day }) => {
    const age = day - (joinedOn.get(from) ?? 0)
    if (joined === null || age >= REFERRAL_DAYS) return false
    addTo(accepted[treeOf.get(from) ?? 0], age)
    return true
  })
  const everyTree = trees.map((_, tree) => tree)
  const k = cumulative(everyTree, accepted, seen)
  const neighbours = members.flatMap(({ member }) => acquaintances[member] ?? [])
  const neighbours_using = neighbours.filter((other) => joinedOn.has(other)).length / Math.max(1, neighbours.length)
  const shared = { k, accepted: counted.length, neighbours_using, early: neighbours_using < SATURATING }
  if (counted.length === 0) return { ...shared, low: 0, high: garwoodInterval(0).high / Math.max(1, members.length) }
  const random = createRandom(`${seed}/viral-coefficient`)
  const resampled = Array.from({ length: RESAMPLES }, () =>
    cumulative(
      everyTree.map(() => Math.floor(random() * trees.length)),
      accepted,
      seen,
    ),
  ).sort((a, b) => a - b)
  return { ...shared, low: quantile(resampled, 0.025), high: quantile(resampled, 0.975) }
}

function addTo(counts: Float64Array | undefined, age: number): void {
  if (counts !== undefined) counts[age] = (counts[age] ?? 0) + 1
}

function cumulative(
  trees: readonly number[],
  accepted: readonly Float64Array[],
  seen: readonly Float64Array[],
): number {
  let k = 0
  for (let age = 0; age < REFERRAL_DAYS; age++) {
    let [events, users] = [0, 0]
    for (const tree of trees) {
      events += accepted[tree]?.[age] ?? 0
      users += seen[tree]?.[age] ?? 0
    }
    if (users > 0) k += events / users
  }
  return k
}
