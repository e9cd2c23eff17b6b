import { REFERRAL_DAYS } from '../../../domain/simulation/simulation.js'
import { createRandom } from '../../personas/random.js'
import { type Interval, quantile } from '../../statistics/resample.js'
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
  const figures = trees.map(() => new Float64Array(2 * REFERRAL_DAYS))
  // An invitation on the last day brings in nobody, as people join on a later day.
  for (const { member, joined } of members)
    for (let age = 0; age < Math.min(REFERRAL_DAYS, days - 1 - joined); age++)
      addTo(figures[treeOf.get(member) ?? 0], REFERRAL_DAYS + age)
  const counted = referrals.filter(({ joined, from, day }) => {
    const age = day - (joinedOn.get(from) ?? 0)
    if (joined === null || age >= REFERRAL_DAYS) return false
    addTo(figures[treeOf.get(from) ?? 0], age)
    return true
  })
  const { kinds, kindOf } = kindsOf(figures)
  const k = cumulative(kinds, countsOf(kinds, kindOf))
  const neighbours = members.flatMap(({ member }) => acquaintances[member] ?? [])
  const neighbours_using = neighbours.filter((other) => joinedOn.has(other)).length / Math.max(1, neighbours.length)
  const shared = { k, accepted: counted.length, neighbours_using, early: neighbours_using < SATURATING }
  if (counted.length === 0) return { ...shared, low: 0, high: garwoodInterval(0).high / Math.max(1, members.length) }
  const random = createRandom(`${seed}/viral-coefficient`)
  const resampled = Array.from({ length: RESAMPLES }, () => {
    const drawn = kindOf.map((_, __, all) => all[Math.floor(random() * all.length)] ?? 0)
    return cumulative(kinds, countsOf(kinds, drawn))
  }).sort((a, b) => a - b)
  return { ...shared, low: quantile(resampled, 0.025), high: quantile(resampled, 0.975) }
}

/** Of a tree: people who accepted, by days since their inviter joined, then users who were observed for as long. */
type Figures = Float64Array

function addTo(figures: Figures | undefined, place: number): void {
  if (figures !== undefined) figures[place] = (figures[place] ?? 0) + 1
}

/** Trees with equal figures are of one kind: most are a person who brought nobody, and there are few kinds. */
function kindsOf(trees: readonly Figures[]): { kinds: readonly Figures[]; kindOf: Int32Array } {
  const places = new Map<string, number>()
  const kinds: Figures[] = []
  const kindOf = Int32Array.from(trees, (figures) => {
    const key = figures.join(' ')
    const place = places.get(key) ?? kinds.push(figures) - 1
    places.set(key, place)
    return place
  })
  return { kinds, kindOf }
}

function countsOf(kinds: readonly Figures[], drawn: Int32Array): Int32Array {
  const counts = new Int32Array(kinds.length)
  for (const kind of drawn) counts[kind] = (counts[kind] ?? 0) + 1
  return counts
}

/** K of as many trees of each kind as `counts` says. */
function cumulative(kinds: readonly Figures[], counts: Int32Array): number {
  const sums = new Float64Array(2 * REFERRAL_DAYS)
  kinds.forEach((figures, kind) => {
    const count = counts[kind] ?? 0
    if (count > 0)
      for (let place = 0; place < sums.length; place++) sums[place] = (sums[place] ?? 0) + count * (figures[place] ?? 0)
  })
  let k = 0
  for (let age = 0; age < REFERRAL_DAYS; age++) {
    const users = sums[REFERRAL_DAYS + age] ?? 0
    if (users > 0) k += (sums[age] ?? 0) / users
  }
  return k
}

/** Probability that a Poisson variable is at most `count`. */
function poissonAtMost(count: number, mean: number): number {
  if (mean === 0) return 1
  let log_term = -mean
  let sum = Math.exp(log_term)
  for (let i = 1; i <= count; i++) {
    log_term += Math.log(mean / i)
    sum += Math.exp(log_term)
  }
  return Math.min(1, sum)
}

/** The exact 95 % interval of a Poisson mean after `count` events (Garwood 1936); after 0 events its upper bound is 3.689. */
export function garwoodInterval(count: number): Interval {
  const low = count === 0 ? 0 : meanWhere((mean) => 1 - poissonAtMost(count - 1, mean) < 0.025, count)
  return { low, high: meanWhere((mean) => poissonAtMost(count, mean) > 0.025, count) }
}

/** The largest mean for which a test holds, by bisection. */
function meanWhere(holds: (mean: number) => boolean, count: number): number {
  let [low, high] = [0, count + 10 * Math.sqrt(count + 1) + 10]
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2
    if (holds(middle)) low = middle
    else high = middle
  }
  return (low + high) / 2
}
