import type { ComparisonInput } from '../../domain/comparison.js'
import type { Persona } from '../../domain/persona.js'
import { planClaims, planRatings, planRespond, tokensOf } from '../panel/planned-calls.js'
import { seatPanel } from '../personas/seat-panel.js'
import type { PlannedCalls } from '../pipeline.js'

/** What somebody said about an earlier proposition, with its frame, in tokens. */
const SEEN = 60
/** Seats looked at to know how long the description of a person is. */
const SEATS_MEASURED = 12

/** Everybody's seat. The memories are those that any of the propositions calls up: it is one person throughout. */
export function seatComparison(input: ComparisonInput, count: number, seed: number): Persona[] {
  const stimulus = input.propositions.map((one) => one.stimulus).join('\n\n')
  return seatPanel({ ...input, stimulus, count, seed })
}

/** Claims of each proposition; then place after place everybody at once. Throws `invalid_input` for an unknown archetype. */
export function planComparison(input: ComparisonInput): PlannedCalls[] {
  const { personas: count, propositions } = input
  const some = seatComparison(input, Math.min(count, SEATS_MEASURED), input.seed)
  const share = (figure: (stimulus: string) => number) =>
    Math.ceil(propositions.reduce((sum, { stimulus }) => sum + figure(stimulus), 0) / propositions.length)
  const single = (stimulus: string, stage: number) => planRespond(stimulus, some, { stage, count, ballot: false })
  const places = propositions.map((_, place): PlannedCalls => {
    const calls = single('', 2 + place)
    const fresh = share((stimulus) => single(stimulus, 0).input_tokens)
    return { ...calls, input_tokens: fresh + place * (share(tokensOf) + SEEN) }
  })
  const ratings = planRatings({ stage: 2 + propositions.length, count: count * propositions.length })
  return [
    ...propositions.map(({ stimulus }) => planClaims(stimulus, { stage: 1, count: 1 })),
    ...places,
    ...(input.intent === 'likert' ? [ratings] : []),
  ]
}
