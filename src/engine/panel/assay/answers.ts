import type { Assay, Probe, ProbeReading } from '../../../domain/assay.js'

/** A price that is halved or doubled may leave somebody cold, and so may who plays the people. */
const MATTER_OF_OPINION: readonly Probe[] = ['price_half', 'price_double', 'other_names', 'second_model']

/** Whether each single person's answer has to show it: a grave change moves it, a blank leaves it where it was. */
export const isStrong = (probe: Probe): boolean => !MATTER_OF_OPINION.includes(probe)

/**
 * Shares of right answers: of people who show what has to be shown four times in five (what they do not show comes out
 * right by chance now and then), and of a panel that answers every second question at random. Both a little on the careful
 * side of what `npm run bench:trust -- light` measures: 0.86 to 0.88, and 0.63 to 0.69.
 */
const HONEST = 0.85
const HALF_ASLEEP = 0.7
/** How seldom an honest panel may be called asleep, and a half-asleep one honest. */
const FALSE_ALARM = 0.03
const FALSE_TRUST = 0.01
/** Fewer answers than these show neither. */
const MIN_ANSWERS = 6

type Answers = NonNullable<Assay['answers']>

/** Answers of single people that had to come out one way; `null` where too few were asked. */
export function answersOf(readings: readonly ProbeReading[]): Answers | null {
  const counted = readings.filter(({ probe }) => isStrong(probe))
  const of = counted.reduce((sum, reading) => sum + reading.of, 0)
  return of < MIN_ANSWERS ? null : { right: counted.reduce((sum, reading) => sum + reading.right, 0), of }
}

/** Whether so few right answers are too unlikely for an honest panel: a one-sided exact binomial test. */
export const looksAsleep = ({ right, of }: Answers): boolean => binomialAtMost(right, of, HONEST) <= FALSE_ALARM

/** Whether so many are too unlikely for a panel that answers every second question at random. */
export const looksAwake = ({ right, of }: Answers): boolean =>
  1 - binomialAtMost(right - 1, of, HALF_ASLEEP) <= FALSE_TRUST

/** Share of a binomial distribution at or below `successes` of `trials`, each with probability `p` (0 < p < 1). */
function binomialAtMost(successes: number, trials: number, p: number): number {
  let logTerm = trials * Math.log1p(-p)
  let sum = 0
  for (let count = 0; count <= Math.min(successes, trials); count++) {
    sum += Math.exp(logTerm)
    logTerm += Math.log((trials - count) / (count + 1)) + Math.log(p / (1 - p))
  }
  return Math.min(1, sum)
}
