import type { Axis, PersonaPlan } from '../../domain/persona-plan.js'
import type { PersonaBrief } from '../../domain/persona-profile.js'
import { THIRDS } from '../../domain/persona-profile.js'
import type { RecordsTable, Respondent } from '../../domain/research.js'
import { nameList } from '../personas/name-list.js'
import { createRandom } from '../personas/random.js'
import { largestRemainder } from '../statistics/largest-remainder.js'
import { SOBOL_DIMENSIONS, sobolPoints } from '../statistics/sobol.js'
import { coverageOf, type Grid, pairFigures, type Row } from './coverage.js'
import { repairCoverage } from './repair.js'
import { assignLevels, quotasOf } from './sample.js'
import { seatRespondents } from './seat-respondents.js'
import { AGES, type AgeRange } from './told-age.js'

/** At most this share of a set are edge cases; each gets somebody as long as there is room. */
const MAX_EDGE_SHARE = 0.2
const USUAL_EDGE_SHARE = 0.1
/** Axis 0 of the grid is the archetype; the plan's axes follow. */
export const ARCHETYPE_AXIS = 0
const FIXED: ReadonlySet<number> = new Set([ARCHETYPE_AXIS])

export type Seating = {
  readonly grid: Grid
  /** Level numbers per person: the archetype, then the plan's axes. */
  readonly rows: readonly Row[]
  readonly rowsBeforeRepair: readonly Row[]
  readonly exchanges: number
  /** Index of the edge case a person stands for; −1 for none. */
  readonly edges: readonly number[]
  /** The record a person took its levels from; null for those assigned by quota. */
  readonly anchors: readonly (Anchor | null)[]
  /** Whom of the research each person stands for; '' for nobody in particular. */
  readonly respondents: readonly string[]
  /** Ages each person can have by what its respondent, or else its kind, tells. */
  readonly ages: readonly AgeRange[]
  readonly names: readonly string[]
  /** Points in [0, 1) for the figures inside a level and the age. */
  readonly within: readonly (readonly number[])[]
}

type Anchor = { readonly table: number; readonly row: number }

export type SeatingInput = {
  readonly name: string
  readonly count: number
  readonly diversity: number
  readonly seed: number
  readonly records: readonly RecordsTable[]
  readonly respondents: ReadonlyMap<string, Respondent>
}

/**
 * Draws everybody's attributes outside the model: quotas by largest remainder, levels by rank of a shifted Sobol' point,
 * then gaps between axes repaired until the coverage is the asked diversity. Deterministic by name and seed.
 */
export function assignSeats(
  plan: PersonaPlan,
  { name, count, diversity, seed, records, respondents }: SeatingInput,
): Seating {
  const grid = gridOf(plan)
  const axes = [
    { weights: plan.archetypes.map(({ weight }) => weight) },
    ...plan.axes.map(({ levels }) => ({ weights: levels.map(({ weight }) => weight) })),
  ]
  const EXTRA_DIMENSIONS = 4
  const dimensions = Math.min(SOBOL_DIMENSIONS, axes.length + EXTRA_DIMENSIONS)
  const random = createRandom(`${name}/${seed}/points`)
  const shifts = Array.from({ length: dimensions }, () => Math.floor(random() * 2 ** 32))
  const points = sobolPoints(count, dimensions, (dimension) => shifts[dimension] ?? 0)
  const coordinates = (dimension: number) => points.map((point) => point[dimension % dimensions] ?? 0)

  const columns: number[][] = [
    assignLevels(coordinates(ARCHETYPE_AXIS), quotasOf(axes[ARCHETYPE_AXIS]?.weights ?? [], diversity, count)),
  ]
  const drawn = seatRespondents(plan, respondents, columns[ARCHETYPE_AXIS] ?? [], records, diversity)
  const edges = edgesOf(plan, coordinates(axes.length), drawn)
  // An unusual case that nobody in particular told of is nobody's in particular.
  const stoodFor = drawn.map((id, person) => (isOfNobody(plan, edges[person] ?? -1) ? '' : id))
  const anchors =
    respondents.size > 0
      ? stoodFor.map((id) => respondents.get(id)?.record ?? null)
      : anchorsOf(records, count, diversity)
  for (const [index, { weights }] of axes.entries()) {
    if (index === ARCHETYPE_AXIS) continue
    const archetypes = columns[ARCHETYPE_AXIS]
    const axis = plan.axes[index - 1]
    const isPossible = (person: number, level: number): boolean => {
      if (!axis || !archetypes) return true
      const anchored = recordLevel(records, axis, anchors[person] ?? null)
      if (anchored !== null) return anchored === level
      return isAllowed(plan, archetypes[person] ?? 0, axis, level)
    }
    columns.push(assignLevels(coordinates(index), quotasOf(weights, diversity, count), isPossible))
  }
  const rowsBeforeRepair = points.map((_, person) => columns.map((column) => column[person] ?? 0))
  // People anchored to a real record keep its combination of levels, so those axes are left out of the repair.
  const repaired = repairCoverage(grid, rowsBeforeRepair, diversity, anchoredAxes(plan, anchors))
  return {
    grid,
    rows: repaired.rows,
    rowsBeforeRepair,
    exchanges: repaired.exchanges,
    edges,
    anchors,
    respondents: stoodFor,
    ages: stoodFor.map((id, person) =>
      agesOf(plan.archetypes[columns[ARCHETYPE_AXIS]?.[person] ?? 0], respondents.get(id)),
    ),
    names: nameList(count, `${name}/${seed}`),
    within: points.map((point) => Array.from({ length: 3 }, (_, i) => point[(axes.length + 1 + i) % dimensions] ?? 0)),
  }
}

