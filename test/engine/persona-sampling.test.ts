import { describe, expect, it } from 'vitest'
import {
  axisEntropies,
  coverageOf,
  type Grid,
  levelCounts,
  normalisedEntropy,
  pairFigures,
  type Row,
} from '../../src/engine/persona-generation/coverage.js'
import { repairCoverage } from '../../src/engine/persona-generation/repair.js'
import { assignLevels, mixedShares, quotasOf, resampleRow } from '../../src/engine/persona-generation/sample.js'
import { largestRemainder } from '../../src/engine/statistics/largest-remainder.js'
import { SOBOL_DIMENSIONS, sobolPoints } from '../../src/engine/statistics/sobol.js'

describe('normalised entropy, against values worked by hand', () => {
  it.each([
    // All alike: no disorder. All equally common: as much as there can be.
    [[7, 0, 0], 0],
    [[5, 5, 5, 5], 1],
    // −(¾ ln ¾ + ¼ ln ¼) / ln 2 = (0.215762 + 0.346574) / 0.693147
    [[3, 1], 0.811278],
    // −(½ ln ½ + 2 · ¼ ln ¼) / ln 3 = 1.039721 / 1.098612
    [[2, 1, 1], 0.946395],
    // A level that nobody has still counts in k: ln 2 / ln 3
    [[4, 4, 0], 0.63093],
  ])('%j has %f', (counts, expected) => {
    expect(normalisedEntropy(counts)).toBeCloseTo(expected, 5)
  })
})

describe('two-way coverage, against values worked by hand', () => {
  const grid: Grid = { sizes: [2, 2, 3] }
  const rows = [
    [0, 0, 0],
    [0, 1, 1],
    [1, 0, 2],
    [1, 1, 0],
  ]
  it('counts the pairs that somebody has, of those that four people can have', () => {
    // Axes 0 and 1: all 4 of 4. Axes 0 and 2: 00 01 12 10 of min(4, 6). Axes 1 and 2: 00 11 02 10 of min(4, 6).
    expect(pairFigures(grid, rows)).toEqual([
      { a: 0, b: 1, covered: 4, achievable: 4 },
      { a: 0, b: 2, covered: 4, achievable: 4 },
      { a: 1, b: 2, covered: 4, achievable: 4 },
    ])
    expect(coverageOf(pairFigures(grid, rows))).toEqual({ covered: 12, achievable: 12, share: 1 })
  })
  it('is lower where people are alike', () => {
    const alike = [rows[0], rows[0], rows[1], rows[1]] as Row[]
    expect(coverageOf(pairFigures(grid, alike))).toEqual({ covered: 6, achievable: 12, share: 0.5 })
    expect(levelCounts(grid, alike)).toEqual([
      [4, 0],
      [2, 2],
      [2, 2, 0],
    ])
    expect(axisEntropies(grid, alike)[0]).toBe(0)
    expect(axisEntropies(grid, alike)[2]).toBeCloseTo(Math.log(2) / Math.log(3), 10)
  })
  it('does not ask for what the research rules out', () => {
    const bound: Grid = { sizes: [2, 2], allowed: (_a, x, _b, y) => !(x === 1 && y === 1) }
    expect(
      pairFigures(
        bound,
        [...rows, ...rows].map((row) => row.slice(0, 2)),
      )[0]?.achievable,
    ).toBe(3)
  })
})

describe('quotas', () => {
  it('go by the largest remainder', () => {
    // 10 · 0.47, 0.33, 0.2 = 4.7, 3.3, 2: one seat left, for the 0.7.
    expect(largestRemainder([47, 33, 20], 10)).toEqual([5, 3, 2])
    expect(largestRemainder([1, 1, 1], 10)).toEqual([4, 3, 3])
    expect(largestRemainder([0, 0], 4)).toEqual([2, 2])
    expect(largestRemainder([0.1, 0.2, 0.7], 10)).toEqual([1, 2, 7])
  })
  it('mix natural shares with equal ones by the diversity', () => {
    expect(mixedShares([3, 1], 0)).toEqual([0.75, 0.25])
    expect(mixedShares([3, 1], 1)).toEqual([0.5, 0.5])
    // 0.2 · 0.75 + 0.8 / 2
    expect(mixedShares([3, 1], 0.8)[0]).toBeCloseTo(0.55, 12)
    expect(quotasOf([3, 1], 0.8, 20)).toEqual([11, 9])
  })
})

