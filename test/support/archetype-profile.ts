import type { Archetype } from '../../src/domain/personas/persona.js'
import type { PersonaProfile } from '../../src/domain/personas/persona-profile.js'

const two = (value: number): number => Math.round(Math.min(1, Math.max(0, value)) * 100) / 100

/** The level of the first threshold that `value` is above, else the last. */
function byTrait<T extends string>(value: number, thresholds: readonly [number, T][], otherwise: T): T {
  return thresholds.find(([above]) => value > above)?.[1] ?? otherwise
}

/** A built-in archetype as a synthetic user: a whole profile without making a set. */
export function profileOfArchetype(archetype: Archetype): PersonaProfile {
  const { traits, psychographics, memories } = archetype
  const of = (sign: -1 | 1) => memories.filter(({ valence }) => Math.sign(valence) === sign).map(({ text }) => text)
  const [low = 30, high = low] = (archetype.demographics.age_range.match(/\d+/g) ?? []).map(Number)
  const fields = {
    pain_points: of(-1).slice(0, 3),
    goals: psychographics.aspirations,
    fears: psychographics.tensions,
    values: psychographics.values,
    evaluation_criteria: [archetype.decision_style],
    deal_breakers: of(-1).slice(3, 5),
    delight_triggers: of(1).slice(0, 3),
    referral_triggers: of(1).slice(3, 4),
  }
  const given = [
    'archetype',
    'role',
    ...Object.entries(fields).flatMap(([field, texts]) => texts.map((_, index) => `${field}.${index}`)),
  ]
  return {
    id: archetype.archetype_id,
    name: archetype.name,
    age: Math.round((low + high) / 2),
    archetype: archetype.name,
    variation: '',
    edge_case: null,
    own_words: [],
    role: archetype.description,
    experience_level: byTrait(
      traits.need_for_evidence,
      [
        [0.75, 'Expert'],
        [0.4, 'Intermediate'],
      ],
      'Novice',
    ),
    company_size: 'None',
    tech_stack: [],
    ...fields,
    risk_tolerance: two((0.9 - traits.need_for_evidence) / 0.55),
    patience_level: two(1 - (archetype.base_skepticism - 1) / 9),
    tech_adoption: adoptionOf(traits.novelty_seeking),
    learning_style:
      traits.conformity > 0.5
        ? 'Peer learning'
        : byTrait(traits.need_for_evidence, [[0.6, 'Documentation']], 'Trial-error'),
    typical_workflow: archetype.demographics.lifestage,
    time_availability: 'not known',
    collaboration_style: byTrait(
      traits.conformity,
      [
        [0.55, 'Community-driven'],
        [0.4, 'Team'],
      ],
      'Solo',
    ),
    context: [],
    state: {},
    history: [],
    confidence_score: 0,
    calibration: { hits: 0, trials: 0 },
    source: 'built-in archetype',
    sources: given.map((field) => ({ field, basis: 'given', passage_id: null, quote: '' })),
  }
}

function adoptionOf(novelty: number): PersonaProfile['tech_adoption'] {
  if (novelty > 0.775) return 'Early adopter'
  if (novelty >= 0.5) return 'Early majority'
  return novelty >= 0.235 ? 'Late majority' : 'Laggard'
}
