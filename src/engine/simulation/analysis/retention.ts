import { kaplanMeier, medianLifetime, restrictedMean, survivalAt } from '../../statistics/kaplan-meier.js'
import type { PersonRow, SessionRow } from './rows.js'

type RetentionDay = {
  /** t: the daily hazards survived; everybody is there at 0. */
  readonly day: number
  /** Survival with its 95 % interval: who has not left. */
  readonly rate: number
  readonly low: number
  readonly high: number
  readonly at_risk: number
  /** The share with a session on this day, and on this day or later, of those who could be seen; `null` for nobody. */
  readonly active: number | null
  readonly rolling: number | null
}

export type Retention = {
  readonly curve: readonly RetentionDay[]
  /** `null`: more than half are still there at the end. */
  readonly median: number | null
  readonly median_low: number | null
  readonly median_high: number | null
  /** Mean days until leaving within the window, and its standard error. */
  readonly mean_days: number
  readonly mean_days_se: number
}

/**
 * Three retentions by day since joining. Whoever joined late is censored at the end of the window, and does not count among
 * those who could have been active on days they had no time for.
 */
export function retention(people: readonly PersonRow[], sessions: readonly SessionRow[], days: number): Retention {
  const curve = kaplanMeier(people.map((person) => ({ time: person.days, left: person.reason !== null })))
  const active = new Array<number>(days + 1).fill(0)
  const last = new Map<string, number>()
  for (const { person, day } of sessions) {
    active[day] = (active[day] ?? 0) + 1
    last.set(person, Math.max(day, last.get(person) ?? 0))
  }
  const { median, low, high } = medianLifetime(curve)
  const { mean, se } = restrictedMean(curve, days)
  return {
    curve: Array.from({ length: days + 1 }, (_, day) => {
      const seen = people.filter(({ observable }) => observable > day)
      const later = seen.filter(({ person }) => (last.get(person) ?? -1) >= day).length
      const { rate, low, high } = survivalAt(curve, day)
      return {
        day,
        rate,
        low,
        high,
        at_risk: curve.atRisk(day),
        active: seen.length === 0 ? null : (active[day] ?? 0) / seen.length,
        rolling: seen.length === 0 ? null : later / seen.length,
      }
    }),
    median,
    median_low: low,
    median_high: high,
    mean_days: mean,
    mean_days_se: se,
  }
}
