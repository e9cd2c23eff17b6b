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

/** Marks 0–10 from the text alone: whether skepticism, values and manner of speaking fit the persona. */
export function checkFidelity({ people }: FactsOf<'check_fidelity'>): FidelityAnswer {
  return { marks: people.map(({ persona, response }) => markOf(persona, response)) }
}

function markOf(persona: Persona, response: Response): FidelityMark {
  const skepticism_held = skepticismHeld(persona, response)
  const values_held = valuesHeld(persona, response)
  const voice_held = voiceHeld(persona, response)
  const requests = [
    skepticism_held < MIN_FINE_MARK ? `doubt as somebody with a skepticism of ${persona.skepticism} of 10 would` : null,
    values_held < MIN_FINE_MARK
      ? `let it show that ${persona.psychographics.values[0] ?? 'something'} matters to you`
      : null,
    voice_held < MIN_FINE_MARK ? `talk as you do: ${persona.communication_tone.toLowerCase()}` : null,
  ].filter((request) => request !== null)
  const feedback = requests.length === 0 ? '' : `Please ${requests.join(', and ')}.`
  return { name: persona.name, skepticism_held, values_held, voice_held, feedback }
}

const MIN_FINE_MARK = 7
/** The skepticism (1–10) from which deviations are counted. */
const MIDDLE_SKEPTICISM = 5
/** Maximum warmth and belief (0–1) at that skepticism, and what each further point takes off. */
const MAX_WARMTH = { middle: 0.95, per_point: 0.09 }
const MAX_BELIEF = { middle: 1, per_point: 0.08 }
/** Minimum warmth and belief of trusting people, per point below that skepticism. */
const MIN_WARMTH_PER_POINT = 0.03
const MIN_BELIEF_PER_POINT = 0.07
/** Marks taken off per unit of deviation. */
const PENALTY_PER_UNIT = { warmth: 22, belief: 12 }
const NO_DOUBT_PENALTY = 4

/** Convinced skeptics and trusting people who reject everything are out of character. */
function skepticismHeld({ skepticism }: Persona, response: Response): number {
  const sentences = sentencesOf(`${response.considered_response} ${response.private_thoughts}`)
  const doubts = sentences.some((sentence) => (objectionIn(sentence) ?? privateObjectionIn(sentence)) !== null)
  const points = { positive: 1, mixed: 0.5, neutral: 0.5, negative: 0 } as const
  const warmth = ((response.purchase_intent - 1) / 9 + points[response.considered_sentiment]) / 2
  const above = Math.max(0, skepticism - MIDDLE_SKEPTICISM)
  const below = Math.max(0, MIDDLE_SKEPTICISM - skepticism)
  const tooWarm = warmth - (MAX_WARMTH.middle - MAX_WARMTH.per_point * above)
  const tooCold = MIN_WARMTH_PER_POINT * below - warmth
  const believed = believedIn(response)
  const tooMuch = believed === null ? 0 : believed - (MAX_BELIEF.middle - MAX_BELIEF.per_point * above)
  const tooLittle = believed === null ? 0 : MIN_BELIEF_PER_POINT * below - believed
  return mark(
    10 -
      PENALTY_PER_UNIT.warmth * Math.max(0, tooWarm, tooCold) -
      PENALTY_PER_UNIT.belief * Math.max(0, tooMuch, tooLittle) -
      (above > 0 && !doubts ? NO_DOUBT_PENALTY : 0),
  )
}

/** How much of the text a response believes, 0–1: by its rung of the belief ladder, else by its beliefs; `null` without either. */
function believedIn({ considered_response, beliefs }: Response): number | null {
  const stated = beliefIn(considered_response, '')
  if (stated !== null || beliefs === null || beliefs.length === 0) return stated
  const points = { believes: 1, doubts: 0.5, rejects: 0 } as const
  return beliefs.reduce((sum, { stance }) => sum + points[stance], 0) / beliefs.length
}

const BASE_MARK = 5
const PER_CONCEPT = 2
const MEMORY_PREFIX_LENGTH = 30

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
  const remembered = memories.some(({ text }) => words.includes(text.slice(0, MEMORY_PREFIX_LENGTH))) ? 1 : 0
  return mark(BASE_MARK + PER_CONCEPT * (shared + named + remembered))
}

/** Words per sentence of each voice, and contractions ("I'd", "it's") per sentence. */
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
const BASE_VOICE_MARK = 9
const VOICE_PENALTIES = { word: 0.7, contraction: 6, advertising: 3 }

function voiceHeld(persona: Persona, response: Response): number {
  const text = withoutQuotes(response.considered_response)
  const sentences = sentencesOf(text)
  const each = (count: number) => count / Math.max(1, sentences.length)
  const { words, contracts } = MANNERS[voiceOf(persona)]
  return mark(
    BASE_VOICE_MARK -
      VOICE_PENALTIES.word * outside(each(text.split(/\s+/u).length), words) -
      VOICE_PENALTIES.contraction * Math.min(1, outside(each((text.match(CONTRACTED) ?? []).length), contracts)) -
      (ADVERTISING.test(response.considered_response) ? VOICE_PENALTIES.advertising : 0),
  )
}

const outside = (value: number, [least, most]: readonly [number, number]): number =>
  Math.max(0, least - value, value - most)

const mark = (value: number): number => Math.round(clamp(value, 0, 10))
