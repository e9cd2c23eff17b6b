import { z } from 'zod'
import { HumanMarks, JudgeTrust } from '../domain/evaluation/evaluation.js'
import { JudgedOutcome, OutcomeInput, TrackRecord } from '../domain/panel/outcome.js'
import { EvidencePacket } from '../domain/run/evidence-packet.js'
import { RunKind } from '../domain/run/kinds.js'
import { Quote } from '../domain/run/quote.js'
import { isRehearsal } from '../domain/run/run.js'
import { refuse } from '../errors.js'
import { runTitle } from '../presentation/run-title.js'
import { markConversations } from '../service/evaluation/mark-conversations.js'
import { readTrackRecord, recordOutcome } from '../service/panel/outcomes.js'
import { cancelRun, pauseRun } from '../service/run/cancel-run.js'
import { exportRun } from '../service/run/export-run.js'
import { exportTable, RUN_TABLES } from '../service/run/export-table.js'
import { documentOfNew, getRun, getRunState } from '../service/run/get-run.js'
import { type ListedRun, listRuns } from '../service/run/list-runs.js'
import { resumeRun, retryRun } from '../service/run/reopen-run.js'
import { prepareRun, submitRun, submittedBefore } from '../service/run/submit-run.js'
import { simulationTrends } from '../service/simulation/simulation-trends.js'
import { hashOf, taggedAnswer } from './etag.js'
import { answer, defineRoute, ok, type Route } from './route.js'
import { Budget, RunRequest, requestIn } from './run-requests.js'
import { Run, RunSummary } from './schemas.js'

const tag = 'Runs'

/** The idempotency key of a request. Errors: `invalid_input`. */
function keyOf(request: Request): string | undefined {
  const key = request.headers.get('idempotency-key') ?? undefined
  if (key !== undefined && !/^[\x21-\x7e]{1,200}$/.test(key))
    refuse('An Idempotency-Key has 1 to 200 characters of ASCII without spaces.')
  return key
}

const startRun = defineRoute({
  method: 'post',
  path: '/runs',
  scope: 'spend',
  id: 'startRun',
  tag,
  summary:
    'Starts a run of any kind. It goes on by itself: read it, follow its events, or wait for a webhook. `sources` says what links and files were read, and how they begin. `POST /quotes` takes the same body and tells the price and what was read first.',
  headers: {
    'Idempotency-Key':
      '1 to 200 characters of ASCII without spaces. The same key and body return the first run instead of a second one.',
  },
  body: RunRequest,
  answers: { 200: Run, 201: Run },
  fails: ['budget_exceeded', 'conflict', 'not_found'],
  async handle({ ctx, body, request }) {
    const key = keyOf(request)
    const { kind, budget_usd } = body
    const delivery = key === undefined ? undefined : { source: 'http', key, request_hash: hashOf(body) }
    const before = delivery ? await submittedBefore(ctx, delivery) : null
    const { run, created } = before
      ? { run: before, created: false }
      : await submitRun(ctx, await prepareRun(ctx, kind, requestIn(body)), { budget_usd, delivery })
    const headers = { location: `/runs/${run.run_id}` }
    if (created) return answer(201, documentOfNew(ctx, run), headers)
    return answer(200, await getRunState(ctx, run), headers)
  },
})

const quoteRun = defineRoute({
  method: 'post',
  path: '/quotes',
  scope: 'read',
  id: 'quoteRun',
  tag,
  summary:
    'Price and time of a run. Nothing is stored and nothing is spent. A request with links or files takes the scope spend, as starting it does.',
  body: RunRequest,
  answers: { 200: Quote },
  fails: ['conflict', 'not_found'],
  handle: async ({ ctx, body }) => ok((await prepareRun(ctx, body.kind, requestIn(body))).quote),
})

const Page = z.object({ runs: z.array(RunSummary), next_cursor: z.string().nullable() })

