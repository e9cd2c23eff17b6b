import { sum } from '../statistics/descriptive.js'

/** The axes with their numbers of levels; a person is a row of level numbers. */
export type Grid = {
  /** Number of levels of each axis. */
  readonly sizes: readonly number[]
  /** Whether a person may have both levels; every pair is allowed where it is absent. */
  readonly allowed?: (a: number, levelA: number, b: number, levelB: number) => boolean
}
export type Row = readonly number[]

type PairFigures = {
  readonly a: number
  readonly b: number
  readonly covered: number
  readonly achievable: number
}

/**
 * Two-way coverage, as combinatorial testing measures it (Kuhn, Kacker & Lei 2013): for every two axes, the pairs of
 * levels that somebody has, of those that this number of people can have. With 5 people and 4 × 3 levels at most 5 of
 * 12.
 */
export function pairFigures(grid: Grid, rows: readonly Row[]): PairFigures[] {
  const figures: PairFigures[] = []
  const varies = (axis: number) => (grid.sizes[axis] ?? 0) > 1
  for (let a = 0; a < grid.sizes.length; a++) {
    for (let b = a + 1; b < grid.sizes.length; b++) {
      // An axis with a single level has nothing to cover.
      if (!varies(a) || !varies(b)) continue
      const seen = new Set(rows.map((row) => pairKey(grid, b, row[a] ?? 0, row[b] ?? 0)))
      figures.push({ a, b, covered: seen.size, achievable: Math.min(rows.length, countPossible(grid, a, b)) })
    }
  }
  return figures
}

/** Covered of achievable, over all pairs of axes; 1 where there is nothing to cover. */
export function coverageOf(figures: readonly PairFigures[]): { covered: number; achievable: number; share: number } {
  const covered = sum(figures.map((pair) => pair.covered))
  const achievable = sum(figures.map((pair) => pair.achievable))
  return { covered, achievable, share: achievable === 0 ? 1 : covered / achievable }
}

/** Frequency of each level of each axis. */
export function levelCounts({ sizes }: Grid, rows: readonly Row[]): number[][] {
  const counts = sizes.map((size) => new Array<number>(size).fill(0))
  for (const row of rows) {
    for (const [axis, level] of row.entries()) {
      const axisCounts = counts[axis]
      if (axisCounts) axisCounts[level] = (axisCounts[level] ?? 0) + 1
    }
  }
  return counts
}

/** Normalised entropy of each axis. */
export const axisEntropies = (grid: Grid, rows: readonly Row[]): number[] =>
  levelCounts(grid, rows).map(normalisedEntropy)

/**
 * Normalised entropy H / ln k of the frequencies of `counts.length` = k values (Shannon 1948; Pielou's evenness 1966):
 * 1 where all are equally common, 0 where only one occurs. A single value cannot be uneven: 1.
 */
export function normalisedEntropy(counts: readonly number[]): number {
  if (counts.length < 2) return 1
  const total = sum(counts)
  if (total <= 0) return 0
  const entropy = counts.reduce(
    (left, count) => (count > 0 ? left - (count / total) * Math.log(count / total) : left),
    0,
  )
  return entropy / Math.log(counts.length)
}

export const pairKey = ({ sizes }: Grid, b: number, levelA: number, levelB: number): number =>
  levelA * (sizes[b] ?? 0) + levelB

/** Whether a person may have level `x` on axis `a` and level `y` on axis `b`. */
export const pairFits = ({ allowed }: Grid, a: number, x: number, b: number, y: number): boolean =>
  !allowed || (a < b ? allowed(a, x, b, y) : allowed(b, y, a, x))

/** Whether a person with these levels may have that level on an axis instead. */
export const levelFits = (grid: Grid, row: Row, axis: number, level: number): boolean =>
  row.every((other, a) => a === axis || pairFits(grid, a, other, axis, level))

function countPossible({ sizes, allowed }: Grid, a: number, b: number): number {
  const [sizeA = 0, sizeB = 0] = [sizes[a], sizes[b]]
  if (!allowed) return sizeA * sizeB
  let count = 0
  for (let i = 0; i < sizeA; i++) for (let j = 0; j < sizeB; j++) if (allowed(a, i, b, j)) count++
  return count
}
