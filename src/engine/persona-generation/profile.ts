import { confidenceOf } from '../../domain/personas/persona-confidence.js'
import type { PersonaPlan } from '../../domain/personas/persona-plan.js'
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
} from '../../domain/personas/persona-profile.js'
import type { Evidence, Passage } from '../../domain/personas/research.js'
import { MINUTES_PER_DAY } from '../../domain/simulation/daily-minutes.js'
import { type EvidenceIndex, foreignRespondentOf, ownEvidence, stems, type Vocabulary } from './own-evidence.js'

type CheckedProfile = {
  readonly profile: PersonaProfile
  /** Cited sources that do not support their statement, and statements left out as another respondent's. */
  readonly rejected: number
  readonly mixed: number
}

/** What profiles are checked against. */
export type Checks = { readonly index: EvidenceIndex; readonly vocabulary: Vocabulary }

/**
 * A profile from a person's levels and prose, with the basis of every statement. A statement that rests on another
 * respondent's finding, or repeats that respondent's words, is left out and counted: nobody holds what somebody else
 * said.
 */
export function profileOf(
  plan: PersonaPlan,
  brief: PersonaBrief,
  prose: PersonaProse,
  own_words: readonly Evidence[],
  { index, vocabulary }: Checks,
  source: string,
): CheckedProfile {
  const sources: ProfileSource[] = [...assignedSources(plan, brief, index)]
  let rejected = 0
  let mixed = 0
  const ownIds = new Set(ownEvidence(plan, brief, index).map(({ evidence_id }) => evidence_id))
  const isSomebodyElses = ({ text, evidence_id }: Statement): boolean => {
    const named = index.evidence.get(evidence_id)
    const foreign =
      (named !== undefined && !ownIds.has(evidence_id)) ||
      foreignRespondentOf(text, brief.respondent, vocabulary) !== null
    if (foreign) mixed++
    return foreign
  }
  const isLabel = (text: string, { respondent }: Evidence): boolean =>
    text === brief.archetype || text === index.respondents.get(respondent)?.description
  const kept = (statements: readonly Statement[]): Statement[] =>
    statements.filter((statement) => statement.text.trim() !== '' && !isSomebodyElses(statement))
  const addStatement = (field: string, { text, evidence_id }: Statement): string => {
    const finding = evidence_id === '' ? null : supportingFinding(text, evidence_id, index)
    if (evidence_id !== '' && !finding) rejected++
    if (finding)
      sources.push({
        field,
        basis: index.providedPassages.has(finding.passage_id) ? 'given' : 'quoted',
        passage_id: finding.passage_id,
        // A description from a heading is above the passage, not in it.
        quote: isLabel(text, finding) ? '' : finding.quote,
      })
    else sources.push({ field, basis: 'assumed', passage_id: null, quote: '' })
    return text.trim()
  }
  const lists = Object.fromEntries(
    STATEMENT_FIELDS.map((field) => [
      field,
      kept(prose[field]).map((statement, index) => addStatement(`${field}.${index}`, statement)),
    ]),
  ) as Record<(typeof STATEMENT_FIELDS)[number], string[]>
  const sentences = Object.fromEntries(
    SENTENCE_FIELDS.map((field) => [
      field,
      kept([prose[field]]).map((statement) => addStatement(field, statement))[0] ?? '',
    ]),
  ) as Record<(typeof SENTENCE_FIELDS)[number], string>
  const [role = ''] = kept([prose.role]).map((statement) => addStatement('role', statement))
  for (const [place, { passage_id, quote }] of own_words.entries())
    sources.push({ field: `own_words.${place}`, basis: 'quoted', passage_id, quote })
  const tech_stack = kept(prose.tech_stack).map((statement, index) => addStatement(`tech_stack.${index}`, statement))
  const calibration = { hits: 0, trials: 0 }
  const profile: PersonaProfile = {
    ...drawnFields(plan, brief),
    own_words: own_words.map(({ quote }) => quote.replace(/\s+/g, ' ')),
    role: role || brief.archetype,
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
  return { profile, rejected, mixed }
}

/** A person's drawn attributes as fields of the profile. */
export function drawnFields(plan: PersonaPlan, brief: PersonaBrief) {
  const { levels, respondent: _, ...drawn } = brief
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

/** Sources of attributes assigned by quota: the passage, if any, shows that such people exist. */
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

/** Stems of a finding and its passage, read once: a passage may be a whole document, and each person cites several findings. */
const stemsOf = new WeakMap<Evidence, ReadonlySet<string>>()

/**
 * The finding a statement names, if it exists and its passage shares a content word with the statement. That is a low
 * bar on purpose: it catches numbers that were made up and findings about something else, not fine distinctions.
 */
export function supportingFinding(
  text: string,
  evidence_id: string,
  { evidence, passages, respondents }: Pick<EvidenceIndex, 'evidence' | 'passages' | 'respondents'>,
): Evidence | null {
  const finding = evidence.get(evidence_id)
  if (!finding) return null
  const words = stemsOf.get(finding) ?? stems(wordsAbout(finding, passages.get(finding.passage_id), respondents))
  stemsOf.set(finding, words)
  return [...stems(text)].some((word) => words.has(word)) ? finding : null
}

function wordsAbout(
  { statement, quote, respondent }: Evidence,
  passage: Passage | undefined,
  respondents: EvidenceIndex['respondents'],
): string {
  const { text = '', heading = '', document = '' } = passage ?? {}
  return [statement, quote, text, heading, document, respondents.get(respondent)?.label ?? ''].join(' ')
}

const valueOrFirst = <T extends string>(values: readonly T[], value: string): T =>
  values.find((candidate) => candidate === value) ?? (values[0] as T)
