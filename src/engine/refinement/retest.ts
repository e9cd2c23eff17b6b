import type { Claim } from '../../domain/claim.js'
import type { Persona } from '../../domain/persona.js'
import type { RefinementInput } from '../../domain/refinement.js'
import type { Response } from '../../domain/response.js'
import { AppError } from '../../errors.js'
import type { EngineDeps, Settled } from '../deps.js'
import { extractClaims } from '../panel/claims/claims.js'
import { enforceFidelity, type FidelityRecord } from '../panel/fidelity/fidelity.js'
import type { IntentRater } from '../panel/intent/rate-intent.js'
import { type Respondent, reportAnswer, respond } from '../panel/respond/respond.js'
import type { RefinementRules } from './rules.js'

const MIN_ANSWERS = 3

export type Retest = {
  readonly outcomes: Settled<Persona, Respondent>[]
  readonly claims: Claim[]
  readonly fidelity: FidelityRecord
  /** Answers to the refined text, rated. */
  readonly responses: Response[]
}

/** Asks the same people about the refined text with the same instrument: claims, answers, character check, rating. */
export async function retest(
  deps: EngineDeps,
  rules: RefinementRules,
  rater: IntentRater,
  panel: readonly Persona[],
  { category, skepticism }: RefinementInput,
  refined: string,
): Promise<Retest> {
  const claims = await extractClaims(deps, rules.claims, { stimulus: refined, category })
  const subject = { stimulus: refined, category, skepticism, claims }
  deps.report('stage', {
    stage: 'respond',
    sentence: `The same ${panel.length} synthetic people read the refined text`,
    total: panel.length,
  })
  const ask = (key: string, persona: Persona, feedback = '') =>
    respond(deps, rules.respond, key, persona, subject, { feedback })
  const outcomes = await deps.fanOut(panel, async (persona) => {
    const respondent = await ask(`respond:${persona.persona_id}`, persona)
    reportAnswer(deps, respondent)
    return respondent
  })
  const fidelity = await enforceFidelity(
    deps,
    rules.fidelity,
    enoughAnswers(outcomes),
    ({ persona }, attempt, feedback) => ask(`respond:${persona.persona_id}:again${attempt}`, persona, feedback),
  )
  const answers = fidelity.respondents.map(({ response }) => response)
  deps.keep(panel, answers)
  return { outcomes, claims, fidelity, responses: await rateAnswers(rater, 'after', answers) }
}

/** Responses with their rated intent. */
export async function rateAnswers(rater: IntentRater, key: string, answers: readonly Response[]): Promise<Response[]> {
  const pmfs = await rater.rate(
    key,
    answers.map(({ purchase_statement }) => purchase_statement),
  )
  return answers.map((answer, seat) => ({
    ...answer,
    intent_pmf: [...(pmfs[seat] ?? [])],
    intent_method: rater.method,
  }))
}

/** Half of those who answered before, and three, must have answered again. */
function enoughAnswers(outcomes: readonly Settled<Persona, Respondent>[]): Respondent[] {
  const answered = outcomes.flatMap((outcome) => ('value' in outcome ? [outcome.value] : []))
  if (answered.length >= Math.max(MIN_ANSWERS, outcomes.length / 2)) return answered
  const reasons = outcomes.flatMap((outcome) =>
    'error' in outcome ? [`${outcome.item.name}: ${outcome.error.message}`] : [],
  )
  throw new AppError('too_few_answers', {
    answered: answered.length,
    asked: outcomes.length,
    reason: reasons.slice(0, 3).join(' '),
  })
}
