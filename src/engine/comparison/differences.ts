import type { ComparisonResult } from '../../domain/panel/comparison.js'
import { meanDifference } from '../paired/lift.js'
import { holm } from '../statistics/holm.js'
import { signFlipP } from '../statistics/sign-flip.js'
import { ALPHA, differenceSentence, noiseSentence } from './wording.js'

type Difference = ComparisonResult['differences'][number]

/**
 * Compares every pair of candidates over the same people, in points of the pressure score, first minus second.
 * `scores[c][p]` is person `p`'s score of candidate `c`. A difference within `noise_floor`, in points, does not count
 * as seen.
 */
export function comparePairs(
  labels: readonly string[],
  scores: readonly (readonly number[])[],
  seed: number,
  noise_floor: number | null = null,
): Difference[] {
  const pairs = labels.flatMap((first, a) =>
    labels.slice(a + 1).map((second, offset) => {
      const differences = (scores[a] ?? []).map((score, person) => score - (scores[a + 1 + offset]?.[person] ?? 0))
      const name = `${seed}/${first}-${second}`
      return { first, second, differences, ...meanDifference(differences), p: signFlipP(differences, name) }
    }),
  )
  const corrected = holm(pairs.map(({ p }) => p))
  return pairs.map(({ differences, ...pair }, index) => {
    const p_holm = corrected[index] ?? 1
    const isNoise = noise_floor !== null && Math.abs(pair.mean) <= noise_floor
    const known = { ...pair, p_holm, difference_seen: p_holm < ALPHA && !isNoise }
    const sentence =
      p_holm < ALPHA && isNoise
        ? noiseSentence(known, noise_floor)
        : differenceSentence(known, differences, pairs.length)
    return { ...known, sentence }
  })
}

/** The label that beats every other label; `null` where none does. */
export function bestOf(labels: readonly string[], differences: readonly Difference[]): string | null {
  const beats = (label: string, other: string) =>
    differences.some(
      ({ first, second, mean, difference_seen }) =>
        difference_seen &&
        ((first === label && second === other && mean > 0) || (first === other && second === label && mean < 0)),
    )
  return labels.find((label) => labels.every((other) => other === label || beats(label, other))) ?? null
}
