import type { Persona } from '../../domain/persona.js'
import type { Lift, RefinementInput } from '../../domain/refinement.js'
import type { EngineDeps } from '../deps.js'
import { meanDifference } from '../paired/lift.js'
import type { IntentRater } from '../panel/intent/rate-intent.js'
import { scoreShortForm } from '../panel/react/react.js'
import { applyEdits, type Replacement } from './apply-edits.js'

/** More people than these would cost more and say no more. */
export const MAX_EDIT_PEOPLE = 12

/** What one edit alone does, in points of the short form's score, and whether it made things worse beyond the interval. */
export type Effect = { readonly effect: Lift; readonly backfired: boolean }

/** Shows the original and each edit by itself to the same people, in the short form. Effects in the edits' order. */
export async function measureEdits(
  deps: EngineDeps,
  rules: string,
  rater: IntentRater,
  panel: readonly Persona[],
  input: Pick<RefinementInput, 'stimulus' | 'about' | 'category' | 'skepticism'>,
  edits: readonly Replacement[],
): Promise<Effect[]> {
  const people = panel.slice(0, MAX_EDIT_PEOPLE)
  const texts = [input.stimulus, ...edits.map((edit) => applyEdits(input.stimulus, [edit]))].map((stimulus) => ({
    stimulus,
    about: input.about,
  }))
  const [before = [], ...after] = await scoreShortForm(deps, rules, rater, 'edits', texts, people, input)
  return after.map((scores) => {
    const differences = scores.flatMap((score, person) => {
      const was = before[person]
      if (typeof score === 'number' && typeof was === 'number') return [score - was]
      return []
    })
    return judgeEffect(meanDifference(differences))
  })
}

/** Backfired: the mean is below 0 and the interval does not reach up to it. */
const judgeEffect = (effect: Lift): Effect => ({
  effect,
  backfired: effect.mean < 0 && effect.interval !== null && effect.interval.high < 0,
})
