import type { Hypothesis } from '../../../domain/simulation/product-shape.js'
import { wilsonInterval } from '../../../domain/statistics/wilson.js'
import { groupBy } from '../../group-by.js'
import { createRandom } from '../../personas/random.js'
import { estimateClustered, smallestVisible } from '../../statistics/mean-interval.js'
import { quantile } from '../../statistics/resample.js'
import { signFlipP } from '../../statistics/sign-flip.js'

const RESAMPLES = 2_000
const ROUNDING = 1e-9
/** With so few people the percentiles of a bootstrap are too narrow, and all signs can be enumerated. */
const FEW = 12
const LEVEL = 0.05

/** A mean difference between two product states over the same people under the same draws. */
export type Effect = {
  readonly people: number
  readonly estimate: number
  readonly se: number | null
  /** 95 % interval, by bootstrap of people, or of the personas they are copies of. */
  readonly low: number
  readonly high: number
  /**
   * Two-sided p of a mean difference of `from` (default 0), by flipping signs. Computed on demand, as 20,000 signs per
   * person take seconds. People who differ by exactly `from` are left out: their sign changes nothing.
   */
  readonly p: (from?: number) => number
  /** Number of people, or personas, whose difference is not `from`. */
  readonly differing: (from?: number) => number
  /** The smallest true difference that four in five such experiments would detect; `null` for fewer than two people. */
  readonly detectable: number | null
}

/**
 * The effect of B minus A from one difference per person. `sources`: the persona behind each person, where several are
 * copies of one; whole personas are then resampled and share one sign.
 */
export function pairedEffect(differences: readonly number[], seed: number, sources?: readonly string[]): Effect {
  const clusters = sources ?? differences.map((_, person) => String(person))
  const estimate = estimateClustered(differences, clusters)
  const groups = [
    ...groupBy(
      differences.map((value, person) => ({ value, cluster: clusters[person] })),
      ({ cluster }) => cluster,
    ).values(),
  ]
  const sums = groups.map((group) => group.reduce((sum, { value }) => sum + value, 0))
  const beyond = (from: number): number[] =>
    sums.map((sum, group) => sum - from * (groups[group]?.length ?? 0)).filter((rest) => Math.abs(rest) > ROUNDING)
  const n = groups.length
  const random = createRandom(`${seed}/effect`)
  const means = Array.from({ length: n === 0 ? 1 : RESAMPLES }, () => {
    let [sum, people] = [0, 0]
    for (let draw = 0; draw < n; draw++) {
      const at = Math.floor(random() * n)
      sum += sums[at] ?? 0
      people += groups[at]?.length ?? 0
    }
    return people === 0 ? 0 : sum / people
  }).sort((a, b) => a - b)
  return {
    people: differences.length,
    estimate: estimate.mean,
    se: estimate.se,
    low: quantile(means, 0.025),
    high: quantile(means, 0.975),
    p: (from = 0) => signFlipP(beyond(from), seed),
    differing: (from = 0) => beyond(from).length,
    detectable: smallestVisible(estimate),
  }
}

/**
 * `pairedEffect` for a figure that is 0 or 1 per person. Where everybody changed alike nothing can be resampled:
 * Wilson's interval then bounds how many others might change differently.
 */
export function pairedShareEffect(...paired: Parameters<typeof pairedEffect>): Effect {
  const effect = pairedEffect(...paired)
  if (effect.high > effect.low) return effect
  const [differences, , sources] = paired
  const others = wilsonInterval(0, sources === undefined ? differences.length : new Set(sources).size)?.high ?? 1
  return { ...effect, low: Math.max(-1, effect.estimate - others), high: Math.min(1, effect.estimate + others) }
}

export type HypothesisVerdict = 'supported' | 'not' | 'unclear'

/**
 * Judges a hypothesis by the effect of B against A: supported where the whole interval reaches `at_least` in its
 * direction, not where the whole interval falls short of it, else unclear. It is unclear too where few people differ
 * and their signs may be chance.
 */
export function judgeHypothesis(
  effect: Pick<Effect, 'low' | 'high' | 'p' | 'differing'>,
  { direction, at_least }: Required<Pick<Hypothesis, 'direction' | 'at_least'>>,
): HypothesisVerdict {
  const from = direction === 'raises' ? at_least : -at_least
  if (effect.differing(from) <= FEW && effect.p(from) >= LEVEL) return 'unclear'
  const [low, high] = direction === 'raises' ? [effect.low, effect.high] : [-effect.high, -effect.low]
  if (at_least === 0 ? low > 0 : low >= at_least) return 'supported'
  return (at_least === 0 ? high <= 0 : high < at_least) ? 'not' : 'unclear'
}
