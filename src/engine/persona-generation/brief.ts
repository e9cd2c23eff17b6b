import { type Ages, commonAges, USUAL_AGES } from '../../domain/panel/audience.js'
import { agesOfOccupations, goesWith, occupationsIn } from '../../domain/personas/occupations.js'
import type { PersonaPlan } from '../../domain/personas/persona-plan.js'
import { type PersonaBrief, THIRDS } from '../../domain/personas/persona-profile.js'
import { drawnExtras } from '../../domain/simulation/simulated-traits.js'
import { ARCHETYPE_AXIS, type Seating } from './assign-seats.js'
import type { Row } from './coverage.js'
import { KNOWN_AGES } from './stated-age.js'

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
  const words = [archetype?.name ?? '', variation, seating.descriptions[person] ?? '']
  const ages = seating.respondentAges[person] ?? agesOf(seating.ages, archetype?.ages ?? null, words)
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
    age: ages.from + Math.floor(age * (ages.to - ages.from + 1)),
    archetype: archetype?.name ?? '',
    respondent: seating.respondents[person] ?? '',
    variation,
    edge_case: plan.edge_cases[seating.edges[person] ?? -1]?.name ?? null,
    levels: levels.map(({ axis, level }) => ({ axis: axis.name, level })),
    risk_tolerance: inThird(thirdOf('risk_tolerance'), risk),
    patience_level: inThird(thirdOf('patience_level'), patience),
    ...drawnExtras(irrationality, distraction),
  }
}

/** Ages of the kind, of its occupation, and of the set: their intersection where there is one. */
function agesOf(set: Ages, kind: Ages | null, words: readonly string[]): Ages {
  const occupations = words.flatMap(occupationsIn)
  const possible = agesOfOccupations(occupations, 'possible') ?? KNOWN_AGES
  const stated = set === USUAL_AGES ? possible : commonAges(set, possible)
  const usual = kind ?? agesOfOccupations(occupations, 'usual')
  return (usual && stated && commonAges(usual, stated)) ?? commonAges(set, stated ?? set) ?? stated ?? set
}

/** p007 in a set of a thousand, p07 in a set of thirty. */
const personId = (person: number, count: number): string => `p${String(person + 1).padStart(String(count).length, '0')}`

/** A figure within its third of 0–1, with two decimals. */
const inThird = (third: number, position: number): number =>
  Math.round(((third + position) / THIRDS.length) * 100) / 100
