import type { Persona } from '../../domain/personas/persona.js'
import type { PersonaProfile } from '../../domain/personas/persona-profile.js'
import type { PanelPeople, PanelSources } from '../../domain/personas/persona-set.js'

/** Sources of the seated members of saved sets, statement by statement; `null` for a panel of archetypes only. */
export function panelSources(people: PanelPeople | null, panel: readonly Persona[]): PanelSources | null {
  if (!people || people.sets.length === 0) return null
  const members = new Map<string, { set: string; profile: PersonaProfile }>(
    people.sets.flatMap((set) =>
      set.members.map((profile) => [`${set.name}-${profile.id}`, { set: set.name, profile }] as const),
    ),
  )
  const seated = panel.flatMap(({ persona_id }) => {
    // A member seated twice has a number after the id.
    const member = members.get(persona_id) ?? members.get(persona_id.replace(/-\d+$/, ''))
    return member ? [{ persona_id, ...member }] : []
  })
  const sourcesByPerson = seated.map(({ persona_id, set, profile }) => ({
    persona_id,
    set,
    role: profile.role,
    confidence_score: profile.confidence_score,
    claims: profile.sources.map(({ field, basis, passage_id, quote }) => ({
      field,
      text: textOf(profile, field),
      basis,
      passage_id: passage_id === null ? null : `${set}/${passage_id}`,
      quote,
    })),
  }))
  const used = new Set(sourcesByPerson.flatMap((person) => person.claims.map(({ passage_id }) => passage_id)))
  return {
    sets: people.sets.map(({ name, version, size }) => ({ name, version, size })),
    people: sourcesByPerson,
    passages: people.passages.filter(({ passage_id }) => used.has(passage_id)),
  }
}

/** The content of a source's field: `pain_points.0` is the first pain point. */
function textOf(profile: PersonaProfile, field: string): string {
  const [name = '', place] = field.split('.')
  const value = (profile as Record<string, unknown>)[name]
  const item = Array.isArray(value) ? value[Number(place)] : value
  if (item && typeof item === 'object' && 'axis' in item)
    return `${(item as { axis: string }).axis}: ${(item as { level: string }).level}`
  if (item === null || item === undefined) return ''
  return String(item)
}
