import { defineArchetype } from './define-archetype.js'

export const frequentTraveller = defineArchetype({
  archetype_id: 'frequent-traveller',
  name: 'Frequent traveller',
  description:
    'Commissions hospital lifts in eleven countries, sleeps away 140 nights a year and packs the same bag each time.',
  demographics: {
    age_range: '33–54',
    lifestage: 'single, owns a flat that is mostly empty',
    income_bracket: 'high',
  },
  psychographics: {
    values: ['arriving as planned', 'sleep', 'being treated like anybody else'],
    tensions: ['wants nothing to go wrong and is bored when nothing happens', 'collects points and never spends them'],
    aspirations: ['a month in one place', 'time with friends who stopped asking'],
  },
  communication_tone: 'Professional and polite, as one speaks at a counter',
  decision_style: 'Takes what worked on the last trip, or what a colleague at the gate swears by',
  influence_type: 'observer',
  base_skepticism: 6,
  traits: { price_sensitivity: 0.3, novelty_seeking: 0.35, need_for_evidence: 0.35, conformity: 0.65 },
  memories: {
    fmcg: [
      [
        'I packed a "leak-proof" detergent bottle and washed a suit in it at nine thousand metres.',
        -0.7,
        ['leak-proof', 'bottle', 'detergent', 'laundry', 'travel'],
      ],
      [
        'I wash shirts in hotel basins with one solid soap that has lasted four countries.',
        0.6,
        ['solid', 'soap', 'washing', 'lasts', 'refill'],
      ],
    ],
    beauty: [
      [
        'I slept in a hydrating mask on a night flight and landed with a rash for the handover.',
        -0.6,
        ['mask', 'hydrating', 'hydration', 'skin', 'overnight'],
      ],
      [
        'I asked a cabin steward what to do about cracked lips and have carried that stick ever since.',
        0.6,
        ['lips', 'lip', 'balm', 'dry', 'moisture'],
      ],
    ],
    food_drink: [
      [
        'I ate a "hearty" airport salad that was mostly the box, at the price of a dinner.',
        -0.5,
        ['salad', 'hearty', 'fresh', 'to go', 'snack'],
      ],
      [
        'I carry sachets of plain oats and have had the same breakfast in nine time zones.',
        0.6,
        ['oats', 'oat', 'breakfast', 'sachet', 'porridge'],
      ],
    ],
    tech: [
      [
        'I bought a translation device that called a lift shaft a holy well in front of the client.',
        -0.6,
        ['translation', 'translate', 'device', 'languages', 'ai', 'voice'],
      ],
      [
        'I have charged everything from one small power brick since a colleague gave me the same model.',
        0.8,
        ['charger', 'power', 'battery', 'usb-c', 'portable'],
      ],
    ],
    saas: [
      [
        'I typed forty receipts into an expense tool whose scanner had read all of them as taxis.',
        -0.7,
        ['expense', 'expenses', 'receipts', 'scan', 'automatic', 'ai'],
      ],
      [
        'I keep site notes in a tool that works without a signal, and nothing has been lost since.',
        0.7,
        ['offline', 'sync', 'notes', 'mobile', 'field'],
      ],
    ],
    finance: [
      [
        'I was refused at a hotel desk at midnight because a card had found my trip unusual.',
        -0.8,
        ['card', 'fraud', 'blocked', 'abroad', 'security'],
      ],
      [
        'I moved to a card that gives the bank rate abroad and the statements finally match.',
        0.7,
        ['exchange', 'rate', 'abroad', 'card', 'no fees', 'currency'],
      ],
    ],
    travel: [
      [
        'I reached the top tier of a loyalty scheme in the week they invented a higher one.',
        -0.7,
        ['loyalty', 'points', 'status', 'miles', 'rewards', 'members'],
      ],
      [
        'I go back to a chain hotel by a ring road because the room is dark and the tea is outside the door.',
        0.7,
        ['hotel', 'room', 'quiet', 'sleep', 'dark', 'nights'],
      ],
      [
        'I was rebooked by an airline before I knew that my flight was cancelled.',
        0.6,
        ['rebook', 'cancelled', 'cancellation', 'flight', 'airline', 'support'],
      ],
    ],
    health: [
      [
        'I took a jet-lag remedy in eight doses and was awake to take every one of them.',
        -0.6,
        ['jet-lag', 'sleep', 'remedy', 'melatonin', 'natural'],
      ],
      [
        'I do one set of exercises with a rubber band, and my back has come through two winters of seats.',
        0.7,
        ['exercises', 'exercise', 'band', 'back', 'minutes', 'posture'],
      ],
    ],
  },
})