const listAllRuns = defineRoute({
  method: 'get',
  path: '/runs',
  scope: 'read',
  id: 'listRuns',
  tag,
  summary: 'The runs of the workspace, newest first. Give `next_cursor` as `cursor` for the page after this one.',
  query: z.strictObject({
    limit: z.coerce.number('Give a whole number from 1 to 100.').int().min(1).max(100).default(20),
    cursor: z.string().max(64).optional(),
    kind: RunKind.optional(),
    project: z.string().max(60).optional(),
  }),
  answers: { 200: Page },
  fails: ['not_found'],
  async handle({ ctx, query: { limit, cursor, kind, project } }) {
    const runs = await listRuns(ctx, { limit: limit + 1, before: cursor, kind, project })
    const page = runs.slice(0, limit)
    const next_cursor = runs.length > limit ? (page.at(-1)?.run_id ?? null) : null
    return ok({ runs: page.map(summaryOf), next_cursor })
  },
})

const summaryOf = (run: ListedRun) => ({
  run_id: run.run_id,
  kind: run.kind,
  status: run.status,
  title: runTitle(run.input) || run.kind,
  rehearsal: isRehearsal(run),
  judged: run.judged,
  project: run.project,
  cost_usd: run.cost_usd,
  created_at: run.created_at.toISOString(),
  completed_at: run.completed_at?.toISOString() ?? null,
})

const readOneRun = defineRoute({
  method: 'get',
  path: '/runs/{id}',
  scope: 'read',
  id: 'getRun',
  tag,
  summary:
    'A run with its result once there is one. With `If-None-Match` and the last `ETag`: 304 while nothing changed.',
  headers: { 'If-None-Match': 'The ETag of an earlier answer.' },
  answers: { 200: Run, 304: null },
  async handle({ ctx, params, request }) {
    const run = await getRun(ctx, { run_id: params.id })
    return taggedAnswer(request, run, { ...run, report_url: null })
  },
})

const cancelOneRun = defineRoute({
  method: 'post',
  path: '/runs/{id}/cancel',
  scope: 'write',
  id: 'cancelRun',
  tag,
  summary:
    'Stops a run and its spending within seconds. What was answered is kept; an ended run stays as it is. Its result is shown to a token that may read.',
  answers: { 200: Run },
  handle: async ({ ctx, params }) => ok(await getRunState(ctx, await cancelRun(ctx, { run_id: params.id }))),
})

const pauseOneRun = defineRoute({
  method: 'post',
  path: '/runs/{id}/pause',
  scope: 'write',
  id: 'pauseRun',
  tag,
  summary:
    'Pauses a run until it is resumed. Its calls in flight end first, which may take 20 seconds; an ended run stays as it is. Its result is shown to a token that may read.',
  answers: { 200: Run },
  handle: async ({ ctx, params }) => ok(await getRunState(ctx, await pauseRun(ctx, { run_id: params.id }))),
})

const Reopening = z.strictObject({
  budget_usd: Budget,
  fallback: z
    .enum(['offline'])
    .describe(
      'Of a simulation: from now on arithmetic plans the sessions that the model does not; labelled and counted.',
    )
    .optional(),
})

const retryOneRun = defineRoute({
  method: 'post',
  path: '/runs/{id}/retry',
  scope: 'spend',
  id: 'retryRun',
  tag,
  summary: 'Queues a failed or cancelled run again, or buys a missing analysis. What was stored is not bought again.',
  body: Reopening,
  answers: { 200: Run },
  fails: ['conflict'],
  handle: async ({ ctx, params, body }) =>
    ok(await getRunState(ctx, await retryRun(ctx, { run_id: params.id, ...body }))),
})

const resumeOneRun = defineRoute({
  method: 'post',
  path: '/runs/{id}/resume',
  scope: 'spend',
  id: 'resumeRun',
  tag,
  summary:
    'Lets a paused run go on now, with another budget where one is given, which a queued or running one has at once. Other runs stay as they are.',
  body: Reopening,
  answers: { 200: Run },
  fails: ['conflict', 'budget_exceeded'],
  handle: async ({ ctx, params, body }) =>
    ok(await getRunState(ctx, await resumeRun(ctx, { run_id: params.id, ...body }))),
})

const exportOneRun = defineRoute({
  method: 'get',
  path: '/runs/{id}/export',
  scope: 'read',
  id: 'exportRun',
  tag,
  summary:
    'Everything a finished run rests on as one document: prompts, answers, seed, models, costs, hash. `pressure-test runs verify` computes the result again from it.',
  answers: { 200: EvidencePacket },
  fails: ['conflict'],
  handle: async ({ ctx, params }) => ok(await exportRun(ctx, { run_id: params.id })),
})

