import type { Claim } from '../../domain/panel/claim.js'
import type { Lift, RefinementResult } from '../../domain/panel/refinement.js'
import type { Response } from '../../domain/panel/response.js'
import type { Persona } from '../../domain/personas/persona.js'
import { meanDifference } from '../paired/lift.js'
import { type AnchorRange, isIntentMeasured, ratedAlike } from '../panel/intent/rate-intent.js'
import { type PersonScores, panelScores, personScores } from '../panel/scores.js'
import { tenth } from '../statistics/descriptive.js'

/** One person's scores for the original and for the refined text. */
type Pair = { readonly persona: Persona; readonly before: PersonScores; readonly after: PersonScores }

/** A panel's responses to a text with these claims. */
type Answers = { readonly claims: readonly Claim[]; readonly responses: readonly Response[] }

/** Scores before and after over the people who answered both times, the paired lift with its interval, and single lifts. */
export function measureLift(
  panel: readonly Persona[],
  before: Answers,
  after: Answers,
  anchorRange: AnchorRange,
): Pick<RefinementResult, 'scores' | 'per_persona'> & { lift: NonNullable<RefinementResult['lift']> } {
  const pairs = panel.flatMap((persona): Pair[] => {
    const answerIn = ({ responses }: Answers) => responses.find(({ persona_id }) => persona_id === persona.persona_id)
    const [first, second] = [answerIn(before), answerIn(after)]
    if (!first || !second) return []
    const [was, is] = ratedAlike([first, second]) as [Response, Response]
    return [
      {
        persona,
        before: personScores(was, before.claims, anchorRange),
        after: personScores(is, after.claims, anchorRange),
      },
    ]
  })
  const lift = (part: 'pressure' | 'gut' | 'credibility') =>
    meanDifference(pairs.map((pair) => pair.after[part] - pair.before[part]))
  return {
    scores: {
      before: panelScores(pairs.map((pair) => pair.before)),
      after: panelScores(pairs.map((pair) => pair.after)),
    },
    lift: {
      pressure_score: lift('pressure'),
      gut_attraction_index: lift('gut'),
      credibility_score: lift('credibility'),
      intent: intentLift(pairs),
    },
    per_persona: pairs.map(({ persona, before, after }) => ({
      persona_id: persona.persona_id,
      persona_name: persona.name,
      before: tenth(before.pressure),
      after: tenth(after.pressure),
      lift: tenth(after.pressure - before.pressure) || 0,
    })),
  }
}

/** Lift of intent over people with two rated answers; `null` where these are too few. */
function intentLift(pairs: readonly Pair[]): Lift | null {
  const differences = pairs.flatMap(({ before, after }) =>
    before.intent === null || after.intent === null ? [] : [after.intent - before.intent],
  )
  return isIntentMeasured(differences.length, pairs.length) ? meanDifference(differences) : null
}
