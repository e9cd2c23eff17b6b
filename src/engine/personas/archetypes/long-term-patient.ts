import { defineArchetype } from './define-archetype.js'

export const longTermPatient = defineArchetype({
  archetype_id: 'long-term-patient',
  name: 'Long-term patient',
  description:
    'Proofreads timetables for a transport authority, has lived with a bowel disease for years and logs what each change did.',
  demographics: {
    age_range: '29–53',
    lifestage: 'lives with a partner, works four days a week',
    income_bracket: 'lower middle',
  },
  psychographics: {
    values: ['facts without pity', 'a good day used well', 'people who say they do not know'],
    tensions: [
      'wants to try what might help and pays for each try with a bad week',
      'is an expert on one thing and tired of being asked only about it',
    ],
    aspirations: ['a holiday planned a year ahead', 'being boring to doctors'],
  },
  communication_tone: 'Direct, names a symptom as others name the weather',
  decision_style: 'Changes one thing at a time, writes it down for three weeks and then judges',
  influence_type: 'contrarian',
  base_skepticism: 4,
  traits: { price_sensitivity: 0.65, novelty_seeking: 0.6, need_for_evidence: 0.8, conformity: 0.3 },
  memories: {
    fmcg: [
      [
        'I sat through a week of stomach cramps before I found the sweetener in the "clean" toothpaste.',
        -0.6,
        ['clean', 'natural', 'toothpaste', 'sweetener', 'ingredients'],
      ],
      [
        'I have wipes delivered in plain cardboard, and nobody at work has ever asked.',
        0.6,
        ['wipes', 'plain', 'delivery', 'delivered', 'subscription'],
      ],
    ],
    beauty: [
      [
        'I was told by an assistant at a counter that a cream would hide how tired I looked, unasked.',
        -0.6,
        ['tired', 'cream', 'concealer', 'glow', 'radiance'],
      ],
      [
        'I tried a new ointment for the skin the steroids had thinned, and by week two it held.',
        0.7,
        ['ointment', 'skin', 'sensitive', 'barrier', 'weeks', 'repair'],
      ],
    ],
    food_drink: [
      [
        'I trusted "gentle on the gut" on a yoghurt drink and spent the afternoon at home.',
        -0.8,
        ['gut', 'gentle', 'digestion', 'probiotic', 'yoghurt', 'drink'],
      ],
      [
        'I went back to porridge after an oat drink agreed with me for three weeks in the log.',
        0.6,
        ['oat', 'oats', 'porridge', 'milk', 'gums', 'no gums'],
      ],
    ],
    tech: [
      [
        'I wore a stress watch for a month, and it mistook every flare for a jog.',
        -0.5,
        ['watch', 'stress', 'wearable', 'tracker', 'heart', 'ai'],
      ],
      [
        'I print my log from a small app that has neither points nor cheering in it.',
        0.7,
        ['log', 'app', 'export', 'simple', 'diary', 'print'],
      ],
    ],
    saas: [
      [
        'I tested a proofreading assistant at work that corrected a station into one that does not exist.',
        -0.7,
        ['ai', 'assistant', 'proofreading', 'writing', 'errors', 'accuracy'],
      ],
      [
        'I work from home on bad days since our planning tool shows the work and not the hours.',
        0.8,
        ['remote', 'planning', 'team', 'flexible', 'tasks', 'schedule'],
      ],
    ],
    finance: [
      [
        'I answered an insurer’s forty questions honestly and got one line back.',
        -0.9,
        ['insurance', 'insurer', 'apply', 'cover', 'questions', 'life'],
      ],
      [
        'I set up a pot for the months on sick pay, and the first time I used it I slept.',
        0.7,
        ['pot', 'savings', 'emergency', 'save', 'account', 'income'],
      ],
    ],
    travel: [
      [
        'I lost the price of a week by the sea to a policy that did not count a hospital as a reason.',
        -0.8,
        ['cancel', 'cancellation', 'refund', 'policy', 'sea', 'insurance'],
      ],
      [
        'I took a coach tour that printed where the stops were and how long, and saw everything.',
        0.7,
        ['coach', 'tour', 'stops', 'itinerary', 'guided', 'accessible'],
      ],
    ],
    health: [
      [
        'I drank a "gut reset" for ten days on a friend’s advice and spent the eleventh in casualty.',
        -0.9,
        ['gut', 'reset', 'detox', 'cleanse', 'natural', 'days'],
      ],
      [
        'I joined a trial that told us the odds of a placebo on the first page, and stayed to the end.',
        0.8,
        ['trial', 'placebo', 'study', 'clinic', 'published', 'side effects'],
      ],
      [
        'I learned to pace a week from a nurse with a pencil, and no device has done better.',
        0.5,
        ['nurse', 'energy', 'fatigue', 'plan', 'coach', 'device'],
      ],
    ],
  },
})
