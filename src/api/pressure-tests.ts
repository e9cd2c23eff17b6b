import { z } from 'zod'
import { Analysis, AnalysisMissing, Measured } from '../domain/panel/analysis.js'
import { GroupDynamics } from '../domain/panel/discussion.js'
import {
  isJudged,
  JudgedResult,
  MAX_PERSONAS,
  MIN_PERSONAS,
  measuredOf,
  NotJudged,
  PressureTestResult,
  USUAL_PERSONAS,
} from '../domain/panel/pressure-test.js'
import { Response } from '../domain/panel/response.js'
import { Stimulus } from '../domain/panel/stimulus.js'
import { Category, SkepticismLevel } from '../domain/personas/persona.js'
import { RunId, type RunStatus, Trust } from '../domain/run/run.js'
import { RunDocument } from '../domain/run/run-document.js'
import { AppError } from '../errors.js'
import { requireResult } from '../service/run/open-report.js'
import { createDraft, readDraft, startApiDraft } from '../service/run/run-drafts.js'
import { taggedAnswer } from './etag.js'
import { answer, defineRoute, ok, type Route } from './route.js'
import { refuseFailed, waitForEnd } from './wait-for-end.js'

const tag = 'Tests'
const kind = 'pressure_test'

const TestStatus = z.enum(['draft', 'running', 'completed', 'failed', 'cancelled'])
const STATUSES: Readonly<Record<z.infer<typeof RunStatus>, z.infer<typeof TestStatus>>> = {
  queued: 'running',
  running: 'running',
  paused: 'running',
  completed: 'completed',
  failed: 'failed',
  cancelled: 'cancelled',
}
const statusOf = (run: RunDocument | null) => (run === null ? 'draft' : STATUSES[run.status])

const NewTest = z.strictObject({
  name: z.string().trim().max(200).default(''),
  stimulus_content: Stimulus,
  category: Category.optional(),
  panel_config: z.strictObject({ archetypes: z.array(z.string().max(60)).max(24).default([]) }).prefault({}),
  personas: z.int().min(MIN_PERSONAS).max(MAX_PERSONAS).optional(),
  skepticism_calibration: SkepticismLevel.optional(),
  include_group_dynamics: z.boolean().default(true),
})

const createTest = defineRoute({
  method: 'post',
  path: '/api/tests',
  scope: 'write',
  id: 'createTest',
  tag,
  summary:
    'Keeps a pressure test to be run. Without `personas` there is one of each archetype named, or six people of the usual ones.',
  body: NewTest,
  answers: { 201: z.object({ data: z.object({ testId: z.uuid(), status: z.literal('draft') }) }) },
  fails: ['not_found'],
  async handle({ ctx, body }) {
    const { name, stimulus_content, panel_config, skepticism_calibration, include_group_dynamics, ...rest } = body
    const { archetypes } = panel_config
    const request = {
      stimulus: stimulus_content,
      panel: archetypes,
      personas: rest.personas ?? (archetypes.length < MIN_PERSONAS ? USUAL_PERSONAS : archetypes.length),
      skepticism: skepticism_calibration,
      focus_group: include_group_dynamics ? 'live' : 'off',
      category: rest.category,
    }
    const testId = await createDraft(ctx, kind, { name, request })
    return answer(201, { data: { testId, status: 'draft' as const } }, { location: `/api/tests/${testId}` })
  },
})

const Started = z.object({ data: z.object({ testId: z.uuid(), resultId: RunId, status: TestStatus }) })

const runTest = defineRoute({
  method: 'post',
  path: '/api/tests/{id}/run',
  scope: 'spend',
  id: 'runTest',
  tag,
  summary:
    'Runs a test and waits up to 50 seconds for its end; one that takes longer goes on, and is answered with 202. One that is running or has completed is a conflict; one that failed is taken up again.',
  answers: { 200: Started, 202: Started },
  fails: ['conflict', 'execution_failed', 'budget_exceeded'],
  async handle({ ctx, params, server }) {
    const resultId = await startApiDraft(ctx, { kind, draft_id: params.id })
    const run = await waitForEnd(ctx, resultId, server)
    const data = { testId: params.id, resultId, status: statusOf(run) }
    return run.status === 'completed' ? ok({ data }) : answer(202, { data })
  },
})

const readTest = defineRoute({
  method: 'get',
  path: '/api/tests/{id}',
  scope: 'read',
  id: 'getTest',
  tag,
  summary: 'A test and how far it is.',
  answers: {
    200: z.object({
      data: z.object({
        testId: z.uuid(),
        name: z.string(),
        status: TestStatus,
        resultId: RunId.nullable(),
        error_message: z.string().nullable(),
        created_at: z.iso.datetime(),
        started_at: z.string().nullable(),
        completed_at: z.string().nullable(),
      }),
    }),
  },
  async handle({ ctx, params }) {
    const { draft, run } = await readDraft(ctx, { kind, draft_id: params.id })
    const data = {
      testId: draft.draft_id,
      name: draft.name,
      status: statusOf(run),
      resultId: run?.run_id ?? null,
      error_message: run?.error?.message ?? null,
      created_at: draft.created_at.toISOString(),
      started_at: run?.started_at ?? null,
      completed_at: run?.completed_at ?? null,
    }
    return ok({ data })
  },
})

const readTestResults = defineRoute({
  method: 'get',
  path: '/api/tests/{id}/results',
  scope: 'read',
  id: 'getTestResults',
  tag,
  summary:
    'What a completed test gave: responses, scores, discussion, analysis (or why it is missing, and what a retry buys), and how far to believe them.',
  answers: {
    200: z.object({
      data: z.object({
        testId: z.uuid(),
        resultId: RunId,
        responses: z.array(Response),
        group_dynamics: GroupDynamics.nullable(),
        analysis: Analysis.nullable(),
        /** Why there is no analysis; `null` where there is one. */
        analysis_missing: AnalysisMissing.nullable(),
        /** The scores, which stand without an analysis, too. */
        measured: Measured.nullable(),
        intent: JudgedResult.shape.intent,
        minority_report: JudgedResult.shape.minority_report,
        not_judged: NotJudged.nullable(),
        trust: Trust.nullable(),
        retry: RunDocument.shape.retry,
        report_url: z.string().nullable(),
      }),
    }),
    304: null,
  },
  headers: { 'If-None-Match': 'The ETag of an earlier answer.' },
  fails: ['conflict', 'execution_failed'],
  async handle({ ctx, params, request }) {
    const { run } = await readDraft(ctx, { kind, draft_id: params.id })
    if (run === null) throw new AppError('conflict', { problem: 'The test was not run yet.' })
    const { run_id, result, trust, report_url, retry } = requireResult(refuseFailed(run))
    const tested = PressureTestResult.parse(result)
    const { responses, group_dynamics, analysis, intent, minority_report } = tested
    const judged = isJudged(tested) ? tested : null
    const whole = {
      testId: params.id,
      resultId: run_id,
      responses,
      group_dynamics,
      analysis,
      intent,
      minority_report,
      analysis_missing: judged?.analysis_missing ?? null,
      measured: judged && Measured.parse(measuredOf(judged)),
      not_judged: tested.judged ? null : tested.not_judged,
      trust,
      retry,
      report_url,
    }
    return taggedAnswer(request, { data: whole }, { ...whole, report_url: null })
  },
})

export const TEST_ROUTES = [createTest, runTest, readTest, readTestResults] as const satisfies readonly Route[]
