import { z } from 'zod'
import { RunError, RunId, RunStatus, Trust } from '../domain/run/run.js'
import { foldProgress } from '../domain/run/run-events.js'
import { Product } from '../domain/simulation/product.js'
import { SIMULATION_LABELS } from '../domain/simulation/simulated-session.js'
import { SimulationInput, SimulationResult } from '../domain/simulation/simulation.js'
import { ConfigurationFields, withAliases } from '../domain/simulation/simulation-configuration.js'
import { AppError } from '../errors.js'
import { progressView } from '../presentation/progress.js'
import { runEvents } from '../service/run/follow-run.js'
import { findRun } from '../service/run/get-run.js'
import { requireResult } from '../service/run/open-report.js'
import { createDraft, readDraft, startApiDraft } from '../service/run/run-drafts.js'
import { getProduct } from '../service/simulation/products.js'
import { taggedAnswer } from './etag.js'
import { answer, defineRoute, ok, type Route } from './route.js'
import { refuseFailed } from './wait-for-end.js'

const tag = 'Simulations'
const kind = 'simulation'
const SimulationStatus = z.enum(['created', ...RunStatus.options])

const note = z.string().max(2_000).optional()
const SimulationConfig = z.preprocess(
  withAliases,
  ConfigurationFields.extend({
    name: z.string().trim().max(200).default(''),
    /** Notes that a client keeps with a configuration; they have no effect. */
    id: note,
    description: note,
    created_at: note,
    created_by: note,
    product: z.union([z.string().min(1).max(80), Product]),
    network: SimulationInput.shape.network,
  }).strict(),
)

const createSimulation = defineRoute({
  method: 'post',
  path: '/simulations/create',
  scope: 'write',
  id: 'createSimulation',
  tag,
  summary:
    'Keeps a simulation to be started: `product` is a product or the id of one, `product_version` the version or name of one of its states, `features_enabled` its flags as this run has them, `persona_ids` people of one saved persona set, or whole sets and archetypes. `max_parallel` caps the calls of a model in flight, and changes nothing without a model; `time_compression` changes nothing, as nothing waits for simulated days.',
  body: SimulationConfig,
  answers: { 201: z.object({ simulation_id: z.uuid(), name: z.string(), status: z.literal('created') }) },
  fails: ['not_found'],
  async handle({ ctx, body }) {
    const { name, network, id: _, description: _1, created_at: _2, created_by: _3, ...configuration } = body
    if (typeof body.product === 'string') await getProduct(ctx, { product: body.product })
    const draft = { name, request: { configuration, network } }
    const simulation_id = await createDraft(ctx, kind, draft)
    const location = `/simulations/${simulation_id}/status`
    return answer(201, { simulation_id, name, status: 'created' as const }, { location })
  },
})

const startSimulation = defineRoute({
  method: 'post',
  path: '/simulations/{id}/start',
  scope: 'spend',
  id: 'startSimulation',
  tag,
  summary:
    'Starts a simulation. One that is running or has completed is a conflict; one that failed is taken up again.',
  answers: { 202: z.object({ simulation_id: z.uuid(), job_id: RunId, status: RunStatus }) },
  fails: ['conflict', 'budget_exceeded'],
  async handle({ ctx, params }) {
    const job_id = await startApiDraft(ctx, { kind, draft_id: params.id })
    const { status } = await findRun(ctx, job_id)
    return answer(202, { simulation_id: params.id, job_id, status })
  },
})

const Progress = z.object({
  percent: z.number(),
  stage: z.string(),
  sentence: z.string(),
  /**
   * Interim figures of the people who are done, shares with 95 % intervals by the `personas` of whom people may be copies;
   * absent before the first of them, and once there is a result.
   */
  partial: z
    .object({
      people: z.int(),
      personas: z.int(),
      of: z.int(),
      sessions: z.int(),
      curve: z.array(z.object({ day: z.int(), rate: z.number(), low: z.number(), high: z.number() })),
      label: z.enum(SIMULATION_LABELS),
    })
    .optional(),
})

const readStatus = defineRoute({
  method: 'get',
  path: '/simulations/{id}/status',
  scope: 'read',
  id: 'getSimulationStatus',
  tag,
  summary: 'How far a simulation is. `job_id` is its run, whose events can be followed.',
  answers: {
    200: z.object({
      simulation_id: z.uuid(),
      name: z.string(),
      status: SimulationStatus,
      job_id: RunId.nullable(),
      progress: Progress.nullable(),
      error: RunError.nullable(),
    }),
  },
  async handle({ ctx, params }) {
    const { draft, run } = await readDraft(ctx, { kind, draft_id: params.id })
    const about = { simulation_id: draft.draft_id, name: draft.name }
    if (run === null) return ok({ ...about, status: 'created' as const, job_id: null, progress: null, error: null })
    const { run_id, status, error } = run
    const [row, events] = await Promise.all([findRun(ctx, run_id), runEvents(ctx, { run_id })])
    return ok({ ...about, status, job_id: run_id, progress: progressView(row, foldProgress(events)), error })
  },
})

const Results = SimulationResult.extend({
  config_id: z.uuid(),
  viral_coefficient: z.number().nullable(),
  viral_coefficient_interval: SimulationResult.shape.viral_coefficient,
  top_insights: z.array(z.string()),
  generated_at: z.string().nullable(),
  trust: Trust.nullable(),
  report_url: z.string().nullable(),
})

/** Number of frictions in the summary. */
const INSIGHTS = 3

const readResults = defineRoute({
  method: 'get',
  path: '/simulations/{id}/results',
  scope: 'read',
  id: 'getSimulationResults',
  tag,
  summary: 'What a completed simulation gave. Everybody in it is synthetic.',
  headers: { 'If-None-Match': 'The ETag of an earlier answer.' },
  answers: { 200: Results, 304: null },
  fails: ['conflict', 'execution_failed'],
  async handle({ ctx, params, request }) {
    const { run } = await readDraft(ctx, { kind, draft_id: params.id })
    if (run === null) throw new AppError('conflict', { problem: 'The simulation was not started yet.' })
    const { trust, report_url, completed_at, ...done } = requireResult(refuseFailed(run))
    const result = SimulationResult.parse(done.result)
    const insights = result.friction_points.slice(0, INSIGHTS).map((friction) => friction.trouble ?? friction.message)
    if (result.hypothesis) insights.push(result.hypothesis.sentence)
    const body = {
      ...result,
      config_id: params.id,
      viral_coefficient: result.viral_coefficient?.k ?? null,
      viral_coefficient_interval: result.viral_coefficient,
      top_insights: insights,
      generated_at: completed_at,
      trust,
      report_url,
    }
    return taggedAnswer(request, body, { ...body, report_url: null })
  },
})

export const SIMULATION_ROUTES = [
  createSimulation,
  startSimulation,
  readStatus,
  readResults,
] as const satisfies readonly Route[]
