import type { Hypothesis } from '../../../domain/product-shape.js'
import { createRandom } from '../../personas/random.js'
import { estimateMean, smallestVisible } from '../../statistics/mean-interval.js'
import { quantile } from '../../statistics/resample.js'
import { signFlipP } from '../../statistics/sign-flip.js'

const RESAMPLES = 2_000

/** A mean difference between two product states over the same people under the same draws. */
export type Effect = {
  readonly people: number
  readonly estimate: number
  readonly se: number | null
  /** 95 %, by bootstrap of people. */
  readonly low: number
  readonly high: number
  /** Two-sided, by flipping signs. */
  readonly p: number
  /** The smallest true difference that four such experiments in five would see; `null` for fewer than two people. */
  readonly detectable: number | null
}

/** What one person's figure was under B less under A, for each person. */
export function pairedEffect(differences: readonly number[], seed: number): Effect {
  const estimate = estimateMean(differences)
  const n = differences.length
  const random = createRandom(`${seed}/effect`)
  const means = Array.from({ length: n === 0 ? 1 : RESAMPLES }, () => {
    let sum = 0
    for (let draw = 0; draw < n; draw++) sum += differences[Math.floor(random() * n)] ?? 0
    return n === 0 ? 0 : sum / n
  }).sort((a, b) => a - b)
  return {
    people: n,
    estimate: estimate.mean,
    se: estimate.se,
    low: quantile(means, 0.025),
    high: quantile(means, 0.975),
    p: signFlipP(differences, seed),
    detectable: smallestVisible(estimate),
  }
}

export type HypothesisVerdict = 'supported' | 'not' | 'unclear'

/**
 * Whether an effect of B against A is what a hypothesis says: supported where the whole interval goes its way by `at_least`
 * or more, not where the whole interval falls short of that, else unclear.
 */
export function judgeHypothesis(
  effect: Pick<Effect, 'low' | 'high'>,
  { direction, at_least }: Pick<Hypothesis, 'direction' | 'at_least'>,
): HypothesisVerdict {
  const [low, high] = direction === 'raises' ? [effect.low, effect.high] : [-effect.high, -effect.low]
  if (at_least === 0 ? low > 0 : low >= at_least) return 'supported'
  return (at_least === 0 ? high <= 0 : high < at_least) ? 'not' : 'unclear'
}
