import type { Claim } from '../../domain/panel/claim.js'
import type { Belief, Response, Sentiment } from '../../domain/panel/response.js'
import type { ArchetypeScores, PanelIntent, ScoreIntervals, Scores } from '../../domain/panel/scores.js'
import { hundredth, mean, tenth } from '../statistics/descriptive.js'
import {
  type Estimate,
  estimateClustered,
  estimateStratified,
  intervalOf,
  unlessAlike,
} from '../statistics/mean-interval.js'
import type { Interval } from '../statistics/resample.js'
import { type AnchorRange, intentIndex, isIntentMeasured } from './intent/rate-intent.js'
import { meanOf, meanPmf, standardDeviationOf, topTwoBox } from './intent/similarity-rating.js'

/** Points of single judgements, 0–1. A half stands for "no pull either way" or "not convinced, not against". */
export const SENTIMENT_POINTS: Readonly<Record<Sentiment, number>> = {
  positive: 1,
  mixed: 0.5,
  neutral: 0.5,
  negative: 0,
}
export const STANCE_POINTS = { believes: 1, doubts: 0.5, rejects: 0 } as const
/** Weights of the parts of the pressure score; docs/scoring.md gives the reasons. */
export const PRESSURE_WEIGHTS = { credibility: 0.4, intent: 0.35, sentiment: 0.25 } as const
/** Credibility of a text without claims: there is nothing to believe or doubt. */
const CREDIBILITY_WITHOUT_CLAIMS = 0.5

/** Weight of a claim that is neither good nor bad for the buyer; a clear benefit weighs 1. */
const NEUTRAL_CLAIM = 0.25

/**
 * Belief in what is offered, 0–1. Claims that speak for the offer are weighted by their meaning for the buyer. Each
 * harm or weakness multiplies the result by 1 − meaning² × belief, so a harm that nobody believes changes nothing.
 */
function credibilityOf(beliefs: readonly Pick<Belief, 'claim_id' | 'stance'>[], claims: readonly Claim[]): number {
  const meanings = new Map(claims.map(({ claim_id, meaning }) => [claim_id, meaning]))
  const judged = beliefs.map(({ claim_id, stance }) => ({
    meaning: meanings.get(claim_id) ?? 1,
    points: STANCE_POINTS[stance],
  }))
  const support = judged
    .filter(({ meaning }) => meaning >= 0)
    .map(({ meaning, points }) => ({ weight: Math.max(meaning, NEUTRAL_CLAIM), points }))
  const weight = support.reduce((sum, claim) => sum + claim.weight, 0)
  const believed =
    weight === 0
      ? CREDIBILITY_WITHOUT_CLAIMS
      : support.reduce((sum, claim) => sum + claim.weight * claim.points, 0) / weight
  return judged
    .filter(({ meaning }) => meaning < 0)
    .reduce((left, { meaning, points }) => left * (1 - meaning ** 2 * points), believed)
}

/** The note beside a credibility without any claim that speaks for the offer; `null` where there was one. */
export function credibilityNote(claims: readonly Claim[]): string | null {
  if (claims.length === 0) return 'There was no claim to believe, so credibility is a neutral ½ (50 of 100).'
  if (claims.some(({ meaning }) => meaning >= 0)) return null
  return 'No claim spoke for it, so credibility begins at a neutral ½ (50 of 100) and only believed harm lowers it.'
}

type ScoredPerson = PersonScores & { readonly archetype: string }

export type PersonScores = {
  readonly pressure: number
  readonly gut: number
  readonly credibility: number
  /** `null` where the answer about buying was not rated. */
  readonly intent: number | null
}

/** One person's scores, 0–100 each, from its judgements and its rated intent. */
export function personScores(response: Response, claims: readonly Claim[], anchorRange: AnchorRange): ScoredPerson {
  const { archetype, beliefs, intent_pmf } = response
  const credibility = credibilityOf(beliefs ?? [], claims)
  const intent = intent_pmf === null ? null : intentIndex(intent_pmf, anchorRange)
  return {
    archetype,
    pressure: pressureOf({ credibility, intent, sentiment: SENTIMENT_POINTS[response.considered_sentiment] }),
    gut: 100 * SENTIMENT_POINTS[response.gut_sentiment],
    credibility: 100 * credibility,
    intent: intent === null ? null : 100 * intent,
  }
}

type PressureParts = { readonly credibility: number; readonly intent: number | null; readonly sentiment: number }

