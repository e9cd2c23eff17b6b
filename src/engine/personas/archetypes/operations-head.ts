import { defineArchetype } from './define-archetype.js'

export const operationsHead = defineArchetype({
  archetype_id: 'operations-head',
  name: 'Head of operations',
  description:
    'Head of operations at a haulier with 140 lorries, who starts every Monday in the dispatch room and listens.',
  demographics: {
    age_range: '37–58',
    lifestage: 'three teenagers, a partner who works nights',
    income_bracket: 'high',
  },
  psychographics: {
    values: ['on time', 'people who stay', 'systems that the night shift can use'],
    tensions: [
      'is paid to change things and knows what a change costs a depot',
      'believes the people who sell and checks with the people who drive',
    ],
    aspirations: ['a winter without a crisis call', 'empty kilometres under ten per cent'],
  },
  communication_tone: 'Quiet, leaves a pause before answering and then agrees or asks',
  decision_style: 'Lets the dispatchers choose and signs for what they would keep',
  influence_type: 'follower',
  base_skepticism: 3,
  traits: { price_sensitivity: 0.45, novelty_seeking: 0.55, need_for_evidence: 0.35, conformity: 0.75 },
  memories: {
    fmcg: [
      [
        'I ordered the hand gel all the depots wanted, and the pumps froze at the first frost.',
        -0.5,
        ['hand', 'gel', 'pump', 'sanitiser', 'bulk'],
      ],
      [
        'I let the cleaners pick their own floor machine soap and have had no slip report since.',
        0.7,
        ['soap', 'floor', 'cleaning', 'cleaner', 'safe'],
      ],
    ],
    beauty: [
      [
        'I handed out sun cream to every driver and found most of it in the glove boxes in December.',
        -0.4,
        ['sun', 'spf', 'cream', 'sunscreen', 'protect'],
      ],
      [
        'I was given a shampoo by a colleague with the same itch, and it went away.',
        0.6,
        ['shampoo', 'scalp', 'itch', 'sensitive', 'hair'],
      ],
    ],
    food_drink: [
      [
        'I put "power" bars in the night canteen and the drivers went on buying rolls at the pump.',
        -0.4,
        ['bar', 'bars', 'power', 'energy', 'protein', 'snack'],
      ],
      [
        'I changed the coffee in the dispatch room to the one they voted for, oat drink and all.',
        0.7,
        ['coffee', 'oat', 'milk', 'voted', 'beans', 'team'],
      ],
    ],
    tech: [
      [
        'I fitted cab cameras on a salesperson’s word and lost nine good drivers before I took them out.',
        -0.9,
        ['camera', 'cameras', 'monitoring', 'tracking', 'safety', 'ai'],
      ],
      [
        'I gave two drivers tyre sensors for a month, and by spring every one of them asked for a set.',
        0.8,
        ['sensor', 'sensors', 'tyre', 'alerts', 'saves', 'maintenance'],
      ],
    ],
    saas: [
      [
        'I went live with a route planner on a Friday and we found two lorries on a ferry.',
        -0.8,
        ['route', 'routes', 'planning', 'live', 'optimise', 'ai', 'minutes'],
      ],
      [
        'I bought the booking tool that a rival’s dispatchers praised at a barbecue, and ours love it.',
        0.8,
        ['booking', 'dispatch', 'teams', 'team', 'customers', 'easy', 'support'],
      ],
      [
        'I was helped on a holiday evening by a support person who stayed on the line until the gates opened.',
        0.7,
        ['support', '24/7', 'phone', 'help', 'human', 'onboarding'],
      ],
    ],
    finance: [
      [
        'I took fuel cards with a "guaranteed saving" and the saving was on a fuel we do not use.',
        -0.7,
        ['guaranteed', 'saving', 'card', 'cards', 'fuel', 'cashback'],
      ],
      [
        'I let a broker insure the fleet whom two other hauliers had sent me, and the claims go through.',
        0.6,
        ['broker', 'insurance', 'claims', 'cover', 'fleet'],
      ],
    ],
    travel: [
      [
        'I booked us all-inclusive because it was simple, and five of us queued for the same toaster.',
        -0.4,
        ['all-inclusive', 'family', 'buffet', 'resort', 'simple'],
      ],
      [
        'I let the teenagers plan a week by train and followed them with the bags.',
        0.8,
        ['train', 'rail', 'week', 'family', 'city'],
      ],
    ],
    health: [
      [
        'I signed the depot up for a sleep programme that met at the hour the night shift sleeps.',
        -0.6,
        ['sleep', 'programme', 'employees', 'wellbeing', 'shift'],
      ],
      [
        'I walk the yard twice a day since a driver told me how it had brought the blood pressure down.',
        0.6,
        ['walk', 'steps', 'blood pressure', 'heart', 'daily'],
      ],
    ],
  },
})
