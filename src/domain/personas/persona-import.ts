import { z } from 'zod'
import { PersonaProfile } from './persona-profile.js'
import { PersonaSetDocument } from './persona-set.js'

const AGE_UNKNOWN = 40
const OWN_FIELDS = { variation: '', edge_case: null, context: [], calibration: { hits: 0, trials: 0 } } as const
/** Fields of the SUTS specification that state something about a person. */
const STATED_FIELDS = [
  'archetype',
  'role',
  'experience_level',
  'company_size',
  'risk_tolerance',
  'patience_level',
  'tech_adoption',
  'learning_style',
  'collaboration_style',
  'typical_workflow',
  'time_availability',
] as const
const STATED_LISTS = [
  'tech_stack',
  'pain_points',
  'goals',
  'fears',
  'values',
  'evaluation_criteria',
  'deal_breakers',
  'delight_triggers',
  'referral_triggers',
] as const

/** A profile with the fields of the SUTS specification only. Our fields are filled in, and `sources` marks them. */
const SpecificationProfile = z.preprocess((imported) => {
  if (imported === null || typeof imported !== 'object' || Array.isArray(imported)) return imported
  const profile = imported as Record<string, unknown>
  if ('sources' in profile) return profile
  const listFields = STATED_LISTS.flatMap((field) =>
    Array.isArray(profile[field]) ? (profile[field] as unknown[]).map((_, index) => `${field}.${index}`) : [],
  )
  const source = (field: string, basis: 'given' | 'assumed') => ({ field, basis, passage_id: null, quote: '' })
  const sources = [...STATED_FIELDS, ...listFields].map((field) => source(field, 'given'))
  for (const field of ['age', 'minutes_per_day'] as const)
    sources.push(source(field, profile[field] === undefined ? 'assumed' : 'given'))
  return {
    ...OWN_FIELDS,
    name: profile.id,
    age: AGE_UNKNOWN,
    state: {},
    history: [],
    source: 'import',
    confidence_score: 0,
    ...profile,
    sources,
  }
}, PersonaProfile)

/** An import: an exported set, or a list of profiles of the SUTS specification. */
export const ImportedSet = z.union([
  PersonaSetDocument,
  z
    .array(SpecificationProfile)
    .min(1, 'The list of personas is empty.')
    .max(1_000, 'A persona set has at most 1,000 people.'),
])
export type ImportedSet = z.infer<typeof ImportedSet>
