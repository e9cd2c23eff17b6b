import type { Claim } from '../../domain/claim.js'
import type { Persona } from '../../domain/persona.js'
import type { RefinementInput } from '../../domain/refinement.js'
import type { Response } from '../../domain/response.js'
import { AppError } from '../../errors.js'
import type { EngineDeps, Settled } from '../deps.js'
import { extractClaims } from '../panel/claims/claims.js'
import { type FidelityRecord, holdCharacter } from '../panel/fidelity/fidelity.js'
import type { IntentRater } from '../panel/intent/rate-intent.js'
import { type Respondent, reportAnswer, respond } from '../panel/respond/respond.js'
import type { RefinementRules } from './rules.js'

const FEWEST = 3

export type Retest = {
  readonly asked: Settled<Persona, Respondent>[]
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
  const asked = await deps.fanOut(panel, async (persona) => {
    const respondent = await ask(`respond:${persona.persona_id}`, persona)
    reportAnswer(deps, respondent)
    return respondent
  })
  const fidelity = await holdCharacter(deps, rules.fidelity, enoughAnswers(asked), ({ persona }, attempt, feedback) =>
    ask(`respond:${persona.persona_id}:again${attempt}`, persona, feedback),
  )
  const answers = fidelity.respondents.map(({ response }) => response)
  deps.keep(panel, answers)
  return { asked, claims, fidelity, responses: await rateAnswers(rater, 'after', answers) }
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
function enoughAnswers(asked: readonly Settled<Persona, Respondent>[]): Respondent[] {
  const answered = asked.flatMap((one) => ('value' in one ? [one.value] : []))
  if (answered.length >= Math.max(FEWEST, asked.length / 2)) return answered
  const reasons = asked.flatMap((one) => ('error' in one ? [`${one.item.name}: ${one.error.message}`] : []))
  throw new AppError('too_few_answers', {
    answered: answered.length,
    asked: asked.length,
    reason: reasons.slice(0, 3).join(' '),
  })
}
