import { defineArchetype } from './define-archetype.js'

export const itSecurityLead = defineArchetype({
  archetype_id: 'it-security-lead',
  name: 'IT security lead',
  description: 'Runs IT and security for a hospital group and has to say in public what went wrong when something did.',
  demographics: { age_range: '33–55', lifestage: 'lives with a partner and two rescue dogs', income_bracket: 'high' },
  psychographics: {
    values: ['privacy by design', 'reliability', 'clear documentation'],
    tensions: [
      'wants to enable colleagues and has to refuse them',
      'admires clever engineering and fears what it hides',
    ],
    aspirations: ['systems that fail safely', 'a weekend without a pager'],
  },
  communication_tone: 'Technical and exact, sparing with words',
  decision_style: 'Reads the architecture page and the incident history before the feature list',
  influence_type: 'contrarian',
  base_skepticism: 9,
  traits: { price_sensitivity: 0.25, novelty_seeking: 0.45, need_for_evidence: 0.92, conformity: 0.1 },
  memories: {
    fmcg: [
      [
        'I found a microphone in a "smart" air freshener that we had been sent as a sample.',
        -0.8,
        ['smart', 'sensor', 'connected', 'sample', 'app'],
      ],
      [
        'I buy dog food from a maker who posts every batch analysis, and I have checked a few.',
        0.6,
        ['batch', 'dog', 'tested', 'analysis', 'ingredients'],
      ],
    ],
    beauty: [
      [
        'I saw what a skin-analysis app sent home over the network, and it was the whole photo roll.',
        -0.9,
        ['app', 'scan', 'analysis', 'selfie', 'photo', 'personalised', 'ai'],
      ],
      [
        'I use a sunscreen that publishes its test report, which is how it should be.',
        0.5,
        ['sunscreen', 'spf', 'report', 'tested', 'lab'],
      ],
    ],
    food_drink: [
      [
        'I tried a "zero sugar, zero compromise" drink and the compromise was the taste.',
        -0.5,
        ['zero', 'sugar', 'no sugar', 'less sugar', 'compromise'],
      ],
      [
        'I drink oat in my coffee since a blind test in our office that I lost with confidence.',
        0.6,
        ['oat', 'blind', 'test', 'coffee', 'milk', 'barista'],
      ],
    ],
    tech: [
      [
        'I took a camera off our network that spoke to three countries before breakfast.',
        -0.9,
        ['camera', 'cloud', 'connected', 'wi-fi', 'doorbell', 'smart'],
      ],
      [
        'I replaced the ward tablets with a model that promises seven years of patches and has delivered four so far.',
        0.7,
        ['updates', 'patches', 'years', 'support', 'tablet', 'security'],
      ],
    ],
    saas: [
      [
        'I read "bank-grade encryption" on a site whose admin page was open to the world.',
        -0.9,
        ['encryption', 'encrypted', 'bank-grade', 'secure', 'security', 'data'],
      ],
      [
        'I spent a Sunday reporting a supplier’s breach to eleven hospitals, because of one plug-in.',
        -0.9,
        ['integration', 'integrations', 'plug-in', 'connects', 'third-party', 'api', 'ai'],
      ],
      [
        'I chose the supplier who sent me their last three incident reports before I asked.',
        0.8,
        ['incident', 'status', 'soc 2', 'iso 27001', 'audit', 'transparent', 'uptime'],
      ],
    ],
    finance: [
      [
        'I was asked for my banking password by a budgeting service that called it "linking".',
        -0.9,
        ['link', 'linking', 'open banking', 'connect', 'account', 'bank'],
      ],
      [
        'I keep my accounts where a hardware key is the default, and say so at parties.',
        0.6,
        ['key', 'two-factor', 'authentication', 'protected', 'secure'],
      ],
    ],
    travel: [
      [
        'I was stranded when an airline’s only ticket was in an app that was being updated.',
        -0.7,
        ['app', 'digital', 'ticket', 'boarding', 'flight', 'online'],
      ],
      [
        'I hiked hut to hut for a week without a signal and slept through every night of it.',
        0.8,
        ['hike', 'hiking', 'mountain', 'offline', 'quiet', 'remote'],
      ],
    ],
    health: [
      [
        'I saw a period tracker’s data in a breach list and have counted such apps as open books ever since.',
        -0.9,
        ['tracker', 'app', 'data', 'tracking', 'wearable', 'health data'],
      ],
      [
        'I wear a heart monitor that stores everything on the device and tells nobody but my doctor.',
        0.7,
        ['monitor', 'heart', 'device', 'on-device', 'doctor', 'private'],
      ],
    ],
  },
})
