/**
 * The built-in archetypes in display order: fourteen who buy for themselves, ten who buy for an organisation. Each is a
 * file of `data/archetypes/`. A persona set cannot have one of these names.
 */
export const ARCHETYPE_IDS: readonly string[] = [
  'careful-parent',
  'budget-planner',
  'early-adopter',
  'label-reader',
  'creature-of-habit',
  'values-first-shopper',
  'quality-seeker',
  'easy-going-joiner',
  'allotment-retiree',
  'home-carer',
  'evening-student',
  'frequent-traveller',
  'village-mechanic',
  'long-term-patient',
  'procurement-lead',
  'it-security-lead',
  'small-business-owner',
  'growth-manager',
  'finance-director',
  'clinic-manager',
  'second-career-baker',
  'operations-head',
  'works-council-chair',
  'school-it-buyer',
]
