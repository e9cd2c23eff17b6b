import type { Persona } from '../../../domain/persona.js'
import type { PressureTestInput } from '../../../domain/pressure-test.js'
import type { Response } from '../../../domain/response.js'
import type { EngineDeps } from '../../deps.js'
import { respondPrompt } from './prompt.js'

/** One synthetic person's response. The name comes from our panel; what a model echoes is not trusted. */
export async function respond(
  deps: EngineDeps,
  rules: string,
  persona: Persona,
  input: PressureTestInput,
): Promise<Response> {
  const { stimulus, category, skepticism } = input
  const answer = await deps.ask(
    `respond:${persona.persona_id}`,
    'respond',
    { stimulus, category, skepticism, persona },
    respondPrompt(rules, persona, stimulus, skepticism),
  )
  const response: Response = {
    ...answer,
    persona_name: persona.name,
    persona_id: persona.persona_id,
    archetype: persona.archetype,
    influence_type: persona.influence_type,
    intent_pmf: null,
    intent_method: null,
    beliefs: null,
  }
  deps.report('respondent_answered', {
    persona_id: persona.persona_id,
    name: persona.name,
    archetype: persona.archetype_name,
    sentiment: answer.considered_sentiment,
    purchase_intent: answer.purchase_intent,
    says: answer.gut_reaction,
  })
  return response
}
