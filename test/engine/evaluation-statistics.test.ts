import { describe, expect, it } from 'vitest'
import { wilsonInterval } from '../../src/domain/statistics/wilson.js'
import { correctedRate } from '../../src/engine/evaluation/verdict/judge-trust.js'
import { passAtK, passHatK } from '../../src/engine/evaluation/verdict/reliability.js'
import { createRandom } from '../../src/engine/personas/random.js'
import { cohenKappa, krippendorffAlpha } from '../../src/engine/statistics/agreement.js'
import { mcnemarP } from '../../src/engine/statistics/mcnemar.js'
import {
  confidenceAbove,
  estimateClustered,
  estimateMean,
  estimateRerun,
  intervalOf,
  smallestVisible,
} from '../../src/engine/statistics/mean-interval.js'
import { studentT, studentTQuantile } from '../../src/engine/statistics/student-t.js'

/** To 1e-9: `toBeCloseTo` with nine digits allows half of that. */
const DIGITS = 9
const NOTHING = { low: Number.NaN, high: Number.NaN }

// Values of scipy 1.17.1: stats.t.cdf and stats.t.ppf.
describe('Student’s t', () => {
  it.each([
    [0.5, 1, 0.6475836176504333],
    [1, 1, 0.75],
    [-2.3, 4, 0.04146951855619118],
    [12.5, 2, 0.9968303959482276],
    [-0.01, 30.5, 0.49604320603658036],
    [3.1, 7.3, 0.9917849409341915],
    [0, 5, 0.5],
    [Number.POSITIVE_INFINITY, 3, 1],
  ])('lies below %d with %d degrees of freedom', (t, df, share) => expect(studentT(t, df)).toBeCloseTo(share, DIGITS))

  it.each([
    [0.975, 1, 12.706204736174694],
    [0.975, 9, 2.262157162798205],
    [0.95, 4, 2.1318467863266495],
    [0.8, 9, 0.8834038596855346],
    [0.025, 29, -2.045229642132704],
    [0.995, 2.5, 7.163728138948783],
    [0.975, 299, 1.9679296690656698],
    [0.5, 7, 0],
  ])('has its share %d with %d degrees of freedom', (p, df, t) =>
    expect(studentTQuantile(p, df)).toBeCloseTo(t, DIGITS),
  )
})

describe('means and their intervals', () => {
  const scores = [7.2, 8.4, 9.1, 6.6, 8.8, 9.4, 7.9, 8.1, 9.0, 8.5]

  // scipy: stats.sem, stats.t.interval(0.95, 9, …), stats.t.cdf((m − 8)/se, 9).
  it('are those of scipy for independent cases', () => {
    const estimate = estimateMean(scores)
    expect(estimate.mean).toBeCloseTo(8.3, DIGITS)
    expect(estimate.se).toBeCloseTo(0.2776888746621138, DIGITS)
    const { low, high } = intervalOf(estimate) ?? NOTHING
    expect(low).toBeCloseTo(7.671824123153727, DIGITS)
    expect(high).toBeCloseTo(8.928175876846275, DIGITS)
    expect(confidenceAbove(estimate, 8)).toBeCloseTo(0.845956616938097, DIGITS)
    expect(smallestVisible(estimate)).toBeCloseTo((2.262157162798205 + 0.8834038596855346) * 0.2776888746621138, DIGITS)
  })

  it('have no standard error for one case, and say nothing about others where cases agree', () => {
    expect(intervalOf(estimateMean([9]))).toBeNull()
    expect(confidenceAbove(estimateMean([9]), 8)).toBeNull()
    expect(confidenceAbove(estimateMean([8, 8, 8]), 8)).toBeNull()
    expect(confidenceAbove(estimateMean([7, 7, 7]), 8)).toBeNull()
  })

  // The first worked out with numpy by the formula, the second by hand.
  it('follow the clusters where cases come in clusters', () => {
    const estimate = estimateClustered(scores, ['a', 'a', 'b', 'b', 'b', 'c', 'c', 'd', 'd', 'e'])
    expect(estimate).toMatchObject({ df: 4 })
    expect(estimate.se).toBeCloseTo(0.15572411502397437, DIGITS)
    // Two clusters of two, sums ±2 around 5: √(2/1 · 8)/4 = 1.
    expect(estimateClustered([4, 4, 6, 6], ['x', 'x', 'y', 'y'])).toMatchObject({ mean: 5, se: 1, df: 1 })
    expect(estimateClustered([4, 6], ['x', 'x']).se).toBeNull()
  })

  it('equal the unclustered ones where every case is a cluster of its own', () => {
    const clustered = estimateClustered(scores, scores.map(String))
    expect(clustered.se).toBeCloseTo(estimateMean(scores).se ?? 0, DIGITS)
    expect(clustered.df).toBe(9)
  })

  // Variances 1, 3 and 1/4 over 3 trials each: √(1/3 + 1 + 1/12)/3; Welch–Satterthwaite (17/12)² / ((1/9 + 1 + 1/144)/2).
  it('of a re-run rest on the trials of each case', () => {
    const estimate = estimateRerun([
      [8, 9, 7],
      [6, 6, 9],
      [10, 9, 9.5],
    ])
    expect(estimate.se).toBeCloseTo(Math.sqrt(17 / 12) / 3, DIGITS)
    expect(estimate.df).toBeCloseTo((17 / 12) ** 2 / ((1 / 9 + 1 + 1 / 144) / 2), DIGITS)
    expect(estimateRerun([[8], [9]]).se).toBeNull()
    expect(
      estimateRerun([
        [8.1, 8.1, 8.1],
        [9, 9, 9],
      ]),
    ).toMatchObject({ se: null, df: null })
  })

  // At 90 % the half width is t(.95)·SE; scipy: stats.t.ppf(.95, 4).
  it('are two-sided at the level asked for', () => {
    const { low, high } = intervalOf({ mean: 0, se: 1, df: 4 }, 0.9) ?? NOTHING
    expect(high).toBeCloseTo(2.1318467863266495, DIGITS)
    expect(low).toBeCloseTo(-2.1318467863266495, DIGITS)
  })
})

