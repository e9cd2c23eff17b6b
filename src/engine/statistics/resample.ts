import { createRandom } from '../personas/random.js'

/** A range that holds a figure with the stated probability, in the figure's own unit. */
export type Interval = { readonly low: number; readonly high: number }

const RESAMPLES = 1_000
const LEVEL = 0.9

/**
 * A 90 % percentile-bootstrap interval of a statistic over people (Efron 1979): the panel is resampled with
 * replacement. It shows how much the figure depends on who happened to be on the panel, not how far synthetic people
 * are from real ones. Deterministic by `seed`. `null` for fewer than three people, where it would mean nothing.
 */
export function resampledInterval<P>(
  people: readonly P[],
  statistic: (sample: readonly P[]) => number,
  seed: number | string,
): Interval | null {
  if (people.length < 3) return null
  const random = createRandom(`${seed}/resample`)
  const draw = () => people[Math.floor(random() * people.length)] as P
  const values = Array.from({ length: RESAMPLES }, () => statistic(people.map(draw))).sort((a, b) => a - b)
  return { low: quantile(values, (1 - LEVEL) / 2), high: quantile(values, (1 + LEVEL) / 2) }
}

/** The quantile `share` of sorted values, interpolated (type 7 of Hyndman & Fan 1996). */
export function quantile(sorted: readonly number[], share: number): number {
  const position = (sorted.length - 1) * share
  const below = sorted[Math.floor(position)] ?? 0
  const above = sorted[Math.ceil(position)] ?? below
  return below + (above - below) * (position - Math.floor(position))
}
