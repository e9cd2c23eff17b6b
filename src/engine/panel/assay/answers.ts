import type { Assay, Probe, ProbeReading } from '../../../domain/panel/assay.js'

/** Probes whose effect on one person is open: a price, other names or another model may leave an answer as it is. */
const OPEN_EFFECT_PROBES: readonly Probe[] = ['price_half', 'price_double', 'other_names', 'second_model']

/** Whether each single answer must show the expected effect: a grave change moves it, a blank does not. */
export const isStrong = (probe: Probe): boolean => !OPEN_EFFECT_PROBES.includes(probe)

/**
 * Shares of right answers: of an honest panel, whose people show four of five expected effects (some of the others come
 * out right by chance), and of a panel that answers every second question at random. Both lie slightly on the cautious
 * side of what `npm run bench:trust -- light` measures: 0.86 to 0.88, and 0.63 to 0.69.
 */
const RESPONSIVE_RATE = 0.85
const HALF_RANDOM_RATE = 0.7
/** Error rates: how often an honest panel may be called asleep, and a half-asleep panel honest. */
const MAX_FALSE_FAIL_RATE = 0.03
const MAX_FALSE_PASS_RATE = 0.01
/** Minimum number of answers from which either can be concluded. */
const MIN_ANSWERS = 6

type Answers = NonNullable<Assay['answers']>

/** Counts the single answers with a known right direction; `null` where fewer than `MIN_ANSWERS` were given. */
export function answersOf(readings: readonly ProbeReading[]): Answers | null {
  const counted = readings.filter(({ probe }) => isStrong(probe))
  const of = counted.reduce((sum, reading) => sum + reading.of, 0)
  if (of < MIN_ANSWERS) return null
  return { right: counted.reduce((sum, reading) => sum + reading.right, 0), of }
}

/** Whether an honest panel would hardly give so few right answers: a one-sided exact binomial test. */
export const isUnresponsive = ({ right, of }: Answers): boolean =>
  binomialAtMost(right, of, RESPONSIVE_RATE) <= MAX_FALSE_FAIL_RATE

/** Whether a panel that answers every second question at random would hardly give so many right answers. */
export const isResponsive = ({ right, of }: Answers): boolean =>
  1 - binomialAtMost(right - 1, of, HALF_RANDOM_RATE) <= MAX_FALSE_PASS_RATE

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
