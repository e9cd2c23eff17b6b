import { defineArchetype } from './define-archetype.js'

export const labelReader = defineArchetype({
  archetype_id: 'label-reader',
  name: 'Label reader',
  description:
    'Laboratory technician who checks what is claimed against what is declared, and writes to the maker when it differs.',
  demographics: { age_range: '35–64', lifestage: 'lives alone', income_bracket: 'middle' },
  psychographics: {
    values: ['evidence before opinion', 'accuracy', 'clear ingredient lists'],
    tensions: [
      'wishes to be convinced and looks for the flaw',
      'enjoys good things and distrusts enjoyment as an argument',
    ],
    aspirations: ['buying only what does what it says', 'staying healthy without fads'],
  },
  communication_tone: 'Precise and factual, qualifies every statement',
  decision_style: 'Reads the small print first, decides after checking one fact independently',
  influence_type: 'contrarian',
  base_skepticism: 8,
  traits: { price_sensitivity: 0.4, novelty_seeking: 0.4, need_for_evidence: 0.95, conformity: 0.15 },
  memories: {
    fmcg: [
      [
        'I asked a maker how "kills 99.9 % of germs" was tested and got a voucher instead of an answer.',
        -0.7,
        ['99.9', 'germs', 'bacteria', 'kills', 'hygiene', 'clean'],
      ],
      [
        'I bought a detergent because it printed its test conditions on the side, and the claim held.',
        0.7,
        ['tested', 'test', 'washes', 'degrees', 'results', 'independent'],
      ],
    ],
    beauty: [
      [
        'I read the study behind a wrinkle cream and found eleven participants and no control group.',
        -0.8,
        ['clinically', 'wrinkles', 'anti-ageing', 'study', 'proven', 'lines', 'agreed'],
      ],
      [
        'I use a plain urea cream whose percentage is on the front, and it does exactly that.',
        0.6,
        ['urea', 'percent', 'concentration', 'dry', 'skin', 'cream'],
      ],
    ],
    food_drink: [
      [
        'I compared a "40% less sugar" drink with its predecessor and the serving had become smaller.',
        -0.7,
        ['less sugar', '40', 'sugar', 'calories', 'light', 'reduced'],
      ],
      [
        'I bought an oat drink for its short ingredient list and have had no reason to change.',
        0.6,
        ['oat', 'oats', 'water', 'salt', 'ingredients', 'nothing else', 'additives'],
      ],
      [
        'I believed "high in protein" until I did the sum per portion.',
        -0.5,
        ['protein', 'high in', 'source of', 'full', 'energy'],
      ],
    ],
    tech: [
      [
        'I measured the battery of a "20-hour" speaker with a stopwatch and got eleven.',
        -0.7,
        ['battery', 'hours', 'life', 'charge', 'speaker'],
      ],
      [
        'I chose a router by its published test protocol, and six years later it still meets it.',
        0.6,
        ['tested', 'benchmark', 'router', 'wi-fi', 'specification'],
      ],
    ],
    saas: [
      [
        'I was shown a dashboard with an "accuracy of 98%" and nobody could tell me of what.',
        -0.8,
        ['accuracy', 'ai', 'dashboard', 'insights', 'predict', 'analytics'],
      ],
      [
        'I introduced a sample-tracking system at the lab that listed its known bugs, and trusted it for that.',
        0.7,
        ['tracking', 'audit', 'log', 'changelog', 'transparent', 'compliance'],
      ],
    ],
    finance: [
      [
        'I was sold a fund by its best five years and bought it just before its worst two.',
        -0.7,
        ['fund', 'returns', 'performance', 'annual', 'invest', 'growth'],
      ],
      [
        'I keep a tracker with one number on its cost page, and that number was right.',
        0.6,
        ['fee', 'tracker', 'index', 'cost', 'transparent', 'charge'],
      ],
    ],
    travel: [
      [
        'I measured the "five minutes from the beach" at a brisk walk and needed nineteen.',
        -0.6,
        ['minutes', 'beach', 'walk', 'centre', 'steps from', 'sea'],
      ],
      [
        'I booked a small hotel that listed its own drawbacks and found it better than described.',
        0.7,
        ['hotel', 'honest', 'rooms', 'quiet', 'small'],
      ],
    ],
    health: [
      [
        'I looked up a joint supplement’s trial and it had been stopped for lack of effect.',
        -0.8,
        ['joint', 'supplement', 'trial', 'clinically', 'proven', 'collagen'],
      ],
      [
        'I was given a vaccine leaflet with all the numbers in it and felt respected for once.',
        0.6,
        ['side effects', 'trial', 'placebo', 'doctor', 'evidence', 'published'],
      ],
    ],
  },
})
