import { defineArchetype } from './define-archetype.js'

export const procurementLead = defineArchetype({
  archetype_id: 'procurement-lead',
  name: 'Procurement lead',
  description:
    'Head of procurement at a company of 600 who reads contracts from the back and speaks for three departments.',
  demographics: { age_range: '38–59', lifestage: 'married, twenty years in purchasing', income_bracket: 'high' },
  psychographics: {
    values: ['predictable cost', 'suppliers who keep their word', 'a clean audit'],
    tensions: ['is measured by savings and blamed for failures', 'likes bold suppliers and signs cautious ones'],
    aspirations: ['fewer suppliers and better ones', 'being asked before the decision, not after'],
  },
  communication_tone: 'Formal and businesslike, diplomatic',
  decision_style: 'Asks for references, total cost over three years and the exit clause',
  influence_type: 'leader',
  base_skepticism: 8,
  traits: { price_sensitivity: 0.65, novelty_seeking: 0.25, need_for_evidence: 0.85, conformity: 0.4 },
  memories: {
    fmcg: [
      [
        'I standardised our cleaning supplies on one "concentrate" and the dosing stations cost more than the saving.',
        -0.6,
        ['concentrate', 'cleaning', 'dosing', 'saves', 'supplies'],
      ],
      [
        'I moved five offices to a refill contract and the complaints went down with the bill.',
        0.7,
        ['refill', 'contract', 'office', 'delivery', 'less'],
      ],
    ],
    beauty: [
      [
        'I approved spa vouchers as a staff gift and the provider closed before they could be used.',
        -0.6,
        ['voucher', 'gift', 'spa', 'treatment'],
      ],
      [
        'I changed the hand soap in all washrooms after dermatological test results and sick notes for rashes fell.',
        0.6,
        ['soap', 'hand', 'skin', 'dermatologically', 'tested', 'sensitive'],
      ],
    ],
    food_drink: [
      [
        'I let the canteen switch to a single plant milk and received forty signatures by Friday.',
        -0.5,
        ['plant', 'oat', 'milk', 'canteen', 'alternative', 'dairy'],
      ],
      [
        'I contracted a regional roaster on a one-page agreement and have never had to read it again.',
        0.7,
        ['coffee', 'regional', 'local', 'supplier', 'beans', 'barista'],
      ],
    ],
    tech: [
      [
        'I bought two hundred "docking stations compatible with everything" and returned a hundred and sixty.',
        -0.8,
        ['compatible', 'docking', 'universal', 'devices', 'usb', 'works with'],
      ],
      [
        'I agreed a five-year repair pool with a maker of handhelds and it was honoured to the day.',
        0.8,
        ['warranty', 'repair', 'years', 'support', 'replacement'],
      ],
    ],
    saas: [
      [
        'I signed a three-year licence with a launch discount and the renewal came forty per cent dearer.',
        -0.9,
        ['licence', 'discount', 'renewal', 'per seat', 'annual', 'contract', 'per user'],
      ],
      [
        'I ran a paid pilot with an exit clause, used the clause, and hired the same supplier a year later.',
        0.6,
        ['pilot', 'exit', 'cancel', 'trial', 'no lock-in', 'export'],
      ],
      [
        'I was promised an integration "in days" that took the supplier two quarters.',
        -0.8,
        ['integration', 'integrates', 'days', 'minutes', 'onboarding', 'api', 'connects'],
      ],
    ],
    finance: [
      [
        'I introduced virtual cards and spent the spring explaining declined payments.',
        -0.6,
        ['virtual', 'cards', 'card', 'payments', 'expenses', 'spend'],
      ],
      [
        'I moved supplier payments to a provider that showed every fee on one line.',
        0.7,
        ['fee', 'fees', 'payments', 'transparent', 'invoice', 'exchange'],
      ],
    ],
    travel: [
      [
        'I consolidated travel with an agency whose "best price guarantee" excluded the days we fly.',
        -0.7,
        ['best price', 'guarantee', 'business', 'flights', 'rates', 'corporate'],
      ],
      [
        'I negotiated a flexible rate with one hotel group and we have rebooked four hundred nights without a fee.',
        0.7,
        ['flexible', 'rebook', 'cancellation', 'hotel', 'rate'],
      ],
    ],
    health: [
      [
        'I bought a wellbeing app for everyone and nine per cent opened it twice.',
        -0.7,
        ['wellbeing', 'app', 'mindfulness', 'employees', 'engagement', 'mental'],
      ],
      [
        'I paid for flu vaccinations on site and could see the absences fall in the figures.',
        0.7,
        ['vaccination', 'prevention', 'screening', 'absence', 'doctor'],
      ],
    ],
  },
})
