import { Readable } from 'node:stream'
import { z } from 'zod'
import { SetName } from '../domain/personas/persona-set.js'
import { StayingWords } from '../domain/personas/research.js'
import { RunId } from '../domain/run/run.js'
import { deletePersona, deletePersonaSet, deleteRespondent } from '../service/personas/delete-personas.js'
import { exportPerson, PersonExport } from '../service/personas/export-person.js'
import { deleteRun } from '../service/run/delete-runs.js'
import { revokeReportLinks } from '../service/run/open-report.js'
import { deleteWorkspace, exportWorkspace } from '../service/workspace/workspace-data.js'
import { answer, defineRoute, ok, type Route } from './route.js'

const tag = 'Deleting'
const run_ids = z.array(RunId)
/** null: it took too long to look. */
const used_by = run_ids.nullable()

const deleteOneRun = defineRoute({
  method: 'delete',
  path: '/runs/{id}',
  id: 'deleteRun',
  scope: 'write',
  tag,
  summary:
    'Deletes a run and the questions that were asked to its people: every row, report and archived event. An unstarted draft of a test or a simulation is deleted by its id, too. One that is worked on is cancelled first. Answers with the ids of all; `used_by`: runs that keep copies of what it tested, null where that takes too long to look up.',
  answers: { 200: z.object({ run_ids, used_by }) },
  fails: ['conflict'],
  handle: async ({ ctx, params }) => ok(await deleteRun(ctx, { run_id: params.id })),
})

const revokeLinks = defineRoute({
  method: 'delete',
  path: '/runs/{id}/links',
  id: 'revokeReportLinks',
  scope: 'write',
  tag,
  summary:
    'Takes back every link to the run’s report that was made so far, also those posted in Slack. `report_url` of the run is a new one from then on.',
  answers: { 204: null },
  async handle({ ctx, params }) {
    await revokeReportLinks(ctx, { run_id: params.id })
    return answer(204, null)
  },
})

const deleteSet = defineRoute({
  method: 'delete',
  path: '/personas/sets/{name}',
  id: 'deletePersonaSet',
  scope: 'write',
  tag,
  summary:
    'Deletes a persona set with all its versions, the runs that made them or were to, which hold its research, and unstarted drafts that carry it. A run that is worked on is cancelled first. `used_by`: runs that still hold copies of its people, the oldest first and at most 1,000, null where that takes too long to look up.',
  answers: { 200: z.object({ versions: z.int(), run_ids, drafts: z.int(), used_by }) },
  fails: ['conflict'],
  handle: async ({ ctx, params }) => ok(await deletePersonaSet(ctx, { set: params.name })),
})

const deletePerson = defineRoute({
  method: 'delete',
  path: '/personas/{id}',
  id: 'deletePersona',
  scope: 'write',
  tag,
  summary:
    'Takes one person out of every version of a set, with the passages that nobody else in it cites, and deletes the runs that made the set or were to, and unstarted drafts that carry it, as they hold the person too. `stays`: what was said by the respondent of the research whom the person stood for and is still in the set, by passage, with the people who cite it; `DELETE /personas/sets/{name}/respondents/{id}` takes that out. `used_by`: runs that may still hold a copy, the oldest first and at most 1,000, null where that takes too long to look up.',
  query: z.strictObject({ set: SetName.optional() }),
  answers: { 200: z.object({ set: SetName, stays: z.array(StayingWords), run_ids, drafts: z.int(), used_by }) },
  fails: ['conflict', 'invalid_input'],
  handle: async ({ ctx, params, query }) => ok(await deletePersona(ctx, { set: query.set, persona_id: params.id })),
})

const deleteOneRespondent = defineRoute({
  method: 'delete',
  path: '/personas/sets/{name}/respondents/{id}',
  id: 'deleteRespondent',
  scope: 'write',
  tag,
  summary:
    'Takes a respondent of the research (`d1-r2`, as passages name them) out of every version of a set: their passages, the people who stand for them (`personas`), and every quote of them in others, where what rested on it is assumed from then on. Deletes the runs that made the set or were to, and unstarted drafts that carry it. `also_in`: other sets with the same passages, to be asked for themselves; `used_by`: runs that may still hold copies, the oldest first and at most 1,000, null where that takes too long to look up.',
  answers: {
    200: z.object({
      personas: z.array(z.string()),
      run_ids,
      drafts: z.int(),
      also_in: z.array(SetName),
      used_by,
    }),
  },
  fails: ['conflict'],
  handle: async ({ ctx, params }) => ok(await deleteRespondent(ctx, { set: params.name, respondent: params.id })),
})

const exportOnePerson = defineRoute({
  method: 'get',
  path: '/personas/{id}',
  id: 'exportPersona',
  scope: 'read',
  tag,
  summary:
    'What is stored of one person of a set: the profile in every version, the passages it cites, and what runs that seated it gave it to remember. `used_by`: runs with people of the set, whose exports have their answers, the oldest first and at most 1,000; null where that takes too long to look up.',
  query: z.strictObject({ set: SetName.optional() }),
  answers: { 200: PersonExport },
  fails: ['invalid_input'],
  handle: async ({ ctx, params, query }) => ok(await exportPerson(ctx, { set: query.set, persona_id: params.id })),
})

const exportAll = defineRoute({
  method: 'get',
  path: '/workspace/export',
  id: 'exportWorkspace',
  scope: 'admin',
  tag,
  summary:
    'Everything that is stored of this workspace, for a token with the scopes `admin` and `read`, a JSON document a line: first what this is, then every row as `{ table, row }`, all as of one moment, then the files of its runs on the server that answers: reports as `{ file, run_id, sha256, content }`, archived events of simulations as `{ file, run_id, sha256 }` and an `{ file, run_id, event }` each. Keys and secrets are left out. It is written first, then sent, one of a workspace at a time; one of which nothing is read for 5 minutes is given up.',
  answers: { 200: { type: 'application/x-ndjson' } },
  fails: ['too_many_requests'],
  async handle({ ctx }) {
    const text = Readable.from(await exportWorkspace(ctx), { objectMode: false })
    return new Response(Readable.toWeb(text) as ReadableStream, {
      headers: { 'content-type': 'application/x-ndjson', 'cache-control': 'no-store' },
    })
  },
})

const deleteAll = defineRoute({
  method: 'delete',
  path: '/workspace',
  id: 'deleteWorkspace',
  scope: 'admin',
  tag,
  summary:
    'Deletes everything of this workspace, its tokens too: the one that asks is the last to be answered. The security log stays.',
  query: z.strictObject({
    confirm: z.literal('everything', 'To delete the whole workspace, give ?confirm=everything'),
  }),
  answers: { 200: z.object({ runs: z.int() }) },
  handle: async ({ ctx }) => ok(await deleteWorkspace(ctx)),
})

export const ERASURE_ROUTES: readonly Route[] = [
  deleteOneRun,
  revokeLinks,
  deleteSet,
  deletePerson,
  deleteOneRespondent,
  exportOnePerson,
  exportAll,
  deleteAll,
]
