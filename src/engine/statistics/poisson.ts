import type { Interval } from './resample.js'

/** Probability that a Poisson variable is at most `count`. */
function poissonAtMost(count: number, mean: number): number {
  if (mean === 0) return 1
  let log_term = -mean
  let sum = Math.exp(log_term)
  for (let i = 1; i <= count; i++) {
    log_term += Math.log(mean / i)
    sum += Math.exp(log_term)
  }
  return Math.min(1, sum)
}

/** The exact 95 % interval of a Poisson mean after `count` events (Garwood 1936); after 0 events its upper bound is 3.689. */
export function garwoodInterval(count: number): Interval {
  const low = count === 0 ? 0 : meanWhere((mean) => 1 - poissonAtMost(count - 1, mean) < 0.025, count)
  return { low, high: meanWhere((mean) => poissonAtMost(count, mean) > 0.025, count) }
}

/** The largest mean for which a test holds, by bisection. */
function meanWhere(holds: (mean: number) => boolean, count: number): number {
  let [low, high] = [0, count + 10 * Math.sqrt(count + 1) + 10]
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2
    if (holds(middle)) low = middle
    else high = middle
  }
  return (low + high) / 2
}
