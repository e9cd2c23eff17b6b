import { sum } from '../statistics/descriptive.js'
import { largestRemainder } from '../statistics/largest-remainder.js'
import { coverageOf, type Grid, levelFits, pairFigures, pairFits, type Row } from './coverage.js'

/** Shares of an axis' levels with the requested diversity mixed in: 0 leaves the shares unchanged, 1 makes them equal. */
export function mixedShares(weights: readonly number[], diversity: number): number[] {
  const total = sum(weights)
  return weights.map((weight) => {
    const natural = total > 0 ? weight / total : 1 / weights.length
    return (1 - diversity) * natural + diversity / weights.length
  })
}

/** Number of people per level: the mixed shares as whole numbers. */
export const quotasOf = (weights: readonly number[], diversity: number, people: number): number[] =>
  largestRemainder(mixedShares(weights, diversity), people)

/**
 * Assigns everybody a level of one axis. Ranked by their point of a low-discrepancy sequence, the first `quotas[0]`
 * people get the first level and so on: exact quotas, spread evenly over every other axis. `isAllowed(person, level)`
 * excludes levels; people with the fewest choices are assigned first, to the level with most of its quota left.
 */
export function assignLevels(
  points: readonly number[],
  quotas: readonly number[],
  isAllowed: (person: number, level: number) => boolean = () => true,
): number[] {
  const quotaLeft = [...quotas]
  const levelOf = new Array<number>(points.length).fill(-1)
  const choices = points.map((_, person) => quotas.map((_, level) => level).filter((level) => isAllowed(person, level)))
  const constrained = points
    .map((point, person) => ({ point, person, open: choices[person] ?? [] }))
    .filter(({ open }) => open.length < quotas.length)
    .sort((a, b) => a.open.length - b.open.length || a.point - b.point || a.person - b.person)
  for (const { person, open } of constrained) {
    const level = open.reduce(
      (best, candidate) => ((quotaLeft[candidate] ?? 0) > (quotaLeft[best] ?? 0) ? candidate : best),
      open[0] ?? 0,
    )
    levelOf[person] = level
    quotaLeft[level] = (quotaLeft[level] ?? 0) - 1
  }
  // A constrained person may take a level whose quota is used up; the rest share what remains.
  const unconstrained = points
    .map((point, person) => ({ point, person }))
    .filter(({ person }) => levelOf[person] === -1)
  const levelCounts = largestRemainder(
    quotaLeft.map((count) => Math.max(0, count)),
    unconstrained.length,
  )
  const levels = levelCounts.flatMap((count, level) => new Array<number>(count).fill(level))
  unconstrained.sort((a, b) => a.point - b.point || a.person - b.person)
  for (const [rank, { person }] of unconstrained.entries()) levelOf[person] = levels[rank] ?? 0
  return levelOf
}

/**
 * A new row of levels for a near-duplicate: axis by axis the level that makes the rarest pairs with the levels chosen
 * so far. `fixed` axes stay. `tie`, a number in [0, 1) per axis, breaks ties.
 */
export function resampleRow(
  grid: Grid,
  rows: readonly Row[],
  person: number,
  fixed: ReadonlySet<number>,
  tie: (axis: number) => number,
): Row {
  const others = rows.filter((_, index) => index !== person)
  const current = rows[person] ?? []
  const newRow = [...current]
  const chosenAxes = [...fixed]
  for (const [axis, size] of grid.sizes.entries()) {
    if (fixed.has(axis)) continue
    const offset = Math.floor(tie(axis) * size)
    const order = Array.from({ length: size }, (_, step) => (step + offset) % size)
    const fitting = order.filter((level) =>
      chosenAxes.every((other) => pairFits(grid, other, newRow[other] ?? 0, axis, level)),
    )
    const cost = (level: number) =>
      sum(
        chosenAxes.map((other) => others.filter((row) => row[other] === newRow[other] && row[axis] === level).length),
      ) + (level === current[axis] ? others.length : 0)
    newRow[axis] = (fitting.length > 0 ? fitting : order).reduce((best, level) =>
      cost(level) < cost(best) ? level : best,
    )
    chosenAxes.push(axis)
  }
  return newRow
}

/** The row with as few levels changed as needed where two of them are incompatible; unchanged where nothing helps. */
export function withoutConflicts(grid: Grid, row: Row, fixed: ReadonlySet<number>): Row {
  const axes = row.map((_, axis) => axis).filter((axis) => !fixed.has(axis))
  // Later axes are changed first, earlier ones only where that is not enough.
  return axes.reverse().reduce<Row>((levels, axis) => {
    if (levelFits(grid, levels, axis, levels[axis] ?? 0)) return levels
    const free = Array.from({ length: grid.sizes[axis] ?? 0 }, (_, level) => level).find((level) =>
      levelFits(grid, levels, axis, level),
    )
    return free === undefined ? levels : levels.map((level, at) => (at === axis ? free : level))
  }, row)
}

/** Number of rows tried per person. */
const MAX_SAMPLES = 8

/**
 * The best of a few resampled rows: of those that keep the coverage at `targetCoverage`, or at its present value, the
 * one with the highest coverage. Where every new row would lower it, the old row is kept and only the prose is
 * rewritten.
 */
export function resampleWithoutGap(
  grid: Grid,
  rows: readonly Row[],
  person: number,
  { fixed, targetCoverage, tie }: { fixed: ReadonlySet<number>; targetCoverage: number; tie: () => number },
): Row {
  const shareWith = (row: Row) =>
    coverageOf(
      pairFigures(
        grid,
        rows.map((other, index) => (index === person ? row : other)),
      ),
    ).share
  const current = rows[person] ?? []
  const floor = Math.min(targetCoverage, shareWith(current))
  let best: { row: Row; share: number } | null = null
  for (let attempt = 0; attempt < MAX_SAMPLES; attempt++) {
    const row = resampleRow(grid, rows, person, fixed, tie)
    const share = shareWith(row)
    if (share >= floor && share > (best?.share ?? -1)) best = { row, share }
  }
  return best?.row ?? current
}
