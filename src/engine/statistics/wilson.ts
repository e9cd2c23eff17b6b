import type { Interval } from './resample.js'

/** The 97.5 % point of the normal distribution. */
const Z = 1.959963984540054

/** Wilson's 95 % score interval of a share (Wilson 1927): 10 of 10 means 72–100 %. `null` for nothing counted. */
export function wilsonInterval(successes: number, of: number): Interval | null {
  if (of === 0) return null
  const share = successes / of
  const scale = 1 + Z ** 2 / of
  const middle = (share + Z ** 2 / (2 * of)) / scale
  const half = (Z / scale) * Math.sqrt((share * (1 - share)) / of + Z ** 2 / (4 * of ** 2))
  return { low: successes === 0 ? 0 : middle - half, high: successes === of ? 1 : middle + half }
}
