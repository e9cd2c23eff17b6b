import { type Ages, statedAges, USUAL_AGES } from '../../domain/panel/audience.js'
import { riskGoesWith } from '../../domain/personas/contradictions.js'
import type { Axis, PersonaPlan } from '../../domain/personas/persona-plan.js'
import type { RecordsTable, Respondent } from '../../domain/personas/research.js'
import { nameList } from '../personas/name-list.js'
import { createRandom } from '../personas/random.js'
import { largestRemainder } from '../statistics/largest-remainder.js'
import { SOBOL_DIMENSIONS, sobolPoints } from '../statistics/sobol.js'
import { coverageOf, type Grid, pairFigures, type Row } from './coverage.js'
import { repairCoverage } from './repair.js'
import { assignLevels, quotasOf, withoutConflicts } from './sample.js'
import { seatRespondents } from './seat-respondents.js'

/** Maximum share of edge cases in a set; each edge case gets a person as long as there is room. */
const MAX_EDGE_SHARE = 0.2
const USUAL_EDGE_SHARE = 0.1
/** Axis 0 of the grid is the archetype; the plan's axes follow. */
export const ARCHETYPE_AXIS = 0
/** Number of points per person for figures within a level: risk tolerance, patience, age, and the two drawn extras. */
const POINTS_WITHIN = 5
const FIXED: ReadonlySet<number> = new Set([ARCHETYPE_AXIS])

export type Seating = {
  readonly grid: Grid
  /** Level numbers per person: the archetype, then the plan's axes. */
  readonly rows: readonly Row[]
  readonly rowsBeforeRepair: readonly Row[]
  readonly exchanges: number
  /** People who got another level where two of their levels contradicted each other. */
  readonly redrawn: number
  /** Index of the edge case a person stands for; −1 for none. */
  readonly edges: readonly number[]
  /** The record whose levels a person has; `null` for levels assigned by quota. */
  readonly anchors: readonly (Anchor | null)[]
  /** The respondent each person stands for; '' for none. */
  readonly respondents: readonly string[]
  /** Ages each person can have by their respondent's statements; `null` where these state none. */
  readonly respondentAges: readonly (Ages | null)[]
  /** The research's description of each person's respondent; '' for none. */
  readonly descriptions: readonly string[]
  /** Ages of all other people, unless their kind has ages of its own. */
  readonly ages: Ages
  readonly names: readonly string[]
  /** Points in [0, 1) for the figures inside a level, the age and the drawn extras. */
  readonly within: readonly (readonly number[])[]
}

type Anchor = { readonly table: number; readonly row: number }

type SeatingInput = {
  readonly name: string
  readonly count: number
  readonly diversity: number
  readonly seed: number
  readonly records: readonly RecordsTable[]
  readonly respondents: ReadonlyMap<string, Respondent>
  readonly audience?: string | undefined
  /** Names in the order of the people, as of the run's beginning. */
  readonly names?: readonly string[]
}

export const namesOf = ({ count, name, seed }: Pick<SeatingInput, 'count' | 'name' | 'seed'>): string[] =>
  nameList(count, `${name}/${seed}`)

/**
 * Draws everybody's attributes outside the model: quotas by largest remainder, levels by rank of a shifted Sobol' point,
 * then gaps between axes repaired until the coverage is the asked diversity. Deterministic by name and seed.
 */
