import { MINUTES_PER_DAY } from '../../domain/daily-minutes.js'
import { confidenceOf } from '../../domain/persona-confidence.js'
import type { PersonaPlan } from '../../domain/persona-plan.js'
import {
  COLLABORATION_STYLES,
  COMPANY_SIZES,
  EXPERIENCE_LEVELS,
  LEARNING_STYLES,
  NOT_APPLICABLE,
  type PersonaBrief,
  type PersonaProfile,
  type PersonaProse,
  type ProfileSource,
  SENTENCE_FIELDS,
  STATEMENT_FIELDS,
  type Statement,
  TECH_ADOPTION,
} from '../../domain/persona-profile.js'
import type { Evidence, Passage } from '../../domain/research.js'

/** Evidence and passages by id. */
export type EvidenceIndex = {
  readonly evidence: ReadonlyMap<string, Evidence>
  readonly passages: ReadonlyMap<string, Passage>
  /** Passages written for this set (templates), not found in research. */
  readonly providedPassages: ReadonlySet<string>
}

export type CheckedProfile = { readonly profile: PersonaProfile; readonly rejected: number }

/** A person with its levels and prose as a profile, with the basis of every statement. */
export function profileOf(
  plan: PersonaPlan,
  brief: PersonaBrief,
  prose: PersonaProse,
  index: EvidenceIndex,
  source: string,
): CheckedProfile {
  const sources: ProfileSource[] = [...assignedSources(plan, brief, index)]
  let rejected = 0
  const addStatement = (field: string, { text, evidence_id }: Statement): string => {
    const finding = evidence_id === '' ? null : supportingFinding(text, evidence_id, index)
    if (evidence_id !== '' && !finding) rejected++
    sources.push(
      finding
        ? {
            field,
            basis: index.providedPassages.has(finding.passage_id) ? 'given' : 'quoted',
            passage_id: finding.passage_id,
            quote: finding.quote,
          }
        : { field, basis: 'assumed', passage_id: null, quote: '' },
    )
    return text.trim()
  }
  const lists = Object.fromEntries(
    STATEMENT_FIELDS.map((field) => [
      field,
      prose[field].map((statement, index) => addStatement(`${field}.${index}`, statement)),
    ]),
  ) as Record<(typeof STATEMENT_FIELDS)[number], string[]>
  const sentences = Object.fromEntries(
    SENTENCE_FIELDS.map((field) => [field, addStatement(field, prose[field])]),
  ) as Record<(typeof SENTENCE_FIELDS)[number], string>
  const role = addStatement('role', prose.role)
  const tech_stack = prose.tech_stack.map((statement, index) => addStatement(`tech_stack.${index}`, statement))
  const calibration = { hits: 0, trials: 0 }
  const profile: PersonaProfile = {
    ...drawnFields(plan, brief),
    role,
    tech_stack: tech_stack.length > 0 ? tech_stack : [NOT_APPLICABLE],
    ...lists,
    ...sentences,
    context: contextOf(plan, brief),
    state: {},
    history: [],
    confidence_score: confidenceOf({ sources, calibration }),
    calibration,
    source,
    sources,
  }
  return { profile, rejected }
}

/** What was drawn of a person, as fields of the profile. */
export function drawnFields(plan: PersonaPlan, brief: PersonaBrief) {
  const { levels, ...drawn } = brief
  const level = (axis_id: string): string => {
    const name = plan.axes.find((axis) => axis.axis_id === axis_id)?.name
    return levels.find(({ axis }) => axis === name)?.level ?? ''
  }
  return {
    ...drawn,
    experience_level: valueOrFirst(EXPERIENCE_LEVELS, level('experience_level')),
    company_size: valueOrFirst(COMPANY_SIZES, level('company_size')),
    tech_adoption: valueOrFirst(TECH_ADOPTION, level('tech_adoption')),
    learning_style: valueOrFirst(LEARNING_STYLES, level('learning_style')),
    minutes_per_day: MINUTES_PER_DAY.find((minutes) => String(minutes) === level('minutes_per_day')),
    collaboration_style: valueOrFirst(COLLABORATION_STYLES, level('collaboration_style')),
  }
}

const contextOf = (plan: PersonaPlan, brief: PersonaBrief): PersonaProfile['context'] =>
  plan.axes.flatMap(({ name, origin }) => {
    const ownLevel = brief.levels.find(({ axis }) => axis === name)
    if (origin === 'core' || !ownLevel) return []
    return [ownLevel]
  })

/** Sources of what was assigned by quota: the passage, where there is one, shows that such people exist. */
function assignedSources(plan: PersonaPlan, brief: PersonaBrief, index: EvidenceIndex): ProfileSource[] {
  const archetype = plan.archetypes.find(({ name }) => name === brief.archetype)
  const edge = plan.edge_cases.find(({ name }) => name === brief.edge_case)
  const context = contextOf(plan, brief)
  const assigned: { field: string; ids: readonly string[] }[] = [
    { field: 'archetype', ids: archetype?.evidence_ids ?? [] },
  ]
  if (edge) assigned.push({ field: 'edge_case', ids: edge.evidence_ids })
  for (const field of ['age', 'irrationality', 'distraction']) assigned.push({ field, ids: [] })
  for (const { axis_id, name, origin, levels } of plan.axes) {
    const level = brief.levels.find(({ axis }) => axis === name)?.level
    const place = context.findIndex(({ axis }) => axis === name)
    const ids = levels.find((candidate) => candidate.name === level)?.evidence_ids ?? []
    assigned.push({ field: origin === 'core' ? axis_id : `context.${place}`, ids })
  }
  return assigned.map(({ field, ids }) => {
    const evidence = ids.map((id) => index.evidence.get(id)).find((finding) => finding !== undefined)
    return { field, basis: 'sampled', passage_id: evidence?.passage_id ?? null, quote: evidence?.quote ?? '' }
  })
}

/**
 * The finding a statement names, if it exists and its passage shares a content word with the statement. That is a low
 * bar on purpose: it catches numbers that were made up and findings about something else, not fine distinctions.
 */
export function supportingFinding(
  text: string,
  evidence_id: string,
  { evidence, passages }: EvidenceIndex,
): Evidence | null {
  const finding = evidence.get(evidence_id)
  if (!finding) return null
  const passage = passages.get(finding.passage_id)
  const words = stems(`${finding.statement} ${finding.quote} ${passage?.text ?? ''} ${passage?.heading ?? ''}`)
  if ([...stems(text)].some((word) => words.has(word))) return finding
  return null
}

/** Words that say nothing about what a text is about. */
const STOP_WORDS = new Set(
  `about after again also always because been before being could does doing down each even every from gets have having
  into just know like made make many more most much must need needs never only other over people really same should
  some something such take than that their them then there these they thing things this those through time very want
  wants well were what when where which while will with without work works would your`.split(/\s+/),
)
/** Letters compared of each word, so that "integrations" matches "integrate". */
const STEM_LENGTH = 5

function stems(text: string): Set<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []
  return new Set(
    words
      .filter((word) => (word.length > 3 || /\d/.test(word)) && !STOP_WORDS.has(word))
      .map((word) => word.slice(0, STEM_LENGTH)),
  )
}

const valueOrFirst = <T extends string>(values: readonly T[], value: string): T =>
  values.find((candidate) => candidate === value) ?? (values[0] as T)