describe('the points levels are sampled with', () => {
  it('put one of 64 points in each of 64 intervals of every axis, whatever the seed', () => {
    const points = sobolPoints(64, SOBOL_DIMENSIONS, (dimension) => dimension * 2_654_435_769)
    for (let dimension = 0; dimension < SOBOL_DIMENSIONS; dimension++) {
      const intervals = points.map((point) => Math.floor((point[dimension] ?? 0) * 64))
      expect(new Set(intervals).size, `dimension ${dimension + 1}`).toBe(64)
    }
  })
  it('begin as the published sequence does', () => {
    expect(sobolPoints(4, 3, () => 0)).toEqual([
      [0, 0, 0],
      [0.5, 0.5, 0.5],
      [0.75, 0.25, 0.25],
      [0.25, 0.75, 0.75],
    ])
  })
})

describe('sampling', () => {
  const points = (count: number, axes: number) => sobolPoints(count, axes, (dimension) => dimension * 1_234_567)
  it('gives every level exactly its quota', () => {
    const levels = assignLevels(
      points(30, 1).map(([point = 0]) => point),
      [4, 7, 19],
    )
    expect(
      levelCounts(
        { sizes: [3] },
        levels.map((level) => [level]),
      ),
    ).toEqual([[4, 7, 19]])
  })
  it('never assigns a level that is ruled out, and gives the quota to others', () => {
    const levels = assignLevels(
      points(12, 1).map(([point = 0]) => point),
      [4, 4, 4],
      (person, level) => person > 5 || level !== 0,
    )
    expect(levels.slice(0, 6)).not.toContain(0)
    expect(
      levelCounts(
        { sizes: [3] },
        levels.map((level) => [level]),
      ),
    ).toEqual([[4, 4, 4]])
  })
  it('repairs gaps without changing how common anything is', () => {
    const grid: Grid = { sizes: [4, 4, 4] }
    // Everybody with level n on one axis has it on all: 12 of 48 pairs.
    const rows = Array.from({ length: 16 }, (_, i) => [i % 4, i % 4, i % 4])
    expect(coverageOf(pairFigures(grid, rows)).share).toBe(0.25)
    const repaired = repairCoverage(grid, rows, 0.9, new Set())
    expect(coverageOf(pairFigures(grid, repaired.rows)).share).toBeGreaterThanOrEqual(0.9)
    expect(repaired.exchanges).toBeGreaterThan(5)
    expect(levelCounts(grid, repaired.rows)).toEqual(levelCounts(grid, rows))
    expect(rows[1]).toEqual([1, 1, 1])
  })
  it('leaves fixed axes and forbidden pairs alone', () => {
    const grid: Grid = { sizes: [3, 3], allowed: (_a, x, _b, y) => !(x === 0 && y === 2) }
    const rows = Array.from({ length: 9 }, (_, i) => [i % 3, i % 3])
    const free = repairCoverage(grid, rows, 1, new Set([0]))
    expect(free.rows.map(([a]) => a)).toEqual(rows.map(([a]) => a))
    expect(free.rows.some(([a, b]) => a === 0 && b === 2)).toBe(false)
    expect(coverageOf(pairFigures(grid, free.rows)).share).toBeGreaterThan(0.85)
    expect(repairCoverage(grid, rows, 1, new Set([0, 1])).exchanges).toBe(0)
  })
  it('resamples one person to the rarest pairs of levels', () => {
    const grid: Grid = { sizes: [2, 3, 3] }
    const rows = [
      [0, 0, 0],
      [0, 0, 0],
      [0, 1, 1],
    ]
    const made = resampleRow(grid, rows, 0, new Set([0]), () => 0)
    expect(made[0]).toBe(0)
    expect(made.slice(1)).toEqual([2, 2])
  })
})
