import { type Contradiction, contradictionsOf } from '../../domain/contradictions.js'
import type { PersonaProfile } from '../../domain/persona-profile.js'
import type { ContradictionReport } from '../../domain/persona-set.js'

type Mended = {
  readonly id: string
  readonly rewritten: readonly Contradiction[]
  readonly replaced: readonly Contradiction[]
}

/** What contradicted itself in a set while it was made, and what still does. */
export function contradictionReport(
  personas: readonly PersonaProfile[],
  written: readonly Mended[],
  redrawn: number,
): ContradictionReport {
  const rewritten = written.flatMap(({ id, rewritten: found }) => listed(id, found))
  const replaced = written.flatMap(({ id, replaced: found }) => listed(id, found))
  const left = personas.flatMap((persona) => listed(persona.id, contradictionsOf(persona)))
  return {
    redrawn,
    rewritten,
    replaced,
    left,
    sentence: `${redrawn} drawn anew because two levels contradicted each other, ${rewritten.length} written again because their words contradicted what was drawn; in ${replaced.length} of these a sentence was replaced. ${left.length === 0 ? 'Nobody contradicts themselves' : `${left.length} still contradict themselves`}, as far as rules can tell.`,
  }
}

const listed = (id: string, found: readonly Contradiction[]): { id: string; why: string }[] =>
  found.length === 0 ? [] : [{ id, why: found.map(({ why }) => why).join('; ') }]
