import type { PersonaProse, Statement } from '../../../domain/persona-profile.js'
import type { FactsOf } from '../../../domain/tasks.js'
import { assumePersona } from './assume-persona.js'

const UNKNOWN: Statement = { text: '', evidence_id: '' }

/**
 * Somebody of an audience is assumed. Of everybody else what a document or a template says somebody is, and nothing that nobody said: which of a respondent's sentences tells a
 * fear and which a goal is not read, so these fields stay open and the sentences stand beside them word for word.
 */
export function writePersona(facts: FactsOf<'write_persona'>, _read: unknown, seed: number): PersonaProse {
  if (facts.audience !== undefined) return assumePersona(facts, seed)
  const { brief, respondent_is, evidence } = facts
  const own = evidence.find(({ respondent }) => respondent !== '' && respondent === brief.respondent)
  const given = evidence.filter(({ respondent, who }) => respondent === '' && who === brief.archetype)
  const [description = UNKNOWN] = given.map(({ statement, evidence_id }) => ({ text: statement, evidence_id }))
  return {
    role: {
      text: respondent_is || brief.archetype,
      evidence_id: own?.evidence_id ?? description.evidence_id,
    },
    tech_stack: [],
    pain_points: [],
    goals: [],
    fears: [],
    values: [],
    evaluation_criteria: [],
    deal_breakers: [],
    delight_triggers: [],
    referral_triggers: [],
    typical_workflow: description,
    time_availability: UNKNOWN,
  }
}
