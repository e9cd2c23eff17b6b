import { defineArchetype } from './define-archetype.js'

export const villageMechanic = defineArchetype({
  archetype_id: 'village-mechanic',
  name: 'Village mechanic',
  description:
    'Repairs milking machines and tractors from a van, an hour from the next town, and gets everything else by post.',
  demographics: {
    age_range: '28–49',
    lifestage: 'lives with a partner and two small children at the end of a lane',
    income_bracket: 'lower middle',
  },
  psychographics: {
    values: ['parts that can be had tomorrow', 'a repair that holds', 'neighbours'],
    tensions: [
      'distrusts parcels from strangers and depends on them',
      'saves on own tools and never on the customer’s',
    ],
    aspirations: ['a lift so that nobody lies in the wet', 'two weeks off in August'],
  },
  communication_tone: 'Droll and unhurried, "not bad" is the highest praise',
  decision_style: 'Waits until somebody in the valley has had one for a winter, then buys the same',
  influence_type: 'connector',
  base_skepticism: 7,
  traits: { price_sensitivity: 0.55, novelty_seeking: 0.45, need_for_evidence: 0.3, conformity: 0.7 },
  memories: {
    fmcg: [
      [
        'I degreased a gearbox with the cleaner that "cuts through anything" and it cut through the paint.',
        -0.6,
        ['cleaner', 'grease', 'anything', 'powerful', 'cuts'],
      ],
      [
        'I order washing powder by the sack with three farms and it is gone before the next order.',
        0.5,
        ['powder', 'washing', 'bulk', 'delivery', 'sack'],
      ],
    ],
    beauty: [
      [
        'I got a scrub for oily hands as a sample and it took the oil and then the skin.',
        -0.5,
        ['scrub', 'hands', 'exfoliating', 'skin', 'clean'],
      ],
      [
        'I use udder balm like half the valley, and my knuckles have not split since.',
        0.7,
        ['balm', 'hands', 'cracked', 'dry', 'cream'],
      ],
    ],
    food_drink: [
      [
        'I had a meal box sent out here and the ice was warm water by the gate.',
        -0.6,
        ['box', 'delivered', 'chilled', 'meal', 'kit', 'chiller'],
      ],
      [
        'I was handed oat biscuits by a customer at lambing time and we have bought that kind since.',
        0.6,
        ['oat', 'biscuits', 'snack', 'local', 'recipe'],
      ],
    ],
    tech: [
      [
        'I bought a weather station that needs a better signal than the weather here allows.',
        -0.6,
        ['signal', 'wi-fi', 'connected', 'app', 'sensor', 'station'],
      ],
      [
        'I followed the vet to a head lamp with a battery you can swap, and bought four more.',
        0.8,
        ['lamp', 'battery', 'light', 'rugged', 'hours', 'spare'],
      ],
    ],
    saas: [
      [
        'I was put on a dealer portal that logs out while I walk from the van to the tractor.',
        -0.7,
        ['portal', 'login', 'platform', 'dealer', 'orders'],
      ],
      [
        'I send the bills from my telephone with the program the feed merchant uses, and people pay on the spot.',
        0.7,
        ['invoice', 'invoices', 'mobile', 'payment', 'simple'],
      ],
    ],
    finance: [
      [
        'I insured the tools in the van and learned after the theft that a van is not a building.',
        -0.9,
        ['insurance', 'cover', 'covered', 'claim', 'tools', 'policy'],
      ],
      [
        'I borrowed for the van through the machinery ring at a rate we all had read out loud.',
        0.7,
        ['loan', 'rate', 'cooperative', 'members', 'borrow'],
      ],
    ],
    travel: [
      [
        'I booked a farm holiday by mistake and mended the host’s baler on the second day.',
        -0.3,
        ['farm', 'holiday', 'rural', 'authentic', 'stay'],
      ],
      [
        'I went to the lake camp the whole village goes to and knew the way to the showers.',
        0.7,
        ['lake', 'camp', 'camping', 'family', 'children'],
      ],
    ],
    health: [
      [
        'I saw a doctor on a screen about my shoulder until the picture froze on my shoulder.',
        -0.6,
        ['video', 'online', 'doctor', 'appointment', 'app', 'consultation'],
      ],
      [
        'I wear the ear protection that the forester wears and can hear the children at supper.',
        0.7,
        ['ear', 'hearing', 'noise', 'protect', 'protection'],
      ],
    ],
  },
})
