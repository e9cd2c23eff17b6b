import { PHRASES } from '../../../data/phrases.js'
import type { ShortReaction } from '../../../domain/short-reaction.js'
import type { FactsOf } from '../../../domain/tasks.js'
import { judge, sentimentOf, stanceOf } from '../model/judge.js'
import { pointsOf } from '../model/points.js'
import type { Read } from '../reading/reading.js'
import { purchaseStatement } from '../voice/purchase-statement.js'
import { createSpeaker } from '../voice/speaker.js'

/** The short form of a response: the same judgement in fewer words. */
export function react({ persona, stimulus, category }: FactsOf<'react'>, read: Read, seed: number): ShortReaction {
  const reading = read(stimulus)
  const judgement = judge(persona, reading, category)
  const points = pointsOf(persona, reading, judgement, category)
  const say = createSpeaker(persona, reading, category, points, seed)
  const torn = points.against.length > 0 && points.inFavour.length > 0
  const [main] = points.against
  return {
    gut_sentiment: sentimentOf(judgement.gut, torn),
    considered_sentiment: sentimentOf(judgement.considered, torn),
    stance: stanceOf(judgement.credibility),
    purchase_statement: purchaseStatement(Math.round(1 + 9 * judgement.intent), say),
    obstacle: main ? say(PHRASES.frictions()[main.kind], 'friction', main) : '',
  }
}
