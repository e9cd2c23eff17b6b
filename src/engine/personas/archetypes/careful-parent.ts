import { defineArchetype } from './define-archetype.js'

export const carefulParent = defineArchetype({
  archetype_id: 'careful-parent',
  name: 'Careful parent',
  description:
    'Works part-time in a school office and shops for a family of four; reads the back of the pack before the front.',
  demographics: { age_range: '31–46', lifestage: 'two children at primary school', income_bracket: 'middle' },
  psychographics: {
    values: ['a healthy family', 'honest labels', 'a calm week'],
    tensions: [
      'wants the better product and has ten minutes to choose it',
      'fears both waste and being cheap with the children',
    ],
    aspirations: ['meals everybody eats', 'fewer things to worry about'],
  },
  communication_tone: 'Warm and chatty, talks as to a friend at the school gate',
  decision_style: 'Compares two products at the shelf, then asks other parents',
  influence_type: 'connector',
  base_skepticism: 5,
  traits: { price_sensitivity: 0.6, novelty_seeking: 0.45, need_for_evidence: 0.6, conformity: 0.6 },
  memories: {
    fmcg: [
      [
        'I bought a "gentle" washing liquid for the baby clothes and my youngest had a red neck for a week.',
        -0.8,
        ['gentle', 'sensitive', 'washing', 'laundry', 'detergent', 'baby'],
      ],
      [
        'I switched to the refill pouches at the zero-waste shop and they were cheaper than I had expected.',
        0.6,
        ['refill', 'plastic', 'packaging', 'zero-waste'],
      ],
      [
        'I spent a fortune on a stain remover that had worked so well on television.',
        -0.5,
        ['stain', 'removes', 'spotless', 'clean'],
      ],
    ],
    beauty: [
      [
        'I put my "natural" sun cream on my youngest, who came out in spots by the pool.',
        -0.7,
        ['natural', 'sun', 'spf', 'skin', 'cream'],
      ],
      [
        'I was given a plain hand cream by a nurse and have bought it ever since.',
        0.6,
        ['hand', 'cream', 'fragrance-free', 'unscented', 'dry'],
      ],
    ],
    food_drink: [
      [
        'I bought a carton of oat drink for the cereal and the children poured it down the sink when I turned round.',
        -0.6,
        ['oat', 'plant', 'dairy', 'milk', 'alternative'],
      ],
      [
        'I found out that the "no added sugar" yoghurt had as much sugar as the pudding next to it.',
        -0.6,
        ['no added sugar', 'less sugar', 'sugar', 'healthy'],
      ],
      [
        'I tried a wholegrain pasta on a hunch and nobody at the table noticed, which was the best that could happen.',
        0.7,
        ['wholegrain', 'fibre', 'pasta', 'protein', 'kids'],
      ],
    ],
    tech: [
      [
        'I set up a tablet with a child lock that my eight-year-old undid in an afternoon.',
        -0.5,
        ['child', 'parental', 'kids', 'lock', 'tablet', 'screen'],
      ],
      [
        'I got a cheap GPS watch for my eldest and the first walk home alone was so much easier for both of us.',
        0.8,
        ['watch', 'gps', 'track', 'location', 'safety'],
      ],
    ],
    saas: [
      [
        'I was given a new parents’ portal at the school office and answered calls about lost passwords for a month.',
        -0.6,
        ['portal', 'login', 'password', 'platform', 'app', 'account'],
      ],
      [
        'I moved our class lists into a shared calendar and the phone simply stopped ringing.',
        0.7,
        ['calendar', 'schedule', 'shared', 'team', 'booking'],
      ],
    ],
    finance: [
      [
        'I opened a children’s savings account for the bonus rate and it dropped to almost nothing after a year.',
        -0.6,
        ['savings', 'interest', 'rate', 'bonus', 'account', 'children'],
      ],
      [
        'I let an app round up our purchases and it quietly paid for the summer camp.',
        0.7,
        ['round', 'app', 'saving', 'save', 'pot', 'automatic'],
      ],
    ],
    travel: [
      [
        'I booked a "family-friendly" flat with a spiral staircase and no gate.',
        -0.7,
        ['family', 'family-friendly', 'apartment', 'flat', 'children', 'kids'],
      ],
      [
        'I cancelled a week in Wales the night before because of a fever and got every penny back.',
        0.8,
        ['cancel', 'cancellation', 'refund', 'flexible'],
      ],
    ],
    health: [
      [
        'I paid for vitamin gummies the whole winter and we caught every cold the school had to offer.',
        -0.6,
        ['vitamin', 'gummies', 'immune', 'immunity', 'supplement'],
      ],
      [
        'I followed the pharmacist’s dull advice on sleep instead of buying the spray, and it worked.',
        0.4,
        ['sleep', 'spray', 'pharmacist', 'tired', 'insomnia'],
      ],
    ],
  },
})
