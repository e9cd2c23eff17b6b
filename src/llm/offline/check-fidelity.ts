import type { FidelityAnswer, FidelityMark } from '../../domain/fidelity.js'
import type { Persona } from '../../domain/persona.js'
import type { Response } from '../../domain/response.js'
import type { FactsOf } from '../../domain/tasks.js'
import { objectionIn, privateObjectionIn } from './kinds.js'
import { type Voice, voiceOf } from './phrases/voice.js'
import { conceptsIn } from './reading/concepts.js'
import { sentencesOf } from './sentences.js'
import { clamp } from './weights.js'

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
/** Skepticism (1–10) above which warmth is out of character, and how warm (0–1) it may still be per point above. */
const MIDDLE = 5
const COOLING = 0.09
const WARMEST = 0.95
const COLDEST = 0.05
const STEEP = 22
/** Somebody who names a doubt is not credulous, however friendly the rest. */
const DOUBT_COUNTS = 0.12

function skepticismHeld({ skepticism }: Persona, response: Response): number {
  const sentences = sentencesOf(`${response.considered_response} ${response.private_thoughts}`)
  const doubting = sentences.filter((one) => objectionIn(one) ?? privateObjectionIn(one)).length
  const points = { positive: 1, mixed: 0.5, neutral: 0.5, negative: 0 } as const
  const warmth = ((response.purchase_intent - 1) / 9 + points[response.considered_sentiment]) / 2
  const warmest = WARMEST - COOLING * Math.max(0, skepticism - MIDDLE) + DOUBT_COUNTS * Math.min(2, doubting)
  const coldest = COLDEST * Math.max(0, MIDDLE - skepticism) - DOUBT_COUNTS * Math.min(2, doubting)
  const excess = Math.max(0, warmth - warmest, coldest - warmth)
  return mark(10 - STEEP * excess - (skepticism > MIDDLE && doubting === 0 ? 4 : 0))
}

const NOTHING_SEEN = 6
const PER_CONCEPT = 1.5

function valuesHeld({ psychographics, decision_style, memories }: Persona, response: Response): number {
  const words = [
    response.considered_response,
    response.private_thoughts,
    response.memory_influence_notes,
    ...response.friction_points,
  ].join(' ')
  const own = conceptsIn([...psychographics.values, ...psychographics.aspirations, decision_style].join(' . '))
  const seen = conceptsIn(words)
  const shared = [...own].filter((concept) => seen.has(concept)).length
  const remembered = memories.some(({ text }) => words.includes(text.slice(0, 30))) ? 1 : 0
  return mark(NOTHING_SEEN + PER_CONCEPT * shared + 2 * remembered)
}

/** Words per sentence that a way of talking usually has. */
const LENGTHS: Readonly<Record<Voice, readonly [number, number]>> = {
  blunt: [2, 13],
  warm: [6, 26],
  dry: [4, 24],
  precise: [5, 24],
  keen: [3, 24],
  gentle: [5, 26],
  formal: [5, 26],
  story: [6, 32],
}

function voiceHeld(persona: Persona, response: Response): number {
  const sentences = sentencesOf(response.considered_response)
  const words = sentences.reduce((sum, one) => sum + one.split(/\s+/).length, 0) / Math.max(1, sentences.length)
  const [least, most] = LENGTHS[voiceOf(persona)]
  const outside = Math.max(0, least - words, words - most)
  const advert = /!{2,}|\b(?:buy now|order today|don['’]t miss)\b/iu.test(response.considered_response) ? 3 : 0
  return mark(9 - outside - advert)
}

const mark = (value: number): number => Math.round(clamp(value, 0, 10))
