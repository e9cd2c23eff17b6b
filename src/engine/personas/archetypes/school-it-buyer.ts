import { defineArchetype } from './define-archetype.js'

export const schoolItBuyer = defineArchetype({
  archetype_id: 'school-it-buyer',
  name: 'School IT buyer',
  description:
    'Looks after 640 laptops at two secondary schools, buys in June for September and counts the chargers each Friday.',
  demographics: {
    age_range: '25–41',
    lifestage: 'lives with a partner, coaches a swimming team',
    income_bracket: 'lower middle',
  },
  psychographics: {
    values: ['things that teenagers cannot break', 'privacy for pupils', 'one form instead of five'],
    tensions: ['is offered a lot for free and pays for it in hours', 'has a budget once a year and needs all year'],
    aspirations: ['a first week of term without a queue at the door', 'machines that see a fifth summer'],
  },
  communication_tone: 'Plain and friendly, gives a number where others give an adjective',
  decision_style: 'Gives one to the worst class in the school and buys what survives the half-term',
  influence_type: 'observer',
  base_skepticism: 6,
  traits: { price_sensitivity: 0.9, novelty_seeking: 0.4, need_for_evidence: 0.65, conformity: 0.5 },
  memories: {
    fmcg: [
      [
        'I bought screen wipes by the crate that left a stripe on every one of 300 screens.',
        -0.5,
        ['wipes', 'screen', 'streak-free', 'clean', 'bulk'],
      ],
      [
        'I changed to refillable markers in thirty rooms and the order fell to a third.',
        0.7,
        ['refill', 'refillable', 'waste', 'pack', 'less'],
      ],
    ],
    beauty: [
      [
        'I used a "chlorine-proof" conditioner from the pool shop for a season and my hair went green.',
        -0.5,
        ['conditioner', 'hair', 'protect', 'shampoo', 'repair'],
      ],
      [
        'I share a big bottle of plain lotion with the swimming team, and nobody scratches.',
        0.5,
        ['lotion', 'plain', 'skin', 'dry', 'body'],
      ],
    ],
    food_drink: [
      [
        'I tried the recovery drink a parent sold at the pool gate and sank like a chair.',
        -0.5,
        ['recovery', 'drink', 'protein', 'sports', 'energy'],
      ],
      [
        'I live on overnight oats in term time because they are ready at six.',
        0.6,
        ['oats', 'oat', 'breakfast', 'ready', 'full'],
      ],
    ],
    tech: [
      [
        'I opened a "school-proof" laptop with a coin, which a twelve-year-old had shown me.',
        -0.7,
        ['rugged', 'laptop', 'durable', 'proof', 'tough', 'drop'],
      ],
      [
        'I bought a model whose keyboards cost less than a school lunch for two and change in four minutes.',
        0.8,
        ['repair', 'repairable', 'spare', 'parts', 'keyboard', 'laptop'],
      ],
    ],
    saas: [
      [
        'I was given a learning platform free for a year, and the offer for the second came in October.',
        -0.9,
        ['free', 'platform', 'learning', 'per user', 'renewal', 'year'],
      ],
      [
        'I moved two schools to a sign-on that the office staff can reset themselves.',
        0.8,
        ['login', 'sign-on', 'reset', 'accounts', 'password', 'simple', 'admin'],
      ],
      [
        'I asked eleven suppliers where the pupils’ data lies and four of them knew.',
        -0.6,
        ['data', 'privacy', 'gdpr', 'stored', 'cloud', 'secure'],
      ],
    ],
    finance: [
      [
        'I leased a trolley of tablets, and the last instalment was dearer than the trolley.',
        -0.7,
        ['lease', 'instalments', 'monthly', 'payments', 'finance'],
      ],
      [
        'I opened an account that shows each bill before it comes, and stopped counting on the bus.',
        0.6,
        ['account', 'bills', 'app', 'budget', 'notifications'],
      ],
    ],
    travel: [
      [
        'I booked a hostel for the team with "pool nearby", and it was a pool hall.',
        -0.5,
        ['hostel', 'pool', 'nearby', 'group', 'minutes'],
      ],
      [
        'I went by rail with twenty swimmers on one group ticket, and all twenty came home.',
        0.8,
        ['rail', 'train', 'group', 'ticket', 'price'],
      ],
    ],
    health: [
      [
        'I wore blue-light glasses for a term and my eyes were exactly as tired.',
        -0.5,
        ['eyes', 'glasses', 'blue-light', 'screen', 'tired'],
      ],
      [
        'I got my shoulder back with a plan of six exercises that the federation gives away.',
        0.7,
        ['exercises', 'shoulder', 'plan', 'free', 'weeks', 'training'],
      ],
    ],
  },
})
