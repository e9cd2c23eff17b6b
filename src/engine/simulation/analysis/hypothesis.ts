import { isDeepStrictEqual } from 'node:util'
import type { Hypothesis } from '../../../domain/simulation/product-shape.js'
import type { SimulationInput, SimulationResult } from '../../../domain/simulation/simulation.js'
import { mean as meanOf } from '../../statistics/descriptive.js'
import { BEHAVIOUR_WEIGHTS, withFeelingStrength } from '../person/behaviour-weights.js'
import type { ProductState } from '../product-state.js'
import { stateOf, type World } from '../world.js'
import { type Effect, judgeHypothesis, pairedEffect, pairedShareEffect } from './effect.js'
import { RANGE_PEOPLE, STRENGTHS } from './expected-effects.js'
import { type PersonRow, personRow } from './rows.js'
import type { PairedRuns } from './same-people.js'

type TestOptions = {
  readonly seed: number
  readonly played: boolean
  readonly pairedRuns: PairedRuns
}

/**
 * Tests the product file's hypothesis by letting the same people with the same draws live with both states. Where
 * invitations bring in others, the two states have different people, and nothing can be paired. Where a model `played`
 * one state, arithmetic lives both: a difference needs one instrument.
 */
export async function testHypothesis(
  input: SimulationInput,
  world: World,
  people: readonly PersonRow[],
  { seed, played, pairedRuns }: TestOptions,
): Promise<SimulationResult['hypothesis']> {
  const { hypothesis, states } = input.product
  if (hypothesis === null) return null
  const { text, state_a, state_b, direction, metric = 'survival' } = hypothesis
  const unclear = (sentence: string) => ({ text, verdict: 'unclear' as const, sentence, effect: null })
  const notRun = (sentence: string) => ({ text, verdict: 'not_run' as const, sentence, effect: null })
  if (direction === undefined)
    return notRun(
      'A sentence alone is not judged: add its direction (raises or lowers), a metric and at_least to the hypothesis of the product file.',
    )
  const missing = [state_a, state_b].find((state) => states[state] === undefined)
  if (state_a === state_b) return notRun(`It compares the state ${state_a} with itself.`)
  if (missing !== undefined) return notRun(`The product has no state ${missing}.`)
  if (areAlike(stateOf(input, state_a), stateOf(input, state_b)))
    return notRun(
      `The states ${state_a} and ${state_b} are the same product${Object.keys(input.features).length > 0 ? ', as the flags of this run are switched for both' : ''}.`,
    )
  if (world.market !== null) return notRun('It is tested where people invite nobody; run it with no network.')
  const metricIn = async (state: string, count: number, weights = BEHAVIOUR_WEIGHTS): Promise<number[]> => {
    const product = stateOf(input, state)
    const figures: number[] = []
    for (let place = 0; place < count; place++) {
      figures.push(figureOf(personRow(await pairedRuns.live(place, { product, weights }), input.days), metric))
    }
    return figures
  }
  const metricForState = async (state: string): Promise<number[]> =>
    state === world.product.state && !played
      ? people.map((person) => figureOf(person, metric))
      : metricIn(state, people.length)
  const metricAtStrength = async (state: string, count: number, strength: number): Promise<number[]> =>
    state === world.product.state
      ? (await pairedRuns.ends(count, strength)).map((end) => figureOf(end, metric))
      : metricIn(state, count, withFeelingStrength(strength))
  const differences = less(await metricForState(state_b), await metricForState(state_a))
  const prefix = played ? `Both states planned by arithmetic, as the model played ${world.product.state} alone. ` : ''
  if (differences.every((difference) => difference === 0))
    return unclear(
      `${prefix}Nobody's ${wordsOf(metric)} differed between ${state_a} and ${state_b} over the ${input.days} days of this run; what changes it for fewer than about ${Math.min(differences.length, Math.ceil(UNSEEN))} of ${differences.length} people would not have been seen.${barWords(hypothesis, metric)}${beyondWindowNote(text, input.days)}`,
    )
  const sources = people.map(({ source }) => source)
  const effect = (SHARES.includes(metric) ? pairedShareEffect : pairedEffect)(differences, seed, sources)
  const first = Math.min(people.length, RANGE_PEOPLE)
  const assumed = meanOf(differences.slice(0, first))
  const estimates: number[] = []
  for (const strength of OTHER_STRENGTHS) {
    const changed = less(
      await metricAtStrength(state_b, first, strength),
      await metricAtStrength(state_a, first, strength),
    )
    estimates.push(effect.estimate + meanOf(changed) - assumed)
  }
  const range = {
    range_low: Math.min(effect.estimate, ...estimates),
    range_high: Math.max(effect.estimate, ...estimates),
  }
  return {
    ...{ text, effect: { metric, estimate: effect.estimate, low: effect.low, high: effect.high, ...range } },
    verdict: effect.low === effect.high ? 'unclear' : judgeHypothesis(effect, { ...hypothesis, direction }),
    sentence: `${prefix}${sentenceOf(hypothesis, { ...effect, ...range }, metric, input.days)}${beyondWindowNote(text, input.days)}`,
  }
}

