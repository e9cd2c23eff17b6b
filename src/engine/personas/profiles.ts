import type { Archetype, Category, InfluenceType, Memory, Traits } from '../../domain/personas/persona.js'
import { NOT_APPLICABLE, type PersonaProfile } from '../../domain/personas/persona-profile.js'
import type { PersonaTemplate } from '../../domain/personas/persona-set.js'
import { lowerFirstWord } from '../../domain/text/words.js'

/**
 * Converts SUTS profiles to archetypes of the pressure test and back. Missing parts are derived by the rules below,
 * which are assumptions (docs/personas.md) and equal for everybody.
 */

const NOVELTY: Readonly<Record<PersonaProfile['tech_adoption'], number>> = {
  'Early adopter': 0.9,
  'Early majority': 0.65,
  'Late majority': 0.35,
  Laggard: 0.12,
}
const CONFORMITY: Readonly<Record<PersonaProfile['collaboration_style'], number>> = {
  Solo: 0.25,
  Team: 0.5,
  'Community-driven': 0.6,
}
const ABOUT_MONEY = /\b(?:pric|cost|budget|expens|cheap|afford|fee|fees|pay|paid|money|licen[cs]e)/i
const WARY_BELOW = 1 / 3

const clampedHundredth = (value: number): number => Math.round(Math.min(1, Math.max(0, value)) * 100) / 100

function traitsOf(profile: PersonaProfile): Traits {
  const wary = 1 - profile.risk_tolerance
  const money = [
    ...profile.pain_points,
    ...profile.deal_breakers,
    ...profile.evaluation_criteria,
    ...profile.fears,
  ].filter((text) => ABOUT_MONEY.test(text)).length
  return {
    price_sensitivity: clampedHundredth(Math.min(0.9, 0.4 + 0.15 * money)),
    novelty_seeking: NOVELTY[profile.tech_adoption],
    need_for_evidence: clampedHundredth(0.35 + 0.55 * wary + (profile.experience_level === 'Expert' ? 0.05 : 0)),
    conformity: clampedHundredth(CONFORMITY[profile.collaboration_style] + 0.1 * wary),
  }
}

function influenceOf({
  collaboration_style,
  tech_adoption,
  experience_level,
  risk_tolerance,
}: PersonaProfile): InfluenceType {
  if (collaboration_style === 'Community-driven') return tech_adoption.startsWith('Early') ? 'connector' : 'follower'
  if (collaboration_style === 'Team') return experience_level === 'Expert' ? 'leader' : 'follower'
  if (risk_tolerance < WARY_BELOW || tech_adoption === 'Laggard') return 'contrarian'
  return 'observer'
}

/** From 2 (bold, patient, first to try) to 9.6 (careful, impatient, last). */
const skepticismOf = ({ risk_tolerance, patience_level }: PersonaProfile, { novelty_seeking }: Traits): number =>
  Math.round((2 + 5.5 * (1 - risk_tolerance) + 1.5 * (1 - patience_level) + 0.8 * (1 - novelty_seeking)) * 10) / 10

const TONES: Readonly<Record<PersonaProfile['learning_style'], string>> = {
  'Trial-error': 'Plain, speaks of what they tried themselves',
  Documentation: 'Factual, asks where that is written down',
  Video: 'Lively, wants to see it before talking about it',
  'Peer learning': 'Conversational, mentions what others in the same place say',
}

