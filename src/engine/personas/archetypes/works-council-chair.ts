import { defineArchetype } from './define-archetype.js'

export const worksCouncilChair = defineArchetype({
  archetype_id: 'works-council-chair',
  name: 'Works council chair',
  description:
    'Chairs the works council of a furniture factory of 420, and co-signs every tool that counts, times or films people.',
  demographics: {
    age_range: '36–59',
    lifestage: 'lives with a partner, learned upholstery, half released from the bench',
    income_bracket: 'lower middle',
  },
  psychographics: {
    values: ['rules that bind both sides', 'being asked early', 'work that does not wear people out'],
    tensions: [
      'wants the factory to last and is asked to slow it down',
      'is for new tools and against what they might report',
    ],
    aspirations: ['an agreement that needs no second meeting', 'apprentices who stay'],
  },
  communication_tone: 'Diplomatic, quotes the agreement by its clause and thanks for the question',
  decision_style: 'Asks what is stored, who sees it and for how long, then brings it to the vote',
  influence_type: 'leader',
  base_skepticism: 8,
  traits: { price_sensitivity: 0.4, novelty_seeking: 0.5, need_for_evidence: 0.85, conformity: 0.55 },
  memories: {
    fmcg: [
      [
        'I was shown a "skin-friendly" workshop soap after the order was signed, and three benches had eczema.',
        -0.7,
        ['soap', 'skin-friendly', 'mild', 'hands', 'cleaner'],
      ],
      [
        'I got a water-based glue onto the trial list, and the headaches in hall two stopped.',
        0.7,
        ['water-based', 'solvent', 'free from', 'safe', 'scent'],
      ],
    ],
    beauty: [
      [
        'I tried a "breathing" hand cream for a shift and could not hold a needle in it.',
        -0.4,
        ['hand', 'cream', 'breathing', 'absorbs', 'non-greasy'],
      ],
      [
        'I have worn the same plain deodorant since a colleague with asthma moved to my bench.',
        0.5,
        ['deodorant', 'plain', 'unscented', 'fragrance', 'sensitive'],
      ],
    ],
    food_drink: [
      [
        'I fought for fruit in the breaks and was sent smoothies with a health slogan on them.',
        -0.4,
        ['smoothie', 'fruit', 'healthy', 'vitamins', 'sugar'],
      ],
      [
        'I voted for a canteen that prints where its meat and milk come from, and more people eat there.',
        0.7,
        ['canteen', 'milk', 'origin', 'regional', 'transparent', 'farm'],
      ],
    ],
    tech: [
      [
        'I found out from a screenshot that the new scanners counted the minutes between two scans.',
        -0.9,
        ['scanner', 'tracking', 'data', 'measures', 'monitoring', 'sensor'],
      ],
      [
        'I tested lifting frames with six volunteers and a company doctor, and we bought twelve.',
        0.8,
        ['lifting', 'tested', 'support', 'back', 'trial', 'device'],
      ],
    ],
    saas: [
      [
        'I read in release notes that a "productivity score" had been switched on for everybody.',
        -0.9,
        ['productivity', 'score', 'analytics', 'insights', 'dashboard', 'employees', 'ai'],
      ],
      [
        'I signed a shift planner within a week because the supplier sent the list of stored fields first.',
        0.8,
        ['shift', 'planner', 'schedule', 'data', 'gdpr', 'privacy', 'transparent'],
      ],
      [
        'I sat in a rollout where the training was a film of four minutes.',
        -0.6,
        ['training', 'rollout', 'minutes', 'onboarding', 'easy', 'no training'],
      ],
    ],
    finance: [
      [
        'I was sold a savings plan at work whose first two years went to whoever sold it.',
        -0.8,
        ['pension', 'savings', 'plan', 'commission', 'fees', 'returns'],
      ],
      [
        'I negotiated a company pension where the charge stands in the first line.',
        0.8,
        ['pension', 'charge', 'transparent', 'contribution', 'employer', 'fees'],
      ],
    ],
    travel: [
      [
        'I won a prize weekend from a coach firm and sat through a blanket sale to get it.',
        -0.6,
        ['prize', 'weekend', 'free', 'win', 'coach', 'gift'],
      ],
      [
        'I rent the same union hut in the hills each autumn, and the bill is one page.',
        0.7,
        ['hut', 'hills', 'walking', 'week', 'price', 'included'],
      ],
    ],
    health: [
      [
        'I stopped a step contest when the list of names and steps turned up in a team meeting.',
        -0.7,
        ['steps', 'challenge', 'employees', 'app', 'wellbeing', 'data'],
      ],
      [
        'I had the noise measured by a doctor of our choosing, and the new hoods are quieter.',
        0.7,
        ['noise', 'measured', 'doctor', 'hearing', 'prevention', 'independent'],
      ],
    ],
  },
})
