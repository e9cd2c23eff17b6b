import { type Ages, POSSIBLE_AGES, statedAges, USUAL_AGES } from '../../domain/audience.js'
import { riskGoesWith } from '../../domain/contradictions.js'
import { agesOfOccupations, goesWith, occupationsIn } from '../../domain/occupations.js'
import type { Axis, PersonaPlan } from '../../domain/persona-plan.js'
import type { PersonaBrief } from '../../domain/persona-profile.js'
import { THIRDS } from '../../domain/persona-profile.js'
import type { RecordsTable } from '../../domain/research.js'
import { drawnExtras } from '../../domain/simulated-traits.js'
import { nameList } from '../personas/name-list.js'
import { createRandom } from '../personas/random.js'
import { largestRemainder } from '../statistics/largest-remainder.js'
import { SOBOL_DIMENSIONS, sobolPoints } from '../statistics/sobol.js'
import { coverageOf, type Grid, pairFigures, type Row } from './coverage.js'
import { repairCoverage } from './repair.js'
import { assignLevels, quotasOf, withoutConflicts } from './sample.js'

/** At most this share of a set are edge cases; each gets somebody as long as there is room. */
const MAX_EDGE_SHARE = 0.2
const USUAL_EDGE_SHARE = 0.1
/** Axis 0 of the grid is the archetype; the plan's axes follow. */
export const ARCHETYPE_AXIS = 0
/** Risk tolerance and patience inside their level, the age, and the two drawn extras. */
const POINTS_WITHIN = 5
const FIXED: ReadonlySet<number> = new Set([ARCHETYPE_AXIS])

export type Seating = {
  readonly grid: Grid
  /** Level numbers per person: the archetype, then the plan's axes. */
  readonly rows: readonly Row[]
  readonly rowsBeforeRepair: readonly Row[]
  readonly exchanges: number
  /** People who got another level where two of theirs contradicted each other. */
  readonly redrawn: number
  /** Index of the edge case a person stands for; −1 for none. */
  readonly edges: readonly number[]
  /** The record a person took its levels from; −1 for those assigned by quota. */
  readonly anchors: readonly number[]
  readonly names: readonly string[]
  /** Ages of everybody, unless a kind of person says otherwise. */
  readonly ages: Ages
  /** Points in [0, 1) for the figures inside a level, the age and the drawn extras. */
  readonly within: readonly (readonly number[])[]
}

export type SeatingInput = {
  readonly name: string
  readonly count: number
  readonly diversity: number
  readonly seed: number
  readonly records: readonly RecordsTable[]
  readonly audience?: string | undefined
}

/**
 * Draws everybody's attributes outside the model: quotas by largest remainder, levels by rank of a shifted Sobol' point,
 * then gaps between axes repaired until the coverage is the asked diversity. Deterministic by name and seed.
 */
export function assignSeats(
  plan: PersonaPlan,
  { name, count, diversity, seed, records, audience = '' }: SeatingInput,
): Seating {
  const grid = gridOf(plan)
  const axes = [
    { weights: plan.archetypes.map(({ weight }) => weight) },
    ...plan.axes.map(({ levels }) => ({ weights: levels.map(({ weight }) => weight) })),
  ]
  const dimensions = Math.min(SOBOL_DIMENSIONS, axes.length + 1 + POINTS_WITHIN)
  const random = createRandom(`${name}/${seed}/points`)
  const shifts = Array.from({ length: dimensions }, () => Math.floor(random() * 2 ** 32))
  const points = sobolPoints(count, dimensions, (dimension) => shifts[dimension] ?? 0)
  const coordinates = (dimension: number) => points.map((point) => point[dimension % dimensions] ?? 0)

  const columns: number[][] = []
  const anchors = anchorsOf(records, count, diversity)
  for (const [index, { weights }] of axes.entries()) {
    const archetypes = columns[ARCHETYPE_AXIS]
    const axis = plan.axes[index - 1]
    const isPossible = (person: number, level: number): boolean => {
      if (!axis || !archetypes) return true
      const anchored = recordLevel(records, axis, anchors[person] ?? -1)
      if (anchored !== null) return anchored === level
      return columns.every((column, before) => grid.allowed?.(before, column[person] ?? 0, index, level) ?? true)
    }
    columns.push(assignLevels(coordinates(index), quotasOf(weights, diversity, count), isPossible))
  }
  const drawn = points.map((_, person) => columns.map((column) => column[person] ?? 0))
  const rowsBeforeRepair = drawn.map((row, person) =>
    (anchors[person] ?? -1) >= 0 ? row : withoutConflicts(grid, row, FIXED),
  )
  // People anchored to a real record keep its combination of levels, so those axes are left out of the repair.
  const repaired = repairCoverage(grid, rowsBeforeRepair, diversity, anchoredAxes(plan, anchors))
  return {
    grid,
    rows: repaired.rows,
    rowsBeforeRepair,
    exchanges: repaired.exchanges,
    redrawn: rowsBeforeRepair.filter((row, person) => row !== drawn[person]).length,
    edges: edgesOf(plan, coordinates(axes.length), count),
    anchors,
    names: nameList(count, `${name}/${seed}`),
    ages: statedAges(audience) ?? USUAL_AGES,
    within: points.map((point) =>
      Array.from({ length: POINTS_WITHIN }, (_, i) => point[(axes.length + 1 + i) % dimensions] ?? 0),
    ),
  }
}

