import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import {
  ksSimilarity,
  meanOf,
  meanPmf,
  similarityPmf,
  standardDeviationOf,
  topTwoBox,
} from '../../src/engine/panel/intent/similarity-rating.js'

type Case = {
  name: string
  fn: 'pmf' | 'scale' | 'mean' | 'survey' | 'mean_pi' | 'ks_similarity'
  // biome-ignore lint/suspicious/noExplicitAny: each function of the reference has its own input
  in: any
  out: number | (number | null)[] | (number | null)[][]
}
/** Computed with the authors' released code (pymc-labs/semantic-similarity-rating at da5f6b7). */
const { cases: all } = JSON.parse(readFileSync(new URL('data/ssr-vectors.json', import.meta.url), 'utf8')) as {
  cases: Case[]
}
/** Ours has neither the ε nor the temperature of the reference. */
const cases = all.filter(({ fn, in: given }) => !given.eps && fn !== 'scale')

/** Anchors stand in columns there, in rows here. */
const columns = (matrix: number[][]) => (matrix[0] ?? []).map((_, column) => matrix.map((row) => row[column] ?? 0))

const implementations: Record<Exclude<Case['fn'], 'scale'>, ((given: Case['in']) => unknown) | null> = {
  pmf: ({ responses, anchors }) => responses.map((response: number[]) => similarityPmf(response, columns(anchors))),
  survey: ({ pmfs }) => meanPmf(pmfs),
  mean_pi: ({ pmf }) => [meanOf(pmf)],
  ks_similarity: ({ human, synthetic }) => ksSimilarity(human, synthetic),
  // Its inputs are not in the file.
  mean: null,
}

/** Every number equal to 1e-12; where the reference divides 0 by 0 (null), ours says that all points are as likely. */
function expectSame(actual: unknown, expected: Case['out'] | number | null): void {
  if (Array.isArray(expected)) {
    expect(actual).toHaveLength(expected.length)
    expected.forEach((value, i) => {
      expectSame((actual as unknown[])[i], value as number)
    })
  } else expect(Math.abs((actual as number) - (expected ?? 0.2))).toBeLessThan(1e-12)
}

describe('semantic similarity rating', () => {
  it.each(cases.filter(({ fn }) => implementations[fn as keyof typeof implementations]))(
    'gives what the reference gives: $name',
    ({ fn, in: given, out }) => {
      expectSame(implementations[fn as keyof typeof implementations]?.(given), out)
    },
  )

  it('sums up a distribution', () => {
    const human = [0.22, 0.18, 0.26, 0.2, 0.14]
    expect(meanOf(human)).toBeCloseTo(2.86, 12)
    expect(standardDeviationOf(human)).toBeCloseTo(1.3418, 3)
    expect(topTwoBox(human)).toBeCloseTo(0.34, 12)
    expect(ksSimilarity(human, human)).toBe(1)
    // Why it never stands alone: knowing nothing at all scores 0.94 here.
    expect(ksSimilarity(human, [0.2, 0.2, 0.2, 0.2, 0.2])).toBeCloseTo(0.94, 12)
  })

  it('is uniform for an answer whose vector has no direction', () => {
    expect(
      similarityPmf(
        [0, 0],
        [
          [1, 0],
          [0, 1],
        ],
      ),
    ).toEqual([0.5, 0.5])
  })
})
