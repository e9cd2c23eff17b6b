import { coverageOf, type Grid, levelFits, pairFigures, pairKey, type Row } from './coverage.js'

type Repaired = { readonly rows: readonly Row[]; readonly exchanges: number }

/** Passes over all gaps; each fills gaps that the previous pass could not. */
const MAX_PASSES = 4
/** People tried on either side of an exchange; in a large set one of the first usually fills the gap. */
const MAX_CANDIDATES = 64

/**
 * Fills gaps until the pair coverage is `targetCoverage`: where nobody has levels x and y, a person with x exchanges
 * that axis with a person who has y. An exchange keeps the frequency of every level, so quotas and entropy do not
 * change; it is made only where it covers more pairs. `fixed`: axes that are not exchanged.
 */
export function repairCoverage(
  grid: Grid,
  rows: readonly Row[],
  targetCoverage: number,
  fixed: ReadonlySet<number>,
): Repaired {
  const people = rows.map((row) => [...row])
  const counts = createCounts(grid, people)
  let exchanges = 0
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    const before = exchanges
    for (const [a, x, b, y] of gaps(grid, counts)) {
      if (counts.share() >= targetCoverage) return { rows: people, exchanges }
      if (fillGap(grid, people, counts, fixed, a, x, b, y) || fillGap(grid, people, counts, fixed, b, y, a, x))
        exchanges++
    }
    if (exchanges === before) break
  }
  return { rows: people, exchanges }
}

/** Gives a person with level `x` on `a` the level `y` on axis `b`, by exchange; false where that gains nothing. */
function fillGap(
  grid: Grid,
  people: number[][],
  counts: Counts,
  fixed: ReadonlySet<number>,
  a: number,
  x: number,
  b: number,
  y: number,
): boolean {
  if (fixed.has(b)) return false
  const takers = people.filter((row) => row[a] === x && row[b] !== y).slice(0, MAX_CANDIDATES)
  const givers = people.filter((row) => row[b] === y && row[a] !== x).slice(0, MAX_CANDIDATES)
  for (const taker of takers) {
    for (const giver of givers) {
      const [takerLevel, giverLevel] = [taker[b] ?? 0, giver[b] ?? 0]
      if (!levelFits(grid, taker, b, giverLevel) || !levelFits(grid, giver, b, takerLevel)) continue
      const before = counts.covered
      counts.change(taker, b, giverLevel)
      counts.change(giver, b, takerLevel)
      if (counts.covered > before) return true
      counts.change(giver, b, giverLevel)
      counts.change(taker, b, takerLevel)
    }
  }
  return false
}

/** Possible pairs of levels that nobody has, in a fixed order. */
function gaps(grid: Grid, counts: Counts): [number, number, number, number][] {
  const gapsFound: [number, number, number, number][] = []
  for (let a = 0; a < grid.sizes.length; a++)
    for (let b = a + 1; b < grid.sizes.length; b++)
      for (let x = 0; x < (grid.sizes[a] ?? 0); x++)
        for (let y = 0; y < (grid.sizes[b] ?? 0); y++)
          if (counts.of(a, x, b, y) === 0 && (grid.allowed?.(a, x, b, y) ?? true)) gapsFound.push([a, x, b, y])
  return gapsFound
}

type Counts = ReturnType<typeof createCounts>

/** Number of people with each pair of levels, updated with every change. */
function createCounts(grid: Grid, people: readonly number[][]) {
  const { achievable } = coverageOf(pairFigures(grid, people))
  const tables = new Map<number, number[]>()
  const width = grid.sizes.length
  const tableOf = (a: number, b: number): number[] => {
    const key = a * width + b
    const known = tables.get(key)
    if (known) return known
    const table = new Array<number>((grid.sizes[a] ?? 0) * (grid.sizes[b] ?? 0)).fill(0)
    tables.set(key, table)
    return table
  }
  const varies = (axis: number) => (grid.sizes[axis] ?? 0) > 1
  let covered = 0
  const add = (a: number, x: number, b: number, y: number, by: 1 | -1): void => {
    if (!varies(a) || !varies(b)) return
    const table = a < b ? tableOf(a, b) : tableOf(b, a)
    const key = a < b ? pairKey(grid, b, x, y) : pairKey(grid, a, y, x)
    const before = table[key] ?? 0
    table[key] = before + by
    if (before === 0 && by === 1) covered++
    if (before === 1 && by === -1) covered--
  }
  for (const row of people) {
    for (let a = 0; a < width; a++) for (let b = a + 1; b < width; b++) add(a, row[a] ?? 0, b, row[b] ?? 0, 1)
  }
  return {
    get covered() {
      return covered
    },
    share: () => (achievable === 0 ? 1 : covered / achievable),
    of: (a: number, x: number, b: number, y: number) => tableOf(a, b)[pairKey(grid, b, x, y)] ?? 0,
    /** Gives a person another level on an axis. */
    change(row: number[], axis: number, level: number): void {
      for (const [other, theirs] of row.entries()) {
        if (other === axis) continue
        add(axis, row[axis] ?? 0, other, theirs, -1)
        add(axis, level, other, theirs, 1)
      }
      row[axis] = level
    },
  }
}
