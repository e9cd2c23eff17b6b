import { defineArchetype } from './define-archetype.js'

export const smallBusinessOwner = defineArchetype({
  archetype_id: 'small-business-owner',
  name: 'Small-business owner',
  description: 'Owns a joinery firm with a team of nine and does the buying between two site visits.',
  demographics: {
    age_range: '34–61',
    lifestage: 'married, business and home under one roof',
    income_bracket: 'middle',
  },
  psychographics: {
    values: ['time for the trade', 'a handshake that holds', 'tools that work on a wet Monday'],
    tensions: [
      'needs help with the office and resents paying for it',
      'proud of doing it alone, tired of doing it alone',
    ],
    aspirations: ['a business that runs when I am away', 'growing without a second van loan'],
  },
  communication_tone: 'Conversational and anecdotal, with a story from the workshop',
  decision_style: 'Rings somebody in the trade who has it, then buys or forgets it',
  influence_type: 'connector',
  base_skepticism: 5,
  traits: { price_sensitivity: 0.72, novelty_seeking: 0.4, need_for_evidence: 0.5, conformity: 0.45 },
  memories: {
    fmcg: [
      [
        'I bought hand cleaner by the barrel from a rep and it set like candle wax in the first frost.',
        -0.6,
        ['hand', 'cleaner', 'barrel', 'bulk', 'industrial', 'soap'],
      ],
      [
        'I get my kitchen rolls from a local wholesaler who throws in the delivery because the van passes anyway.',
        0.6,
        ['delivery', 'local', 'wholesale', 'rolls', 'pack'],
      ],
    ],
    beauty: [
      [
        'I was given a cedar bath oil by the crew one winter and smelled like a new wardrobe until spring.',
        -0.3,
        ['bath', 'oil', 'scent', 'cedar', 'gift'],
      ],
      [
        'I have one tin of barrier cream in the van, and it saved my hands through two winters of oak.',
        0.7,
        ['cream', 'hands', 'dry', 'barrier', 'skin', 'working'],
      ],
    ],
    food_drink: [
      [
        'I stocked the site fridge with energy drinks and had two apprentices asleep by three.',
        -0.6,
        ['energy', 'drink', 'caffeine', 'boost', 'sugar'],
      ],
      [
        'I tried my youngest’s oat drink in the workshop coffee and nobody noticed until I told them.',
        0.6,
        ['oat', 'coffee', 'milk', 'plant', 'barista'],
      ],
    ],
    tech: [
      [
        'I dropped a "rugged" tablet from one rung of a ladder and bought a new one that afternoon.',
        -0.7,
        ['rugged', 'tablet', 'waterproof', 'drop', 'tough', 'durable'],
      ],
      [
        'I have a cordless saw whose maker swapped the battery after four years without a question.',
        0.8,
        ['battery', 'cordless', 'warranty', 'replaced', 'tool', 'guarantee'],
      ],
    ],
    saas: [
      [
        'I paid a year for a quoting tool and wrote the quotes by hand again by March.',
        -0.7,
        ['quotes', 'quote', 'annual', 'small business', 'tool', 'crm'],
      ],
      [
        'I got my evenings back when the invoices began to write themselves from the time sheets.',
        0.9,
        ['invoice', 'invoices', 'invoicing', 'time', 'automatic', 'automates', 'bookkeeping'],
      ],
      [
        'I hung in a chat with a robot for an hour while a customer waited for the drawings.',
        -0.7,
        ['chat', 'support', 'ai', 'assistant', 'bot', 'help'],
      ],
    ],
    finance: [
      [
        'I took a "decision in minutes" loan for the second van and paid for it in years.',
        -0.8,
        ['loan', 'minutes', 'decision', 'credit', 'finance', 'instant'],
      ],
      [
        'I have somebody at the credit union who visits the workshop once a year and tells me what not to do.',
        0.7,
        ['credit union', 'adviser', 'business', 'local', 'account', 'personal'],
      ],
    ],
    travel: [
      [
        'I closed for a week, flew out and spent it on the telephone by a pool.',
        -0.5,
        ['pool', 'all-inclusive', 'week', 'relax', 'escape', 'getaway'],
      ],
      [
        'I took the whole crew walking in the hills for a weekend and we still talk about the soup.',
        0.8,
        ['weekend', 'hills', 'group', 'walking', 'guided', 'together'],
      ],
    ],
    health: [
      [
        'I ordered a back belt off the radio and wore it twice, once to show people.',
        -0.6,
        ['back', 'belt', 'pain', 'support', 'posture', 'relief'],
      ],
      [
        'I listened to a physio at last and have lifted with my legs and without trouble ever since.',
        0.6,
        ['physio', 'exercise', 'back', 'lifting', 'therapy'],
      ],
    ],
  },
})
