import { defineArchetype } from './define-archetype.js'

export const eveningStudent = defineArchetype({
  archetype_id: 'evening-student',
  name: 'Evening student',
  description: 'Stacks shelves by day, studies statistics in the evening and marks the errors in adverts on the bus.',
  demographics: { age_range: '19–27', lifestage: 'rents a room in a shared flat', income_bracket: 'low' },
  psychographics: {
    values: ['being right for the right reason', 'not being played', 'time to study'],
    tensions: [
      'mocks advertising and knows the jingles by heart',
      'has little money and hates cheap things that break',
    ],
    aspirations: ['a degree without debt', 'work that is not about selling'],
  },
  communication_tone: 'Wry and sardonic, one eyebrow up',
  decision_style: 'Looks for the catch, then for the study, then does without',
  influence_type: 'contrarian',
  base_skepticism: 8,
  traits: { price_sensitivity: 0.85, novelty_seeking: 0.3, need_for_evidence: 0.9, conformity: 0.2 },
  memories: {
    fmcg: [
      [
        'I counted the sheets of a "now longer" roll on a slow shift and it was shorter.',
        -0.7,
        ['longer', 'roll', 'more', 'pack', 'sheets'],
      ],
      [
        'I found that the shop’s own detergent is made in the same building as the famous one.',
        0.5,
        ['own', 'brand', 'detergent', 'leading', 'same'],
      ],
    ],
    beauty: [
      [
        'I read the footnote of a shampoo that "79% agreed" with: it was thirty-one people.',
        -0.7,
        ['agree', 'agreed', 'shampoo', 'clinically', 'proven', 'study'],
      ],
      [
        'I asked a pharmacist for the plainest sunscreen and have burned no more.',
        0.6,
        ['sunscreen', 'plain', 'skin', 'spf', 'protect'],
      ],
    ],
    food_drink: [
      [
        'I lived on a meal drink for a week for a bet and lost three kilos and the bet.',
        -0.6,
        ['drink', 'meal', 'full', 'shake', 'protein', 'hours'],
      ],
      [
        'I cook beans on Sunday for five days and that is the whole secret.',
        0.5,
        ['beans', 'cheap', 'plant', 'cook', 'lunch'],
      ],
    ],
    tech: [
      [
        'I was sold a refurbished laptop as new and got my money back with the purchase law printed out.',
        -0.7,
        ['refurbished', 'new', 'laptop', 'refund', 'warranty'],
      ],
      [
        'I have used the same open keyboard firmware for years because anybody can read it.',
        0.6,
        ['open', 'keyboard', 'source', 'privacy', 'data'],
      ],
    ],
    saas: [
      [
        'I ran out of a "student forever" plan on the day I changed my address.',
        -0.8,
        ['student', 'free', 'forever', 'plan', 'price', 'launch price'],
      ],
      [
        'I keep my notes in a tool that exports to plain text with one key.',
        0.7,
        ['notes', 'export', 'plain', 'simple', 'sync'],
      ],
    ],
    finance: [
      [
        'I tried a trading app with play money and saw that the losers are not in the pictures.',
        -0.8,
        ['trading', 'app', 'invest', 'returns', 'profit', 'money'],
      ],
      [
        'I put twenty a month into an index fund whose leaflet gave the bad years first.',
        0.6,
        ['fund', 'fees', 'index', 'monthly', 'transparent'],
      ],
    ],
    travel: [
      ['I took a one-euro flight and paid forty for the bag.', -0.8, ['flight', 'cheap', 'bag', 'fee', 'fees', 'only']],
      [
        'I crossed three countries on a rail pass and it cost what they said.',
        0.7,
        ['rail', 'pass', 'train', 'price', 'included'],
      ],
    ],
    health: [
      [
        'I looked up the study behind a brain supplement and it was about mice.',
        -0.8,
        ['study', 'brain', 'supplement', 'focus', 'memory', 'proven'],
      ],
      [
        'I ran a free plan from the university sports department and finished ten kilometres.',
        0.7,
        ['plan', 'run', 'training', 'weeks', 'university', 'programme'],
      ],
    ],
  },
})
