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
  beauty: [
    'easy-going-joiner',
    'label-reader',
    'quality-seeker',
    'careful-parent',
    'values-first-shopper',
    'budget-planner',
  ],
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
    'quality-seeker',
    'creature-of-habit',
    'budget-planner',
  ],
  saas: [
    'procurement-lead',
    'growth-manager',
    'it-security-lead',
    'small-business-owner',
    'quality-seeker',
    'values-first-shopper',
  ],
  finance: [
    'budget-planner',
    'easy-going-joiner',
    'label-reader',
    'small-business-owner',
    'values-first-shopper',
    'careful-parent',
  ],
  travel: [
    'quality-seeker',
    'careful-parent',
    'easy-going-joiner',
    'budget-planner',
    'creature-of-habit',
    'values-first-shopper',
  ],
  health: [
    'label-reader',
    'careful-parent',
    'creature-of-habit',
    'easy-going-joiner',
    'quality-seeker',
    'values-first-shopper',
  ],
}
