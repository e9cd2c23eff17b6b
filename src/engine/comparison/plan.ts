import type { ComparisonInput } from '../../domain/panel/comparison.js'
import type { Persona } from '../../domain/personas/persona.js'
import { MAX_ASSAY_PEOPLE } from '../panel/assay/assay.js'
import { assayMode } from '../panel/assay/judge-assay.js'
import {
  planClaims,
  planPictures,
  planRatings,
  planReact,
  planRespond,
  showing,
  tokensOf,
} from '../panel/planned-calls.js'
import { seatPanel } from '../personas/seat-panel.js'
import type { PlannedCalls } from '../pipeline.js'

/** Tokens of an earlier proposition's answer in the prompt, with its frame. */
const SEEN_TOKENS = 60
/** Seats sampled for the mean length of a persona's description. */
const SAMPLED_SEATS = 12

/** Seats the panel. All propositions together decide which memories are recalled, as each person sees all of them. */
export function seatComparison(input: ComparisonInput, count: number, seed: number): Persona[] {
  const stimulus = input.propositions.map((proposition) => proposition.stimulus).join('\n\n')
  return seatPanel({ ...input, stimulus, count, seed })
}

/** Calls for the claims, then for the whole panel at each position. Throws `invalid_input` for an unknown archetype. */
export function planComparison(input: ComparisonInput): PlannedCalls[] {
  const { personas: count, propositions } = input
  const sampledSeats = seatComparison(input, Math.min(count, SAMPLED_SEATS), input.seed)
  const meanOver = (figure: (stimulus: string) => number) =>
    Math.ceil(propositions.reduce((sum, { stimulus }) => sum + figure(stimulus), 0) / propositions.length)
  const respondCalls = (stimulus: string, stage: number) =>
    planRespond(stimulus, sampledSeats, { stage, count, ballot: false })
  const places = propositions.map((_, place): PlannedCalls => {
    const calls = respondCalls('', 2 + place)
    const firstPlaceTokens = meanOver((stimulus) => respondCalls(stimulus, 0).input_tokens)
    return { ...calls, input_tokens: firstPlaceTokens + place * (meanOver(tokensOf) + SEEN_TOKENS) }
  })
  const claims = propositions.map(({ stimulus }) => planClaims(stimulus, { stage: 1, count: 1 }))
  const readings = propositions.flatMap(({ pictures = [] }) => planPictures(pictures, 0))
  const calls = [...readings, ...claims, ...withPictures(places, propositions)]
  const blanks = { off: 0, quick: 2, full: 2 * propositions.length }[assayMode(input.assay, 'anthropic')]
  const people = Math.min(count, MAX_ASSAY_PEOPLE)
  if (blanks > 0) {
    const react = planReact('', sampledSeats, { stage: 2, count: people * blanks })
    calls.push({ ...react, input_tokens: react.input_tokens + meanOver(tokensOf) })
    calls.push(...planRatings(input.intent, 3, people * blanks))
  }
  return [...calls, ...planRatings(input.intent, 2 + propositions.length, count * propositions.length)]
}

/** At each position every proposition, with its pictures, is seen by an equal share of the panel. */
function withPictures(places: readonly PlannedCalls[], propositions: ComparisonInput['propositions']): PlannedCalls[] {
  if (propositions.every(({ pictures = [] }) => pictures.length === 0)) return [...places]
  return places.flatMap((calls) =>
    propositions.map(({ pictures = [] }) =>
      showing(pictures, { ...calls, count: Math.ceil(calls.count / propositions.length) }),
    ),
  )
}
