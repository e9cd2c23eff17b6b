import { z } from 'zod'
import { ARCHETYPE_IDS } from '../domain/personas/archetype-ids.js'
import { Archetype, CATEGORIES, Category, type Memory } from '../domain/personas/persona.js'
import { dataFile } from './data-file.js'

const Note = z.strictObject({
  text: z.string().min(1),
  valence: z.number().min(-1).max(1),
  cues: z.array(z.string().min(1)).min(1),
})

/** The schema of an archetype's file: each memory gets its id and category from its position. */
const archetypeFile = (id: string) =>
  Archetype.extend({ archetype_id: z.literal(id), memories: z.record(Category, z.array(Note)) })
    .strict()
    .transform(
      ({ memories, ...archetype }): Archetype => ({
        ...archetype,
        memories: CATEGORIES.flatMap((category) =>
          memories[category].map(
            (note, i): Memory => ({
              memory_id: `${id}-${category.replace('_', '-')}-${i + 1}`,
              category,
              text: note.text,
              valence: note.valence,
              cues: note.cues,
            }),
          ),
        ),
      }),
    )

/** One file per archetype, so that a panel reads only its own. */
export const ARCHETYPES = ARCHETYPE_IDS.map((id) => ({
  id,
  read: dataFile(`archetypes/${id}.yaml`, archetypeFile(id)),
}))

/** All archetypes, in the order of `ARCHETYPE_IDS`. */
export const archetypes = (): Archetype[] => ARCHETYPES.map(({ read }) => read())

export const PANELS = {
  defaults: dataFile('panels.yaml', z.record(Category, z.array(z.enum(ARCHETYPE_IDS)).min(1))),
  names: dataFile(
    'respondent-names.yaml',
    z.strictObject({ first_names: z.array(z.string().min(1)).min(1), initials: z.array(z.string().length(1)).min(1) }),
  ),
  controls: dataFile(
    'controls.yaml',
    z.record(Category, z.strictObject({ known_good: z.string().min(1), absurd: z.string().min(1) })),
  ),
}
