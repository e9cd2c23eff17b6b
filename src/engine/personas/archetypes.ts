import { ARCHETYPES } from '../../data/archetypes.js'
import type { Archetype } from '../../domain/personas/persona.js'
import { nearest } from '../../domain/text/nearest.js'
import { plural } from '../../domain/text/words.js'
import { AppError } from '../../errors.js'

export function findArchetype(id: string): Archetype | undefined {
  return ARCHETYPES.find((known) => known.id === id)?.read()
}

/** The archetypes with these ids, in that order. Throws `invalid_input` for unknown ids, with suggestions. */
export function requireArchetypes(ids: readonly string[]): Archetype[] {
  const unknown = ids.filter((id) => findArchetype(id) === undefined)
  if (unknown.length > 0) {
    const known = ARCHETYPES.map(({ id }) => id)
    const meant = unknown.flatMap((id) => nearest(id, known) ?? []).map((id) => `"${id}"`)
    throw new AppError('invalid_input', {
      problem: `Unknown ${plural(unknown.length, 'archetype')}: ${unknown.map((id) => `"${id}"`).join(', ')}. ${meant.length > 0 ? `Did you mean ${meant.join(', ')}? ` : ''}Known: ${known.join(', ')}; and no persona set is called so.`,
    })
  }
  return ids.flatMap((id) => findArchetype(id) ?? [])
}