const gridOf = (plan: PersonaPlan): Grid => ({
  sizes: [plan.archetypes.length, ...plan.axes.map(({ levels }) => levels.length)],
  allowed: (a, levelA, b, levelB) => {
    const axis = plan.axes[b - 1]
    return a !== ARCHETYPE_AXIS || !axis || isAllowed(plan, levelA, axis, levelB)
  },
})

/** Pair coverage of a set over all axes, the archetype's included. */
export const coverageOfRows = (grid: Grid, rows: readonly Row[]) => coverageOf(pairFigures(grid, rows))

function isAllowed({ archetypes }: PersonaPlan, archetype: number, axis: Axis, level: number): boolean {
  const level_id = axis.levels[level]?.level_id
  return !archetypes[archetype]?.rules_out.some((rule) => rule.axis_id === axis.axis_id && rule.level_id === level_id)
}

/** The record each person is anchored to, taken at even distances: everybody at diversity 0, nobody at 1. */
function anchorsOf([table]: readonly RecordsTable[], count: number, diversity: number): (Anchor | null)[] {
  const rows = table?.sample.length ?? 0
  const anchored = rows === 0 ? 0 : Math.round((1 - diversity) * count)
  return Array.from({ length: count }, (_, person) =>
    person < anchored ? { table: 0, row: Math.floor(((person + 0.5) / anchored) * rows) } : null,
  )
}

function recordLevel(records: readonly RecordsTable[], axis: Axis, anchor: Anchor | null): number | null {
  const table = anchor ? records[anchor.table] : undefined
  if (!table || !anchor || axis.origin !== 'records') return null
  const column = table.axes.findIndex(({ name }) => name === axis.name)
  const name = table.axes[column]?.levels[table.sample[anchor.row]?.[column] ?? -1]?.name
  const level = axis.levels.findIndex((candidate) => candidate.name === name)
  if (level < 0) return null
  return level
}

function anchoredAxes(plan: PersonaPlan, anchors: readonly (Anchor | null)[]): ReadonlySet<number> {
  if (anchors.some((anchor) => anchor !== null)) return new Set([ARCHETYPE_AXIS, ...recordAxes(plan)])
  return FIXED
}

/** Places in the grid of the axes that come from real records. */
export const recordAxes = ({ axes }: PersonaPlan): number[] =>
  axes.flatMap(({ origin }, index) => (origin === 'records' ? [index + 1] : []))

const isOfNobody = ({ edge_cases }: PersonaPlan, edge: number): boolean =>
  edge_cases[edge] !== undefined && edge_cases[edge].respondents.length === 0

/**
 * The edge case each person stands for. One that a respondent told is theirs. The others by quota: a tenth of the people, at
 * least one each, never more than a fifth of the set.
 */
function edgesOf({ edge_cases }: PersonaPlan, points: readonly number[], respondents: readonly string[]): number[] {
  const count = respondents.length
  const edges = respondents.map((id) => edge_cases.findIndex((edge) => id !== '' && edge.respondents.includes(id)))
  const open = edge_cases.flatMap((edge, index) => (edge.respondents.length === 0 ? [index] : []))
  const maxPeople = Math.max(1, Math.floor(count * MAX_EDGE_SHARE))
  const people =
    open.length === 0 ? 0 : Math.min(maxPeople, Math.max(open.length, Math.round(count * USUAL_EDGE_SHARE)))
  const quotas = largestRemainder(
    open.map(() => 1),
    people,
  )
  const queue = quotas.flatMap((quota, place) => new Array<number>(quota).fill(open[place] ?? -1))
  const order = points
    .map((point, person) => ({ point, person }))
    .filter(({ person }) => edges[person] === -1)
    .sort((a, b) => a.point - b.point || a.person - b.person)
  for (const [place, edge] of queue.entries()) {
    const person = order[place]?.person
    if (person !== undefined) edges[person] = edge
  }
  return edges
}

/** What a respondent tells of their age, else what the research says of the kind, else any. */
const agesOf = (
  archetype: PersonaPlan['archetypes'][number] | undefined,
  respondent: Respondent | undefined,
): AgeRange => respondent?.age ?? archetype?.age ?? AGES

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
  const variations = archetype?.variations ?? []
  const [risk = 0, patience = 0, age = 0] = seating.within[person] ?? []
  const ages = seating.ages[person] ?? AGES
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
    age: ages.from + Math.floor(age * (ages.to - ages.from + 1)),
    archetype: archetype?.name ?? '',
    respondent: seating.respondents[person] ?? '',
    variation: variations[(before + turn) % Math.max(1, variations.length)] ?? '',
    edge_case: plan.edge_cases[seating.edges[person] ?? -1]?.name ?? null,
    levels: plan.axes.map((axis, index) => ({ axis: axis.name, level: axis.levels[row[index + 1] ?? 0]?.name ?? '' })),
    risk_tolerance: inThird(thirdOf('risk_tolerance'), risk),
    patience_level: inThird(thirdOf('patience_level'), patience),
  }
}

/** p007 of a thousand, p07 of thirty. */
const personId = (person: number, count: number): string => `p${String(person + 1).padStart(String(count).length, '0')}`

/** A figure inside its third of 0–1, two digits. */
const inThird = (third: number, position: number): number =>
  Math.round(((third + position) / THIRDS.length) * 100) / 100
