import { type Contradiction, contradictionsOf } from '../../domain/personas/contradictions.js'
import type { PersonaPlan } from '../../domain/personas/persona-plan.js'
import type { PersonaProse } from '../../domain/personas/persona-profile.js'
import type { EngineDeps } from '../deps.js'
import { drawnFields } from './profile.js'
import { type Own, type Rewrite, type Shared, writePersona } from './write.js'

/** A person's prose, and the steps that made it consistent with the drawn attributes. */
export type ConsistentProse = {
  readonly prose: PersonaProse
  /** Contradictions of the first try; empty for none. */
  readonly rewritten: readonly Contradiction[]
  /** Contradictions that remained after the second try: their sentences were replaced. */
  readonly replaced: readonly Contradiction[]
}

/** Writes a person, once more where the prose contradicts the drawn attributes; then replaces what still contradicts them. */
export async function writeConsistent(
  deps: EngineDeps,
  rules: string,
  shared: Shared,
  plan: PersonaPlan,
  own: Own,
  again: Rewrite = { round: 0, unlike: '' },
): Promise<ConsistentProse> {
  const first = await writePersona(deps, rules, shared, own, again)
  const rewritten = inWords(plan, own, first)
  if (rewritten.length === 0) return { prose: first, rewritten, replaced: [] }
  const contradicted = rewritten.map(({ why }) => why).join('; ')
  const second = await writePersona(deps, rules, shared, own, { ...again, contradicted })
  const replaced = inWords(plan, own, second)
  const fields = new Set(replaced.map(({ field }) => field))
  const drawn = (text: string) => ({ text, evidence_id: '' })
  return {
    prose: {
      ...second,
      role: fields.has('role') ? drawn(own.brief.archetype) : second.role,
      typical_workflow: fields.has('typical_workflow') ? drawn('') : second.typical_workflow,
      time_availability: fields.has('time_availability') ? drawn('') : second.time_availability,
    },
    rewritten,
    replaced,
  }
}

/** Fields written by a model; contradictions in other fields were drawn, or come from real records. */
const WRITTEN: readonly Contradiction['field'][] = ['role', 'typical_workflow', 'time_availability']

/** Contradictions in the written fields. A role that repeats the research's description of the respondent is never one. */
function inWords(plan: PersonaPlan, { brief, respondent_is }: Own, prose: PersonaProse): Contradiction[] {
  const { role, typical_workflow, time_availability } = prose
  return contradictionsOf({
    ...drawnFields(plan, brief),
    role: role.text,
    typical_workflow: typical_workflow.text,
    time_availability: time_availability.text,
  }).filter(({ field }) => WRITTEN.includes(field) && !(field === 'role' && role.text === respondent_is))
}
