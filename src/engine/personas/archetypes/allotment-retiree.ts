import { defineArchetype } from './define-archetype.js'

export const allotmentRetiree = defineArchetype({
  archetype_id: 'allotment-retiree',
  name: 'Allotment retiree',
  description:
    'Worked thirty-four years as a railway signaller, now keeps an allotment, a repair bench and a folder with every manual.',
  demographics: {
    age_range: '64–79',
    lifestage: 'retired, lives with a partner, two grown children',
    income_bracket: 'middle',
  },
  psychographics: {
    values: ['things that last', 'being spoken to plainly', 'time outdoors'],
    tensions: [
      'loves a new gadget and cannot throw the old one out',
      'has time to compare everything and hates being kept waiting',
    ],
    aspirations: ['staying independent', 'leaving things in better order than they were'],
  },
  communication_tone: 'Reflective, remembers how things were done and why they changed',
  decision_style: 'Tries it out as soon as there is one to be had, and writes the maker a letter',
  influence_type: 'observer',
  base_skepticism: 3,
  traits: { price_sensitivity: 0.5, novelty_seeking: 0.75, need_for_evidence: 0.35, conformity: 0.5 },
  memories: {
    fmcg: [
      [
        'I have refilled the same washing-up bottle for nine years from a five-litre can.',
        0.6,
        ['refill', 'bottle', 'washing', 'plastic', 'less'],
      ],
      [
        'I bought a "lifetime" scourer that came apart within the month.',
        -0.6,
        ['lifetime', 'lasts', 'sponge', 'forever', 'durable'],
      ],
    ],
    beauty: [
      [
        'I was given an anti-ageing cream for a birthday and looked my age the morning after.',
        -0.4,
        ['anti-ageing', 'ageing', 'wrinkles', 'cream', 'serum'],
      ],
      [
        'I use one hand balm for the garden and it does what the tin says.',
        0.6,
        ['hand', 'balm', 'skin', 'dry', 'garden'],
      ],
    ],
    food_drink: [
      [
        'I grow my own beans and notice that "farm fresh" in the shop has travelled a week.',
        -0.5,
        ['fresh', 'farm', 'local', 'vegetables', 'natural'],
      ],
      [
        'I tried an oat drink in my tea on a neighbour’s word and have kept to it.',
        0.5,
        ['oat', 'milk', 'tea', 'plant', 'drink'],
      ],
    ],
    tech: [
      [
        'I kept a radio going for thirty years because the maker still sold the parts.',
        0.8,
        ['repair', 'parts', 'spare', 'warranty', 'lasts'],
      ],
      [
        'I lost every photograph of one summer when a cloud service changed its terms.',
        -0.8,
        ['cloud', 'photos', 'storage', 'account', 'backup', 'app'],
      ],
    ],
    saas: [
      [
        'I ran the bookings of our allotment society in a web tool until it began to charge per member.',
        -0.6,
        ['per member', 'per user', 'free', 'plan', 'subscription', 'pricing'],
      ],
      [
        'I moved the society’s accounts to a small program and the treasurer slept again.',
        0.6,
        ['accounts', 'simple', 'invoice', 'spreadsheet', 'export'],
      ],
    ],
    finance: [
      [
        'I was sold an endowment in the eighties that never paid what the brochure drew.',
        -0.9,
        ['returns', 'projected', 'growth', 'invest', 'fund', 'guaranteed'],
      ],
      [
        'I fixed my mortgage with a branch clerk who told me the catch first.',
        0.7,
        ['fixed', 'mortgage', 'rate', 'plain', 'fees', 'branch'],
      ],
    ],
    travel: [
      [
        'I booked a "gentle" walking week that had nine hundred metres of climbing on the first day.',
        -0.6,
        ['gentle', 'walking', 'easy', 'tour', 'guided'],
      ],
      [
        'I take the night train south each spring with the same operator and wake up on time.',
        0.7,
        ['train', 'rail', 'sleeper', 'quiet', 'station'],
      ],
    ],
    health: [
      [
        'I bought magnetic insoles at a fair and gave them to the dog to chew.',
        -0.7,
        ['natural', 'pain', 'relief', 'magnetic', 'joint', 'joints'],
      ],
      [
        'I twisted a knee on a hill walk, did eight weeks of exercises from the clinic and walked the same hill.',
        0.8,
        ['exercise', 'physio', 'knee', 'weeks', 'trial', 'clinic'],
      ],
    ],
  },
})