const exportRunTable = defineRoute({
  method: 'get',
  path: '/runs/{id}/export.csv',
  scope: 'read',
  id: 'exportRunTable',
  tag,
  summary:
    'Answers, findings or unheard views with their marks (`desk`) of a finished test as CSV. A text that a spreadsheet would take for a formula begins with an apostrophe.',
  query: z.strictObject({ table: z.enum(RUN_TABLES).default('answers') }),
  answers: { 200: { type: 'text/csv' } },
  fails: ['conflict', 'invalid_input'],
  async handle({ ctx, params, query: { table } }) {
    const text = await exportTable(ctx, { run_id: params.id, table })
    const headers = {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="pressure-test-${table}.csv"`,
    }
    return new Response(`\uFEFF${text}`, { headers })
  },
})

const share = z.number().min(0).max(1)
const Trends = z.object({
  curve: z.array(z.object({ day: z.int(), at_risk: z.int(), left: z.int(), rate: share })),
  feelings: z.array(
    z.object({
      day: z.int(),
      sessions: z.int(),
      frustration: share,
      confidence: share,
      delight: share,
      confusion: share,
    }),
  ),
  events: z.enum(['stored', 'archived']),
  frictions: z.array(z.object({ target: z.string(), events: z.int(), people: z.int(), frustration: share })).nullable(),
  uses: z
    .array(z.object({ target: z.string(), tries: z.int(), successes: z.int(), tried: z.int(), succeeded: z.int() }))
    .nullable(),
})

const trendsOfRun = defineRoute({
  method: 'get',
  path: '/runs/{id}/trends',
  scope: 'read',
  id: 'getRunTrends',
  tag,
  summary:
    'Which of the synthetic people of a simulation were still there by day, what they felt, and what they did by target, over what is stored so far, also while it runs; `persona`, an id or a name, for one of them. `frictions` counts events with frustration above 0.6, whether or not it had risen. Events are kept for 90 days after the end: then `events` is `archived`, and `frictions` and `uses` are the sums that were kept, null for one person.',
  query: z.strictObject({ persona: z.string().min(1).max(200).optional() }),
  answers: { 200: Trends },
  fails: ['invalid_input'],
  handle: async ({ ctx, params, query: { persona } }) =>
    ok(await simulationTrends(ctx, { run_id: params.id, persona })),
})

const markRun = defineRoute({
  method: 'post',
  path: '/runs/{id}/marks',
  scope: 'write',
  id: 'markConversations',
  tag,
  summary: 'Keeps what people say of the conversations of a finished evaluation: what its judge is held against.',
  body: z.union([z.strictObject({ marks: HumanMarks }), HumanMarks]),
  answers: { 200: z.object({ kept: z.int(), judge_trust: JudgeTrust }) },
  fails: ['conflict'],
  async handle({ ctx, params, body }) {
    const marks = Array.isArray(body) ? body : body.marks
    return ok(await markConversations(ctx, { run_id: params.id, marks }))
  },
})

const Recorded = z.object({ outcome: JudgedOutcome, record: TrackRecord })

const recordRunOutcome = defineRoute({
  method: 'post',
  path: '/runs/{id}/outcome',
  scope: 'write',
  id: 'recordOutcome',
  tag,
  summary:
    'Records what happened with real people, beside what the run predicted when it ended. Rows are only added; the latest answer to a question counts, and the record says how many were corrected.',
  body: OutcomeInput,
  answers: { 201: Recorded },
  fails: ['conflict'],
  async handle({ ctx, params, body }) {
    return answer(201, await recordOutcome(ctx, { run_id: params.id, outcome: body }))
  },
})

const readRecord = defineRoute({
  method: 'get',
  path: '/track-record',
  scope: 'read',
  id: 'getTrackRecord',
  tag,
  summary: "What became of the workspace's predictions: hits, misses, intervals, and how little few outcomes say.",
  answers: { 200: TrackRecord },
  handle: async ({ ctx }) => ok(await readTrackRecord(ctx)),
})

export const RUN_ROUTES: readonly Route[] = [
  startRun,
  quoteRun,
  listAllRuns,
  readOneRun,
  cancelOneRun,
  pauseOneRun,
  retryOneRun,
  resumeOneRun,
  exportOneRun,
  exportRunTable,
  trendsOfRun,
  markRun,
  recordRunOutcome,
  readRecord,
]