/** Whether two states differ in nothing but their names. */
function areAlike(a: ProductState, b: ProductState): boolean {
  const named = { state: '', version: '', flags: {} }
  return isDeepStrictEqual({ ...a, ...named }, { ...b, ...named })
}

/** The note that a hypothesis speaks of more days than the run has; '' otherwise. */
function beyondWindowNote(text: string, days: number): string {
  const claimed = Math.max(0, ...[...text.matchAll(/(\d+)[\s-]days?\b/giu)].map(([, figure]) => Number(figure)))
  return claimed > days ? ` The hypothesis speaks of ${claimed} days, which this run did not reach.` : ''
}

const OTHER_STRENGTHS = STRENGTHS.slice(1)
const less = (after: readonly number[], before: readonly number[]): number[] =>
  after.map((figure, place) => figure - (before[place] ?? 0))

/** Upper 95 % bound of a count of zero (Garwood 1936). */
const UNSEEN = 3.689

type Metric = NonNullable<Hypothesis['metric']>
const SHARES: readonly Metric[] = ['survival', 'activated', 'paid']

/** One person's figure; for a share 0 or 1. */
const figureOf = (
  { reason, days, sessions, used_days, activated_on, paid, invitations, frustration }: PersonRow,
  metric: Metric,
) =>
  ({
    survival: Number(reason === null),
    days,
    active_days: used_days,
    sessions,
    activated: Number(activated_on !== null),
    paid: Number(paid),
    invitations,
    frustration,
  })[metric]

function sentenceOf(
  hypothesis: Hypothesis,
  { estimate, low, high, people, detectable, range_low, range_high }: Effect & Range,
  metric: Metric,
  days: number,
): string {
  const { state_a, state_b } = hypothesis
  const write = (value: number): string => writeFigure(metric, value)
  const between = low === high ? '' : ` (95 %: ${write(low)} to ${write(high)})`
  const seen = `With ${state_b} instead of ${state_a}, ${wordsOf(metric)} changes by ${write(estimate)}${between} for the same ${counted(people)} with the same luck over the ${days} ${days === 1 ? 'day' : 'days'} of this run; where feelings act half or twice as strongly on staying, by ${write(range_low)} to ${write(range_high)}.`
  const bar = barWords(hypothesis, metric)
  return low <= 0 && high >= 0 && detectable !== null && detectable > 0
    ? `${seen}${bar} Four such runs in five would have shown a change of ${write(detectable)}.`
    : `${seen}${bar}`
}

const writeFigure = (metric: Metric, value: number): string =>
  SHARES.includes(metric) ? `${(value * 100).toFixed(1)} points` : value.toFixed(2)

/** The smallest change that the hypothesis asks for, of which a change that is surely there can fall short; '' for none. */
const barWords = ({ direction, at_least }: Hypothesis, metric: Metric): string =>
  at_least === 0
    ? ''
    : ` The hypothesis asks for a ${direction === 'raises' ? 'rise' : 'fall'} of at least ${writeFigure(metric, at_least)}: it is supported if the whole interval reaches that, and not if none of it does.`

type Range = { readonly range_low: number; readonly range_high: number }
const counted = (people: number): string => (people === 1 ? 'person' : `${people} people`)
const wordsOf = (metric: Metric): string => metric.replaceAll('_', ' ')
