import { mean as meanOf, sum } from './descriptive.js'
import type { Interval } from './resample.js'
import { studentT, studentTQuantile } from './student-t.js'

/** A mean with its standard error and degrees of freedom; both `null` for a single value. */
export type Estimate = { readonly mean: number; readonly se: number | null; readonly df: number | null }

/** Standard errors below this are rounding noise. */
const ROUNDING = 1e-9

/** Drops the standard error where nothing varies: equal values say nothing about others. */
export const unlessAlike = (estimate: Estimate): Estimate =>
  (estimate.se ?? 0) > ROUNDING ? estimate : { mean: estimate.mean, se: null, df: null }

/** The mean of independent values: SE = sd/√n, n − 1 degrees of freedom. */
export function estimateMean(values: readonly number[]): Estimate {
  const n = values.length
  const mean = meanOf(values)
  if (n < 2) return { mean, se: null, df: null }
  return { mean, se: Math.sqrt(squaresAround(values, mean) / (n - 1) / n), df: n - 1 }
}

/**
 * The mean of clustered values: √[C/(C−1)·Σ_c(Σ_{i∈c}(x_i−M))²]/n, C − 1 degrees of freedom. With one value per cluster
 * it equals `estimateMean`.
 */
export function estimateClustered(values: readonly number[], clusters: readonly string[]): Estimate {
  const mean = meanOf(values)
  const sums = new Map<string, number>()
  values.forEach((value, i) => {
    const cluster = clusters[i] ?? ''
    sums.set(cluster, (sums.get(cluster) ?? 0) + value - mean)
  })
  const c = sums.size
  if (c < 2) return { mean, se: null, df: null }
  const squares = sum([...sums.values()].map((total) => total * total))
  return { mean, se: Math.sqrt((c / (c - 1)) * squares) / values.length, df: c - 1 }
}

/**
 * The mean over fixed strata, from the variation within them: √(s²/n), where s² is the pooled variance within strata,
 * with n − (number of strata) degrees of freedom (Cochran 1977, ch. 5). `null` where no stratum has two values.
 */
export function estimateStratified(values: readonly number[], strata: readonly string[]): Estimate {
  const mean = meanOf(values)
  const names = [...new Set(strata)]
  const df = values.length - names.length
  if (df < 1) return { mean, se: null, df: null }
  const squares = names
    .map((name) => values.filter((_, i) => strata[i] === name))
    .reduce((total, own) => total + squaresAround(own, meanOf(own)), 0)
  return { mean, se: Math.sqrt(squares / df / values.length), df }
}

/**
 * The mean over the same cases run again: √(Σ v_i/K_i)/n, where v_i is the variance between the K_i trials of case i.
 * Degrees of freedom by Welch and Satterthwaite. `null` where a case has a single trial or nothing varies.
 */
export function estimateRerun(cases: readonly (readonly number[])[]): Estimate {
  const mean = meanOf(cases.map(meanOf))
  const parts = cases.map((trials) => ({
    of_mean: trials.length < 2 ? null : squaresAround(trials, meanOf(trials)) / (trials.length - 1) / trials.length,
    df: trials.length - 1,
  }))
  if (parts.length === 0 || parts.some(({ of_mean }) => of_mean === null)) return { mean, se: null, df: null }
  const total = sum(parts.map(({ of_mean }) => of_mean ?? 0))
  const fourth = sum(parts.map(({ of_mean, df }) => (of_mean ?? 0) ** 2 / df))
  return unlessAlike({ mean, se: Math.sqrt(total) / cases.length, df: total ** 2 / fourth })
}

/** The two-sided t interval of an estimate; `null` without a standard error. */
export function intervalOf({ mean, se, df }: Estimate, level = 0.95): Interval | null {
  if (se === null || df === null) return null
  const half = studentTQuantile((1 + level) / 2, df) * se
  return { low: mean - half, high: mean + half }
}

/** Two-sided p of the t test that the true mean is 0; 1 without a standard error. */
export function meanP({ mean, se, df }: Estimate): number {
  if (se === null || df === null || mean === 0) return 1
  return se === 0 ? 0 : 2 * studentT(-Math.abs(mean / se), df)
}

/**
 * Probability that the true mean is `bar` or more, 0–1: T_df((M − bar)/SE). `null` without a standard error and where
 * nothing varies.
 */
export function confidenceAbove({ mean, se, df }: Estimate, bar: number): number | null {
  if (se === null || df === null || se === 0) return null
  return studentT((mean - bar) / se, df)
}

/** The smallest true difference that is seen four times in five at 5 %: (t.975 + t.80)·SE. */
export const smallestVisible = ({ se, df }: Estimate): number | null =>
  se === null || df === null ? null : (studentTQuantile(0.975, df) + studentTQuantile(0.8, df)) * se

const squaresAround = (values: readonly number[], mean: number): number =>
  sum(values.map((value) => (value - mean) ** 2))
