import type { Claim } from '../../domain/panel/claim.js'
import type { ComparisonResult } from '../../domain/panel/comparison.js'
import { formatInterval, formatPoints } from '../paired/lift.js'
import { credibilityNote } from '../panel/scores.js'
import { sampleDeviation } from '../statistics/descriptive.js'

type Difference = ComparisonResult['differences'][number]

/** Corrected p below which a difference counts as seen. */
export const ALPHA = 0.05
/** Upper quantiles of the normal distribution at ALPHA, two-sided, divided by the number of pairs; and at a power of 80 %. */
const Z_OF_PAIRS: Readonly<Record<number, number>> = { 1: 1.96, 3: 2.394, 6: 2.638, 10: 2.807 }
const Z_OF_POWER = 0.842

/** The conclusion from a pair's figures. `differences` holds one difference per person. */
export function differenceSentence(
  { first, second, mean, interval, p_holm, difference_seen }: Omit<Difference, 'sentence'>,
  differences: readonly number[],
  pairs: number,
): string {
  const [winner, loser] = mean >= 0 ? [first, second] : [second, first]
  const margin = Math.abs(mean)
  const winnerInterval = interval && mean < 0 ? { low: -interval.high, high: -interval.low } : interval
  if (difference_seen) {
    const range = winnerInterval ? ` (${Math.round(winnerInterval.low)} to ${Math.round(winnerInterval.high)})` : ''
    return `${winner} beats ${loser} by ${Math.round(margin)} points${range}.`
  }
  const people = differences.length
  if (differences.every((difference) => difference === 0))
    return `No difference seen between ${first} and ${second}: all ${people} synthetic people scored them alike.`
  const lead =
    margin === 0
      ? 'the means are equal'
      : `${winner} is ${formatPoints(margin)} points ahead ${formatInterval(winnerInterval)}`
  // A 90 % interval may exclude zero where the test, which asks for 95 % over all pairs, does not decide.
  const doubt =
    winnerInterval && winnerInterval.low > 0
      ? `too uncertain to count (p ${roundedUp(p_holm)}, under ${ALPHA} would)`
      : 'which chance can explain'
  return `No difference seen between ${first} and ${second}: ${lead}, ${doubt}; ${detectionLimit(differences, pairs)}.`
}

/** The sentence for a difference beyond chance that lies within the noise floor. */
export function noiseSentence(
  { first, second, mean }: Pick<Difference, 'first' | 'second' | 'mean'>,
  floor: number,
): string {
  const winner = mean >= 0 ? first : second
  return `No difference seen between ${first} and ${second}: ${winner} is ${formatPoints(Math.abs(mean))} points ahead, and rewording alone brings up to ${Math.ceil(floor)}.`
}

/** The minimum difference that this number of people, with this variation, would show. */
function detectionLimit(differences: readonly number[], pairs: number): string {
  const people = differences.length
  if (areTooFew(people, pairs)) return tooFewWords(people, pairs)
  const smallest = (((Z_OF_PAIRS[pairs] ?? 3) + Z_OF_POWER) * sampleDeviation(differences)) / Math.sqrt(people)
  return `with ${people} synthetic people a difference under about ${Math.max(1, Math.round(smallest))} points would not show`
}

/** Whether this number of people cannot show a difference in `pairs` comparisons, whatever they answer. */
export const areTooFew = (people: number, pairs = 1): boolean => (2 / 2 ** people) * pairs >= ALPHA
export const tooFewWords = (people: number, pairs = 1): string =>
  `${people} synthetic people are too few to show any difference at all, ask at least ${minPeopleFor(pairs)}`

/** Rounds p up: a p that is not below ALPHA must not read as if it were. */
const roundedUp = (p: number): string => (Math.ceil(Number((100 * p).toFixed(6))) / 100).toFixed(2)

/** Minimum number of people for ALPHA: the smallest p of a sign-flip test is 2/2ⁿ. */
const minPeopleFor = (pairs: number): number => Math.floor(Math.log2((2 * pairs) / ALPHA)) + 1

/** The conclusion of the whole comparison in one or two sentences. */
export function comparisonSentence(differences: readonly Difference[], best: string | null, people: number): string {
  const seen = differences.filter(({ difference_seen }) => difference_seen)
  const coverage = `${people} synthetic people saw every proposition.`
  if (differences.length === 1) return `${differences[0]?.sentence ?? ''} ${coverage}`
  if (best !== null) {
    const won = seen.filter(({ first, second }) => first === best || second === best)
    return `${best} beats every other one. ${won.map(({ sentence }) => sentence).join(' ')} ${coverage}`
  }
  if (seen.length === 0) return `No difference seen between any two propositions. ${coverage}`
  return `No proposition beats every other one. ${seen.map(({ sentence }) => sentence).join(' ')} ${coverage}`
}

/** Names propositions without a claim that speaks for them; '' where all have one. */
export function unclaimedSentence(propositions: readonly { label: string; claims: readonly Claim[] }[]): string {
  const labels = propositions.filter(({ claims }) => credibilityNote(claims) !== null).map(({ label }) => label)
  if (labels.length === 0) return ''
  return ` No claim to believe spoke for ${labels.join(' and ')}, so credibility there is a neutral ½ (50 of 100) at best.`
}

/** The comparison of a rehearsal: figures are those of the text check, and nobody wins. */
export function asRehearsal(result: ComparisonResult): ComparisonResult {
  const scores = result.propositions.map(({ label, scores }) => `${label} ${Math.round(scores.pressure_score)}`)
  return {
    ...result,
    differences: result.differences.map((difference) => ({
      ...difference,
      difference_seen: false,
      sentence: `By the text check ${difference.first} and ${difference.second} lie ${formatPoints(Math.abs(difference.mean))} points apart.`,
    })),
    best: null,
    sentence: `Points by the text check: ${scores.join(', ')}. A rehearsal does not say which is better.${unclaimedSentence(result.propositions)}`,
  }
}
