/** What a finding's effects rest on, and how far it is believed for that. */
const FOOTINGS = { effects_fitted: 1, curve_calibrated: 0.9, uncalibrated: 0.7 } as const
export type Footing = keyof typeof FOOTINGS
export const PRIORITIES = ['P0', 'P1', 'P2', 'P3'] as const

export type Score = {
  readonly score: number
  readonly severity: number
  readonly affected_share: number
  readonly confidence: number
  readonly effort: number
}

/** People at which a finding is half believed. */
const HALF_BELIEVED = 20

/**
 * Priority = 100 · severity · affected share · confidence ÷ effort, confidence n/(n + 20) × what the effects rest on.
 * `severity`: mean frustration (delight for a value moment), 0–1. `effort`: 1, 2, 3, 5 or 8.
 */
export function priorityScore(finding: {
  readonly severity: number
  readonly affected: number
  readonly people: number
  readonly effort: number
  readonly footing: Footing
}): Score {
  const { severity, affected, people, effort, footing } = finding
  const affected_share = people === 0 ? 0 : affected / people
  const confidence = (affected / (affected + HALF_BELIEVED)) * FOOTINGS[footing]
  return {
    score: (100 * severity * affected_share * confidence) / effort,
    severity,
    affected_share,
    confidence,
    effort,
  }
}

/** Shares of people, except `score`. `effect_low`: lower bound of the simulated effect on survival at the last day. */
export function priorityOf(finding: {
  readonly score: number
  readonly blocks_activation: number
  readonly effect_low: number | null
}): (typeof PRIORITIES)[number] {
  const { score, blocks_activation, effect_low } = finding
  if (score >= 20 || blocks_activation >= 0.25 || (effect_low ?? 0) >= 0.05) return 'P0'
  if (score >= 7) return 'P1'
  return score >= 2 ? 'P2' : 'P3'
}