// Normal scores, three noisy trials each. The sd of a share of 2,000 that is truly 0.95 is 0.5 points.
describe('coverage over 2,000 repetitions', () => {
  const REPETITIONS = 2_000
  const share = (covers: (random: () => number) => boolean) => {
    const random = createRandom('coverage')
    let covered = 0
    for (let repetition = 0; repetition < REPETITIONS; repetition++) if (covers(random)) covered++
    return covered / REPETITIONS
  }
  const normal = (random: () => number) => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  const trials = (mean: number, noise: number, random: () => number) =>
    [0, 0, 0].map(() => mean + noise * normal(random))
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const holds = (interval: { low: number; high: number } | null, truth: number) =>
    interval !== null && interval.low <= truth && truth <= interval.high

  it('other prospects: the interval over cases holds the mean of all prospects 93–97 times in 100', () => {
    const covered = share((random) => {
      const cases = Array.from({ length: 10 }, () => mean(trials(8 + normal(random), 0.5, random)))
      return holds(intervalOf(estimateMean(cases)), 8)
    })
    expect(covered).toBeGreaterThan(0.93)
    expect(covered).toBeLessThan(0.97)
  })

  it('other prospects: an interval that takes trials for cases does not', () => {
    const covered = share((random) => {
      const all = Array.from({ length: 10 }, () => trials(8 + normal(random), 0.5, random)).flat()
      return holds(intervalOf(estimateMean(all)), 8)
    })
    expect(covered).toBeLessThan(0.85)
  })

  it('clusters: the clustered interval holds it, the plain one does not', () => {
    const drawn = (random: () => number) => {
      const clusters = Array.from({ length: 12 }, (_, cluster) => ({ cluster: `${cluster}`, at: 8 + normal(random) }))
      return clusters.flatMap(({ cluster, at }) =>
        [0, 0, 0, 0].map(() => ({ cluster, score: at + 0.5 * normal(random) })),
      )
    }
    const clustered = share((random) => {
      const cases = drawn(random)
      const estimate = estimateClustered(
        cases.map(({ score }) => score),
        cases.map(({ cluster }) => cluster),
      )
      return holds(intervalOf(estimate), 8)
    })
    expect(clustered).toBeGreaterThan(0.93)
    expect(clustered).toBeLessThan(0.97)
    expect(share((random) => holds(intervalOf(estimateMean(drawn(random).map(({ score }) => score))), 8))).toBeLessThan(
      0.8,
    )
  })

  it('a re-run: the interval between trials holds the mean of these very cases', () => {
    const truths = [5, 9, 7.5, 8, 6, 9.5, 8.5, 7, 8, 9]
    const covered = share((random) =>
      holds(intervalOf(estimateRerun(truths.map((at) => trials(at, 0.8, random)))), mean(truths)),
    )
    expect(covered).toBeGreaterThan(0.93)
    expect(covered).toBeLessThan(0.97)
  })
})

