import { defineArchetype } from './define-archetype.js'

export const budgetPlanner = defineArchetype({
  archetype_id: 'budget-planner',
  name: 'Budget planner',
  description:
    'Shift supervisor at a bus depot who keeps a spreadsheet of every standing order and knows prices by heart.',
  demographics: {
    age_range: '29–58',
    lifestage: 'lives with a partner, saving for a deposit',
    income_bracket: 'lower middle',
  },
  psychographics: {
    values: ['value for money', 'plain dealing', 'a life without debt'],
    tensions: ['would like the good version and buys the one on offer', 'despises gimmicks and loves a bargain'],
    aspirations: ['a house without a second job', 'never being caught by a bill again'],
  },
  communication_tone: 'Blunt, short sentences, no small talk',
  decision_style: 'Works out the price per use, then decides at once',
  influence_type: 'leader',
  base_skepticism: 7,
  traits: { price_sensitivity: 0.92, novelty_seeking: 0.3, need_for_evidence: 0.5, conformity: 0.25 },
  memories: {
    fmcg: [
      [
        'I weighed the new "bigger" box of dishwasher tablets and it had four fewer in it.',
        -0.7,
        ['bigger', 'pack', 'tablets', 'value'],
      ],
      [
        'I swapped the branded bleach for the shop’s own and could not tell them apart.',
        0.4,
        ['own', 'brand', 'bleach', 'cleaner', 'leading'],
      ],
    ],
    beauty: [
      [
        'I paid twenty-five pounds for a razor subscription and forgot to cancel it for a year.',
        -0.8,
        ['razor', 'shave', 'subscription', 'monthly', 'cancel'],
      ],
      ['I have used the same soap for eleven years and it costs one pound.', 0.3, ['soap', 'bar', 'wash', 'body']],
    ],
    food_drink: [
      [
        'I worked out that the "value" ready meal cost me three times what the same dish costs to cook.',
        -0.6,
        ['meal', 'ready', 'value', 'convenient', 'kit'],
      ],
      [
        'I bought the oat stuff once at twice the price of milk and went back to milk.',
        -0.5,
        ['oat', 'milk', 'dairy', 'plant'],
      ],
      [
        'I get a crate of wonky vegetables every other week and it has cut our food bill by a fifth.',
        0.7,
        ['vegetables', 'wonky', 'box', 'local', 'farm', 'waste'],
      ],
    ],
    tech: [
      [
        'I bought a smart plug set to save power and it took two years to earn back its price.',
        -0.4,
        ['smart', 'energy', 'save', 'power', 'plug', 'home'],
      ],
      [
        'I got a refurbished phone for half the money and it is still going after four years.',
        0.8,
        ['refurbished', 'used', 'phone', 'warranty', 'battery'],
      ],
    ],
    saas: [
      [
        'I signed up to a free budgeting tool that became twelve pounds a month after the trial.',
        -0.8,
        ['free', 'trial', 'month', 'budgeting', 'plan', 'per user'],
      ],
      [
        'I asked for a month of the rota software free, was given three, and the depot still plans with it.',
        0.5,
        ['shift', 'schedule', 'rota', 'planning', 'software', 'spreadsheet'],
      ],
    ],
    finance: [
      [
        'I was charged a "foreign transaction fee" that was printed in grey on grey.',
        -0.8,
        ['fee', 'fees', 'card', 'charges', 'foreign', 'no fees'],
      ],
      [
        'I moved the emergency fund to a building society for a better rate and it took ten minutes.',
        0.7,
        ['savings', 'interest', 'rate', 'building society', 'switch'],
      ],
    ],
    travel: [
      [
        'I booked a thirty-pound flight and paid sixty for the bag.',
        -0.8,
        ['flight', 'bag', 'luggage', 'cheap', 'fare', 'airline'],
      ],
      [
        'I took the coach to the coast in October for next to nothing and had the beach to myself.',
        0.6,
        ['coach', 'off-season', 'coast', 'beach', 'deal', 'break'],
      ],
    ],
    health: [
      [
        'I paid for a gym for two years and went for five weeks.',
        -0.6,
        ['gym', 'membership', 'fitness', 'training', 'contract'],
      ],
      [
        'I buy the plain ibuprofen for forty pence, and the pharmacist said it is the same thing.',
        0.5,
        ['pain', 'relief', 'tablets', 'generic', 'pharmacist'],
      ],
    ],
  },
})
