import type { AgentScore } from '../../domain/evaluation/agent-score.js'
import { EvaluationResult, type VersionComparison } from '../../domain/evaluation/evaluation.js'
import type { TrackRecord } from '../../domain/panel/outcome.js'
import type { StimulusSource } from '../../domain/panel/stimulus.js'
import type { VersionChange } from '../../domain/panel/versions.js'
import { isPanelRun, type RunDocument } from '../../domain/run/run-document.js'
import type { Context } from '../context.js'
import { currentTrust } from '../evaluation/mark-conversations.js'
import { readTrackRecord } from '../panel/outcomes.js'
import { versionChange } from '../panel/versions.js'
import type { RunVisibility } from '../slack/slack-origins.js'

/** A run as its report shows it, with marks and scores added after it ended. */
export type ReportReading = {
  readonly run: RunDocument
  readonly history: readonly AgentScore[]
  readonly record?: TrackRecord
  /** A test compared with the one before it in its project. */
  readonly change?: VersionChange | null
  /** The sources of the proposition, where it was more than a typed text. */
  readonly sources?: readonly StimulusSource[]
}

/**
 * The contents of a report, with the track record; of other runs only those its readers may see (`visibility`; by
 * default all, for readers in the workspace). For an evaluation: the judge trust by all marks there are now, the scores
 * of all versions of the agent and, where the run compared nothing, the last version on the same cases.
 */
export async function readReport(
  ctx: Context,
  run: RunDocument,
  visibility: RunVisibility = allVisible,
): Promise<ReportReading> {
  const isTest = run.kind === 'pressure_test' && run.status === 'completed' && isPanelRun(run)
  const [reading, record, change] = await Promise.all([
    readRun(ctx, run, visibility),
    visibleRecord(ctx, run, visibility),
    isTest ? versionChange(ctx, { run_id: run.run_id, visibility }) : null,
  ])
  return { ...reading, record, change, sources: run.sources ?? [] }
}

const allVisible: RunVisibility = async (run_ids) => new Set(run_ids)

/** The figures cover all outcomes; single outcomes are listed only where readers may see their runs. */
async function visibleRecord(ctx: Context, run: RunDocument, visibility: RunVisibility): Promise<TrackRecord> {
  const record = await readTrackRecord(ctx)
  const visible = await visibility(record.rows.map(({ run_id }) => run_id))
  return { ...record, rows: record.rows.filter(({ run_id }) => run_id === run.run_id || visible.has(run_id)) }
}

async function readRun(
  ctx: Context,
  run: RunDocument,
  visibility: RunVisibility,
): Promise<Omit<ReportReading, 'record'>> {
  if (run.kind !== 'evaluation') return { run, history: [] }
  const parsed = EvaluationResult.safeParse(run.result)
  if (!parsed.success) return { run, history: [] }
  const result = parsed.data
  const scores = await ctx.store.agents.scores(ctx.actor, result.agent.agent_id ?? result.agent.agent_version_id)
  const visible = await visibility(scores.map(({ run_id }) => run_id))
  const history = scores.filter(({ run_id }) => run_id === run.run_id || visible.has(run_id))
  const [judge_trust, comparison] = await Promise.all([
    currentTrust(ctx, run.run_id, result),
    result.comparison ?? againstLast(ctx, run, result, history),
  ])
  return { run: { ...run, result: { ...result, judge_trust, comparison } }, history }
}

/** Earlier evaluations that are read to find a comparable one: each is a large document. */
const MAX_READ = 5

/** The last earlier evaluation of the same agent with a score that can be compared: same cases, mode, judges and players. */
async function againstLast(
  ctx: Context,
  { run_id, model, seed }: RunDocument,
  result: EvaluationResult,
  history: readonly AgentScore[],
): Promise<VersionComparison | null> {
  const own = history.findIndex((score) => score.run_id === run_id)
  const handedIn = result.trials.every(({ simulated }) => !simulated)
  const { agent_version_id, version } = result.agent
  const alike = history
    .slice(0, Math.max(0, own))
    .filter(
      (score) =>
        score.cases_hash === result.cases_hash &&
        score.offline === (model.mode === 'offline') &&
        score.status !== 'unjudged' &&
        score.overall_score !== null &&
        (handedIn || score.agent_version_id !== agent_version_id || score.version !== version),
    )
  for (const last of alike.toReversed().slice(0, MAX_READ)) {
    const run = await ctx.store.runs.get(ctx.actor, last.run_id)
    const before = run && EvaluationResult.safeParse((await ctx.store.runQueries.result(run))?.document)
    const comparison = before?.success ? ctx.evaluations.compare(result, before.data, seed ?? 0) : null
    if (comparison) return comparison
  }
  return null
}
