import { z } from 'zod'
import { PersonaProfile } from '../domain/personas/persona-profile.js'
import {
  MAX_SET,
  PersonaGenerationInput,
  PersonaGenerationResult,
  PersonaSetDocument,
  SetName,
} from '../domain/personas/persona-set.js'
import { RunId, RunStatus } from '../domain/run/run.js'
import { mayRead } from '../domain/workspace/token-scopes.js'
import { importPersonas } from '../service/personas/import-personas.js'
import { exportPersonaSet, listPeople, listPersonaSets } from '../service/personas/persona-sets.js'
import { prepareRun, submitRun } from '../service/run/submit-run.js'
import { answer, defineRoute, ok, type Route } from './route.js'
import { ResearchText } from './run-requests.js'
import { waitForEnd } from './wait-for-end.js'

const tag = 'Personas'
const kind = 'persona_generation'
const { count, diversity, seed, audience } = PersonaGenerationInput.shape

const listPersonas = defineRoute({
  method: 'get',
  path: '/personas/list',
  scope: 'read',
  id: 'listPersonas',
  tag,
  summary: 'The synthetic people of every saved set, or of one, a page at a time; each says which set it is of.',
  query: z.strictObject({
    set: SetName.optional(),
    limit: z.coerce.number('Give a whole number from 1 to 1,000.').int().min(1).max(1_000).default(100),
    offset: z.coerce.number('Give a whole number from 0 on.').int().min(0).max(1_000_000).default(0),
  }),
  answers: { 200: z.array(PersonaProfile.extend({ persona_set: z.string() })) },
  handle: async ({ ctx, query }) => ok(await listPeople(ctx, query)),
})

const Generation = z.strictObject({
  /** Texts of research: interviews, notes, reviews. */
  source_docs: z
    .array(ResearchText.or(z.string().min(1).max(200_000)))
    .max(20)
    .default([]),
  num_personas: count,
  name: SetName.default('generated-personas'),
  audience,
  diversity,
  seed,
})

const generatePersonas = defineRoute({
  method: 'post',
  path: '/personas/generate',
  scope: 'spend',
  id: 'generatePersonas',
  tag,
  summary:
    'Makes a saved set of synthetic people from research texts, or from an audience in words, and answers with them; what takes longer than 50 seconds goes on as a run, with 202, which is also what a token without `read` gets. `POST /runs` does the same with all settings.',
  body: Generation,
  answers: { 200: z.array(PersonaProfile), 202: z.object({ run_id: RunId, status: RunStatus }) },
  fails: ['budget_exceeded', 'execution_failed'],
  async handle({ ctx, body, server }) {
    const { source_docs, num_personas, ...set } = body
    const files = source_docs.map((document, index) =>
      typeof document === 'string'
        ? { name: `document-${index + 1}.md`, bytes: Buffer.from(document, 'utf8') }
        : document,
    )
    const { run } = await submitRun(ctx, await prepareRun(ctx, kind, { ...set, files, count: num_personas }))
    const { run_id, status, result } = await waitForEnd(ctx, run.run_id, server)
    if (status !== 'completed' || !mayRead(ctx.grant)) return answer(202, { run_id, status })
    return ok(PersonaGenerationResult.parse(result).personas)
  },
})

const SetSummary = z.object({
  name: z.string(),
  version: z.int(),
  run_id: RunId.nullable(),
  origin: z.string(),
  size: z.int(),
  last_updated: z.iso.datetime(),
  synthetic: z.literal(true),
})

const listSets = defineRoute({
  method: 'get',
  path: '/personas/sets',
  scope: 'read',
  id: 'listPersonaSets',
  tag,
  summary: 'The newest version of every saved persona set, by name.',
  answers: { 200: z.object({ sets: z.array(SetSummary) }) },
  handle: async ({ ctx }) => ok({ sets: await listPersonaSets(ctx) }),
})

const readSet = defineRoute({
  method: 'get',
  path: '/personas/sets/{name}',
  scope: 'read',
  id: 'getPersonaSet',
  tag,
  summary: 'A set with everybody in it and every source: its newest version, or `my-set@2`. It can be imported again.',
  answers: { 200: PersonaSetDocument },
  handle: async ({ ctx, params }) => ok(await exportPersonaSet(ctx, { set: params.name })),
})

const importSet = defineRoute({
  method: 'post',
  path: '/personas/sets',
  scope: 'write',
  id: 'importPersonaSet',
  tag,
  summary: 'Saves a set from one that was exported, or from a list of profiles, as the next version of its name.',
  body: z.strictObject({
    name: SetName.optional(),
    document: z.union([z.record(z.string(), z.unknown()), z.array(z.unknown()).max(MAX_SET)]),
  }),
  answers: {
    201: z.object({
      name: z.string(),
      version: z.int(),
      size: z.int(),
      contradictions: z.array(z.object({ id: z.string(), why: z.string() })),
    }),
  },
  async handle({ ctx, body }) {
    const saved = await importPersonas(ctx, body)
    return answer(201, saved, { location: `/personas/sets/${saved.name}` })
  },
})

export const PERSONA_ROUTES = [
  listPersonas,
  generatePersonas,
  listSets,
  readSet,
  importSet,
] as const satisfies readonly Route[]
