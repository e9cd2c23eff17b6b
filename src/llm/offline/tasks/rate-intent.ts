import type { AnswerOf, FactsOf } from '../../../domain/run/tasks.js'

/**
 * Words of likelihood, most certain first; the first that matches decides. Points 0 (definitely not) … 4 (definitely).
 */
const LIKELIHOOD_WORDS: readonly (readonly [RegExp, number])[] = [
  [
    /\b(?:definitely|certainly|absolutely|surely) (?:not|never)\b|\bno chance\b|\bnever\b|\bnothing could\b|\bnot in this life\b/u,
    0,
  ],
  [/\b(?:probably|rather|likely) not\b|\bunlikely\b|\bdon['’]t think\b|\bdo not think\b|\bdoubt (?:it|that i)\b/u, 1],
  [/\bmight or might not\b|\beither way\b|\bundecided\b|\bnot sure\b|\bmaybe\b|\bperhaps\b|\bdepends\b/u, 2],
  [/\b(?:definitely|certainly|absolutely|surely)\b|\bright now\b|\btoday\b|\bno question\b/u, 4],
  [/\b(?:would|will|could) not\b|\bwon['’]t\b|\bno\b/u, 1],
  [/\bprobably\b|\blikely\b|\bi think i would\b|\bwould (?:like|try|buy|get)\b|\byes\b/u, 3],
]
const CENTRE = 2
/** Factor by which the weight falls with each point of distance from the rating. */
const DECAY = 0.35

function pointOf(statement: string): number {
  const words = statement.toLowerCase()
  return LIKELIHOOD_WORDS.find(([pattern]) => pattern.test(words))?.[1] ?? CENTRE
}

export const ratePanel = ({ statements }: FactsOf<'rate_panel'>): AnswerOf<'rate_panel'> => ({
  codes: statements.map((text, index) => `${index + 1}:${pointOf(text) + 1}?`),
})

/** A distribution over the scale around the point that the words express. */
export function rateIntent({ purchase_statement }: FactsOf<'rate_intent'>): AnswerOf<'rate_intent'> {
  const point = pointOf(purchase_statement)
  const weights = [0, 1, 2, 3, 4].map((other) => DECAY ** Math.abs(other - point))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  return { probabilities: weights.map((weight) => weight / total) }
}
