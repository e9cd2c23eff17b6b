import type { ShortReaction } from '../../../domain/short-reaction.js'
import type { FactsOf } from '../../../domain/tasks.js'
import { stanceOf } from '../model/judge.js'
import type { Read } from '../reading/reading.js'
import { considerAs } from './respond.js'

/** The short form of a response: the same judgement in fewer words, of the text alone. */
export function react({ persona, stimulus, category }: FactsOf<'react'>, read: Read): ShortReaction {
  const { judgement, gut_sentiment, considered_sentiment, purchase_statement, frictions } = considerAs(
    persona,
    read(stimulus),
    category,
  )
  const stance = stanceOf(judgement.credibility)
  return { gut_sentiment, considered_sentiment, stance, purchase_statement, obstacle: frictions[0] ?? '' }
}
