import type { Category } from '../../domain/persona.js'

/** Six seats per category, in seating order: trusting and distrusting, leading and following, each with its own voice. */
export const DEFAULT_PANELS: Readonly<Record<Category, readonly string[]>> = {
  fmcg: [
    'careful-parent',
    'budget-planner',
    'early-adopter',
    'label-reader',
    'creature-of-habit',
    'values-first-shopper',
  ],
  beauty: ['easy-going-joiner', 'label-reader', 'quality-seeker', 'careful-parent', 'home-carer', 'budget-planner'],
  food_drink: [
    'careful-parent',
    'budget-planner',
    'early-adopter',
    'label-reader',
    'creature-of-habit',
    'values-first-shopper',
  ],
  tech: [
    'early-adopter',
    'it-security-lead',
    'careful-parent',
    'evening-student',
    'allotment-retiree',
    'budget-planner',
  ],
  saas: [
    'procurement-lead',
    'growth-manager',
    'it-security-lead',
    'small-business-owner',
    'school-it-buyer',
    'second-career-baker',
  ],
  finance: [
    'budget-planner',
    'easy-going-joiner',
    'label-reader',
    'small-business-owner',
    'home-carer',
    'careful-parent',
  ],
  travel: [
    'quality-seeker',
    'careful-parent',
    'easy-going-joiner',
    'budget-planner',
    'allotment-retiree',
    'frequent-traveller',
  ],
  health: [
    'label-reader',
    'careful-parent',
    'allotment-retiree',
    'easy-going-joiner',
    'long-term-patient',
    'village-mechanic',
  ],
}
