import { defineArchetype } from './define-archetype.js'

export const earlyAdopter = defineArchetype({
  archetype_id: 'early-adopter',
  name: 'Early adopter',
  description:
    'Interaction designer at an agency who backs crowdfunding projects and tells everybody about the good ones.',
  demographics: { age_range: '24–39', lifestage: 'shares a flat, no children', income_bracket: 'upper middle' },
  psychographics: {
    values: ['trying new things', 'good design', 'saving time'],
    tensions: ['loves the launch and gets bored by the second month', 'wants to own less and buys more'],
    aspirations: ['being first to discover something good', 'a life that runs smoothly'],
  },
  communication_tone: 'Enthusiastic and quick, thinks aloud',
  decision_style: 'Decides within seconds, returns what disappoints',
  influence_type: 'leader',
  base_skepticism: 3,
  traits: { price_sensitivity: 0.3, novelty_seeking: 0.92, need_for_evidence: 0.35, conformity: 0.4 },
  memories: {
    fmcg: [
      [
        'I tried dissolving laundry sheets from a start-up and threw out the bottles the same evening.',
        0.7,
        ['sheets', 'laundry', 'plastic-free', 'start-up', 'dissolve'],
      ],
      [
        'I ordered a toothpaste in tablet form and hated every single morning of it.',
        -0.5,
        ['toothpaste', 'tablets', 'refill', 'glass'],
      ],
    ],
    beauty: [
      [
        'I got a skin scan with personalised serum and it sent me the same bottle as my flatmate.',
        -0.7,
        ['personalised', 'personalized', 'serum', 'scan', 'quiz', 'formula', 'ai'],
      ],
      [
        'I switched to a solid shampoo bar on a dare and never looked back.',
        0.7,
        ['shampoo', 'bar', 'solid', 'hair', 'plastic'],
      ],
    ],
    food_drink: [
      [
        'I tasted the first barista oat drink at a coffee festival and my flat white has been oat ever since.',
        0.8,
        ['oat', 'barista', 'coffee', 'froth', 'flat white', 'milk'],
      ],
      [
        'I lived on a meal-replacement powder for nine days and dreamed about crunching.',
        -0.6,
        ['meal', 'replacement', 'shake', 'powder', 'complete', 'protein'],
      ],
    ],
    tech: [
      [
        'I backed a tiny projector on a crowdfunding site that arrived two years late and without a plug.',
        -0.7,
        ['crowdfunding', 'backers', 'pre-order', 'projector', 'first', 'invented'],
      ],
      [
        'I bought noise-cancelling earbuds on launch day and got my train rides back.',
        0.8,
        ['noise', 'earbuds', 'headphones', 'battery', 'wireless'],
      ],
    ],
    saas: [
      [
        'I moved my whole team to a beautiful notes app that was shut down eight months later.',
        -0.7,
        ['notes', 'workspace', 'all-in-one', 'team', 'wiki', 'tool'],
      ],
      [
        'I put an AI meeting summary into our stand-up and nobody has taken minutes since.',
        0.8,
        ['ai', 'meeting', 'summary', 'automate', 'notes', 'minutes'],
      ],
    ],
    finance: [
      [
        'I put a month’s rent into a coin because the app made it look like a game.',
        -0.8,
        ['crypto', 'coin', 'token', 'invest', 'returns', 'trading'],
      ],
      [
        'I opened an app-only bank account in a queue and it was done before I reached the till.',
        0.7,
        ['app', 'account', 'bank', 'card', 'minutes', 'instant'],
      ],
    ],
    travel: [
      [
        'I booked a "hidden gem" from a video and shared it with four hundred other people.',
        -0.6,
        ['hidden', 'gem', 'secret', 'exclusive', 'undiscovered', 'paradise'],
      ],
      [
        'I took a night train to Vienna on impulse and still bore everyone with it.',
        0.8,
        ['night', 'train', 'rail', 'sleeper', 'adventure'],
      ],
    ],
    health: [
      [
        'I wore a sleep ring for a year and mostly learned that I had slept badly, which I knew.',
        -0.4,
        ['sleep', 'ring', 'tracker', 'data', 'score', 'wearable'],
      ],
      [
        'I did a ten-minute breathing app every morning in a bad winter and it carried me through.',
        0.7,
        ['app', 'breathing', 'meditation', 'stress', 'calm', 'minutes'],
      ],
    ],
  },
})