/** A saved profile as an archetype, from which a panel is seated. `id` is its id on the panel. */
export function archetypeOfProfile(profile: PersonaProfile, id: string, category: Category): Archetype {
  const traits = traitsOf(profile)
  // A company size that was only drawn is not told as part of the person's life.
  const company = profile.sources.find(({ field }) => field === 'company_size')
  const isKnown = company === undefined || company.passage_id !== null || company.basis === 'given'
  const at = profile.company_size === 'None' || !isKnown ? '' : ` (company: ${profile.company_size})`
  const said = profile.own_words.map((words) => `“${words}”`).join(' ')
  const used = profile.tech_stack.filter((tool) => tool !== NOT_APPLICABLE)
  const tools = used.length > 0 ? `Uses ${used.join(', ')}.` : ''
  return {
    archetype_id: id,
    name: profile.archetype,
    description: [
      sentence(`${profile.role}${at}`),
      sentence(profile.typical_workflow),
      tools,
      said === '' ? '' : `In their own words: ${said}`,
    ]
      .filter(Boolean)
      .join(' '),
    demographics: {
      age_range: `${profile.age}–${profile.age}`,
      lifestage:
        [profile.time_availability, ...profile.context.map(({ axis, level }) => `${axis}: ${level}`)]
          .map(withoutFinalMark)
          .filter(Boolean)
          .join('; ') || 'not known',
      income_bracket: 'not known',
    },
    psychographics: {
      values: profile.values.map(withoutFinalMark),
      tensions: profile.fears.map(
        (fear, index) =>
          `the wish “${withoutFinalMark(profile.goals[index % Math.max(1, profile.goals.length)] ?? '')}” and the fear “${withoutFinalMark(fear)}”`,
      ),
      aspirations: profile.goals.map(withoutFinalMark),
    },
    communication_tone: `${TONES[profile.learning_style]}${profile.patience_level < WARY_BELOW ? ', short of patience' : ''}`,
    decision_style: decisionStyleOf(profile),
    influence_type: influenceOf(profile),
    base_skepticism: Math.min(10, Math.max(1, skepticismOf(profile, traits))),
    traits,
    memories: memoriesOf(profile, id, category),
  }
}

const MEMORIES = [
  ['pain_points', -0.6, 'What keeps bothering me: '],
  ['deal_breakers', -0.8, 'I have walked away because of this: '],
  ['delight_triggers', 0.6, 'What has won me over before: '],
] as const

/** Statements as memories, and the person's own words with a valence of 0: nobody has rated these. */
function memoriesOf(profile: PersonaProfile, id: string, category: Category): Memory[] {
  const stated = MEMORIES.flatMap(([field, valence, lead]) =>
    profile[field].map((text, index) => ({
      memory_id: `${id}-${field}-${index + 1}`,
      category,
      text: sentence(`${lead}${lowerFirstWord(withoutFinalMark(text))}`),
      valence,
      cues: cuesOf(text),
    })),
  )
  const said = profile.own_words.map((text, index) => ({
    memory_id: `${id}-own_words-${index + 1}`,
    category,
    text,
    valence: 0,
    cues: cuesOf(text, OWN_CUES),
  }))
  return [...said, ...stated]
}

const MAX_CUES = 6
/** Maximum number of cues of a person's own words: any of their longer words recalls them. */
const OWN_CUES = 24

function cuesOf(text: string, most = MAX_CUES): string[] {
  const words = text.toLowerCase().match(/\p{L}{5,}/gu) ?? []
  return [...new Set(words)].filter((word) => !SAYS_LITTLE.has(word)).slice(0, most)
}

/** Longer words too common to connect a text with a person's words. */
const SAYS_LITTLE = new Set(
  `about after again always anything because before being could every everyone everything first going makes might never
  nothing other people really right should since something still taken their there these thing things think those though
  three through today under until using wants where which while whole without would years`.split(/\s+/),
)

function decisionStyleOf({ evaluation_criteria, deal_breakers }: PersonaProfile): string {
  const parts: string[] = []
  if (evaluation_criteria.length > 0) parts.push(`Judges by ${evaluation_criteria.map(withoutFinalMark).join(', ')}`)
  if (deal_breakers.length > 0) parts.push(`refuses: ${deal_breakers.map(withoutFinalMark).join(', ')}`)
  return parts.join('; ') || 'not known'
}

const withoutFinalMark = (text: string): string => text.trim().replace(/[.;,]+$/, '')
const sentence = (text: string): string => (text.trim() === '' ? '' : `${withoutFinalMark(text)}.`)

/** A built-in archetype as a template of a persona set; the texts of its memories become statements. */
export function templateOfArchetype(archetype: Archetype): PersonaTemplate {
  const { name, description, psychographics, decision_style, memories } = archetype
  const everyCategory = [...new Map(memories.map((memory) => [memory.category, memory.text])).values()]
  return {
    name,
    description,
    weight: 10,
    statements: [
      `Values ${psychographics.values.join(', ')}.`,
      ...psychographics.tensions.map((tension) => `Torn: ${tension}.`),
      ...psychographics.aspirations.map((aspiration) => `Would like ${aspiration}.`),
      `How they decide: ${decision_style}.`,
      ...everyCategory,
    ],
    variations: [],
  }
}