// scipy: stats.binomtest(c, n).proportion_ci(method='wilson').
describe('Wilson’s interval', () => {
  it.each([
    [10, 10, 0.7224672001371109, 1],
    [0, 10, 0, 0.27753279986288926],
    [7, 10, 0.39677814746114526, 0.892208732593699],
    [81, 263, 0.2552885198782742, 0.36620957698280004],
  ])('%d of %d', (successes, of, low, high) => {
    const interval = wilsonInterval(successes, of) ?? NOTHING
    expect(interval.low).toBeCloseTo(low, DIGITS)
    expect(interval.high).toBeCloseTo(high, DIGITS)
  })

  it('is null where nothing was counted', () => expect(wilsonInterval(0, 0)).toBeNull())
})

// scipy: stats.binomtest(min(b, c), b + c).pvalue.
describe('McNemar’s exact test', () => {
  it.each([
    [1, 5, 0.21875],
    [0, 6, 0.03125],
    [2, 2, 1],
    [10, 25, 0.016673847800120715],
    [3, 0, 0.25],
    [0, 0, 1],
  ])('%d flips against %d', (gained, lost, p) => {
    expect(mcnemarP(gained, lost)).toBeCloseTo(p, DIGITS)
    expect(mcnemarP(lost, gained)).toBeCloseTo(p, DIGITS)
  })
})

describe('pass@k and pass^k', () => {
  it.each([
    // 1 − C(7,2)/C(10,2) and C(3,2)/C(10,2)
    [3, 10, 2, 1 - 21 / 45, 3 / 45],
    [3, 3, 3, 1, 1],
    [2, 3, 3, 1, 0],
    [0, 3, 2, 0, 0],
    [1, 3, 1, 1 / 3, 1 / 3],
    [5, 8, 3, 1 - 1 / 56, 10 / 56],
  ])('%d of %d, k = %d', (passed, of, k, at, hat) => {
    expect(passAtK(passed, of, k)).toBeCloseTo(at, DIGITS)
    expect(passHatK(passed, of, k)).toBeCloseTo(hat, DIGITS)
  })
})

// By hand in fractions; two raters, ten things, 0–5.
describe('Cohen’s κ', () => {
  const first = [5, 4, 3, 3, 2, 5, 4, 1, 0, 4]
  const second = [5, 3, 3, 4, 2, 4, 4, 2, 1, 4]

  it('is the agreement beyond chance', () => {
    expect(cohenKappa(first, second)).toBeCloseTo(29 / 79, DIGITS)
    expect(cohenKappa(first, second, 'quadratic')).toBeCloseTo(168 / 193, DIGITS)
    // Cohen's table 20 5 10 15: observed 35/50, by chance 1/2.
    const rows = [...Array(25).fill(1), ...Array(25).fill(0)]
    const columns = [...Array(20).fill(1), ...Array(5).fill(0), ...Array(10).fill(1), ...Array(15).fill(0)]
    expect(cohenKappa(rows, columns)).toBeCloseTo(0.4, DIGITS)
  })

  it('is 1 for identical ratings, and null where all are of one category', () => {
    expect(cohenKappa(first, first)).toBe(1)
    expect(cohenKappa([1, 1], [1, 1])).toBeNull()
  })
})

// Krippendorff's own example ("Computing Krippendorff's Alpha-Reliability", 2011): 0.743 nominal, 0.849 interval.
describe('Krippendorff’s α', () => {
  const units = [
    [1, 1, 1],
    [2, 2, 3, 2],
    [3, 3, 3, 3],
    [3, 3, 3, 3],
    [2, 2, 2, 2],
    [1, 2, 3, 4],
    [4, 4, 4, 4],
    [1, 1, 2, 1],
    [2, 2, 2, 2],
    [5, 5, 5],
    [1, 1],
    [3],
  ]

  it('is that of its author’s example', () => {
    expect(krippendorffAlpha(units, 'nominal')).toBeCloseTo(113 / 152, DIGITS)
    expect(krippendorffAlpha(units, 'interval')).toBeCloseTo(951 / 1_120, DIGITS)
  })

  it('is null where nothing is rated twice or nothing differs', () => {
    expect(krippendorffAlpha([[1], [2]], 'interval')).toBeNull()
    expect(
      krippendorffAlpha(
        [
          [2, 2],
          [2, 2],
        ],
        'interval',
      ),
    ).toBeNull()
  })
})

describe('the corrected pass rate', () => {
  // A judge that finds 90 % of the good and 80 % of the bad: 0.6 seen is (0.6 − 0.2)/0.7.
  it('corrects for the judge’s error rates, within 0 and 1', () => {
    expect(correctedRate(0.6, 0.9, 0.8)).toBeCloseTo(4 / 7, DIGITS)
    expect(correctedRate(0.1, 0.9, 0.8)).toBe(0)
    expect(correctedRate(0.95, 0.9, 0.8)).toBe(1)
    expect(correctedRate(0.6, 0.5, 0.5)).toBeNull()
  })
})
