import type { Claim } from '../../../src/domain/panel/claim.js'
import type { Belief, Response } from '../../../src/domain/panel/response.js'

export const STIMULUS = `Havn Oat: the oat drink that froths like milk.

Made from 100% Danish oats, with 40% less sugar than the leading brand, tested by 212 baristas in Aarhus.
Now €1.49 instead of €2.29. Money back if your cappuccino fails.
The best oat drink in the world, clinically proven to boost your energy. Hurry, it ends on Sunday.`

const CLAIM_TEXTS = [
  'froths like milk',
  'Made from 100% Danish oats',
  '40% less sugar than the leading brand',
  'Money back if your cappuccino fails',
  'clinically proven to boost your energy',
]

export const CLAIMS: readonly Claim[] = CLAIM_TEXTS.map((text, i) => {
  const start = STIMULUS.indexOf(text)
  return { claim_id: `c${i + 1}`, text, start, end: start + text.length, meaning: 1 }
})

const NAMES = 'Sofia Rasmus Ida Pierre Yusuf Marta Agnes Tomasz Leila Jonas Noor Frida'.split(' ')
const ARCHETYPES = [
  'label-reader',
  'bargain-hunter',
  'busy-parent',
  'barista-at-home',
  'it-security-lead',
  'loyal-buyer',
]
const INFLUENCE = ['contrarian', 'leader', 'follower', 'connector', 'observer', 'follower']
const SENTIMENTS = ['negative', 'mixed', 'positive', 'neutral'] as const

/** How firmly each kind of person believes each claim: rows are people, columns claims. */
const STANCES = ['bdrbr', 'bbdbr', 'bbbbd', 'dbdrr', 'bdddr', 'bbbbb']
const STANCE: Record<string, Belief['stance']> = { b: 'believes', d: 'doubts', r: 'rejects' }

const SAYS = [
  'Not bad, but who measured the forty percent?',
  'At €1.49 I would take one home and see.',
  'Frothing is all I need it to do in the morning.',
  '“Clinically proven” on an oat drink makes me put it back.',
  'It ends on Sunday, so somebody wants me not to think.',
  'I would buy it again if it tastes like the old one.',
]
const PRIVATELY = [
  'I looked for who counted those baristas and found nobody, so I trust the rest less.',
  'If it were not on offer I would walk past, and I would not tell the others that.',
  'My children will not drink it anyway; I only nod along.',
  'I think the energy claim is simply made up.',
  'They want my address for the money back, and I do not want to give it.',
  'I like it, and I am a little embarrassed how easily.',
]
const PMFS = [
  [0.34, 0.36, 0.18, 0.09, 0.03],
  [0.1, 0.19, 0.27, 0.29, 0.15],
  [0.06, 0.14, 0.24, 0.33, 0.23],
  [0.41, 0.31, 0.17, 0.08, 0.03],
  [0.22, 0.33, 0.27, 0.13, 0.05],
  [0.04, 0.09, 0.2, 0.36, 0.31],
] as const

export const pmfOf = (i: number): number[] => [...(PMFS[i % PMFS.length] ?? [])]
export const privately = (i: number): string => PRIVATELY[i % PRIVATELY.length] ?? ''

/** What respondent `i` of a panel answered. */
export function response(i: number): Response {
  const kind = i % ARCHETYPES.length
  const name = NAMES[i] ?? `${NAMES[i % NAMES.length]} ${Math.floor(i / NAMES.length) + 1}`
  const says = SAYS[kind] ?? ''
  return {
    persona_id: `${ARCHETYPES[kind]}-${i}`,
    persona_name: name,
    archetype: ARCHETYPES[kind] ?? '',
    influence_type: INFLUENCE[kind] ?? '',
    gut_reaction: says,
    gut_sentiment: SENTIMENTS[(i + 2) % 4] ?? 'mixed',
    considered_response: `I read it twice. ${says} Without a name behind the numbers I would wait.`,
    considered_sentiment: SENTIMENTS[i % 4] ?? 'mixed',
    social_response: 'Looks nice, I might give it a go.',
    private_thoughts: privately(i),
    purchase_intent: 1 + ((i * 3) % 10),
    action_threshold: 'A test by somebody I have heard of.',
    friction_points: ['No source for the sugar figure', 'The offer ends on Sunday'],
    memory_influence_notes: 'The last oat drink split in my coffee.',
    key_quotes: [says, 'Who measured that?'],
    purchase_statement: ['I probably would not buy it.', 'I might buy one carton to try.'][i % 2] ?? '',
    intent_pmf: pmfOf(i),
    intent_method: 'ssr',
    beliefs: CLAIMS.map(({ claim_id }, c) => beliefOf(claim_id, STANCES[kind]?.[c] ?? 'b')),
  }
}

function beliefOf(claim_id: string, letter: string): Belief {
  const stance = STANCE[letter] ?? 'believes'
  return stance === 'believes'
    ? { claim_id, stance, why: 'It says so and I have no reason to doubt it.', proof_wanted: '' }
    : { claim_id, stance, why: 'Nobody is named who measured it.', proof_wanted: 'A test report with a name on it.' }
}

export const panelOf = (size: number): Response[] => Array.from({ length: size }, (_, i) => response(i))
