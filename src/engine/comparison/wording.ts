import type { ComparisonResult } from '../../domain/comparison.js'
import { between, points } from '../paired/lift.js'
import { mean } from '../panel/scores.js'

type Difference = ComparisonResult['differences'][number]

/** Below this corrected p a difference counts as seen. */
export const ALPHA = 0.05
/** Upper quantiles of the normal distribution at ALPHA, two-sided, divided by the number of pairs; and at a power of 80 %. */
const Z_OF_PAIRS: Readonly<Record<number, number>> = { 1: 1.96, 3: 2.394, 6: 2.638, 10: 2.807 }
const Z_OF_POWER = 0.842

/** What a pair's figures allow one to say. `differences` are those of the single people. */
export function sayDifference(
  { first, second, mean, interval, p_holm, difference_seen }: Omit<Difference, 'sentence'>,
  differences: readonly number[],
  pairs: number,
): string {
  const [winner, loser] = mean >= 0 ? [first, second] : [second, first]
  const by = Math.abs(mean)
  const turned = interval && mean < 0 ? { low: -interval.high, high: -interval.low } : interval
  if (difference_seen) {
    const range = turned ? ` (${Math.round(turned.low)} to ${Math.round(turned.high)})` : ''
    return `${winner} beats ${loser} by ${Math.round(by)} points${range}.`
  }
  const people = differences.length
  if (differences.every((difference) => difference === 0))
    return `No difference seen between ${first} and ${second}: all ${people} synthetic people scored them alike.`
  const found = by === 0 ? 'the means are equal' : `${winner} is ${points(by)} points ahead ${between(turned)}`
  // An interval of 90 % may leave zero out where the test, which asks for 95 % of all pairs together, does not decide.
  const doubt =
    turned && turned.low > 0
      ? `too uncertain to count (p ${p_holm.toFixed(2)}, under ${ALPHA} would)`
      : 'which chance can explain'
  return `No difference seen between ${first} and ${second}: ${found}, ${doubt}; ${couldNotShow(differences, pairs)}.`
}

/** How large a difference would have to be before people who differ as much as these do would show it. */
function couldNotShow(differences: readonly number[], pairs: number): string {
  const people = differences.length
  if ((2 / 2 ** people) * pairs >= ALPHA)
    return `${people} synthetic people are too few to show any difference at all, ask at least ${fewestFor(pairs)}`
  const least = (((Z_OF_PAIRS[pairs] ?? 3) + Z_OF_POWER) * standardDeviation(differences)) / Math.sqrt(people)
  return `with ${people} synthetic people a difference under about ${Math.max(1, Math.round(least))} points would not show`
}

/** The smallest p of a sign-flip test is 2/2ⁿ; below this many people it cannot reach ALPHA. */
const fewestFor = (pairs: number): number => Math.floor(Math.log2((2 * pairs) / ALPHA)) + 1

function standardDeviation(values: readonly number[]): number {
  const middle = mean(values)
  const squares = values.reduce((sum, value) => sum + (value - middle) ** 2, 0)
  return Math.sqrt(squares / Math.max(1, values.length - 1))
}

/** The whole comparison in one or two sentences. */
export function sayComparison(differences: readonly Difference[], best: string | null, people: number): string {
  const seen = differences.filter(({ difference_seen }) => difference_seen)
  const asked = `${people} synthetic people saw every proposition.`
  if (differences.length === 1) return `${differences[0]?.sentence ?? ''} ${asked}`
  if (best !== null) {
    const won = seen.filter(({ first, second }) => first === best || second === best)
    return `${best} beats every other one. ${won.map(({ sentence }) => sentence).join(' ')} ${asked}`
  }
  if (seen.length === 0) return `No difference seen between any two propositions. ${asked}`
  return `No proposition beats every other one. ${seen.map(({ sentence }) => sentence).join(' ')} ${asked}`
}

/** The comparison of a rehearsal: its figures stand as those of the text check, and nobody wins. */
export function rehearsed(result: ComparisonResult): ComparisonResult {
  const scores = result.propositions.map(({ label, scores }) => `${label} ${Math.round(scores.pressure_score)}`)
  return {
    ...result,
    differences: result.differences.map((difference) => ({
      ...difference,
      difference_seen: false,
      sentence: `By the text check ${difference.first} and ${difference.second} lie ${points(Math.abs(difference.mean))} points apart.`,
    })),
    best: null,
    sentence: `Points by the text check: ${scores.join(', ')}. A rehearsal does not say which is better.`,
  }
}
