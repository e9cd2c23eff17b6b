import { type Ages, commonAges, POSSIBLE_AGES } from '../../domain/panel/audience.js'
import { occupationsIn } from '../../domain/personas/occupations.js'
import type { Axis, PersonaPlan, PlanAnswer, PlannedArchetype } from '../../domain/personas/persona-plan.js'
import type { PersonaTemplate } from '../../domain/personas/persona-set.js'
import type { Evidence, Respondent } from '../../domain/personas/research.js'
import { AppError } from '../../errors.js'
import { CORE_AXES, findCoreAxis, slug } from './core-axes.js'
import { assignKinds } from './kind-respondents.js'
import { needsLevel, ruledOut, ruledOutByName, withNameFirst } from './rules-out.js'
import { KNOWN_AGES, rangeIn } from './stated-age.js'

/** Maximum number of axes named by the research: more of them spread the people too thin. */
const MAX_RESEARCH_AXES = 4
const MAX_RECORD_AXES = 5

type PlanParts = {
  /** The model's plan; `null` where there were only templates to plan from. */
  readonly answer: PlanAnswer | null
  readonly evidence: readonly Evidence[]
  readonly respondents: readonly Respondent[]
  /** Whether the plan rests on an audience: nothing has evidence, and its axes may have a single level. */
  readonly audience: boolean
  readonly templates: readonly PersonaTemplate[]
  /** Axes counted in real users' records, with counts per level. */
  readonly recordAxes: readonly {
    readonly name: string
    readonly levels: readonly { readonly name: string; readonly count: number }[]
  }[]
}

type PlannedLevel = { readonly name: string; readonly weight: number; readonly evidence_ids: readonly string[] }

/** A plan with ids, shares and all axes; references to unknown evidence are removed. Quotas and counts come later. */
export function normalizePlan({
  answer: planned,
  evidence,
  respondents,
  audience,
  templates,
  recordAxes,
}: PlanParts): PersonaPlan {
  const answer = planned && { ...planned, ...assignKinds(planned, evidence, respondents) }
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
    // Where there are respondents and none mentions a company, nobody gets one.
    const nobodyTold = respondents.length > 0 && knownLevels.length === 0 ? axis.onlyIfNamed : undefined
    if (nobodyTold)
      return createAxis(
        axis.axis_id,
        axis.name,
        'core',
        true,
        nobodyTold.map((name) => ({ name, weight: 1, evidence_ids: [] })),
      )
    const assumed = knownLevels.every(({ evidence_ids }) => existing(evidence_ids).length === 0)
    const plannedLevel = (level: string) => knownLevels.find(({ name }) => slug(name) === slug(level))
    const isUsual = (level: string) => !axis.onlyIfNamed?.includes(level) || needsLevel(kinds, axis, level)
    const possibleLevels = axis.levels.filter(
      (level) => (plannedLevel(level)?.weight ?? 0) > 0 || (isUsual(level) && plannedLevel(level)?.weight !== 0),
    )
    // People who buy for themselves have no company size, so that axis may have a single level; all others need two.
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
  const archetypes = archetypesOf(answer, audience, templates, axes, existing, evidence)
  if (archetypes.length === 0)
    throw new AppError('answer_invalid', { task: 'plan_personas', problem: 'the plan names no kind of people' })
  return {
    archetypes,
    axes,
    edge_cases: (answer?.edge_cases ?? []).map(({ name, description, evidence_ids, respondents: own }, index) => ({
      edge_case_id: `x${index + 1}`,
      name: name.trim(),
      description: description.trim(),
      count: 0,
      evidence_ids: existing(evidence_ids),
      respondents: own,
    })),
    rationale: answer?.rationale.trim() ?? 'The kinds of people are those of the templates.',
  }
}

/** The statement of a finding for a level of a record's column. */
export const recordStatement = (column: string, level: string): string => `There are people with ${column}: ${level}.`

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
  audience: boolean,
  templates: readonly PersonaTemplate[],
  axes: readonly Axis[],
  existing: (ids: readonly string[]) => string[],
  evidence: readonly Evidence[],
): PlannedArchetype[] {
  const planned = (answer?.archetypes ?? []).map((archetype) => ({
    ...archetype,
    origin: 'research' as const,
    evidence_ids: existing(archetype.evidence_ids),
    ages: agesOf(archetype, audience),
    rules_out: withNameFirst(
      axes,
      ruledOutByName(axes, archetype.name, answer),
      archetype.rules_out.flatMap(({ axis, level }) => ruledOut(axes, axis, level)),
    ),
  }))
  const fromTemplates = templates.map((template) => ({
    ...template,
    origin: 'template' as const,
    // The findings of a template carry its name.
    evidence_ids: evidence
      .filter(({ who }) => who === template.name)
      .slice(0, 8)
      .map(({ evidence_id }) => evidence_id),
    respondents: [],
    ages: rangeIn(template.name),
    rules_out: ruledOutByName(axes, template.name, answer),
  }))
  // A template replaces an archetype of the same name that was planned from research.
  const all = [...fromTemplates, ...planned].filter(
    ({ name }, index, list) => list.findIndex((other) => slug(other.name) === slug(name)) === index,
  )
  const total = all.reduce((sum, { weight }) => sum + weight, 0)
  return all.map(
    ({ name, description, weight, variations, origin, evidence_ids, respondents, ages, rules_out }, index) => ({
      archetype_id: `a${index + 1}`,
      name: name.trim(),
      description: description.trim(),
      weight: round(weight / total),
      count: 0,
      variations: [...new Set(variations.map((variation) => variation.trim()).filter(Boolean))],
      origin,
      evidence_ids,
      respondents,
      ages,
      rules_out,
    }),
  )
}

/** Ages of a planned kind; of research the ages in its name come first. */
function agesOf({ name, ages }: PlanAnswer['archetypes'][number], audience: boolean): Ages | null {
  if (audience) return ages && commonAges(ages, POSSIBLE_AGES)
  return rangeIn(name) ?? (ages && commonAges(ages, KNOWN_AGES))
}

const round = (value: number): number => Math.round(value * 1e6) / 1e6
