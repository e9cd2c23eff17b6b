import { wilsonInterval, Z } from '../../domain/statistics/wilson.js'
import type { Interval } from './resample.js'

/** Time under observation, and whether the person left then; otherwise the time is censored. */
export type Lifetime = { readonly time: number; readonly left: boolean; readonly weight?: number }

/** A time at which people left. */
type Step = {
  readonly time: number
  readonly at_risk: number
  readonly left: number
  readonly survival: number
  /** Greenwood's sum Σ d/(n(n − d)) up to this step. */
  readonly greenwood: number
}

/** A survival curve: it falls at its steps and is level between them. */
export type SurvivalCurve = {
  readonly people: number
  readonly steps: readonly Step[]
  /** Number of people under observation just before a time. */
  atRisk(time: number): number
}

/**
 * The product-limit estimate S(t) = Π(1 − d/n) (Kaplan & Meier 1958). A person censored at the time of an event was at
 * risk in it. With weights the counts are sums of weights; intervals must then come from a bootstrap.
 */
export function kaplanMeier(lifetimes: readonly Lifetime[]): SurvivalCurve {
  const sorted = lifetimes.toSorted((a, b) => a.time - b.time)
  const people = sorted.reduce((sum, { weight = 1 }) => sum + weight, 0)
  const steps: Step[] = []
  const ends: { time: number; at_risk: number }[] = []
  let at_risk = people
  let survival = 1
  let greenwood = 0
  for (let index = 0; index < sorted.length; ) {
    const time = sorted[index]?.time ?? 0
    let left = 0
    let gone = 0
    for (; sorted[index]?.time === time; index++) {
      const { weight = 1, left: has_left } = sorted[index] as Lifetime
      gone += weight
      if (has_left) left += weight
    }
    ends.push({ time, at_risk })
    if (left > 0) {
      survival = left >= at_risk ? 0 : survival * (1 - left / at_risk)
      greenwood += left >= at_risk ? 0 : left / (at_risk * (at_risk - left))
      steps.push({ time, at_risk, left, survival, greenwood })
    }
    at_risk -= gone
  }
  return { people, steps, atRisk: (time) => ends.find((end) => end.time >= time)?.at_risk ?? 0 }
}

/** S(t) with its standard error (Greenwood 1926) and 95 % interval. */
export type Survival = Interval & { readonly rate: number; readonly se: number }

/**
 * Survival at a time. Interval: log(−log) (Kalbfleisch & Prentice 1980), S^exp(±z√Σ/ln S); where S is 0 or 1, Wilson's
 * interval of the people at risk.
 */
export function survivalAt(curve: SurvivalCurve, time: number): Survival {
  const step = curve.steps.findLast((passed) => passed.time <= time)
  const rate = step?.survival ?? 1
  if (step === undefined || rate === 0) {
    const counted = step === undefined ? curve.atRisk(time) : step.at_risk
    const wilson = wilsonInterval(counted * rate, counted)
    return { rate, se: 0, low: wilson?.low ?? 0, high: wilson?.high ?? 1 }
  }
  const power = Math.exp((Z * Math.sqrt(step.greenwood)) / Math.abs(Math.log(rate)))
  return { rate, se: rate * Math.sqrt(step.greenwood), low: rate ** power, high: rate ** (1 / power) }
}

/** The mean time until leaving, counted up to a horizon: ∫₀^τ S, with its standard error √Σ A²d/(n(n − d)). */
export function restrictedMean(curve: SurvivalCurve, horizon: number): { mean: number; se: number } {
  const steps = curve.steps.filter(({ time }) => time < horizon)
  let mean = 0
  let variance = 0
  let end = horizon
  for (const { time, survival, at_risk, left } of steps.toReversed()) {
    // The area to the right of this step so far.
    mean += survival * (end - time)
    if (left < at_risk) variance += (mean ** 2 * left) / (at_risk * (at_risk - left))
    end = time
  }
  return { mean: mean + end, se: Math.sqrt(variance) }
}

/** A product of shares can miss an exact half by its last digits. */
const ROUNDING = 1e-9

/** A point of a survival curve with its 95 % interval. */
type CurvePoint = Interval & { readonly time: number; readonly rate: number }

/** The time by which half have left, with its interval by inversion; `null` if not reached. `points` are ordered by time. */
export function medianLifetime(points: readonly CurvePoint[]): {
  median: number | null
  low: number | null
  high: number | null
} {
  const firstAtHalf = (figure: 'rate' | 'low' | 'high'): number | null =>
    points.find((point) => point[figure] <= 0.5 + ROUNDING)?.time ?? null
  return { median: firstAtHalf('rate'), low: firstAtHalf('low'), high: firstAtHalf('high') }
}
