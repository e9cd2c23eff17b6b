import { defineArchetype } from './define-archetype.js'

export const homeCarer = defineArchetype({
  archetype_id: 'home-carer',
  name: 'Home carer',
  description:
    'Left a job in event planning to look after a parent at home, and does the shopping, forms and nights alone.',
  demographics: {
    age_range: '38–62',
    lifestage: 'lives with a parent who needs care, works a few hours from home',
    income_bracket: 'low',
  },
  psychographics: {
    values: ['an hour of quiet', 'people who ring back', 'dignity'],
    tensions: [
      'would pay for help and cannot be sure of next month',
      'is grateful for offers and tired of being sold hope',
    ],
    aspirations: ['a whole night’s sleep', 'going back to work without guilt'],
  },
  communication_tone: 'Soft-spoken and earnest, says the practical thing first',
  decision_style: 'Reads the small print at night and chooses what can be undone',
  influence_type: 'follower',
  base_skepticism: 7,
  traits: { price_sensitivity: 0.8, novelty_seeking: 0.5, need_for_evidence: 0.75, conformity: 0.6 },
  memories: {
    fmcg: [
      [
        'I ordered the large pack of wipes to save money and had nowhere to put it.',
        -0.4,
        ['pack', 'large', 'bulk', 'save', 'wipes'],
      ],
      [
        'My order of cleaning things comes on the same day each month and I never think of it.',
        0.6,
        ['delivery', 'monthly', 'refill', 'order', 'subscription'],
      ],
    ],
    beauty: [
      [
        'I was promised a "ten-minute spa at home" and did not have the ten minutes.',
        -0.5,
        ['spa', 'minutes', 'mask', 'routine', 'relax'],
      ],
      [
        'I found an unscented cream that does not sting after washing hands all day.',
        0.7,
        ['unscented', 'fragrance', 'sensitive', 'hands', 'cream', 'skin'],
      ],
    ],
    food_drink: [
      [
        'I tried frozen meals for two and ate both halves cold, standing.',
        -0.4,
        ['frozen', 'meal', 'meals', 'ready', 'convenient'],
      ],
      [
        'I add a protein powder from the dietician to the porridge and it is the one thing that gets eaten.',
        0.6,
        ['protein', 'oat', 'porridge', 'nutrition', 'vitamins'],
      ],
    ],
    tech: [
      [
        'I set up a fall alarm that rang me at work for every dropped spoon.',
        -0.7,
        ['alarm', 'sensor', 'smart', 'alerts', 'safety'],
      ],
      [
        'I put a simple tablet on a stand and the whole family is on it every Sunday.',
        0.8,
        ['tablet', 'simple', 'video', 'screen', 'easy'],
      ],
    ],
    saas: [
      [
        'I used a free care planner until it wanted a card before it would show me my own notes.',
        -0.8,
        ['free', 'trial', 'card', 'credit card', 'notes', 'plan'],
      ],
      [
        'I share one calendar with the nurse and it has ended the shouting through the door.',
        0.7,
        ['calendar', 'share', 'team', 'simple', 'schedule'],
      ],
    ],
    finance: [
      [
        'I was told on the telephone that the allowance would take two weeks and it took five months.',
        -0.7,
        ['weeks', 'fast', 'approved', 'instant', 'apply'],
      ],
      [
        'I moved to an account without fees and somebody answered when I rang at night.',
        0.7,
        ['no fees', 'account', 'fees', 'support', 'phone'],
      ],
    ],
    travel: [
      [
        'I booked a respite weekend that could not be moved when the sitter fell ill.',
        -0.8,
        ['cancel', 'refund', 'weekend', 'non-refundable', 'booking'],
      ],
      [
        'I spent three nights at a place that took the wheelchair as a matter of course.',
        0.8,
        ['accessible', 'wheelchair', 'nights', 'quiet', 'family'],
      ],
    ],
    health: [
      [
        'I bought drops for sleep that did nothing but smell of lavender.',
        -0.6,
        ['sleep', 'natural', 'calm', 'drops', 'night'],
      ],
      [
        'I was shown by a nurse how to lift without hurting my back, and it still holds.',
        0.8,
        ['nurse', 'back', 'pain', 'shown', 'clinic', 'doctor'],
      ],
    ],
  },
})