function gridOf(plan: PersonaPlan): Grid {
  const sizes = [plan.archetypes.length, ...plan.axes.map(({ levels }) => levels.length)]
  // Asked of every pair of every person, so computed once.
  const excluded = sizes.map((sizeA, a) =>
    sizes.map((sizeB, b) => {
      const axis = plan.axes[b - 1]
      if (!axis || a >= b) return null
      const table = Array.from({ length: sizeA }, (_, levelA) =>
        Array.from({ length: sizeB }, (_, levelB) =>
          a === ARCHETYPE_AXIS
            ? !isAllowed(plan, levelA, axis, levelB)
            : !goTogether(plan.axes[a - 1], levelA, axis, levelB),
        ),
      )
      return table.some((row) => row.includes(true)) ? table : null
    }),
  )
  return { sizes, allowed: (a, levelA, b, levelB) => excluded[a]?.[b]?.[levelA]?.[levelB] !== true }
}

/** Levels that contradict each other are never drawn together. */
function goTogether(a: Axis | undefined, levelA: number, b: Axis, levelB: number): boolean {
  const levels = new Map([
    [a?.axis_id, a?.levels[levelA]?.name ?? ''],
    [b.axis_id, b.levels[levelB]?.name ?? ''],
  ])
  return riskGoesWith(levels.get('tech_adoption') ?? '', levels.get('risk_tolerance') ?? '')
}

/** Pair coverage of a set over all axes, the archetype's included. */
export const coverageOfRows = (grid: Grid, rows: readonly Row[]) => coverageOf(pairFigures(grid, rows))

function isAllowed({ archetypes }: PersonaPlan, archetype: number, axis: Axis, level: number): boolean {
  const level_id = axis.levels[level]?.level_id
  return !archetypes[archetype]?.rules_out.some((rule) => rule.axis_id === axis.axis_id && rule.level_id === level_id)
}

/** The record each person is anchored to, taken at even distances: everybody at diversity 0, nobody at 1. */
function anchorsOf([table]: readonly RecordsTable[], count: number, diversity: number): number[] {
  const rows = table?.sample.length ?? 0
  const anchored = rows === 0 ? 0 : Math.round((1 - diversity) * count)
  return Array.from({ length: count }, (_, person) =>
    person < anchored ? Math.floor(((person + 0.5) / anchored) * rows) : -1,
  )
}

function recordLevel([table]: readonly RecordsTable[], axis: Axis, record: number): number | null {
  if (!table || record < 0 || axis.origin !== 'records') return null
  const column = table.axes.findIndex(({ name }) => name === axis.name)
  const name = table.axes[column]?.levels[table.sample[record]?.[column] ?? -1]?.name
  const level = axis.levels.findIndex((candidate) => candidate.name === name)
  if (level < 0) return null
  return level
}

function anchoredAxes(plan: PersonaPlan, anchors: readonly number[]): ReadonlySet<number> {
  if (anchors.some((record) => record >= 0)) return new Set([ARCHETYPE_AXIS, ...recordAxes(plan)])
  return FIXED
}

/** Places in the grid of the axes that come from real records. */
export const recordAxes = ({ axes }: PersonaPlan): number[] =>
  axes.flatMap(({ origin }, index) => (origin === 'records' ? [index + 1] : []))

