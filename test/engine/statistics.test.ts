import { describe, expect, it } from 'vitest'
import { varianceShares } from '../../src/engine/panel/stability/stability.js'
import { kendallTauB } from '../../src/engine/statistics/agreement.js'
import { holm } from '../../src/engine/statistics/holm.js'
import { quantile, resampledInterval } from '../../src/engine/statistics/resample.js'
import { signFlipP } from '../../src/engine/statistics/sign-flip.js'

const DIGITS = 9
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

describe('the sign-flip test', () => {
  it.each([
    ['all on one side: 2 of 8 patterns', [1, 2, 3], 2 / 8],
    // The sum is 8; only ±(1+2+3+4) and ±(−1+2+3+4) are as far from 0.
    ['one against', [-1, 2, 3, 4], 4 / 16],
    ['ties count as extreme', [1, 1, -1], 1],
    ['one person says nothing', [5], 1],
    ['no difference', [0, 0, 0], 1],
    ['nobody', [], 1],
    ['cancelled out', [3, -3], 1],
  ])('%s', (_, differences, p) => expect(signFlipP(differences, 1)).toBeCloseTo(p, DIGITS))

  // Darwin's Zea mays, 15 pairs in eighths of an inch; Fisher (1935, §21) counts 1,726 of 32,768 arrangements.
  it('gives the p that Fisher counted for Darwin’s plants', () => {
    const darwin = [49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48]
    expect(signFlipP(darwin, 1)).toBeCloseTo(1_726 / 32_768, DIGITS)
  })

  it('draws patterns for many people: near the exact value, the same by seed, never 0', () => {
    const darwin = [49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48]
    // Two more people without a difference leave the exact value as it is and pass the limit of counting.
    const padded = [...darwin, 0, 0]
    expect(Math.abs(signFlipP(padded, 1) - 1_726 / 32_768)).toBeLessThan(0.005)
    expect(signFlipP(padded, 1)).toBe(signFlipP(padded, 1))
    expect(signFlipP(new Array(40).fill(9), 1)).toBeCloseTo(1 / 20_001, DIGITS)
  })

  it('is the same for both directions of a difference', () => {
    const differences = [3.5, -1.25, 4, 0.5, -2, 6]
    expect(signFlipP(differences, 1)).toBe(
      signFlipP(
        differences.map((difference) => -difference),
        1,
      ),
    )
  })
})

describe('Holm’s correction', () => {
  it.each([
    // Sorted: 0.005·4, 0.01·3, 0.03·2, 0.04·1 raised to what stands before it.
    [
      [0.01, 0.04, 0.03, 0.005],
      [0.03, 0.06, 0.06, 0.02],
    ],
    [
      [0.5, 0.9],
      [1, 1],
    ],
    [
      [0.02, 0.02, 0.02],
      [0.06, 0.06, 0.06],
    ],
    [[0.03], [0.03]],
    [[], []],
  ])('%j', (ps, corrected) => {
    const found = holm(ps)
    expect(found).toHaveLength(corrected.length)
    found.forEach((p, index) => {
      expect(p).toBeCloseTo(corrected[index] ?? Number.NaN, DIGITS)
    })
  })
})

describe('Kendall’s τ-b', () => {
  it.each([
    ['the same order', [1, 2, 3, 4], [10, 20, 30, 40], 1],
    ['the reverse', [1, 2, 3, 4], [4, 3, 2, 1], -1],
    // 6 pairs, one of them turned: (5 − 1) / 6.
    ['one pair turned', [1, 2, 3, 4], [1, 2, 4, 3], 4 / 6],
    // 5 concordant, 0 discordant, one pair tied in the first: 5 / √(5 · 6).
    ['a tie on one side', [1, 2, 2, 3], [1, 2, 3, 4], 5 / Math.sqrt(30)],
    // 4 concordant, one pair tied in the first only, one in the second only: 4 / √(5 · 5).
    ['ties on both sides', [1, 1, 2, 3], [1, 2, 3, 3], 4 / Math.sqrt(5 * 5)],
  ])('%s', (_, first, second, tau) => {
    expect(kendallTauB(first, second)).toBeCloseTo(tau, DIGITS)
    expect(kendallTauB(second, first)).toBeCloseTo(tau, DIGITS)
  })

  it('is null where everything has the same rank', () => {
    expect(kendallTauB([1, 1, 1], [1, 2, 3])).toBeNull()
    expect(kendallTauB([], [])).toBeNull()
  })
})

describe('shares of variance', () => {
  // Two factors, balanced: grand mean 5; rows 3 and 7 (SS 16), columns 4 and 6 (SS 4), nothing left of 20.
  it('splits a table without interaction into its factors', () => {
    const table = [
      { score: 2, levels: ['a', 'x'] },
      { score: 4, levels: ['a', 'y'] },
      { score: 6, levels: ['b', 'x'] },
      { score: 8, levels: ['b', 'y'] },
    ]
    const shares = varianceShares(table, 2) ?? []
    expect(shares).toHaveLength(3)
    for (const [index, share] of [16 / 20, 4 / 20, 0].entries()) expect(shares[index]).toBeCloseTo(share, DIGITS)
  })

  // Rows 2 and 6 (SS 16), columns 3 and 5 (SS 4), interaction: cells 2,2,4,8 leave ±1 each (SS 4), of 24 in all.
  it('leaves an interaction in the rest', () => {
    const table = [
      { score: 2, levels: ['a', 'x'] },
      { score: 2, levels: ['a', 'y'] },
      { score: 4, levels: ['b', 'x'] },
      { score: 8, levels: ['b', 'y'] },
    ]
    const shares = varianceShares(table, 2) ?? []
    for (const [index, share] of [16 / 24, 4 / 24, 4 / 24].entries()) expect(shares[index]).toBeCloseTo(share, DIGITS)
    expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, DIGITS)
  })

  it('are null where nothing varies', () => {
    expect(
      varianceShares(
        [
          { score: 3, levels: ['a'] },
          { score: 3, levels: ['b'] },
        ],
        1,
      ),
    ).toBeNull()
  })
})

describe('resampling', () => {
  it('interpolates quantiles as type 7 of Hyndman and Fan does', () => {
    expect(quantile([1, 2, 3, 4], 0.5)).toBeCloseTo(2.5, DIGITS)
    expect(quantile([10, 20, 30, 40, 50], 0.05)).toBeCloseTo(12, DIGITS)
    expect(quantile([10, 20, 30, 40, 50], 1)).toBeCloseTo(50, DIGITS)
  })

  it('contains the mean of ordinary values, is a point where nobody differs, and null for two people', () => {
    const values = [3, 9, 4, 7, 5, 8, 2, 6]
    const { low, high } = resampledInterval(values, mean, 1) ?? { low: Number.NaN, high: Number.NaN }
    expect(low).toBeLessThan(5.5)
    expect(high).toBeGreaterThan(5.5)
    // Standard error of the mean is sd/√n = 2.291/2.828 = 0.81 (population sd); ±1.645 of it on either side.
    expect(high - low).toBeGreaterThan(2 * 1.645 * 0.81 * 0.85)
    expect(high - low).toBeLessThan(2 * 1.645 * 0.81 * 1.15)
    expect(resampledInterval([4, 4, 4], mean, 1)).toEqual({ low: 4, high: 4 })
    expect(resampledInterval([4, 5], mean, 1)).toBeNull()
    expect(resampledInterval(values, mean, 1)).toEqual(resampledInterval(values, mean, 1))
  })
})
