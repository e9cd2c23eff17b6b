import type { Hypothesis } from '../../domain/product-shape.js'
import type { SimulationInput, SimulationResult } from '../../domain/simulation.js'
import { type Effect, judgeHypothesis, pairedEffect } from './analysis/effect.js'
import type { Journey } from './journey.js'
import type { Member } from './network/spread.js'
import { productState } from './product-state.js'
import { liveAs, type World } from './world.js'

/**
 * What the product's file supposes, by letting the same people with the same luck live with both states. Where an invitation
 * reaches others the two states have other people, and nothing can be paired.
 */
export function testHypothesis(
  input: SimulationInput,
  world: World,
  members: readonly Member[],
  seed: number,
): SimulationResult['hypothesis'] {
  const { hypothesis, states } = input.product
  if (hypothesis === null) return null
  const { text, state_a, state_b, metric = 'survival' } = hypothesis
  const unclear = (sentence: string) => ({ text, verdict: 'unclear' as const, sentence, effect: null })
  const missing = [state_a, state_b].find((state) => states[state] === undefined)
  if (state_a === state_b) return unclear(`It compares the state ${state_a} with itself.`)
  if (missing !== undefined) return unclear(`The product has no state ${missing}.`)
  if (world.market !== null) return unclear('It is tested where people invite nobody; run it with no network.')
  const underState = (state: string): Journey[] => {
    if (state === world.product.state) return members.map(({ journey }) => journey)
    const other = { ...world, product: productState(input.product, state) }
    return members.map(({ member }) => liveAs(input, other, member, { seed, joined: 0 }))
  }
  const [before, after] = [underState(state_a), underState(state_b)]
  const differences = after.map((journey, place) => figureOf(journey, metric) - figureOf(before[place], metric))
  if (differences.every((difference) => difference === 0))
    return unclear(
      `Nobody's ${wordsOf(metric)} differed between ${state_a} and ${state_b}; what changes it for fewer than about ${Math.min(differences.length, Math.ceil(UNSEEN))} of ${differences.length} people would not have been seen.`,
    )
  const effect = pairedEffect(differences, seed)
  return {
    ...{ text, effect: { metric, estimate: effect.estimate, low: effect.low, high: effect.high } },
    verdict: judgeHypothesis(effect, hypothesis),
    sentence: sentenceOf(hypothesis, effect, metric, input.days),
  }
}

/** Upper 95 % bound of a count where none was seen (Garwood 1936). */
const UNSEEN = 3.689

type Metric = NonNullable<Hypothesis['metric']>
const SHARES: readonly Metric[] = ['survival', 'activated', 'paid']

/** One person's figure; a share is 0 or 1 of each. */
function figureOf(journey: Journey | undefined, metric: Metric): number {
  if (journey === undefined) return 0
  const { sessions } = journey
  const figures: Record<Metric, () => number> = {
    survival: () => Number(journey.reason === null),
    days: () => journey.days,
    active_days: () => new Set(sessions.map(({ day }) => day)).size,
    sessions: () => sessions.length,
    activated: () => Number(journey.activated_on !== null),
    paid: () => Number(journey.paid),
    invitations: () => sessions.reduce((sum, { told }) => sum + told.length, 0),
    frustration: () => sessions.reduce((sum, { after }) => sum + after.frustration, 0) / Math.max(1, sessions.length),
  }
  return figures[metric]()
}

function sentenceOf(
  { state_a, state_b }: Hypothesis,
  { estimate, low, high, people, detectable }: Effect,
  metric: Metric,
  days: number,
): string {
  const isShare = SHARES.includes(metric)
  const write = (value: number): string => (isShare ? `${(value * 100).toFixed(1)} points` : value.toFixed(2))
  const seen = `With ${state_b} instead of ${state_a}, ${wordsOf(metric)} changes by ${write(estimate)} (95 %: ${write(low)} to ${write(high)}) for the same ${people} people with the same luck over the ${days} days of this run.`
  const range = 'How strongly feelings act on staying is assumed, so the size is less sure than that.'
  return low <= 0 && high >= 0 && detectable !== null
    ? `${seen} A change of ${write(detectable)} would have been seen.`
    : `${seen} ${range}`
}

const wordsOf = (metric: Metric): string => metric.replaceAll('_', ' ')
