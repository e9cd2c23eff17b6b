import { z } from 'zod'
import { ObjectionRecord, VersionChange } from '../domain/panel/versions.js'
import { AppError } from '../errors.js'
import { projectObjections, versionChange } from '../service/panel/versions.js'
import { defineRoute, ok, type Route } from './route.js'

const tag = 'Projects'

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

export const VERSION_ROUTES = [readObjections, readChanges] as const satisfies readonly Route[]