export function assignSeats(plan: PersonaPlan, { names, ...input }: SeatingInput): Seating {
  const { name, count, diversity, seed, records, respondents, audience = '' } = input
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

  const columns: number[][] = [
    assignLevels(coordinates(ARCHETYPE_AXIS), quotasOf(axes[ARCHETYPE_AXIS]?.weights ?? [], diversity, count)),
  ]
  const seated = seatRespondents(plan, respondents, columns[ARCHETYPE_AXIS] ?? [], records, diversity)
  const edges = edgesOf(plan, coordinates(axes.length), seated)
  // An edge case that no respondent reported is not attributed to a respondent.
  const respondentIds = seated.map((id, person) => (hasNoRespondent(plan, edges[person] ?? -1) ? '' : id))
  const anchors =
    respondents.size > 0
      ? respondentIds.map((id) => respondents.get(id)?.record ?? null)
      : anchorsOf(records, count, diversity)
  for (const [index, { weights }] of axes.entries()) {
    if (index === ARCHETYPE_AXIS) continue
    const archetypes = columns[ARCHETYPE_AXIS]
    const axis = plan.axes[index - 1]
    const isPossible = (person: number, level: number): boolean => {
      if (!axis || !archetypes) return true
      const anchored = recordLevel(records, axis, anchors[person] ?? null)
      if (anchored !== null) return anchored === level
      return columns.every((column, before) => grid.allowed?.(before, column[person] ?? 0, index, level) ?? true)
    }
    columns.push(assignLevels(coordinates(index), quotasOf(weights, diversity, count), isPossible))
  }
  const drawn = points.map((_, person) => columns.map((column) => column[person] ?? 0))
  const rowsBeforeRepair = drawn.map((row, person) => (anchors[person] ? row : withoutConflicts(grid, row, FIXED)))
  // People anchored to a real record keep its combination of levels, so those axes are left out of the repair.
  const isAnchored = anchors.some((anchor) => anchor !== null)
  const repaired = repairCoverage(grid, rowsBeforeRepair, diversity, fixedAxes(plan, isAnchored))
  return {
    grid,
    rows: repaired.rows,
    rowsBeforeRepair,
    exchanges: repaired.exchanges,
    redrawn: rowsBeforeRepair.filter((row, person) => row !== drawn[person]).length,
    edges,
    anchors,
    respondents: respondentIds,
    respondentAges: respondentIds.map((id) => respondents.get(id)?.age ?? null),
    descriptions: respondentIds.map((id) => respondents.get(id)?.description ?? ''),
    ages: statedAges(audience) ?? USUAL_AGES,
    names: names ?? namesOf(input),
    within: points.map((point) =>
      Array.from({ length: POINTS_WITHIN }, (_, i) => point[(axes.length + 1 + i) % dimensions] ?? 0),
    ),
  }
}

function gridOf(plan: PersonaPlan): Grid {
  const sizes = [plan.archetypes.length, ...plan.axes.map(({ levels }) => levels.length)]
  // Precomputed, as it is needed for every pair of axes of every person.
  const excluded = sizes.map((sizeA, a) =>
    sizes.map((sizeB, b) => {
      const axis = plan.axes[b - 1]
      if (!axis || a >= b) return null
      const table = Array.from({ length: sizeA }, (_, levelA) =>
        Array.from({ length: sizeB }, (_, levelB) =>
          a === ARCHETYPE_AXIS
            ? !isAllowed(plan, levelA, axis, levelB)
            : !areCompatible(plan.axes[a - 1], levelA, axis, levelB),
        ),
      )
      return table.some((row) => row.includes(true)) ? table : null
    }),
  )
  return { sizes, allowed: (a, levelA, b, levelB) => excluded[a]?.[b]?.[levelA]?.[levelB] !== true }
}

/** Whether two levels may be drawn together: contradictory ones may not. */
function areCompatible(a: Axis | undefined, levelA: number, b: Axis, levelB: number): boolean {
  const levels = new Map([
    [a?.axis_id, a?.levels[levelA]?.name ?? ''],
    [b.axis_id, b.levels[levelB]?.name ?? ''],
  ])
  return riskGoesWith(levels.get('tech_adoption') ?? '', levels.get('risk_tolerance') ?? '')
}

/** Pair coverage of a set over all axes, including the archetype. */
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
  return level < 0 ? null : level
}

/** Axes whose levels are not exchanged: the archetype and, for people anchored to real records, the records' axes. */
export function fixedAxes({ axes }: PersonaPlan, isAnchored: boolean): ReadonlySet<number> {
  if (!isAnchored) return FIXED
  return new Set([ARCHETYPE_AXIS, ...axes.flatMap(({ origin }, index) => (origin === 'records' ? [index + 1] : []))])
}

const hasNoRespondent = ({ edge_cases }: PersonaPlan, edge: number): boolean =>
  edge_cases[edge] !== undefined && edge_cases[edge].respondents.length === 0

/**
 * The edge case each person stands for. A respondent's own edge case goes to the respondent's person. The others go by
 * quota: a tenth of the people, at least one person each, at most a fifth of the set.
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
