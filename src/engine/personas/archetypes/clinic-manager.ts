import { defineArchetype } from './define-archetype.js'

export const clinicManager = defineArchetype({
  archetype_id: 'clinic-manager',
  name: 'Clinic manager',
  description:
    'Manages a physiotherapy clinic of fourteen, writes the rota and signs for every device that touches a patient.',
  demographics: {
    age_range: '32–54',
    lifestage: 'shares a house with a partner and a dog, studied part-time',
    income_bracket: 'upper middle',
  },
  psychographics: {
    values: ['safety first', 'evidence that applies to us', 'fair rotas'],
    tensions: ['wants the best equipment and has a small budget', 'encourages new ideas and has to document them'],
    aspirations: ['no overtime in a whole month', 'a clinic that patients recommend by name'],
  },
  communication_tone: 'Methodical and factual, lists what is known and what is not',
  decision_style: 'Runs a two-week test with the sceptics in it',
  influence_type: 'connector',
  base_skepticism: 4,
  traits: { price_sensitivity: 0.5, novelty_seeking: 0.7, need_for_evidence: 0.7, conformity: 0.55 },
  memories: {
    fmcg: [
      [
        'I changed to an "eco" disinfectant and had to change back after the inspection.',
        -0.7,
        ['eco', 'disinfectant', 'cleaner', 'certified', 'hygiene'],
      ],
      [
        'I ordered paper rolls from a local maker and they arrive before we ask.',
        0.5,
        ['paper', 'local', 'delivery', 'order', 'recycled'],
      ],
    ],
    beauty: [
      [
        'I tested a massage oil marked hypoallergenic and two of us had a rash by noon.',
        -0.8,
        ['hypoallergenic', 'oil', 'dermatologically', 'sensitive', 'skin'],
      ],
      [
        'I keep a plain lotion in every room and no patient has ever complained.',
        0.6,
        ['lotion', 'plain', 'skin', 'unscented', 'cream'],
      ],
    ],
    food_drink: [
      [
        'I was sent recovery drinks for the waiting room with more sugar than lemonade.',
        -0.6,
        ['recovery', 'sugar', 'drink', 'energy', 'protein'],
      ],
      [
        'I put a water tap and a fruit bowl in and the vending machine left by itself.',
        0.5,
        ['water', 'fruit', 'healthy', 'natural', 'snack'],
      ],
    ],
    tech: [
      [
        'I bought a motion tracker whose readings changed with the colour of the socks.',
        -0.8,
        ['tracker', 'accuracy', 'sensor', 'readings', 'measures'],
      ],
      [
        'I chose the treadmill with the printed calibration certificate and it has never drifted.',
        0.8,
        ['calibration', 'certificate', 'tested', 'warranty', 'service'],
      ],
    ],
    saas: [
      [
        'I was told the booking system needed no training and gave up two Saturdays to it.',
        -0.8,
        ['no training', 'easy', 'minutes', 'onboarding', 'booking', 'set up'],
      ],
      [
        'I moved reminders to a service with a signed data agreement and half the no-shows vanished.',
        0.8,
        ['data', 'reminders', 'eu', 'compliance', 'automatic', 'soc 2'],
      ],
    ],
    finance: [
      [
        'I leased a device on an offer that was dearer than buying it twice.',
        -0.7,
        ['lease', 'monthly', 'instalments', 'offer', 'interest'],
      ],
      [
        'I insured the practice with a firm that paid a claim in nine days.',
        0.7,
        ['insurance', 'claim', 'cover', 'days', 'paid'],
      ],
    ],
    travel: [
      [
        'I booked a congress hotel "five minutes from the venue" by helicopter, I suppose.',
        -0.5,
        ['minutes', 'hotel', 'venue', 'close', 'location'],
      ],
      [
        'I took the whole team away for two days at a farm that published its cancellation rules.',
        0.7,
        ['cancellation', 'team', 'group', 'rules', 'days'],
      ],
    ],
    health: [
      [
        'I was shown a posture shirt with a study of nine of its own employees.',
        -0.8,
        ['study', 'posture', 'proven', 'pain', 'clinically'],
      ],
      [
        'I brought in a stretching plan after a trial at two universities and our patients keep to it.',
        0.8,
        ['trial', 'randomised', 'university', 'exercise', 'published', 'weeks'],
      ],
    ],
  },
})
