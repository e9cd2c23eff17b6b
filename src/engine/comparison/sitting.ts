import type { Persona } from '../../domain/persona.js'
import type { Response } from '../../domain/response.js'
import type { FactsOf } from '../../domain/tasks.js'
import type { EngineDeps } from '../deps.js'
import { type Concept, reportAnswer, respond } from '../panel/respond/respond.js'

/** A proposition as everybody is shown it. */
export type Candidate = Concept & { readonly label: string }

/**
 * One person sees all candidates, one after the other in `order`, and answers each before the next is shown
 * (sequential monadic). Returns its responses in the candidates' own order.
 */
export async function sitThrough(
  deps: EngineDeps,
  rules: string,
  persona: Persona,
  candidates: readonly Candidate[],
  order: readonly number[],
): Promise<Response[]> {
  const seen: FactsOf<'respond'>['seen'] = []
  const responses = new Map<number, Response>()
  for (const which of order) {
    const candidate = candidates[which] as Candidate
    const key = `respond:${candidate.label}:${persona.persona_id}`
    const respondent = await respond(deps, rules, key, persona, candidate, { seen: [...seen] })
    reportAnswer(deps, respondent)
    seen.push({ stimulus: candidate.stimulus, purchase_statement: respondent.response.purchase_statement })
    responses.set(which, respondent.response)
  }
  return candidates.flatMap((_, which) => responses.get(which) ?? [])
}