/** 0–100 from three parts of 0–1 each; without a rated intent from the other two, by their weights. */
export function pressureOf({ credibility, intent, sentiment }: PressureParts): number {
  const weights = PRESSURE_WEIGHTS
  const others = weights.credibility * credibility + weights.sentiment * sentiment
  return 100 * (intent === null ? others / (weights.credibility + weights.sentiment) : others + weights.intent * intent)
}

/** A panel's scores: the means over its people. */
export function panelScores(people: readonly PersonScores[]): Scores {
  return {
    pressure_score: tenth(mean(people.map(({ pressure }) => pressure))),
    gut_attraction_index: tenth(mean(people.map(({ gut }) => gut))),
    credibility_score: tenth(mean(people.map(({ credibility }) => credibility))),
  }
}

const LEVEL = 0.9

type Question = (values: readonly number[], kinds: readonly string[]) => Estimate
/** Other kinds of people: the kinds are the sampling unit. */
const otherKinds: Question = estimateClustered
/** Other people of the same kinds: only people within a kind vary. Needs two people of some kind. */
const sameKinds: Question = estimateStratified

/**
 * 90 % intervals of a panel's mean scores for both sampling questions; `null` where the panel cannot answer a question:
 * a single kind of people, no two people of a kind, or no difference at all.
 */
export const scoreIntervals = (people: readonly ScoredPerson[]) => ({
  intervals: intervalsFor(people, otherKinds),
  intervals_same_kinds: intervalsFor(people, sameKinds),
})

function intervalsFor(people: readonly ScoredPerson[], question: Question): ScoreIntervals | null {
  const kinds = people.map(({ archetype }) => archetype)
  const intervalFor = (part: 'pressure' | 'gut' | 'credibility') =>
    intervalWithin(
      people.map((person) => person[part]),
      kinds,
      question,
    )
  const [pressure_score, gut_attraction_index, credibility_score] = [
    intervalFor('pressure'),
    intervalFor('gut'),
    intervalFor('credibility'),
  ]
  if (pressure_score && gut_attraction_index && credibility_score)
    return { pressure_score, gut_attraction_index, credibility_score }
  return null
}

/** The interval clipped to 0–100, in tenths. */
function intervalWithin(values: readonly number[], kinds: readonly string[], question: Question): Interval | null {
  const interval = measuredInterval(question(values, kinds))
  return interval && { low: tenth(Math.max(0, interval.low)), high: tenth(Math.min(100, interval.high)) }
}

const measuredInterval = (estimate: Estimate): Interval | null => intervalOf(unlessAlike(estimate), LEVEL)

/** Mean scores per archetype, in seating order; `null` with fewer than two archetypes. */
export function archetypeScores(people: readonly ScoredPerson[]): ArchetypeScores[] | null {
  const kinds = [...new Set(people.map(({ archetype }) => archetype))]
  if (kinds.length < 2) return null
  return kinds.map((archetype) => {
    const own = people.filter((person) => person.archetype === archetype)
    const rated = own.flatMap(({ intent }) => intent ?? [])
    const intent = rated.length === 0 ? null : tenth(mean(rated))
    return { archetype, people: own.length, ...panelScores(own), intent }
  })
}

/** A panel's purchase intent from the rated responses; those without a rating are left out. `null` where too few are rated. */
export function panelIntent(responses: readonly Response[], method: PanelIntent['method']): PanelIntent | null {
  const rated = responses.flatMap(({ archetype, intent_pmf }) => (intent_pmf ? [{ archetype, pmf: intent_pmf }] : []))
  if (!isIntentMeasured(rated.length, responses.length)) return null
  const pmf = meanPmf(rated.map((answer) => answer.pmf)).map((p) => Number(p.toFixed(6)))
  const kinds = rated.map(({ archetype }) => archetype)
  const intervalFor = (figure: (pmf: readonly number[]) => number, low: number, high: number) => {
    const estimate = otherKinds(
      rated.map((answer) => figure(answer.pmf)),
      kinds,
    )
    const interval = measuredInterval(estimate)
    return interval && { low: hundredth(Math.max(low, interval.low)), high: hundredth(Math.min(high, interval.high)) }
  }
  const [meanInterval, topInterval] = [intervalFor(meanOf, 1, 5), intervalFor(topTwoBox, 0, 1)]
  return {
    method,
    rated: rated.length < responses.length ? rated.length : undefined,
    pmf,
    mean: hundredth(meanOf(pmf)),
    top_two_box: hundredth(topTwoBox(pmf)),
    sd: hundredth(standardDeviationOf(pmf)),
    intervals: meanInterval && topInterval ? { mean: meanInterval, top_two_box: topInterval } : null,
  }
}
