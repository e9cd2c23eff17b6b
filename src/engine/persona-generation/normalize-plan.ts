import { goesWith, type Occupation, occupationsIn } from '../../domain/occupations.js'
import type { Axis, PersonaPlan, PlanAnswer, PlannedArchetype } from '../../domain/persona-plan.js'
import type { PersonaTemplate } from '../../domain/persona-set.js'
import type { Evidence } from '../../domain/research.js'
import { AppError } from '../../errors.js'
import { CORE_AXES, type CoreAxis, findCoreAxis, slug } from './core-axes.js'

/** Axes that only this research names; more of them thin the people out. */
const MAX_RESEARCH_AXES = 4
const MAX_RECORD_AXES = 5

export type PlanParts = {
  /** What the model planned; null where there was nothing to plan from but templates. */
  readonly answer: PlanAnswer | null
  readonly evidence: readonly Evidence[]
  /** Whether it was planned from an audience in words: nothing has evidence, and its axes may have one level. */
  readonly audience: boolean
  readonly templates: readonly PersonaTemplate[]
  /** Axes counted in real users' records, levels with their counts. */
  readonly recordAxes: readonly {
    readonly name: string
    readonly levels: readonly { readonly name: string; readonly count: number }[]
  }[]
}

type PlannedLevel = { readonly name: string; readonly weight: number; readonly evidence_ids: readonly string[] }

/** A plan with ids, shares and every axis; evidence that does not exist is not pointed to. Nothing is counted yet. */
export function normalizePlan({ answer, evidence, audience, templates, recordAxes }: PlanParts): PersonaPlan {
  const knownIds = new Set(evidence.map(({ evidence_id }) => evidence_id))
  const existing = (ids: readonly string[]) => [...new Set(ids)].filter((id) => knownIds.has(id))
  const counted = new Map(recordAxes.map((axis) => [slug(axis.name), axis]))
  const fromRecords = (name: string): PlannedLevel[] | undefined =>
    counted.get(slug(name))?.levels.map((level) => ({
      name: level.name,
      weight: level.count,
      evidence_ids: evidence
        .filter(({ statement }) => statement === recordStatement(name, level.name))
        .map(({ evidence_id }) => evidence_id),
    }))

  const kinds = [...templates, ...(answer?.archetypes ?? [])].map(({ name }) => occupationsIn(name))
  const core = CORE_AXES.map((axis): Axis => {
    const records = recordAxes.find(({ name }) => findCoreAxis(name) === axis)
    const plannedLevels = records
      ? fromRecords(records.name)
      : answer?.axes.find(({ name }) => findCoreAxis(name) === axis)?.levels
    const knownLevels = (plannedLevels ?? []).filter(({ name }) =>
      axis.levels.some((level) => slug(level) === slug(name)),
    )
    const assumed = knownLevels.every(({ evidence_ids }) => existing(evidence_ids).length === 0)
    const plannedLevel = (level: string) => knownLevels.find(({ name }) => slug(name) === slug(level))
    const isUsual = (level: string) => !axis.onlyIfNamed?.includes(level) || needsLevel(kinds, axis, level)
    const possibleLevels = axis.levels.filter(
      (level) => (plannedLevel(level)?.weight ?? 0) > 0 || (isUsual(level) && plannedLevel(level)?.weight !== 0),
    )
    // People who buy for themselves have no company size, so one level is enough there; every other axis needs two.
    const isEnough = possibleLevels.length >= (axis.onlyIfNamed && (!assumed || audience) ? 1 : 2)
    const needed = axis.levels.filter((level) => needsLevel(kinds, axis, level))
    const occurring = isEnough ? possibleLevels : axis.levels.filter(isUsual)
    const levels = axis.levels
      .filter((level) => occurring.includes(level) || needed.includes(level))
      .map((level) => ({
        name: level,
        weight: assumed ? 1 : (plannedLevel(level)?.weight ?? 0),
        evidence_ids: existing(plannedLevel(level)?.evidence_ids ?? []),
      }))
    return createAxis(axis.axis_id, axis.name, 'core', assumed, levels)
  })
  const records = recordAxes
    .filter(({ name }) => !findCoreAxis(name))
    .slice(0, MAX_RECORD_AXES)
    .map(({ name }) => createAxis(`r-${slug(name)}`, name, 'records', false, fromRecords(name) ?? []))
  const taken = new Set([...core, ...records].map(({ name }) => slug(name)))
  const research = (answer?.axes ?? [])
    .filter(({ name }) => !findCoreAxis(name) && slug(name) !== '' && !taken.has(slug(name)))
    .filter(({ name }, index, all) => all.findIndex((other) => slug(other.name) === slug(name)) === index)
    .flatMap(({ name, levels }): Axis[] => {
      const distinct = levels
        .filter(
          (level, index) =>
            slug(level.name) !== '' && levels.findIndex((other) => slug(other.name) === slug(level.name)) === index,
        )
        .map((level) => ({ ...level, evidence_ids: existing(level.evidence_ids) }))
      const assumed = distinct.every(({ evidence_ids }) => evidence_ids.length === 0)
      const occurring = distinct.filter(({ weight }) => (assumed && !audience) || weight > 0)
      if (occurring.length < (audience ? 1 : 2)) return []
      return [
        createAxis(
          `c-${slug(name)}`,
          name.trim(),
          'research',
          assumed,
          occurring.map((level) => ({ ...level, weight: assumed ? 1 : level.weight })),
        ),
      ]
    })
    .slice(0, MAX_RESEARCH_AXES)
  const axes = [...core, ...records, ...research]
  const archetypes = archetypesOf(answer, templates, axes, existing, evidence)
  if (archetypes.length === 0)
    throw new AppError('answer_invalid', { task: 'plan_personas', problem: 'the plan names no kind of people' })
  return {
    archetypes,
    axes,
    edge_cases: (answer?.edge_cases ?? []).map(({ name, description, evidence_ids }, index) => ({
      edge_case_id: `x${index + 1}`,
      name: name.trim(),
      description: description.trim(),
      count: 0,
      evidence_ids: existing(evidence_ids),
    })),
    rationale: answer?.rationale.trim() ?? 'The kinds of people are those of the templates.',
  }
}

