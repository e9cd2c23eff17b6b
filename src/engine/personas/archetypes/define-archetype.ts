import type { Archetype, Category, Memory } from '../../../domain/persona.js'

/** A memory as it is written down: what happened, how it felt (−1…1), and the words that call it up. */
type MemoryNote = readonly [text: string, valence: number, cues: readonly string[]]

type ArchetypeNotes = Omit<Archetype, 'memories'> & {
  readonly memories: Readonly<Record<Category, readonly MemoryNote[]>>
}

/** Gives every memory its id and category. The record makes a forgotten category a compile error. */
export function defineArchetype({ memories, ...archetype }: ArchetypeNotes): Archetype {
  const noted = Object.entries(memories) as [Category, readonly MemoryNote[]][]
  return {
    ...archetype,
    memories: noted.flatMap(([category, notes]) =>
      notes.map(
        ([text, valence, cues], i): Memory => ({
          memory_id: `${archetype.archetype_id}-${category.replace('_', '-')}-${i + 1}`,
          category,
          text,
          valence,
          cues: [...cues],
        }),
      ),
    ),
  }
}
