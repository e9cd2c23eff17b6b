import {
  type Project,
  type ProjectChange,
  ProjectName,
  ProjectSettings,
  type ProjectSummary,
} from '../../domain/workspace/project.js'
import { requireScope } from '../../domain/workspace/token-scopes.js'
import { AppError } from '../../errors.js'
import { auditActor, type Context } from '../context.js'
import { parseInput } from '../parse-input.js'

/** Finds a project of the workspace by name. Errors: `not_found`. */
export async function findProject(ctx: Context, name: string): Promise<Project> {
  const project = await ctx.store.projects.find(ctx.actor, name.trim())
  if (!project) throw new AppError('not_found', { what: 'project', id: name })
  return project
}

/** Every project, by name, with the number of its runs and what they have spent. */
export const listProjects = (ctx: Context): Promise<ProjectSummary[]> => ctx.store.projects.list(ctx.actor)

/** Errors: `forbidden`, `invalid_input`, `conflict` (the name is taken). */
export async function createProject(
  ctx: Context,
  input: { readonly name: string; readonly settings?: ProjectChange },
): Promise<Project> {
  requireScope(ctx.grant, 'write')
  const name = parseInput(ProjectName, input.name)
  const created = await ctx.store.projects.create(
    auditActor(ctx),
    name,
    parseInput(ProjectSettings, input.settings ?? {}),
  )
  if (created) return created
  throw new AppError('conflict', {
    problem: `There is a project ${name} already; change that one, or take another name.`,
  })
}

/**
 * Changes the given settings and leaves all others. Submitted runs keep theirs. Errors: as `createProject`,
 * `not_found`.
 */
export async function changeProject(
  ctx: Context,
  input: { readonly name: string; readonly settings: ProjectChange },
): Promise<Project> {
  requireScope(ctx.grant, 'write')
  const { project_id: _, name, created_at: __, ...before } = await findProject(ctx, input.name)
  const given = Object.entries(input.settings).filter(([, value]) => value !== undefined)
  const settings = parseInput(ProjectSettings, { ...before, ...Object.fromEntries(given) })
  if (settings.budget_usd !== before.budget_usd) requireScope(ctx.grant, 'spend')
  const changed = await ctx.store.projects.change(auditActor(ctx), name, settings)
  if (!changed) throw new AppError('not_found', { what: 'project', id: name })
  return changed
}

/** Deletes a project; its runs stay, without a project. Errors: `forbidden`, `not_found`. */
export async function deleteProject(ctx: Context, { name }: { readonly name: string }): Promise<void> {
  requireScope(ctx.grant, 'write')
  // A project created again under the name would have no budget, so this needs the scope of budgets.
  if ((await findProject(ctx, name)).budget_usd !== null) requireScope(ctx.grant, 'spend')
  if (!(await ctx.store.projects.remove(auditActor(ctx), name)))
    throw new AppError('not_found', { what: 'project', id: name })
}
