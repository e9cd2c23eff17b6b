import { Z } from '../../../domain/statistics/wilson.js'
import { clusteredSurvival } from '../../statistics/clustered-survival.js'
import { kaplanMeier, medianLifetime, restrictedMean, survivalAt } from '../../statistics/kaplan-meier.js'
import type { Rows } from './rows.js'

type RetentionDay = {
  /** t: the daily hazards survived; everybody is there at 0. */
  readonly day: number
  /** Survival, the share that has not left, with its 95 % interval. */
  readonly rate: number
  readonly low: number
  readonly high: number
  readonly at_risk: number
  /** Of those observable on this day, the share that could use the product on it, and on it or later; `null` for nobody. */
  readonly active: number | null
  readonly rolling: number | null
}

export type Retention = {
  readonly curve: readonly RetentionDay[]
  /** `null`: more than half are still there at the end. Its interval is where the curve's own meets the half. */
  readonly median: number | null
  readonly median_low: number | null
  readonly median_high: number | null
  /** Mean days until leaving within the window, its standard error, and its 95 % interval. */
  readonly mean_days: number
  readonly mean_days_se: number
  readonly mean_low: number
  readonly mean_high: number
}

/**
 * Three retention figures by day since joining. People who joined late are censored at the end of the window, and are
 * not counted as active or inactive on later days. Where several people are copies of one persona, intervals count
 * personas.
 */
export function retention({ people, sessions }: Pick<Rows, 'people' | 'sessions'>, days: number): Retention {
  const curve = kaplanMeier(people.map((person) => ({ time: person.days, left: person.reason !== null })))
  const independent = restrictedMean(curve, days)
  const survival = Array.from({ length: days + 1 }, (_, day) => survivalAt(curve, day))
  const clustered = hasCopies(people)
    ? clusteredSurvival(
        people.map(({ days: time, reason, source }) => ({ time, left: reason !== null, cluster: source })),
        curve,
        { days, rates: survival.map(({ rate }) => rate) },
      )
    : null
  const { mean } = independent
  const se = Math.max(independent.se, clustered?.mean_se ?? 0)
  const half = (clustered?.quantile ?? Z) * se
  const points = survival.map((own, day) => {
    const { low, high } = clustered?.byDay[day] ?? own
    return { time: day, rate: own.rate, low, high }
  })
  const half_left = medianLifetime(points)
  // Without any variation, the sum of each day's own bounds.
  const widest = (bound: 'low' | 'high'): number => points.slice(0, days).reduce((sum, point) => sum + point[bound], 0)
  return {
    curve: points.map(({ time: day, rate, low, high }) => {
      const seen = people.filter(({ observable }) => observable > day)
      const active = sessions.used[day] ?? 0
      const later = seen.filter(({ last_used }) => last_used >= day).length
      return {
        day,
        rate,
        low,
        high,
        at_risk: curve.atRisk(day),
        active: seen.length === 0 ? null : active / seen.length,
        rolling: seen.length === 0 ? null : later / seen.length,
      }
    }),
    median: half_left.median,
    median_low: half_left.low,
    median_high: half_left.high,
    mean_days: mean,
    mean_days_se: se,
    mean_low: se === 0 ? widest('low') : Math.max(0, mean - half),
    mean_high: se === 0 ? widest('high') : Math.min(days, mean + half),
  }
}

/** Whether some people are copies of one persona. */
const hasCopies = (people: Rows['people']): boolean => new Set(people.map(({ source }) => source)).size < people.length