/** How a level of a record's column reads as a finding. */
export const recordStatement = (column: string, level: string): string => `There are people with ${column}: ${level}.`

/** Who a template's statements are about: findings of that name belong to it. */
export const templateWho = ({ name }: Pick<PersonaTemplate, 'name'>): string => name

function createAxis(
  axis_id: string,
  name: string,
  origin: Axis['origin'],
  assumed: boolean,
  levels: readonly PlannedLevel[],
): Axis {
  const total = levels.reduce((sum, { weight }) => sum + weight, 0)
  return {
    axis_id,
    name,
    origin,
    assumed,
    levels: levels.map((level) => ({
      level_id: slug(level.name),
      name: level.name.trim(),
      weight: round(total > 0 ? level.weight / total : 1 / levels.length),
      quota: 0,
      count: 0,
      evidence_ids: [...level.evidence_ids],
    })),
  }
}

function archetypesOf(
  answer: PlanAnswer | null,
  templates: readonly PersonaTemplate[],
  axes: readonly Axis[],
  existing: (ids: readonly string[]) => string[],
  evidence: readonly Evidence[],
): PlannedArchetype[] {
  const planned = (answer?.archetypes ?? []).map((archetype) => ({
    ...archetype,
    origin: 'research' as const,
    evidence_ids: existing(archetype.evidence_ids),
    rules_out: withNameFirst(
      axes,
      ruledOutByName(axes, archetype.name, answer),
      archetype.rules_out.flatMap(({ axis, level }) => ruledOut(axes, axis, level)),
    ),
  }))
  const fromTemplates = templates.map(({ name, description, weight, variations }) => ({
    ...{ name, description, weight, variations },
    origin: 'template' as const,
    evidence_ids: evidence
      .filter(({ who }) => who === templateWho({ name }))
      .slice(0, 8)
      .map(({ evidence_id }) => evidence_id),
    rules_out: ruledOutByName(axes, name, answer),
    ages: null,
  }))
  // A template wins over an archetype planned from research that has the same name.
  const all = [...fromTemplates, ...planned].filter(
    ({ name }, index, list) => list.findIndex((other) => slug(other.name) === slug(name)) === index,
  )
  const total = all.reduce((sum, { weight }) => sum + weight, 0)
  return all.map(({ name, description, weight, variations, ...rest }, index) => ({
    archetype_id: `a${index + 1}`,
    name: name.trim(),
    description: description.trim(),
    weight: round(weight / total),
    count: 0,
    variations: [...new Set(variations.map((variation) => variation.trim()).filter(Boolean))],
    ...rest,
  }))
}

/** Whether some kind of people, by its name, goes with this level of an axis and no other: the retired have no company. */
const needsLevel = (kinds: readonly Occupation[][], { axis_id, levels }: CoreAxis, level: string): boolean =>
  kinds.some((occupations) =>
    levels.every((other) => (other === level) === occupations.every((one) => goesWith(one, axis_id, other))),
  )

/** What an occupation in the name of a kind does not go with; and levels that are there for such a kind alone, for the others. */
function ruledOutByName(axes: readonly Axis[], name: string, answer: PlanAnswer | null): PlannedArchetype['rules_out'] {
  const occupations = occupationsIn(name)
  return axes.flatMap(({ axis_id, levels }) => {
    const core = CORE_AXES.find((axis) => axis.axis_id === axis_id)
    const planned = answer?.axes.find((axis) => findCoreAxis(axis.name) === core)?.levels ?? []
    const isOthers = (level: string) =>
      core?.onlyIfNamed?.includes(level) === true &&
      !planned.some((other) => slug(other.name) === slug(level) && other.weight > 0) &&
      !needsLevel([occupations], core, level)
    const out = levels.filter(
      (level) => isOthers(level.name) || occupations.some((occupation) => !goesWith(occupation, axis_id, level.name)),
    )
    return out.length < levels.length ? out.map(({ level_id }) => ({ axis_id, level_id })) : []
  })
}

/** What the plan rules out besides, on the axes where that leaves a level. */
function withNameFirst(
  axes: readonly Axis[],
  byName: PlannedArchetype['rules_out'],
  planned: PlannedArchetype['rules_out'],
): PlannedArchetype['rules_out'] {
  return axes.flatMap(({ axis_id, levels }) => {
    const own = byName.filter((rule) => rule.axis_id === axis_id)
    const out = new Set([...own, ...planned.filter((rule) => rule.axis_id === axis_id)].map(({ level_id }) => level_id))
    return out.size < levels.length ? [...out].map((level_id) => ({ axis_id, level_id })) : own
  })
}

function ruledOut(axes: readonly Axis[], axis: string, level: string): PlannedArchetype['rules_out'] {
  const core = findCoreAxis(axis)
  const matchingAxis = axes.find(({ axis_id, name }) => (core ? axis_id === core.axis_id : slug(name) === slug(axis)))
  const matchingLevel = matchingAxis?.levels.find(({ name }) => slug(name) === slug(level))
  if (matchingAxis && matchingLevel) return [{ axis_id: matchingAxis.axis_id, level_id: matchingLevel.level_id }]
  return []
}

const round = (value: number): number => Math.round(value * 1e6) / 1e6
