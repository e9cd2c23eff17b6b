import type { Lift, RefinementInput } from '../../domain/panel/refinement.js'
import type { Persona } from '../../domain/personas/persona.js'
import type { EngineDeps } from '../deps.js'
import { meanDifference } from '../paired/lift.js'
import type { IntentRater } from '../panel/intent/rate-intent.js'
import { scoreShortForm } from '../panel/short-form/score-short-form.js'
import { holm } from '../statistics/holm.js'
import { estimateMean, meanP } from '../statistics/mean-interval.js'
import { applyEdits, type Replacement } from './apply-edits.js'
import type { measureLift } from './lifts.js'

/** Maximum number of people who see the single edits: more would cost more and show nothing new. */
export const MAX_EDIT_PEOPLE = 12

/**
 * The effect of one edit alone in points, of the short form's score where there are several, and whether it backfired.
 */
export type Effect = { readonly effect: Lift; readonly backfired: boolean }

/** Shows the original and each single edit to the same people in the short form. Effects in the edits' order. */
export async function measureEdits(
  deps: EngineDeps,
  rules: string,
  rater: IntentRater,
  panel: readonly Persona[],
  input: Pick<RefinementInput, 'stimulus' | 'about' | 'category' | 'skepticism' | 'noise_floor'>,
  edits: readonly Replacement[],
): Promise<Effect[]> {
  const people = panel.slice(0, MAX_EDIT_PEOPLE)
  const texts = [input.stimulus, ...edits.map((edit) => applyEdits(input.stimulus, [edit]))].map((stimulus) => ({
    stimulus,
    about: input.about,
  }))
  const [before = [], ...after] = await scoreShortForm(deps, rules, rater, 'edits', texts, people, input)
  const differences = after.map((scores) =>
    scores.flatMap((score, person) => {
      const was = before[person]
      if (typeof score === 'number' && typeof was === 'number') return [score - was]
      return []
    }),
  )
  return judgeEffects(differences, input.noise_floor)
}

/**
 * The effect of the only edit of a text: that of the refined text, in the form of the test. Measured again in the short
 * form, the same edit would have a second figure.
 */
export function effectOfOnly(
  { lift, per_persona }: Pick<ReturnType<typeof measureLift>, 'lift' | 'per_persona'>,
  noise_floor: number | null,
): Effect {
  const [judged] = judgeEffects([per_persona.map((person) => person.lift)], noise_floor)
  return { effect: lift.pressure_score, backfired: judged?.backfired ?? false }
}

/** Whether the interval of an effect lies wholly below zero. */
export const lowersScore = (effect: Lift | null | undefined): boolean => (effect?.interval?.high ?? 0) < 0

/** p, corrected for the number of edits, below which an effect counts as seen. */
const ALPHA = 0.05

/**
 * Judges each edit from one difference per person. Backfired: the mean is below 0, beyond chance over all edits (t
 * test, Holm's correction) and beyond `noise_floor` (`null` where it was not measured).
 */
export function judgeEffects(differences: readonly (readonly number[])[], noise_floor: number | null): Effect[] {
  const effects = differences.map(meanDifference)
  const corrected = holm(
    differences.map((own, edit) => (effects[edit]?.interval === null ? 1 : meanP(estimateMean(own)))),
  )
  return effects.map((effect, edit) => ({
    effect,
    backfired: (corrected[edit] ?? 1) < ALPHA && effect.mean < -(noise_floor ?? 0),
  }))
}
