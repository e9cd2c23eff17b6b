import { defineArchetype } from './define-archetype.js'

export const easyGoingJoiner = defineArchetype({
  archetype_id: 'easy-going-joiner',
  name: 'Easy-going joiner',
  description:
    'In the second year of paramedic training, takes tips from friends and enjoys doing what the group does.',
  demographics: { age_range: '19–29', lifestage: 'single, shares a house with four others', income_bracket: 'low' },
  psychographics: {
    values: ['time with friends', 'feeling good', 'fun without fuss'],
    tensions: ['is generous on pay day and broke by the twentieth', 'goes along and wonders later'],
    aspirations: ['a treat at the end of a shift', 'being part of something'],
  },
  communication_tone: 'Upbeat and breezy, agrees easily',
  decision_style: 'Buys what friends have and likes',
  influence_type: 'follower',
  base_skepticism: 2,
  traits: { price_sensitivity: 0.7, novelty_seeking: 0.65, need_for_evidence: 0.2, conformity: 0.88 },
  memories: {
    fmcg: [
      [
        'I bought the cleaning paste everybody was posting about and our bath has never looked like that again.',
        0.7,
        ['cleaning', 'clean', 'everyone', 'viral', 'bathroom', 'sparkling'],
      ],
      [
        'I got a bulk deal on dry shampoo with the house and half of it is still under the stairs.',
        -0.4,
        ['bulk', 'deal', 'pack', 'offer', 'shampoo'],
      ],
    ],
    beauty: [
      [
        'I did the ten-step routine with my housemates and broke out before our exam photos.',
        -0.6,
        ['routine', 'step', 'skin', 'glow', 'mask', 'acid'],
      ],
      [
        'I was lent a lip balm on a night shift and have bought six since.',
        0.7,
        ['lip', 'balm', 'dry', 'moisture', 'soft'],
      ],
    ],
    food_drink: [
      [
        'I drink oat in my iced coffee because the whole station does, and I like it now.',
        0.7,
        ['oat', 'coffee', 'iced', 'milk', 'plant'],
      ],
      [
        'I joined a juice cleanse with two friends and fainted in anatomy.',
        -0.8,
        ['cleanse', 'juice', 'detox', 'diet', 'fasting'],
      ],
      [
        'I always say yes to a snack that somebody passes round at the station at four in the morning.',
        0.4,
        ['snack', 'bar', 'share', 'chocolate', 'energy'],
      ],
    ],
    tech: [
      [
        'I bought the wrong charger three times because everything online says "universal".',
        -0.5,
        ['universal', 'charger', 'compatible', 'usb', 'cable'],
      ],
      [
        'I put up light strips with my housemates and our kitchen became the place to be.',
        0.7,
        ['lights', 'light', 'colour', 'music', 'party', 'speaker'],
      ],
    ],
    saas: [
      [
        'I tried three shift-swap apps with my year and we ended up in a group chat again.',
        -0.4,
        ['shift', 'swap', 'app', 'schedule', 'team', 'chat'],
      ],
      [
        'I pass my exams with a flashcard tool that reminds me before I forget.',
        0.8,
        ['learn', 'learning', 'reminds', 'reminders', 'cards', 'course', 'ai'],
      ],
    ],
    finance: [
      [
        'I split a sofa into "three easy payments" and the third one bounced.',
        -0.8,
        ['pay later', 'instalments', 'payments', 'interest-free', 'split', 'credit'],
      ],
      [
        'I share house costs in an app and nobody has argued about the milk since.',
        0.7,
        ['split', 'share', 'app', 'friends', 'bills', 'account'],
      ],
    ],
    travel: [
      [
        'I joined a "last seats" trip to a festival and slept in the coach park.',
        -0.6,
        ['last seats', 'festival', 'trip', 'coach', 'seats', 'deal'],
      ],
      [
        'I went camping with nine people I hardly knew and they are my friends now.',
        0.9,
        ['camping', 'group', 'friends', 'adventure', 'weekend', 'together'],
      ],
    ],
    health: [
      [
        'I took pre-workout powder from a gym friend and could not hold a pen for an hour.',
        -0.7,
        ['powder', 'workout', 'energy', 'boost', 'pre-workout', 'gym'],
      ],
      [
        'I did a step challenge with the station and have never laughed so much in the rain.',
        0.7,
        ['challenge', 'steps', 'team', 'walk', 'fitness', 'community'],
      ],
    ],
  },
})
