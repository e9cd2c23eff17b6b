import { PANELS } from '../../../data/archetypes.js'
import { ASSAY_TEXTS } from '../../../data/assay.js'
import type { Category, Persona, SkepticismLevel } from '../../../domain/persona.js'
import type { EngineDeps } from '../../deps.js'
import { parallelSteps } from '../../parallel-steps.js'
import type { ScorePair } from '../assay/readings.js'
import { readProposition } from '../claims/claims.js'
import { type IntentRater, rateResponses } from '../intent/rate-intent.js'
import { respond } from '../respond/respond.js'
import type { Rules } from '../rules.js'
import { personScores } from '../scores.js'
import { MAX_CONTROL_PEOPLE } from './controls.js'

type Setting = { readonly category: Category; readonly skepticism: SkepticismLevel; readonly ballot: boolean }

/**
 * Asks about a good and a weak but fair concept of the category, both serious, in the same long form as the
 * proposition. Returns the scores of everybody who answered both.
 */
export async function runPlausibleControls(
  deps: EngineDeps,
  rules: Pick<Rules, 'claims' | 'respond'>,
  rater: IntentRater,
  panel: readonly Persona[],
  { category, skepticism, ballot }: Setting,
): Promise<ScorePair[]> {
  const people = panel.slice(0, MAX_CONTROL_PEOPLE)
  const concepts = { weak: ASSAY_TEXTS().weak[category], good: PANELS.controls()[category].known_good }
  const [weak, good] = await parallelSteps(deps, [
    () => scoresFor('weak', concepts.weak),
    () => scoresFor('good', concepts.good),
  ])
  return people.flatMap(({ persona_id }) => {
    const [score, compared_with] = [good.get(persona_id), weak.get(persona_id)]
    return score === undefined || compared_with === undefined ? [] : [{ score, compared_with }]
  })

  async function scoresFor(name: string, stimulus: string): Promise<Map<string, number>> {
    const { claims } = await readProposition(
      deps,
      rules.claims,
      { stimulus, about: '', category },
      `plausible:${name}:claims`,
    )
    const concept = { stimulus, about: '', category, skepticism, claims }
    const outcomes = await deps.fanOut(people, (persona) =>
      respond(deps, rules.respond, `plausible:${name}:${persona.persona_id}`, persona, concept, { ballot }),
    )
    const answered = outcomes.flatMap((outcome) => ('value' in outcome ? [outcome.value.response] : []))
    const rated = await rateResponses(rater, `plausible:${name}`, answered)
    return new Map(
      rated
        .filter(({ intent_pmf }) => intent_pmf !== null)
        .map((response) => [response.persona_id, personScores(response, claims, rater.anchorRange).pressure]),
    )
  }
}
