import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import {
  ksSimilarity,
  meanOf,
  meanPmf,
  rateBySimilarity,
  similarityPmf,
  standardDeviationOf,
  topTwoBox,
  withTemperature,
} from '../../src/engine/panel/intent/similarity-rating.js'

type Case = {
  name: string
  fn: 'pmf' | 'scale' | 'mean' | 'survey' | 'mean_pi' | 'ks_similarity'
  // biome-ignore lint/suspicious/noExplicitAny: each function of the reference has its own input
  in: any
  out: number | (number | null)[] | (number | null)[][]
}
/** Computed with the authors' released code (pymc-labs/semantic-similarity-rating at da5f6b7). */
const { cases } = JSON.parse(readFileSync(new URL('data/ssr-vectors.json', import.meta.url), 'utf8')) as {
  cases: Case[]
}

/** Anchors stand in columns there, in rows here. */
const columns = (matrix: number[][]) => (matrix[0] ?? []).map((_, column) => matrix.map((row) => row[column] ?? 0))

const implementations: Record<Case['fn'], ((given: Case['in']) => unknown) | null> = {
  pmf: ({ responses, anchors, eps }) =>
    responses.map((response: number[]) => similarityPmf(response, columns(anchors), eps)),
  scale: ({ pmf, T, maxT }) => withTemperature(pmf, T, maxT),
  survey: ({ pmfs }) => meanPmf(pmfs),
  mean_pi: ({ pmf }) => [meanOf(pmf)],
  ks_similarity: ({ human, synthetic }) => ksSimilarity(human, synthetic),
  // Its inputs are not in the file; the order it is about is tested by hand below.
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
  it.each(cases.filter(({ fn }) => implementations[fn]))(
    'gives what the reference gives: $name',
    ({ fn, in: given, out }) => {
      expectSame(implementations[fn]?.(given), out)
    },
  )

  it('covers at least 14 cases of the reference', () => {
    expect(cases.filter(({ fn }) => implementations[fn]).length).toBeGreaterThanOrEqual(14)
  })

  it('takes the mean over anchor sets before the temperature, not after', () => {
    const answer = [3, 4, 1]
    const sets = [
      [
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 1],
      ],
      [
        [0, 1, 1],
        [1, 1, 0],
        [1, 0, 1],
      ],
    ]
    const mean = meanPmf(sets.map((anchors) => similarityPmf(answer, anchors)))
    const before = withTemperature(mean, 0.5)
    expect(rateBySimilarity(answer, sets, { temperature: 0.5 })).toEqual(before)
    const after = meanPmf(sets.map((anchors) => withTemperature(similarityPmf(answer, anchors), 0.5)))
    expect(Math.abs((after[0] ?? 0) - (before[0] ?? 0))).toBeGreaterThan(0.01)
  })

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
