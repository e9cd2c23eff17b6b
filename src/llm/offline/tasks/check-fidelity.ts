import type { Voice } from '../../../data/phrases.js'
import type { FidelityAnswer, FidelityMark } from '../../../domain/fidelity.js'
import type { Persona } from '../../../domain/persona.js'
import type { Response } from '../../../domain/response.js'
import type { FactsOf } from '../../../domain/tasks.js'
import { clamp } from '../model/weights.js'
import { conceptsIn } from '../reading/concepts.js'
import { objectionIn, privateObjectionIn, withoutQuotes } from '../reading/objections.js'
import { sentencesOf } from '../reading/sentences.js'
import { beliefIn } from '../voice/belief.js'
import { voiceOf } from '../voice/voice.js'

/** Marks 0–10 from the words alone: does the answer doubt as its person doubts, care for what they care for, talk as they talk. */
export function checkFidelity({ people }: FactsOf<'check_fidelity'>): FidelityAnswer {
  return { marks: people.map(({ persona, response }) => markOf(persona, response)) }
}

function markOf(persona: Persona, response: Response): FidelityMark {
  const skepticism_held = skepticismHeld(persona, response)
  const values_held = valuesHeld(persona, response)
  const voice_held = voiceHeld(persona, response)
  const short = [
    skepticism_held < FINE ? `doubt as somebody with a skepticism of ${persona.skepticism} of 10 would` : null,
    values_held < FINE ? `let it show that ${persona.psychographics.values[0] ?? 'something'} matters to you` : null,
    voice_held < FINE ? `talk as you do: ${persona.communication_tone.toLowerCase()}` : null,
  ].filter((one) => one !== null)
  const feedback = short.length === 0 ? '' : `Please ${short.join(', and ')}.`
  return { name: persona.name, skepticism_held, values_held, voice_held, feedback }
}

const FINE = 7
/** Skepticism (1–10) on which an answer may be as warm or as cold as it likes. */
const MIDDLE = 5
/** How warm (0–1) and how believing (0–1) somebody may sound in the middle, and what each point of skepticism takes off. */
const WARMEST = { middle: 0.95, per_point: 0.09 }
const MOST_BELIEVED = { middle: 1, per_point: 0.08 }
/** The same for trusting people at the other end: a little warmth and some belief are in character. */
const COLDEST_PER_POINT = 0.03
const LEAST_BELIEVED_PER_POINT = 0.07
/** Marks that a whole unit out of character costs. */
const STEEP = { warmth: 22, belief: 12 }
const NAMES_NO_DOUBT = 4

/** Skeptics that are won over and believe all of it, and trusting people that reject it all, are out of character. */
function skepticismHeld({ skepticism }: Persona, response: Response): number {
  const sentences = sentencesOf(`${response.considered_response} ${response.private_thoughts}`)
  const doubts = sentences.some((one) => (objectionIn(one) ?? privateObjectionIn(one)) !== null)
  const points = { positive: 1, mixed: 0.5, neutral: 0.5, negative: 0 } as const
  const warmth = ((response.purchase_intent - 1) / 9 + points[response.considered_sentiment]) / 2
  const above = Math.max(0, skepticism - MIDDLE)
  const below = Math.max(0, MIDDLE - skepticism)
  const tooWarm = warmth - (WARMEST.middle - WARMEST.per_point * above)
  const tooCold = COLDEST_PER_POINT * below - warmth
  const believed = believedIn(response)
  const tooMuch = believed === null ? 0 : believed - (MOST_BELIEVED.middle - MOST_BELIEVED.per_point * above)
  const tooLittle = believed === null ? 0 : LEAST_BELIEVED_PER_POINT * below - believed
  return mark(
    10 -
      STEEP.warmth * Math.max(0, tooWarm, tooCold) -
      STEEP.belief * Math.max(0, tooMuch, tooLittle) -
      (above > 0 && !doubts ? NAMES_NO_DOUBT : 0),
  )
}

/** How much of the text an answer believes, 0–1: by its own words, else claim by claim; `null` where it says neither. */
function believedIn({ considered_response, beliefs }: Response): number | null {
  const said = beliefIn(considered_response, '')
  if (said !== null || beliefs === null || beliefs.length === 0) return said
  const points = { believes: 1, doubts: 0.5, rejects: 0 } as const
  return beliefs.reduce((sum, { stance }) => sum + points[stance], 0) / beliefs.length
}

const NOTHING_SEEN = 5
const PER_CONCEPT = 2
const SHORTEST_MEMORY = 30

function valuesHeld({ psychographics, decision_style, memories }: Persona, response: Response): number {
  const words = [
    response.considered_response,
    response.private_thoughts,
    response.memory_influence_notes,
    ...response.friction_points,
  ].join(' ')
  const { values, tensions, aspirations } = psychographics
  const own = conceptsIn([...values, ...tensions, ...aspirations, decision_style].join(' . '))
  const seen = conceptsIn(words)
  const shared = [...own].filter((concept) => seen.has(concept)).length
  const named = values.some((value) => words.toLowerCase().includes(value.toLowerCase())) ? 1 : 0
  const remembered = memories.some(({ text }) => words.includes(text.slice(0, SHORTEST_MEMORY))) ? 1 : 0
  return mark(NOTHING_SEEN + PER_CONCEPT * (shared + named + remembered))
}

/** Words per sentence of a way of talking, and how often (per sentence) it says "I'd" and "it's". */
const MANNERS: Readonly<Record<Voice, { words: readonly [number, number]; contracts: readonly [number, number] }>> = {
  blunt: { words: [2, 9], contracts: [0, 0.6] },
  warm: { words: [10, 20], contracts: [0.5, 3] },
  dry: { words: [6, 17], contracts: [0, 0.3] },
  precise: { words: [8, 16], contracts: [0, 0.3] },
  keen: { words: [5, 14], contracts: [0.3, 3] },
  gentle: { words: [10, 19], contracts: [0, 0.3] },
  formal: { words: [8, 15], contracts: [0, 0.3] },
  story: { words: [12, 24], contracts: [0, 0.3] },
}
const CONTRACTED = /\p{L}['’](?:d|m|s|t|ll|re|ve)(?!\p{L})/gu
const ADVERTISING = /!{2,}|\b(?:buy now|order today|don['’]t miss)\b/iu
const IN_VOICE = 9
const COSTS = { word: 0.7, contraction: 6, advertising: 3 }

function voiceHeld(persona: Persona, response: Response): number {
  const text = withoutQuotes(response.considered_response)
  const sentences = sentencesOf(text)
  const each = (count: number) => count / Math.max(1, sentences.length)
  const { words, contracts } = MANNERS[voiceOf(persona)]
  return mark(
    IN_VOICE -
      COSTS.word * outside(each(text.split(/\s+/u).length), words) -
      COSTS.contraction * Math.min(1, outside(each((text.match(CONTRACTED) ?? []).length), contracts)) -
      (ADVERTISING.test(response.considered_response) ? COSTS.advertising : 0),
  )
}

const outside = (value: number, [least, most]: readonly [number, number]): number =>
  Math.max(0, least - value, value - most)

const mark = (value: number): number => Math.round(clamp(value, 0, 10))
