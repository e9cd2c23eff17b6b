import type { Response, Sentiment } from '../../domain/response.js'
import type { PanelIntent, ScoreIntervals, Scores } from '../../domain/scores.js'
import { mean } from '../statistics/descriptive.js'
import { type Interval, resampledInterval } from '../statistics/resample.js'
import { type AnchorRange, intentIndex } from './intent/rate-intent.js'
import { meanOf, meanPmf, standardDeviationOf, topTwoBox } from './intent/ssr.js'

/** Points of single judgements, 0–1. Halves stand for "no pull either way" and "not convinced, not against". */
export const SENTIMENT_POINTS: Readonly<Record<Sentiment, number>> = {
  positive: 1,
  mixed: 0.5,
  neutral: 0.5,
  negative: 0,
}
export const STANCE_POINTS = { believes: 1, doubts: 0.5, rejects: 0 } as const
/** What the pressure score is made of; the page docs/scoring.md says why. */
export const PRESSURE_WEIGHTS = { credibility: 0.4, intent: 0.35, sentiment: 0.25 } as const
/** Credibility of a text without claims: there is nothing to believe or doubt. */
const CREDIBILITY_WITHOUT_CLAIMS = 0.5
const UNKNOWN_INTENT = 0.5

export type PersonScores = {
  readonly pressure: number
  readonly gut: number
  readonly credibility: number
  readonly intent: number
}

/** One person's scores, 0–100 each, from its judgements and its rated intent. */
export function personScores(response: Response, anchorRange: AnchorRange): PersonScores {
  const { beliefs, intent_pmf } = response
  const credibility =
    beliefs === null || beliefs.length === 0
      ? CREDIBILITY_WITHOUT_CLAIMS
      : mean(beliefs.map(({ stance }) => STANCE_POINTS[stance]))
  const intent = intent_pmf === null ? UNKNOWN_INTENT : intentIndex(intent_pmf, anchorRange)
  return {
    pressure: pressureOf({ credibility, intent, sentiment: SENTIMENT_POINTS[response.considered_sentiment] }),
    gut: 100 * SENTIMENT_POINTS[response.gut_sentiment],
    credibility: 100 * credibility,
    intent: 100 * intent,
  }
}

/** 0–100 from three parts of 0–1 each. */
export const pressureOf = (parts: Readonly<Record<keyof typeof PRESSURE_WEIGHTS, number>>): number =>
  100 *
  (PRESSURE_WEIGHTS.credibility * parts.credibility +
    PRESSURE_WEIGHTS.intent * parts.intent +
    PRESSURE_WEIGHTS.sentiment * parts.sentiment)

/** A panel's scores: the means of its people's. */
export function panelScores(people: readonly PersonScores[]): Scores {
  return {
    pressure_score: tenth(mean(people.map(({ pressure }) => pressure))),
    gut_attraction_index: tenth(mean(people.map(({ gut }) => gut))),
    credibility_score: tenth(mean(people.map(({ credibility }) => credibility))),
  }
}

/** 90 % intervals of a panel's scores by resampling its people; `null` for fewer than three. */
export function scoreIntervals(people: readonly PersonScores[], seed: number): ScoreIntervals | null {
  const intervalFor = (part: keyof PersonScores) =>
    tenths(resampledInterval(people, (sample) => mean(sample.map((person) => person[part])), `${seed}/${part}`))
  const [pressure_score, gut_attraction_index, credibility_score] = [
    intervalFor('pressure'),
    intervalFor('gut'),
    intervalFor('credibility'),
  ]
  if (pressure_score && gut_attraction_index && credibility_score)
    return { pressure_score, gut_attraction_index, credibility_score }
  return null
}

/** Purchase intent of a panel from its respondents' distributions; those without one are left out. */
export function panelIntent(responses: readonly Response[], method: PanelIntent['method'], seed: number): PanelIntent {
  const pmfs = responses.map(({ intent_pmf }) => intent_pmf).filter((pmf) => pmf !== null)
  const pmf = meanPmf(pmfs).map((p) => Number(p.toFixed(6)))
  const intervalFor = (key: string, figure: (pmf: readonly number[]) => number) =>
    resampledInterval(pmfs, (sample) => figure(meanPmf(sample)), `${seed}/${key}`)
  // The keys seed the resampling of stored runs: they stay, whatever the functions are called.
  const [meanInterval, topInterval] = [intervalFor('meanOf', meanOf), intervalFor('topTwoBox', topTwoBox)]
  return {
    method,
    pmf,
    mean: hundredth(meanOf(pmf)),
    top_two_box: hundredth(topTwoBox(pmf)),
    sd: hundredth(standardDeviationOf(pmf)),
    intervals:
      meanInterval && topInterval ? { mean: hundredths(meanInterval), top_two_box: hundredths(topInterval) } : null,
  }
}

export const tenth = (value: number): number => Math.round(value * 10) / 10
const hundredth = (value: number): number => Math.round(value * 100) / 100
export const tenths = (interval: Interval | null): Interval | null =>
  interval && { low: tenth(interval.low), high: tenth(interval.high) }
const hundredths = ({ low, high }: Interval): Interval => ({ low: hundredth(low), high: hundredth(high) })
