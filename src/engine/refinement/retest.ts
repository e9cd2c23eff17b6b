import type { Claim } from '../../domain/panel/claim.js'
import type { RefinementInput } from '../../domain/panel/refinement.js'
import type { Response } from '../../domain/panel/response.js'
import type { Persona } from '../../domain/personas/persona.js'
import type { EngineDeps, Settled } from '../deps.js'
import { readProposition } from '../panel/claims/claims.js'
import { enforceFidelity, type FidelityRecord } from '../panel/fidelity/fidelity.js'
import { type Respondent, reportAnswer, requireEnoughAnswers, respond } from '../panel/respond/respond.js'
import type { RefinementRules } from './rules.js'

export type Retest = {
  readonly outcomes: Settled<Persona, Respondent>[]
  readonly claims: Claim[]
  readonly fidelity: FidelityRecord
  /** Responses to the refined text. */
  readonly responses: Response[]
}

/** Asks the same people about the refined text with the same instrument: claims, answers, fidelity check, rating. */
export async function retest(
  deps: EngineDeps,
  rules: RefinementRules,
  panel: readonly Persona[],
  { about, category, skepticism, ballot }: RefinementInput,
  refined: string,
): Promise<Retest> {
  const { claims } = await readProposition(deps, rules.claims, { stimulus: refined, about, category })
  const concept = { stimulus: refined, about, category, skepticism, claims }
  deps.report('stage', {
    stage: 'respond',
    sentence: `The same ${panel.length} synthetic people read the refined text`,
    total: panel.length,
  })
  const ask = (key: string, persona: Persona, feedback = '') =>
    respond(deps, rules.respond, key, persona, concept, { ballot, feedback })
  const outcomes = await deps.fanOut(panel, async (persona) => {
    const respondent = await ask(`respond:${persona.persona_id}`, persona)
    reportAnswer(deps, respondent)
    return respondent
  })
  const fidelity = await enforceFidelity(
    deps,
    rules.fidelity,
    requireEnoughAnswers(outcomes),
    ({ persona }, attempt, feedback) => ask(`respond:${persona.persona_id}:again${attempt}`, persona, feedback),
  )
  const answers = fidelity.respondents.map(({ response }) => response)
  return { outcomes, claims, fidelity, responses: answers }
}
