import { z } from 'zod'
import { ObjectionRecord, VersionChange } from '../domain/panel/versions.js'
import {
  type Project,
  ProjectChange,
  ProjectName,
  ProjectSettings,
  type ProjectSummary,
} from '../domain/workspace/project.js'
import { AppError } from '../errors.js'
import { projectObjections, versionChange } from '../service/panel/versions.js'
import {
  changeProject,
  createProject,
  deleteProject,
  findProject,
  listProjects,
} from '../service/workspace/projects.js'
import { answer, defineRoute, ok, type Route } from './route.js'

const tag = 'Projects'

const Saved = ProjectSettings.extend({ name: z.string(), created_at: z.iso.datetime() })
const Listed = Saved.extend({
  runs: z.int(),
  /** US dollars spent, with what its open runs have reserved. */
  committed_usd: z.number(),
})

const shown = ({ name, product, category, panel, personas, budget_usd, created_at }: Project) => ({
  name,
  product,
  category,
  panel,
  personas,
  budget_usd,
  created_at: created_at.toISOString(),
})
const listed = (project: ProjectSummary) => ({
  ...shown(project),
  runs: project.runs,
  committed_usd: project.committed_usd,
})

const addProject = defineRoute({
  method: 'post',
  path: '/projects',
  scope: 'write',
  id: 'createProject',
  tag,
  summary:
    'Makes a project: product, category, default panel and budget of the runs that name it. Above its budget a run is refused before anything is spent.',
  body: ProjectChange.extend({ name: ProjectName }),
  answers: { 201: Saved },
  fails: ['conflict'],
  async handle({ ctx, body: { name, ...rest } }) {
    const project = await createProject(ctx, { name, settings: rest })
    return answer(201, shown(project), { location: `/projects/${project.name}` })
  },
})

const listAllProjects = defineRoute({
  method: 'get',
  path: '/projects',
  scope: 'read',
  id: 'listProjects',
  tag,
  summary: 'Every project, by name, with its runs and what they have spent.',
  answers: { 200: z.object({ projects: z.array(Listed) }) },
  handle: async ({ ctx }) => ok({ projects: (await listProjects(ctx)).map(listed) }),
})

const readProject = defineRoute({
  method: 'get',
  path: '/projects/{id}',
  scope: 'read',
  id: 'getProject',
  tag,
  summary: 'A project by its name. Its runs: `GET /runs?project=…`.',
  answers: { 200: Saved },
  handle: async ({ ctx, params }) => ok(shown(await findProject(ctx, params.id))),
})

const putProject = defineRoute({
  method: 'put',
  path: '/projects/{id}',
  scope: 'write',
  id: 'changeProject',
  tag,
  summary:
    'Changes what is given of a project and leaves the rest; another budget takes the scope spend, too. Runs that were submitted keep what they have.',
  body: ProjectChange,
  answers: { 200: Saved },
  handle: async ({ ctx, params, body }) => ok(shown(await changeProject(ctx, { name: params.id, settings: body }))),
})

const removeProject = defineRoute({
  method: 'delete',
  path: '/projects/{id}',
  scope: 'write',
  id: 'deleteProject',
  tag,
  summary: 'Deletes a project; one with a budget takes the scope spend, too. Its runs stay, and belong to none.',
  answers: { 204: null },
  async handle({ ctx, params }) {
    await deleteProject(ctx, { name: params.id })
    return answer(204, null)
  },
})

const readObjections = defineRoute({
  method: 'get',
  path: '/projects/{id}/objections',
  scope: 'read',
  id: 'getProjectObjections',
  tag,
  summary:
    'Objections over the tested versions of a project, one row each: which are new, stayed, came back or are gone, who holds them, and where nobody can tell.',
  answers: { 200: ObjectionRecord },
  handle: async ({ ctx, params }) => ok(await projectObjections(ctx, { name: params.id })),
})

const readChanges = defineRoute({
  method: 'get',
  path: '/runs/{id}/changes',
  scope: 'read',
  id: 'getVersionChange',
  tag,
  summary:
    'What changed from an earlier test to this one over the same people; without `since`, from the last one of its project.',
  query: z.strictObject({ since: z.string().max(64).optional() }),
  answers: { 200: VersionChange },
  fails: ['conflict', 'invalid_input'],
  async handle({ ctx, params, query: { since } }) {
    const change = await versionChange(ctx, { run_id: params.id, before: since })
    if (!change)
      throw new AppError('conflict', { problem: 'No earlier test of a project comes before it; name one with since.' })
    return ok(change)
  },
})

export const PROJECT_ROUTES = [
  addProject,
  listAllProjects,
  readProject,
  putProject,
  removeProject,
  readObjections,
  readChanges,
] as const satisfies readonly Route[]
