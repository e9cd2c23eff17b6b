import { defineArchetype } from './define-archetype.js'

export const secondCareerBaker = defineArchetype({
  archetype_id: 'second-career-baker',
  name: 'Second-career baker',
  description:
    'Gave up an office job at fifty to open a bakery with six staff, and tries every new machine that comes to the fair.',
  demographics: {
    age_range: '54–68',
    lifestage: 'lives above the shop with a partner',
    income_bracket: 'lower middle',
  },
  psychographics: {
    values: ['trying it yourself', 'good people', 'bread that tastes of something'],
    tensions: [
      'loves new ideas and pays for them from the same till',
      'sends the rep away and calls back the next day',
    ],
    aspirations: ['one free Sunday a month', 'handing the shop to the apprentices'],
  },
  communication_tone: 'Friendly and lively, laughs at own mistakes',
  decision_style: 'Buys one, tries it on a Tuesday, tells everybody how it went',
  influence_type: 'leader',
  base_skepticism: 3,
  traits: { price_sensitivity: 0.6, novelty_seeking: 0.85, need_for_evidence: 0.3, conformity: 0.6 },
  memories: {
    fmcg: [
      [
        'I bought bags "compostable in weeks" and found one whole in the heap the year after.',
        -0.5,
        ['compostable', 'eco', 'bags', 'packaging', 'planet'],
      ],
      [
        'I changed to a cleaning paste from a neighbour’s firm and the trays have never looked better.',
        0.7,
        ['cleaning', 'paste', 'works', 'stains', 'local'],
      ],
    ],
    beauty: [
      [
        'I ordered barrier cream for the whole team and nobody liked the smell.',
        -0.4,
        ['cream', 'hands', 'barrier', 'scent', 'skin'],
      ],
      [
        'I got my hands back in one winter with a balm from a beekeeper.',
        0.7,
        ['balm', 'hands', 'natural', 'dry', 'winter'],
      ],
    ],
    food_drink: [
      [
        'I put a protein loaf on the shelf because everybody talked about it and fed it to the hens.',
        -0.4,
        ['protein', 'trend', 'loaf', 'energy', 'superfood'],
      ],
      [
        'I switched the coffee bar to an oat drink that froths and half the street came to see.',
        0.8,
        ['oat', 'froths', 'froth', 'milk', 'barista', 'coffee'],
      ],
    ],
    tech: [
      [
        'I bought an oven with an app and it updated itself at four in the morning.',
        -0.6,
        ['app', 'smart', 'update', 'connected', 'oven'],
      ],
      [
        'I tried a dough scale that talks to the mixer and have not thrown a batch away since.',
        0.8,
        ['scale', 'sensor', 'saves', 'precise', 'new'],
      ],
    ],
    saas: [
      [
        'I set up a web shop in an evening and spent three weeks switching it off.',
        -0.6,
        ['minutes', 'set up', 'easy', 'shop', 'online', 'live in'],
      ],
      [
        'I put the orders of nine cafés into one list with a trial and kept it.',
        0.8,
        ['trial', 'orders', 'customer', 'one', 'free', 'team'],
      ],
    ],
    finance: [
      [
        'I took a card reader with no monthly fee and paid it back in percentages.',
        -0.6,
        ['no monthly', 'fee', 'card', 'percent', 'payments'],
      ],
      [
        'I got a small loan from a bank that came and ate the bread first.',
        0.8,
        ['loan', 'bank', 'local', 'rate', 'fair'],
      ],
    ],
    travel: [
      [
        'I won a "dream weekend" at a fair and paid for everything but the bed.',
        -0.5,
        ['dream', 'weekend', 'free', 'included', 'win'],
      ],
      [
        'I go to the same mill by the sea for four days each January and sleep.',
        0.7,
        ['sea', 'days', 'quiet', 'breakfast', 'nights'],
      ],
    ],
    health: [
      [
        'I tried standing mats against sore legs and tripped over them for a month.',
        -0.4,
        ['legs', 'mat', 'pain', 'relief', 'standing'],
      ],
      [
        'I learned from a sleep course how to nap for twenty minutes and it carries me to closing.',
        0.8,
        ['sleep', 'nap', 'minutes', 'course', 'tired'],
      ],
    ],
  },
})
