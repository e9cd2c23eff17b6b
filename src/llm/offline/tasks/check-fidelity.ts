import type { Register } from '../../../data/phrases.js'
import type { FidelityAnswer, FidelityMark } from '../../../domain/panel/fidelity.js'
import type { Response } from '../../../domain/panel/response.js'
import type { Persona } from '../../../domain/personas/persona.js'
import type { FactsOf } from '../../../domain/run/tasks.js'
import { clamp } from '../model/weights.js'
import { objectionIn, privateObjectionIn, withoutQuotes } from '../reading/objections.js'
import { sentencesOf } from '../reading/sentences.js'
import { registerOf } from '../voice/speaker.js'

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
/** The skepticism (1–10) that needs no correction; deviations are counted from it. */
const MIDDLE_SKEPTICISM = 5
/** Maximum warmth and belief (0–1) at that skepticism, and their decrease per point above it. */
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

/** The share of claims a response believes, 0–1; `null` where none was asked about. */
function believedIn({ beliefs }: Response): number | null {
  if (beliefs === null || beliefs.length === 0) return null
  const points = { believes: 1, doubts: 0.5, rejects: 0 } as const
  return beliefs.reduce((sum, { stance }) => sum + points[stance], 0) / beliefs.length
}

const BASE_MARK = 6
const PER_VALUE = 3
const MEMORY_PREFIX_LENGTH = 30

/** Marks whether a value, an aspiration or a memory of the persona is named. */
function valuesHeld({ psychographics, memories }: Persona, response: Response): number {
  const words = [response.considered_response, response.private_thoughts, response.memory_influence_notes]
    .join(' ')
    .toLowerCase()
  const own = [...psychographics.values, ...psychographics.aspirations].filter((value) =>
    words.includes(value.toLowerCase()),
  )
  const remembered = memories.filter(({ text }) => words.includes(text.slice(0, MEMORY_PREFIX_LENGTH).toLowerCase()))
  return mark(BASE_MARK + PER_VALUE * (own.length + remembered.length))
}

/** Contractions ("I'd", "it's") belong to the warm register only. */
const CONTRACTED = /\p{L}['’](?:d|m|t|ll|re|ve)(?!\p{L})/u
const ADVERTISING = /!{2,}|\b(?:buy now|order today|don['’]t miss)\b/iu
const BASE_VOICE_MARK = 9
const VOICE_PENALTIES = { contraction: 3, advertising: 3 }

function voiceHeld(persona: Persona, response: Response): number {
  const register: Register = registerOf(persona)
  const strays = register === 'formal' && CONTRACTED.test(withoutQuotes(response.considered_response))
  return mark(
    BASE_VOICE_MARK -
      (strays ? VOICE_PENALTIES.contraction : 0) -
      (ADVERTISING.test(response.considered_response) ? VOICE_PENALTIES.advertising : 0),
  )
}

const mark = (value: number): number => Math.round(clamp(value, 0, 10))
