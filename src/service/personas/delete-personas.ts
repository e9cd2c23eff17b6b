import type { StayingWords } from '../../domain/personas/research.js'
import { requireScope } from '../../domain/workspace/token-scopes.js'
import { AppError, refuse } from '../../errors.js'
import { auditActor, type Context } from '../context.js'
import { deleteRuns, without } from '../run/delete-runs.js'
import { lookUpSet } from './persona-sets.js'

/**
 * `drafts`: how many drafts with the set were deleted; `used_by`: runs whose panel had its people, and which keep
 * copies of them, the oldest first and at most 1,000, null where that takes too long to look up.
 */
export type DeletedPeople = { readonly run_ids: string[]; readonly drafts: number; readonly used_by: string[] | null }

/**
 * Deletes a persona set with all its versions, the runs that made them or were to, since these hold its research, and
 * unstarted drafts that include it. An active run is cancelled first. Errors: `forbidden`, `not_found`, `conflict` (a
 * run does not end).
 */
export async function deletePersonaSet(
  ctx: Context,
  { set }: { readonly set: string },
): Promise<DeletedPeople & { versions: number }> {
  requireScope(ctx.grant, 'write')
  const made_by = await runsThatMade(ctx, set)
  const used_by = await ctx.store.erasure.usedBy(ctx.actor, set)
  const run_ids = await deleteRuns(ctx, made_by)
  const deleted = await ctx.store.erasure.deleteSet(auditActor(ctx), set)
  return { ...deleted, run_ids, used_by: without(used_by, run_ids) }
}

/**
 * Removes a person from every version of a set, with the passages that nobody else there cites, and deletes runs and
 * drafts as `deletePersonaSet` does. `stays`: what the respondent said whom the person stood for and others still cite.
 * The set is needed only where several sets have a person with this id. Errors: `forbidden`, `not_found`, `conflict`,
 * `invalid_input`.
 */
export async function deletePersona(
  ctx: Context,
  { set, persona_id }: { readonly set?: string | undefined; readonly persona_id: string },
): Promise<DeletedPeople & { set: string; stays: StayingWords[] }> {
  requireScope(ctx.grant, 'write')
  const name = set ?? (await setOfPerson(ctx, persona_id))
  const made_by = await runsThatMade(ctx, name)
  const used_by = await ctx.store.erasure.usedBy(ctx.actor, name)
  const deleted = await ctx.store.erasure.deletePerson(auditActor(ctx), name, persona_id)
  if (!deleted) throw new AppError('not_found', { what: 'person', id: persona_id })
  const run_ids = await deleteRuns(ctx, made_by)
  // A run may have saved another version of the set before it was cancelled.
  const later = await ctx.store.erasure.deletePerson(auditActor(ctx), name, persona_id)
  const stays = [...deleted.stays, ...(later?.stays ?? [])]
  return { set: name, drafts: deleted.drafts, stays, run_ids, used_by: without(used_by, run_ids) }
}

type OfRespondent = { readonly set: string; readonly respondent: string }

/**
 * Removes a respondent of the research, by the id that the set's passages name (`d1-r2`), from every version of a set:
 * their passages, the people who stand for them, every quote of them in others, where what rested on it is assumed.
 * Deletes runs and drafts as `deletePersonaSet` does. `also_in`: other sets with the same passages. Errors: `forbidden`,
 * `not_found`, `conflict`.
 */
export async function deleteRespondent(
  ctx: Context,
  { set, respondent }: OfRespondent,
): Promise<DeletedPeople & { personas: string[]; also_in: string[] }> {
  requireScope(ctx.grant, 'write')
  const made_by = await runsThatMade(ctx, set)
  const texts = await wordsOfRespondent(ctx, { set, respondent })
  const used_by = await ctx.store.erasure.usedBy(ctx.actor, set)
  // A run may save another version of the set before it is cancelled.
  const run_ids = await deleteRuns(ctx, made_by)
  const deleted = await ctx.store.erasure.deleteRespondent(auditActor(ctx), set, { respondent, texts })
  return { ...deleted, run_ids, used_by: without(used_by, run_ids) }
}

/** The passages of a respondent in a set. Errors: `not_found`. */
export async function wordsOfRespondent(ctx: Context, { set, respondent }: OfRespondent): Promise<string[]> {
  const texts = await ctx.store.erasure.wordsOfRespondent(ctx.actor, set, respondent)
  if (texts.length > 0) return texts
  const problem = `No passage of ${set} was said by a respondent "${respondent}"; what \`personas export ${set}\` writes names who said each.`
  throw new AppError('not_found', { problem })
}

/** The set with this person. Errors: `not_found`, `invalid_input` where several sets have one. */
export async function setOfPerson(ctx: Context, persona_id: string): Promise<string> {
  const [person, another] = await ctx.store.personaSets.find(ctx.actor, [persona_id])
  if (!person) throw new AppError('not_found', { what: 'person', id: persona_id })
  return another ? refuse(`Several sets have a person "${persona_id}"; say which set is meant.`) : person.set
}

/** Runs that made a set or were to. Errors: `not_found` where the set is neither saved nor the target of a run. */
export async function runsThatMade(ctx: Context, set: string): Promise<string[]> {
  const made_by = await ctx.store.erasure.madeBy(ctx.actor, set)
  if (made_by.length > 0) return made_by
  const found = await lookUpSet(ctx, set)
  if (found?.name !== set) throw new AppError('not_found', { what: 'persona set', id: set })
  return []
}
