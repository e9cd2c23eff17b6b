import { defineArchetype } from './define-archetype.js'

export const valuesFirstShopper = defineArchetype({
  archetype_id: 'values-first-shopper',
  name: 'Values-first shopper',
  description: 'Teaches music, buys less but better, and wants to know who pays for a low price.',
  demographics: {
    age_range: '27–55',
    lifestage: 'in a long relationship, rents a flat with a shared yard',
    income_bracket: 'middle',
  },
  psychographics: {
    values: ['treading lightly on the planet', 'fair pay for the people who make it', 'less waste'],
    tensions: ['wants to believe green promises and has been fooled by them', 'feels guilty about comfort'],
    aspirations: ['a kitchen without plastic', 'supporting small honest makers'],
  },
  communication_tone: 'Gentle and thoughtful, doubts own judgement aloud',
  decision_style: 'Looks up who is behind a product, then decides by conscience',
  influence_type: 'follower',
  base_skepticism: 5,
  traits: { price_sensitivity: 0.45, novelty_seeking: 0.6, need_for_evidence: 0.6, conformity: 0.65 },
  memories: {
    fmcg: [
      [
        'I bought bin bags marked "compostable" for a year before I read that no plant near me takes them.',
        -0.8,
        ['compostable', 'biodegradable', 'sustainable', 'eco', 'eco-friendly', 'planet'],
      ],
      [
        'I visited the soap cooperative whose bars I buy and met the people who cut them.',
        0.8,
        ['cooperative', 'handmade', 'fairtrade', 'small', 'workers', 'village'],
      ],
    ],
    beauty: [
      [
        'I loved a "clean" brand until I learned which group owns it and what else they sell.',
        -0.7,
        ['clean', 'natural', 'vegan', 'cruelty-free', 'green', 'conscious'],
      ],
      [
        'I refilled one glass jar of cream eleven times and felt absurdly proud of it.',
        0.7,
        ['refill', 'refillable', 'glass', 'jar', 'packaging'],
      ],
    ],
    food_drink: [
      [
        'I gave up dairy for a month and the oat drink from the mill near us made me stay with it.',
        0.8,
        ['oat', 'oats', 'dairy', 'plant', 'milk', 'mill', 'grown'],
      ],
      [
        'I trusted a "carbon neutral" label until the forest behind it burned down in the news.',
        -0.8,
        ['carbon', 'sustainable', 'climate', 'planet', 'offset', 'neutral'],
      ],
      [
        'I pay a little more at the farm shop because I can see the cows from the till.',
        0.5,
        ['farm', 'local', 'organic', 'british', 'field'],
      ],
    ],
    tech: [
      [
        'I opened my phone with a hair-dryer and a borrowed tool because nobody would change the battery.',
        -0.6,
        ['battery', 'repair', 'sealed', 'phone', 'device'],
      ],
      [
        'I bought a modular phone and replaced its screen myself at the kitchen table.',
        0.8,
        ['repairable', 'modular', 'spare', 'parts', 'repair', 'recycled'],
      ],
    ],
    saas: [
      [
        'I used a free lesson-booking tool and my pupils’ parents began to get advertising.',
        -0.8,
        ['free', 'booking', 'data', 'tracking', 'ads', 'privacy'],
      ],
      [
        'I joined a small bookkeeping service that answers by name, and I look forward to the invoices almost.',
        0.6,
        ['bookkeeping', 'invoices', 'support', 'human', 'small'],
      ],
    ],
    finance: [
      [
        'I moved my pension into a "green" fund and found an airport in its list of holdings.',
        -0.7,
        ['green', 'ethical', 'fund', 'esg', 'sustainable', 'pension'],
      ],
      [
        'I changed to a bank that publishes every loan it makes, and I sleep better.',
        0.7,
        ['ethical', 'bank', 'transparent', 'publishes', 'loans', 'account'],
      ],
    ],
    travel: [
      [
        'I stayed in an "eco resort" that ran its pool lights all night.',
        -0.7,
        ['eco', 'resort', 'pool', 'sustainable', 'retreat', 'green'],
      ],
      [
        'I went to Lisbon by train in three days and arrived already rested.',
        0.7,
        ['train', 'rail', 'slow', 'bike', 'walking'],
      ],
    ],
    health: [
      [
        'I bought a herbal sleep tea from a beautiful box and lay awake composing a complaint.',
        -0.5,
        ['herbal', 'natural', 'tea', 'sleep', 'plant-based', 'remedy'],
      ],
      [
        'I found a physiotherapist who sent me home with two exercises and no bill for a third visit.',
        0.7,
        ['exercises', 'back', 'pain', 'therapist', 'posture'],
      ],
    ],
  },
})
