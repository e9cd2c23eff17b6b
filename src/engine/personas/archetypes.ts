import { ARCHETYPES } from '../../data/archetypes.js'
import type { Archetype } from '../../domain/persona.js'
import { AppError } from '../../errors.js'

export function findArchetype(id: string): Archetype | undefined {
  return ARCHETYPES.find((known) => known.id === id)?.read()
}

/** The archetypes of these ids, in that order. Throws `invalid_input` for unknown ones, naming them and the known ones. */
export function requireArchetypes(ids: readonly string[]): Archetype[] {
  const unknown = ids.filter((id) => findArchetype(id) === undefined)
  if (unknown.length > 0) {
    const known = ARCHETYPES.map(({ id }) => id).join(', ')
    throw new AppError('invalid_input', {
      problem: `Unknown archetype${unknown.length > 1 ? 's' : ''}: ${unknown.map((id) => `"${id}"`).join(', ')}. Known: ${known}; and no persona set is called so.`,
    })
  }
  return ids.flatMap((id) => findArchetype(id) ?? [])
}
