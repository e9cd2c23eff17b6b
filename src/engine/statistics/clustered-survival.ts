import { wilsonInterval } from '../../domain/statistics/wilson.js'
import type { Lifetime, SurvivalCurve } from './kaplan-meier.js'
import type { Interval } from './resample.js'
import { studentTQuantile } from './student-t.js'

type Clustered = Lifetime & { readonly cluster: string }

/** Intervals of a survival curve over clustered people, by day from 0 to `days`; standard error and quantile of the mean. */
type ClusteredSurvival = { readonly byDay: readonly Interval[]; readonly mean_se: number; readonly quantile: number }

/**
 * 95 % intervals where people of a cluster are alike: the variance of S(t) is the sum over clusters of their squared
 * influence (Ying & Wei 1994, "The Kaplan–Meier estimate for dependent failure time observations"), with the factor
 * C/(C − 1) and the t quantile of C − 1 degrees for few clusters, on log(−log), and never less than Greenwood's. Where
 * nobody or everybody has left, Wilson's interval with the number of clusters as sample size.
 */
export function clusteredSurvival(
  people: readonly Clustered[],
  curve: SurvivalCurve,
  { days, rates }: { readonly days: number; readonly rates: readonly number[] },
): ClusteredSurvival {
  const steps = new Map(curve.steps.map((step) => [step.time, step]))
  const clusters = new Map<string, { now: number; mean: number }>()
  for (const { cluster } of people) clusters.set(cluster, { now: 0, mean: 0 })
  const count = clusters.size
  const quantile = count > 1 ? studentTQuantile(0.975, count - 1) : Number.POSITIVE_INFINITY
  const inflation = count / Math.max(1, count - 1)
  const byDay: Interval[] = []
  let greenwood = 0
  for (let day = 0; day <= days; day++) {
    const step = steps.get(day)
    if (step !== undefined && step.left < step.at_risk) {
      greenwood = step.greenwood
      // Martingale residuals of this day: observed minus expected leaving.
      for (const { time, left, cluster } of people) {
        if (time < day) continue
        const own = clusters.get(cluster)
        if (own !== undefined) own.now += (Number(left && time === day) - step.left / step.at_risk) / step.at_risk
      }
    }
    const rate = rates[day] ?? 0
    let squares = 0
    for (const own of clusters.values()) {
      squares += own.now ** 2
      if (day < days) own.mean += rate * own.now
    }
    byDay.push(intervalAt(rate, Math.max(squares * inflation, greenwood), { count, quantile }))
  }
  const means = [...clusters.values()].reduce((sum, { mean }) => sum + mean ** 2, 0)
  return { byDay, mean_se: Math.sqrt(means * inflation), quantile }
}

function intervalAt(
  rate: number,
  variance: number,
  { count, quantile }: { readonly count: number; readonly quantile: number },
): Interval {
  if (count < 2) return { low: 0, high: 1 }
  if (rate <= 0 || rate >= 1) return wilsonInterval(rate >= 1 ? count : 0, count) ?? { low: 0, high: 1 }
  const power = Math.exp((quantile * Math.sqrt(variance)) / Math.abs(Math.log(rate)))
  return { low: rate ** power, high: rate ** (1 / power) }
}
