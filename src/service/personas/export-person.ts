import { z } from 'zod'
import { PersonaProfile } from '../../domain/personas/persona-profile.js'
import { Passage } from '../../domain/personas/research.js'
import { AppError } from '../../errors.js'
import type { Context } from '../context.js'
import { noteExport } from '../workspace/note-export.js'
import { setOfPerson } from './delete-personas.js'

/** What is stored of one person of a set; answers in runs are in the exports of those. */
export const PersonExport = z.object({
  persona_set: z.string(),
  synthetic: z.literal(true),
  /** In every version of the set, oldest first. */
  versions: z.array(z.object({ version: z.int(), last_updated: z.string(), profile: PersonaProfile })),
  /** What the versions rest on. */
  passages: z.array(Passage),
  /** Runs with people of the set, the oldest first and at most 1,000; null: it took too long to look. */
  used_by: z.array(z.string()).nullable(),
  /** What each run that seated the person gave it to remember. */
  memories: z.array(
    z.object({
      run_id: z.string(),
      memory_id: z.string(),
      category: z.string(),
      text: z.string(),
      valence: z.number(),
      cues: z.array(z.string()),
    }),
  ),
})
export type PersonExport = z.infer<typeof PersonExport>

/** The set is needed only where several sets have a person with this id. Errors: `not_found`, `invalid_input`. */
export async function exportPerson(
  ctx: Context,
  { set, persona_id }: { readonly set?: string | undefined; readonly persona_id: string },
): Promise<PersonExport> {
  const persona_set = set ?? (await setOfPerson(ctx, persona_id))
  const { personaSets } = ctx.store
  const found = await personaSets.versionsOf(ctx.actor, persona_set, persona_id)
  if (found.length === 0) throw new AppError('not_found', { what: 'person', id: persona_id })
  const passages = new Map(
    found.flatMap((version) => version.passages.map((passage) => [JSON.stringify(passage), passage])),
  )
  const document: PersonExport = {
    persona_set,
    synthetic: true,
    versions: found.map(({ version, created_at, profile }) => ({
      version,
      last_updated: profile.last_updated ?? created_at.toISOString(),
      profile,
    })),
    passages: [...passages.values()],
    used_by: await ctx.store.erasure.usedBy(ctx.actor, persona_set),
    memories: (await personaSets.memoriesOf(ctx.actor, persona_set, persona_id)).map((memory) => ({
      ...memory,
      cues: [...memory.cues],
    })),
  }
  await noteExport(ctx, 'persona.exported', `${persona_set}/${persona_id}`)
  return document
}
