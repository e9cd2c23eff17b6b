import type { Feelings } from '../../../domain/simulation/simulated-session.js'
import type { Traits } from './person.js'

/** A feeling rises towards 1 and falls towards 0 by a share of the remaining distance, so it needs no clipping. */
export const raiseFeeling = (feeling: number, by: number): number => 1 - (1 - feeling) * (1 - by)
export const lowerFeeling = (feeling: number, by: number): number => feeling * (1 - by)

/** Share of a feeling's distance from its baseline that is left on the next day. */
export const CARRIED_OVER = 0.75
/** Minimum severity with which any failure is felt. */
export const MIN_SEVERITY = 0.35

/** Feelings when nothing happens: .3, .5, .3, .2 at neutral traits, at most .1 away from it. */
export const baselineOf = ({ patience, experience, adoption }: Traits): Feelings => ({
  frustration: 0.35 - 0.1 * patience,
  confidence: 0.5 + 0.2 * (experience - 0.5),
  delight: 0.3 + 0.2 * (adoption - 0.5),
  confusion: 0.2 - 0.2 * (experience - 0.5),
})

/** Factors on what a person feels, relative to people without particular concerns. */
type Weights = { readonly effort: number; readonly clarity: number }
const UNWEIGHED: Weights = { effort: 1, clarity: 1 }

/** The effect of an action's work: effort frustrates, less with patience; unclear screens confuse. */
export function feelEffort(
  feelings: Feelings,
  effort: number,
  clarity: number,
  patience: number,
  weights: Weights = UNWEIGHED,
): void {
  feelings.frustration = raiseFeeling(
    feelings.frustration,
    Math.min(1, 0.3 * effort * (1 - 0.6 * patience) * weights.effort),
  )
  feelings.confusion = raiseFeeling(feelings.confusion, Math.min(1, 0.35 * (1 - clarity) * weights.clarity))
}

/** The effect of a success. `earlier`: number of earlier successes, with which delight wears off. */
export function feelSuccess(feelings: Feelings, value: number, earlier: number): void {
  feelings.delight = raiseFeeling(feelings.delight, 0.55 * value * (0.4 + 0.6 / Math.sqrt(earlier + 1)))
  feelings.confidence = raiseFeeling(feelings.confidence, 0.2)
  feelings.frustration = lowerFeeling(feelings.frustration, 0.15 + 0.35 * value)
  feelings.confusion = lowerFeeling(feelings.confusion, 0.35)
}

/** The effect of a failure. `weight`: how much it concerns this person. */
export function feelFailure(feelings: Feelings, severity: number, patience: number, weight = 1): void {
  const felt = Math.min(1, Math.max(MIN_SEVERITY, severity) * weight)
  feelings.frustration = raiseFeeling(feelings.frustration, 0.8 * felt * (1 - 0.5 * patience))
  feelings.confidence = lowerFeeling(feelings.confidence, 0.3 * felt)
  feelings.delight = lowerFeeling(feelings.delight, 0.5 * felt)
}

/** Moves a feeling by a signed amount: up towards 1, down towards 0. */
export const shiftFeeling = (feeling: number, by: number): number =>
  by >= 0 ? raiseFeeling(feeling, by) : lowerFeeling(feeling, -by)

/** Moves feelings overnight towards their baseline. */
export function feelNextDay(feelings: Feelings, baseline: Feelings): void {
  feelings.frustration = baseline.frustration + CARRIED_OVER * (feelings.frustration - baseline.frustration)
  feelings.confidence = baseline.confidence + CARRIED_OVER * (feelings.confidence - baseline.confidence)
  feelings.delight = baseline.delight + CARRIED_OVER * (feelings.delight - baseline.delight)
  feelings.confusion = baseline.confusion + CARRIED_OVER * (feelings.confusion - baseline.confusion)
}
