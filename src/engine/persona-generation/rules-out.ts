import { goesWith, type Occupation, occupationsIn } from '../../domain/personas/occupations.js'
import type { Axis, PlanAnswer, PlannedArchetype } from '../../domain/personas/persona-plan.js'
import { CORE_AXES, type CoreAxis, findCoreAxis, slug } from './core-axes.js'

/** Whether a kind of people, by its name, is compatible with this level of an axis only: retired people have no company. */
export const needsLevel = (kinds: readonly Occupation[][], { axis_id, levels }: CoreAxis, level: string): boolean =>
  kinds.some((occupations) =>
    levels.every(
      (other) => (other === level) === occupations.every((occupation) => goesWith(occupation, axis_id, other)),
    ),
  )

/** Levels incompatible with the occupation in a kind's name, and levels that exist for other kinds only. */
export function ruledOutByName(
  axes: readonly Axis[],
  name: string,
  answer: PlanAnswer | null,
): PlannedArchetype['rules_out'] {
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

/** Levels ruled out by name, with those the plan rules out, on axes where that leaves a level. */
export function withNameFirst(
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

export function ruledOut(axes: readonly Axis[], axis: string, level: string): PlannedArchetype['rules_out'] {
  const core = findCoreAxis(axis)
  const matchingAxis = axes.find(({ axis_id, name }) => (core ? axis_id === core.axis_id : slug(name) === slug(axis)))
  const matchingLevel = matchingAxis?.levels.find(({ name }) => slug(name) === slug(level))
  if (matchingAxis && matchingLevel) return [{ axis_id: matchingAxis.axis_id, level_id: matchingLevel.level_id }]
  return []
}
