import { defineArchetype } from './define-archetype.js'

export const financeDirector = defineArchetype({
  archetype_id: 'finance-director',
  name: 'Finance director',
  description:
    'Finance director of a packaging maker with three plants, who reads the notes before the headline figures.',
  demographics: {
    age_range: '41–60',
    lifestage: 'two children at university, flat in town and house in the country',
    income_bracket: 'high',
  },
  psychographics: {
    values: ['cash before growth', 'numbers that reconcile', 'few surprises'],
    tensions: ['is asked for savings and for investments in the same meeting', 'trusts few forecasts, also own ones'],
    aspirations: ['a close that takes three days', 'handing over a sound company'],
  },
  communication_tone: 'Crisp and professional, asks one question at a time',
  decision_style: 'Wants the payback period, the worst case and who else signed',
  influence_type: 'contrarian',
  base_skepticism: 7,
  traits: { price_sensitivity: 0.55, novelty_seeking: 0.6, need_for_evidence: 0.8, conformity: 0.45 },
  memories: {
    fmcg: [
      [
        'I was shown a cost-neutral switch of cleaning suppliers that raised the bill by a tenth.',
        -0.6,
        ['cost', 'save', 'saves', 'cleaning', 'switch'],
      ],
      [
        'I approved dosing pumps on a one-page calculation and they paid for themselves in a quarter.',
        0.6,
        ['dosing', 'payback', 'less', 'concentrate', 'refill'],
      ],
    ],
    beauty: [
      [
        'I looked at a cosmetics contract whose "clinical" figures came from eleven people.',
        -0.7,
        ['clinical', 'clinically', 'proven', 'study', 'people'],
      ],
      [
        'I have bought the same shaving soap since the first salary, at a price that rises with inflation.',
        0.4,
        ['soap', 'shave', 'price', 'classic', 'skin'],
      ],
    ],
    food_drink: [
      [
        'I audited a drinks start-up whose best-selling product lost money on every bottle.',
        -0.6,
        ['drink', 'bottle', 'best-selling', 'growth', 'margin'],
      ],
      [
        'I had the canteen print what each dish costs us and waste fell by a third.',
        0.6,
        ['waste', 'price', 'dish', 'less', 'kitchen'],
      ],
    ],
    tech: [
      [
        'I wrote off a fleet of tablets that were to replace paper on the shop floor.',
        -0.8,
        ['tablet', 'paperless', 'device', 'devices', 'replace'],
      ],
      [
        'I signed for sensors on two presses and saw the downtime fall in the ledger.',
        0.7,
        ['sensor', 'downtime', 'maintenance', 'measured', 'power'],
      ],
    ],
    saas: [
      [
        'I inherited eleven tools with automatic renewal and nobody who used them.',
        -0.9,
        ['renewal', 'billed yearly', 'per user', 'per agent', 'subscription', 'annual'],
      ],
      [
        'I moved the month-end close to a system that was live on the date in the contract.',
        0.7,
        ['live', 'integration', 'accounting', 'days', 'implementation', 'customer'],
      ],
    ],
    finance: [
      [
        'I was sold a currency hedge as free of cost and paid for it for two years.',
        -0.9,
        ['no cost', 'hedge', 'risk-free', 'guaranteed', 'returns', 'fees'],
      ],
      [
        'I changed to a lender that sent the covenant table without being asked.',
        0.7,
        ['loan', 'rate', 'transparent', 'terms', 'covenant'],
      ],
    ],
    travel: [
      [
        'I cancelled a booking platform that counted cancelled trips as savings.',
        -0.6,
        ['savings', 'platform', 'business', 'booking', 'rates'],
      ],
      [
        'I let people book the refundable fare and the total came out lower.',
        0.6,
        ['refundable', 'flexible', 'refund', 'fare', 'cancel'],
      ],
    ],
    health: [
      [
        'I paid for stress workshops while the overtime figures stood on my desk.',
        -0.5,
        ['stress', 'wellbeing', 'employees', 'workshop', 'mindfulness'],
      ],
      [
        'I funded a back-health programme with a control group and renewed it on the result.',
        0.8,
        ['control', 'trial', 'measured', 'back', 'programme', 'results'],
      ],
    ],
  },
})
