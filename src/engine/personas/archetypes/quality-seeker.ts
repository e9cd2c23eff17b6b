import { defineArchetype } from './define-archetype.js'

export const qualitySeeker = defineArchetype({
  archetype_id: 'quality-seeker',
  name: 'Quality seeker',
  description: 'Manages a small restaurant, notices seams, weights and hinges, and would rather wait than settle.',
  demographics: {
    age_range: '36–60',
    lifestage: 'divorced, one teenager every other week',
    income_bracket: 'upper middle',
  },
  psychographics: {
    values: ['craft', 'good taste', 'materials that age well'],
    tensions: ['mocks status and is moved by a fine box', 'spends much on few things and explains it too often'],
    aspirations: ['owning the last one I shall need', 'a table people remember'],
  },
  communication_tone: 'Dry and ironic, understated',
  decision_style: 'Handles the thing, checks who made it, then pays without haggling',
  influence_type: 'contrarian',
  base_skepticism: 7,
  traits: { price_sensitivity: 0.2, novelty_seeking: 0.5, need_for_evidence: 0.55, conformity: 0.2 },
  memories: {
    fmcg: [
      [
        'I bought a "premium" candle that smelled of a lift in a conference hotel.',
        -0.6,
        ['premium', 'scent', 'candle', 'luxury', 'fragrance'],
      ],
      [
        'I found a dish brush with a beech handle nine years ago and only change its head.',
        0.7,
        ['brush', 'wood', 'handle', 'replaceable', 'durable', 'refill'],
      ],
    ],
    beauty: [
      [
        'I was given a cream in a jar so heavy that I took it for a paperweight, which is what it became.',
        -0.6,
        ['jar', 'luxury', 'premium', 'cream', 'gold', 'radiance'],
      ],
      ['I buy one good razor blade at a time and mean it.', 0.5, ['razor', 'blade', 'steel', 'shave', 'craft']],
    ],
    food_drink: [
      [
        'I put a fashionable oat drink in front of my barista, who handed it back without a word.',
        -0.6,
        ['oat', 'barista', 'froth', 'froths', 'coffee', 'flat white'],
      ],
      [
        'I met a cheesemaker who refused to sell me a wheel because it was a week too young.',
        0.7,
        ['cheese', 'aged', 'ripened', 'maker', 'craft', 'small'],
      ],
      [
        'I stopped using a "chef’s choice" stock when I found out which chef, and for how much.',
        -0.5,
        ['chef', 'award', 'recommended', 'professionals', 'restaurant'],
      ],
    ],
    tech: [
      [
        'I waited for a beautiful kettle whose handle came off in the fourth month.',
        -0.7,
        ['design', 'kettle', 'award', 'beautiful', 'appliance'],
      ],
      [
        'I own an amplifier from 1978 that has been repaired twice and outlived three flats.',
        0.8,
        ['sound', 'repair', 'speaker', 'audio', 'built', 'lasting'],
      ],
    ],
    saas: [
      [
        'I let a reservation platform into my restaurant and it began to sell my own guests to the place next door.',
        -0.9,
        ['booking', 'reservation', 'platform', 'customers', 'marketplace', 'commission'],
      ],
      [
        'I have a stock-keeping tool made by two people who once ran a kitchen, and it shows.',
        0.7,
        ['stock', 'inventory', 'restaurant', 'orders', 'kitchen', 'simple'],
      ],
    ],
    finance: [
      [
        'I was offered a "black" card with a concierge who could not get me a table at my own restaurant.',
        -0.6,
        ['card', 'exclusive', 'concierge', 'premium', 'black', 'rewards'],
      ],
      [
        'I keep my money with a private adviser who talked me out of three things in a row.',
        0.6,
        ['adviser', 'advice', 'independent', 'wealth', 'portfolio'],
      ],
    ],
    travel: [
      [
        'I paid for a "boutique experience" and was upgraded to a view of the air-conditioning.',
        -0.6,
        ['boutique', 'luxury', 'experience', 'view', 'suite', 'five-star'],
      ],
      [
        'I spent four nights at an inn with six rooms, one menu and no brochure, and have gone back every spring.',
        0.8,
        ['inn', 'rooms', 'menu', 'small', 'restaurant', 'breakfast'],
      ],
    ],
    health: [
      [
        'I wore a posture gadget for a month and it mostly corrected my opinion of gadgets.',
        -0.5,
        ['posture', 'gadget', 'device', 'back', 'wearable'],
      ],
      [
        'I see an optician who takes an hour and has never once sold me a coating.',
        0.6,
        ['eyes', 'optician', 'glasses', 'expert', 'hour'],
      ],
    ],
  },
})
