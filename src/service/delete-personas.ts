import { requireScope } from '../domain/grant.js'
import { AppError, refuse } from '../errors.js'
import { type Context, whoAsks } from './context.js'
import { deleteRuns } from './delete-runs.js'
import { lookUpSet } from './persona-sets.js'

/** `used_by`: runs that had people of the set on their panel and hold copies of them. */
export type DeletedPeople = { readonly run_ids: string[]; readonly used_by: string[] }

/**
 * Deletes a persona set with all its versions and the runs that made them, which hold its research. Errors: `forbidden`, `not_found`,
 * `conflict` (a run does not end).
 */
export async function deletePersonaSet(
  ctx: Context,
  { set }: { readonly set: string },
): Promise<DeletedPeople & { versions: number }> {
  requireScope(ctx.grant, 'write')
  const name = await nameOf(ctx, set)
  const made_by = await ctx.store.erasure.madeBy(ctx.actor, name)
  const used_by = await ctx.store.erasure.usedBy(ctx.actor, name)
  const run_ids = await deleteRuns(ctx, made_by)
  const { versions } = await ctx.store.erasure.deleteSet(whoAsks(ctx), name)
  return { versions, run_ids, used_by: used_by.filter((run_id) => !run_ids.includes(run_id)) }
}

/**
 * Takes one person out of every version of a set, with the passages that only it rests on, and deletes the runs that made
 * the set, which hold the person too. The set need only be named where several have a person of this id. Errors:
 * `not_found`, `conflict`, `invalid_input`.
 */
export async function deletePersona(
  ctx: Context,
  { set, persona_id }: { readonly set?: string | undefined; readonly persona_id: string },
): Promise<DeletedPeople> {
  requireScope(ctx.grant, 'write')
  const name = await nameOf(ctx, set ?? (await setOf(ctx, persona_id)))
  const made_by = await ctx.store.erasure.madeBy(ctx.actor, name)
  const used_by = await ctx.store.erasure.usedBy(ctx.actor, name)
  if (!(await ctx.store.erasure.deletePerson(whoAsks(ctx), name, persona_id)))
    throw new AppError('not_found', { what: 'person', id: persona_id })
  const run_ids = await deleteRuns(ctx, made_by)
  return { run_ids, used_by: used_by.filter((run_id) => !run_ids.includes(run_id)) }
}

async function setOf(ctx: Context, persona_id: string): Promise<string> {
  const [one, another] = await ctx.store.personaSets.find(ctx.actor, [persona_id])
  if (!one) throw new AppError('not_found', { what: 'person', id: persona_id })
  return another ? refuse(`Several sets have a person "${persona_id}"; say which set is meant.`) : one.set
}

async function nameOf(ctx: Context, set: string): Promise<string> {
  const found = set.includes('@') ? null : await lookUpSet(ctx, set)
  if (!found) throw new AppError('not_found', { what: 'persona set', id: set })
  return found.name
}
