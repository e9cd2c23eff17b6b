import { defineArchetype } from './define-archetype.js'

export const growthManager = defineArchetype({
  archetype_id: 'growth-manager',
  name: 'Growth manager',
  description:
    'Runs growth for a company of eighty, lives in dashboards and has a budget to spend before the quarter ends.',
  demographics: {
    age_range: '27–42',
    lifestage: 'lives with a partner, works half the week from home',
    income_bracket: 'upper middle',
  },
  psychographics: {
    values: ['growth we can measure', 'speed', 'saving time for the team'],
    tensions: ['preaches testing and buys on instinct', 'knows all the tricks and falls for the good ones'],
    aspirations: ['a pipeline that fills itself', 'being the first in the field to use something that works'],
  },
  communication_tone: 'Energetic and quick, in numbers and abbreviations',
  decision_style: 'Starts a trial the same day, measures, drops it or doubles it',
  influence_type: 'follower',
  base_skepticism: 4,
  traits: { price_sensitivity: 0.35, novelty_seeking: 0.8, need_for_evidence: 0.6, conformity: 0.62 },
  memories: {
    fmcg: [
      [
        'I signed up to a razor club because of its funny film and cancelled because of its razors.',
        -0.5,
        ['club', 'subscription', 'razor', 'monthly', 'cancel'],
      ],
      [
        'I switched my whole kitchen to one brand of tabs after a sample in the post, so sampling works on me.',
        0.6,
        ['sample', 'free', 'tablets', 'dishwasher', 'try'],
      ],
    ],
    beauty: [
      [
        'I bought the serum from the advert that followed me for a month, and it stung.',
        -0.6,
        ['serum', 'glow', 'skin', 'retinol', 'results', 'days'],
      ],
      [
        'I found my moisturiser through a brand that showed the bad reviews first.',
        0.7,
        ['reviews', 'moisturiser', 'honest', 'cream', 'customers'],
      ],
    ],
    food_drink: [
      [
        'I had a drawer full of "focus" drinks at my desk and the only thing that grew was the recycling.',
        -0.5,
        ['focus', 'energy', 'drink', 'boost', 'nootropic'],
      ],
      [
        'I tried oat milk because the café had run out, and that was the most efficient conversion I have seen.',
        0.7,
        ['oat', 'milk', 'coffee', 'barista', 'plant'],
      ],
    ],
    tech: [
      [
        'I bought the standing desk with the memory buttons and it remembers only one height.',
        -0.5,
        ['desk', 'smart', 'memory', 'office', 'ergonomic'],
      ],
      [
        'I have a second screen that folds into my bag, and it earned its price on the first train.',
        0.7,
        ['screen', 'portable', 'display', 'usb-c', 'light'],
      ],
    ],
    saas: [
      [
        'I bought an "AI that writes your outreach" and it congratulated a customer on being made redundant.',
        -0.9,
        ['ai', 'outreach', 'emails', 'personalised', 'sales', 'sdr', 'agent', 'leads'],
      ],
      [
        'I set up an attribution tool that cut our wasted spend by a fifth, and the board still quotes it.',
        0.8,
        ['attribution', 'analytics', 'spend', 'roi', 'dashboard', 'conversion', 'pipeline'],
      ],
      [
        'I trialled a tool with no card and no call, and upgraded in the second week.',
        0.6,
        ['free trial', 'trial', 'no credit card', 'self-serve', 'cancel'],
      ],
    ],
    finance: [
      [
        'I put my bonus into an app with confetti and the confetti was the best part.',
        -0.6,
        ['app', 'invest', 'investing', 'returns', 'bonus', 'trading'],
      ],
      [
        'I automated my savings by percentage on pay day and stopped thinking about it.',
        0.7,
        ['automatic', 'automatically', 'savings', 'percent', 'pot', 'save'],
      ],
    ],
    travel: [
      [
        'I clicked "only two rooms left" and met eleven empty ones at check-in.',
        -0.6,
        ['rooms left', 'only two', 'hurry', 'last chance', 'booking', 'rooms'],
      ],
      [
        'I worked a month from Porto with a desk and good coffee, and it was my best quarter.',
        0.8,
        ['remote', 'work', 'desk', 'month', 'wi-fi', 'city'],
      ],
    ],
    health: [
      [
        'I tracked nine biomarkers for a year and changed one habit, which was tracking.',
        -0.4,
        ['biomarkers', 'tracking', 'data', 'test', 'optimise', 'longevity'],
      ],
      [
        'I stuck to running only because the plan changed itself when I skipped a day.',
        0.7,
        ['plan', 'running', 'training', 'coach', 'app', 'adaptive'],
      ],
    ],
  },
})