/** Edge cases by quota: a tenth of the people, at least one each, never more than a fifth of the set. */
function edgesOf({ edge_cases }: PersonaPlan, points: readonly number[], count: number): number[] {
  const maxPeople = Math.max(1, Math.floor(count * MAX_EDGE_SHARE))
  const people =
    edge_cases.length === 0 ? 0 : Math.min(maxPeople, Math.max(edge_cases.length, Math.round(count * USUAL_EDGE_SHARE)))
  const quotas = largestRemainder(
    edge_cases.map(() => 1),
    people,
  )
  const queue = quotas.flatMap((quota, edge) => new Array<number>(quota).fill(edge))
  const edges = new Array<number>(count).fill(-1)
  const order = points
    .map((point, person) => ({ point, person }))
    .sort((a, b) => a.point - b.point || a.person - b.person)
  for (const [place, edge] of queue.entries()) {
    const { person } = order[place] as (typeof order)[number]
    edges[person] = edge
  }
  return edges
}

/** Everything about a person that is decided before a model writes a word. */
export function briefOf(
  plan: PersonaPlan,
  seating: Seating,
  person: number,
  row: Row = seating.rows[person] ?? [],
  turn = 0,
): PersonaBrief {
  const archetype = plan.archetypes[row[ARCHETYPE_AXIS] ?? 0]
  const before = seating.rows.slice(0, person).filter((other) => other[ARCHETYPE_AXIS] === row[ARCHETYPE_AXIS]).length
  const levels = plan.axes.map((axis, index) => ({ axis, level: axis.levels[row[index + 1] ?? 0]?.name ?? '' }))
  const variations = (archetype?.variations ?? []).filter((variation) =>
    occupationsIn(variation).every((occupation) =>
      levels.every(({ axis, level }) => goesWith(occupation, axis.axis_id, level)),
    ),
  )
  const variation = variations[(before + turn) % Math.max(1, variations.length)] ?? ''
  const [risk = 0, patience = 0, age = 0, irrationality = 0, distraction = 0] = seating.within[person] ?? []
  const thirdOf = (axis_id: string): number => {
    const index = plan.axes.findIndex((axis) => axis.axis_id === axis_id)
    const name = plan.axes[index]?.levels[row[index + 1] ?? 0]?.name
    return Math.max(
      0,
      THIRDS.findIndex((third) => name === String(third)),
    )
  }
  return {
    id: personId(person, seating.rows.length),
    name: seating.names[person] ?? '',
    age: ageWithin(agesOf(seating.ages, archetype?.ages ?? null, `${archetype?.name}; ${variation}`), age),
    archetype: archetype?.name ?? '',
    variation,
    edge_case: plan.edge_cases[seating.edges[person] ?? -1]?.name ?? null,
    levels: levels.map(({ axis, level }) => ({ axis: axis.name, level })),
    risk_tolerance: inThird(thirdOf('risk_tolerance'), risk),
    patience_level: inThird(thirdOf('patience_level'), patience),
    ...drawnExtras(irrationality, distraction),
  }
}

/** The ages of a kind, those of its occupation, or those of the set: as far as they have one in common. */
function agesOf(set: Ages, kind: Ages | null, words: string): Ages {
  const occupations = words.split('; ').flatMap(occupationsIn)
  const possible = agesOfOccupations(occupations, 'possible') ?? POSSIBLE_AGES
  const stated = set === USUAL_AGES ? possible : commonAges(set, possible)
  const usual = kind ?? agesOfOccupations(occupations, 'usual')
  return (usual && stated && commonAges(usual, stated)) ?? commonAges(set, stated ?? set) ?? stated ?? set
}

function commonAges(a: Ages, b: Ages): Ages | null {
  const ages = { from: Math.max(a.from, b.from), to: Math.min(a.to, b.to) }
  return ages.from <= ages.to ? ages : null
}

const ageWithin = ({ from, to }: Ages, position: number): number => from + Math.floor(position * (to - from + 1))

/** p007 of a thousand, p07 of thirty. */
const personId = (person: number, count: number): string => `p${String(person + 1).padStart(String(count).length, '0')}`

/** A figure inside its third of 0–1, two digits. */
const inThird = (third: number, position: number): number =>
  Math.round(((third + position) / THIRDS.length) * 100) / 100
