import { type Contradiction, contradictionsOf } from '../../domain/contradictions.js'
import type { PersonaPlan } from '../../domain/persona-plan.js'
import type { PersonaProse } from '../../domain/persona-profile.js'
import type { EngineDeps } from '../deps.js'
import { drawnFields } from './profile.js'
import { type Again, type Own, type Shared, writePersona } from './write.js'

/** A person's prose, and what had to be done so that it does not contradict what was drawn. */
export type ConsistentProse = {
  readonly prose: PersonaProse
  /** Contradictions of the first try; empty where there were none. */
  readonly rewritten: readonly Contradiction[]
  /** Those that stayed after another try: their sentences were replaced. */
  readonly replaced: readonly Contradiction[]
}

/** Writes a person; once more where the words contradict what was drawn; then what still does is replaced by what was drawn. */
export async function writeConsistent(
  deps: EngineDeps,
  rules: string,
  shared: Shared,
  plan: PersonaPlan,
  own: Own,
  again: Again = { round: 0, unlike: '' },
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

/** Fields whose words are a model's; what contradicts itself in the others was drawn so, or stands in real records. */
const WRITTEN: readonly Contradiction['field'][] = ['role', 'typical_workflow', 'time_availability']

/** What the research calls a respondent is theirs, whatever was drawn. */
function inWords(plan: PersonaPlan, { brief, respondent_is }: Own, prose: PersonaProse): Contradiction[] {
  const { role, typical_workflow, time_availability } = prose
  return contradictionsOf({
    ...drawnFields(plan, brief),
    role: role.text,
    typical_workflow: typical_workflow.text,
    time_availability: time_availability.text,
  }).filter(({ field }) => WRITTEN.includes(field) && !(field === 'role' && role.text === respondent_is))
}
