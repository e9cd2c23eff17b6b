import type { Interval } from '../panel/scores.js'

/** The 97.5 % point of the normal distribution. */
export const Z = 1.959963984540054

/** Wilson's 95 % score interval of a share (Wilson 1927): 10 of 10 means 72–100 %. `null` for nothing counted. */
export function wilsonInterval(successes: number, total: number): Interval | null {
  if (total === 0) return null
  const share = successes / total
  const scale = 1 + Z ** 2 / total
  const middle = (share + Z ** 2 / (2 * total)) / scale
  const half = (Z / scale) * Math.sqrt((share * (1 - share)) / total + Z ** 2 / (4 * total ** 2))
  return { low: successes === 0 ? 0 : middle - half, high: successes === total ? 1 : middle + half }
}
