import type { SavedSet, SetSummary } from '../../db/personas/persona-sets.js'
import type { PersonaProfile } from '../../domain/personas/persona-profile.js'
import { type PersonaSetDocument, SET_FORMAT } from '../../domain/personas/persona-set.js'
import { nearest } from '../../domain/text/nearest.js'
import { AppError } from '../../errors.js'
import type { Context } from '../context.js'
import { noteExport } from '../workspace/note-export.js'

export type ListedSet = Omit<SetSummary, 'created_at'> & { readonly last_updated: string; readonly synthetic: true }

/** The newest version of every saved set of the workspace, by name. */
export async function listPersonaSets(ctx: Context): Promise<ListedSet[]> {
  const sets = await ctx.store.personaSets.list(ctx.actor)
  return sets.map(({ created_at, ...set }) => ({ ...set, last_updated: created_at.toISOString(), synthetic: true }))
}

/** People of the newest version of every saved set, or of one set, page by page; each with its set as `my-set@2`. */
export async function listPeople(
  ctx: Context,
  { set = null, ...page }: { readonly set?: string | null; readonly limit: number; readonly offset: number },
): Promise<(PersonaProfile & { readonly last_updated: string; readonly persona_set: string })[]> {
  const people = await ctx.store.personaSets.people(ctx.actor, { set, ...page })
  return people.map(({ profile, set_name, version, created_at }) => ({
    ...profile,
    last_updated: profile.last_updated ?? created_at.toISOString(),
    persona_set: `${set_name}@${version}`,
  }))
}

/**
 * A saved set with all its people: the newest version, or the one in `my-set@2`. Errors:
 * `not_found`.
 */
export async function getPersonaSet(ctx: Context, input: { set: string }): Promise<PersonaSetDocument> {
  const found = await findSet(ctx, input.set)
  const personas = await ctx.store.personaSets.members(ctx.actor, found)
  const { name, version, origin, run_id, created_at, passages } = found
  const last_updated = created_at.toISOString()
  return {
    format: SET_FORMAT,
    name,
    version,
    synthetic: true,
    origin,
    run_id,
    last_updated,
    passages,
    personas: personas.map((persona) => ({ ...persona, last_updated: persona.last_updated ?? last_updated })),
  }
}

/** As `getPersonaSet`, for whoever takes it away: the security log notes it. Errors: `not_found`. */
export async function exportPersonaSet(ctx: Context, input: { set: string }): Promise<PersonaSetDocument> {
  const document = await getPersonaSet(ctx, input)
  await noteExport(ctx, 'persona_set.exported', document.name)
  return document
}

/** Finds a set by `my-set` or `my-set@2`. Errors: `not_found`. */
async function findSet(ctx: Context, named: string): Promise<SavedSet> {
  const found = await lookUpSet(ctx, named)
  if (!found) throw await noSuchSet(ctx, named)
  return found
}

/** The error for a set that is not there, with the set whose name is nearest. */
export async function noSuchSet(ctx: Context, named: string): Promise<AppError> {
  const meant = await nearestSet(ctx, named)
  const hint = meant === undefined ? '' : ` Did you mean "${meant}"?`
  const problem = `There is no such persona set in this workspace: ${named}.${hint}`
  return new AppError('not_found', { what: 'persona set', id: named, problem })
}

/** The saved set, or the one of `others`, that a mistyped name is nearest to. */
export async function nearestSet(
  ctx: Context,
  named: string,
  others: readonly string[] = [],
): Promise<string | undefined> {
  const sets = await ctx.store.personaSets.list(ctx.actor)
  return nearest(named.replace(/@\d+$/u, ''), [...sets.map(({ name }) => name), ...others])
}

/** As `findSet`, but `null` where there is no such set. */
export async function lookUpSet(ctx: Context, named: string): Promise<SavedSet | null> {
  const [, name = '', version] = /^([a-z][a-z0-9-]{1,39})(?:@(\d{1,6}))?$/.exec(named.trim()) ?? []
  return name === '' ? null : ctx.store.personaSets.get(ctx.actor, name, version === undefined ? null : Number(version))
}
