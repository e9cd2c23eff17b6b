/** Factor for the confidence in a finding whose effects are fitted to no real users. */
const UNCALIBRATED = 0.7

export type Score = {
  readonly score: number
  readonly severity: number
  readonly affected_share: number
  readonly confidence: number
  readonly effort: number
}

/** Number of people at which the confidence in a finding is one half. */
const HALF_BELIEVED = 20

/**
 * Priority = 100 · severity · affected share · confidence ÷ effort, confidence = n/(n + 20) × .7, as no
 * curve is calibrated. `severity`: mean frustration (delight for a value moment), 0–1. `effort`: 1, 2, 3, 5 or 8.
 */
export function priorityScore(finding: {
  readonly severity: number
  readonly affected: number
  readonly people: number
  readonly effort: number
}): Score {
  const { severity, affected, people, effort } = finding
  const affected_share = people === 0 ? 0 : affected / people
  const confidence = (affected / (affected + HALF_BELIEVED)) * UNCALIBRATED
  return {
    score: (100 * severity * affected_share * confidence) / effort,
    severity,
    affected_share,
    confidence,
    effort,
  }
}

/** Minimum number of people for P0, whichever rule applies. */
const P0_PEOPLE = 5

/** The rule behind a priority: the score, or a special rule. `few`: it would be P0 with more people. */
export type Prioritised = {
  readonly priority: 'P0' | 'P1' | 'P2' | 'P3'
  readonly rule: 'score' | 'activation' | 'effect' | 'few'
}

/**
 * P0 for a score of 20, for a quarter of all people who met it and were never activated, and for a fix that keeps 5
 * points or more; P1 for a score of 7, P2 of 2. Shares of people, except `score` and `affected`. `effect_low`: lower
 * bound of the simulated effect on survival at the last day.
 */
export function priorityOf(finding: {
  readonly score: number
  readonly affected: number
  readonly blocks_activation: number
  readonly effect_low: number | null
}): Prioritised {
  const { score, affected, blocks_activation, effect_low } = finding
  const rule = ruleFor(score, blocks_activation, effect_low ?? 0)
  if (rule !== null && affected >= P0_PEOPLE) return { priority: 'P0', rule }
  const priority = score >= 7 ? 'P1' : lowPriority(score)
  return { priority, rule: rule === null ? 'score' : 'few' }
}

const lowPriority = (score: number): 'P2' | 'P3' => (score >= 2 ? 'P2' : 'P3')

function ruleFor(
  score: number,
  blocks_activation: number,
  effect_low: number,
): 'score' | 'activation' | 'effect' | null {
  if (score >= 20) return 'score'
  if (blocks_activation >= 0.25) return 'activation'
  return effect_low >= 0.05 ? 'effect' : null
}
