import { defineArchetype } from './define-archetype.js'

export const creatureOfHabit = defineArchetype({
  archetype_id: 'creature-of-habit',
  name: 'Creature of habit',
  description: 'Drives the mobile library through six villages and has bought the same brands for decades.',
  demographics: {
    age_range: '52–71',
    lifestage: 'married, grown-up children, first grandchild',
    income_bracket: 'middle',
  },
  psychographics: {
    values: ['things that last', 'local shops', 'a familiar routine'],
    tensions: [
      'is content, and sometimes wonders what the others are having',
      'mistrusts the new and complains about the old',
    ],
    aspirations: ['a quiet life with good food', 'handing something on to the grandchildren'],
  },
  communication_tone: 'Tells stories, conversational, comes to the point by way of an anecdote',
  decision_style: 'Stays with what works until somebody trusted insists',
  influence_type: 'observer',
  base_skepticism: 6,
  traits: { price_sensitivity: 0.5, novelty_seeking: 0.12, need_for_evidence: 0.45, conformity: 0.5 },
  memories: {
    fmcg: [
      [
        'I had used one washing powder for thirty years when they "improved" it and changed the smell of our whole house.',
        -0.8,
        ['improved', 'new formula', 'formula', 'washing', 'powder', 'scent', 'fresh'],
      ],
      [
        'I still mend things with the glue my parents used, and the tube looks as it did then.',
        0.6,
        ['repair', 'lasting', 'durable', 'original'],
      ],
    ],
    beauty: [
      [
        'I was talked into a face cream at a counter and it sat by the basin until it went yellow.',
        -0.5,
        ['face', 'cream', 'serum', 'skin', 'moisturiser'],
      ],
      [
        'I bought a plain olive soap at a market in Palermo and have ordered it by post ever since.',
        0.5,
        ['soap', 'olive', 'bar', 'wash', 'traditional'],
      ],
    ],
    food_drink: [
      [
        'I tasted oat drink in my tea at the children’s house and it went grey and split.',
        -0.7,
        ['oat', 'tea', 'milk', 'dairy', 'plant', 'alternative'],
      ],
      [
        'I have had the milk brought in glass bottles since the eighties, and the dairy’s driver knows our name.',
        0.6,
        ['glass', 'bottle', 'milk', 'local', 'delivery', 'doorstep'],
      ],
      [
        'I was won over by a village bakery’s plain rye bread and drive nine miles for it.',
        0.7,
        ['bread', 'bakery', 'rye', 'sourdough', 'recipe', 'traditional', 'grain'],
      ],
    ],
    tech: [
      [
        'I bought a television so clever that it shows me adverts before it shows me the news.',
        -0.7,
        ['smart', 'tv', 'screen', 'voice', 'assistant', 'menu'],
      ],
      [
        'I was given a phone with real buttons as a joke, and it goes nine days on a charge.',
        0.7,
        ['phone', 'simple', 'button', 'battery', 'easy'],
      ],
    ],
    saas: [
      [
        'I had to learn a new loans system on the van twice, and both times the old one was quicker.',
        -0.7,
        ['system', 'platform', 'workflow', 'migrate', 'cloud'],
      ],
      [
        'I learned at a county training how to sort my routes on a map, and now I teach it to the new drivers.',
        0.7,
        ['map', 'route', 'routes', 'planning', 'saves', 'training', 'support'],
      ],
    ],
    finance: [
      [
        'I lost my branch, then my adviser and then my passbook, all in one letter.',
        -0.7,
        ['bank', 'app', 'digital', 'online', 'branch', 'paperless'],
      ],
      [
        'I have been with the same building society since my wedding and they once rang me about a mistake in my favour.',
        0.7,
        ['building society', 'mutual', 'savings', 'member'],
      ],
    ],
    travel: [
      [
        'I went on a cruise with a "personal concierge" and it was a screen in the corridor.',
        -0.6,
        ['cruise', 'concierge', 'luxury', 'personal', 'exclusive'],
      ],
      [
        'I have taken the same cottage by the same lake for twenty-two summers.',
        0.8,
        ['cottage', 'lake', 'quiet', 'family', 'week', 'garden'],
      ],
    ],
    health: [
      [
        'I spent a winter on turmeric capsules because of an article, and my knee did not read the article.',
        -0.6,
        ['turmeric', 'capsules', 'knee', 'joint', 'natural', 'inflammation'],
      ],
      [
        'I walk three miles every evening since my doctor drew me a little picture of my heart.',
        0.6,
        ['heart', 'walk', 'doctor', 'steps', 'blood pressure', 'cholesterol'],
      ],
    ],
  },
})
