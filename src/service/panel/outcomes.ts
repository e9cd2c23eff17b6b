import type { StoredOutcome } from '../../db/panel/outcomes.js'
import { type JudgedOutcome, OutcomeInput, type TrackRecord } from '../../domain/panel/outcome.js'
import type { Prediction } from '../../domain/panel/prediction.js'
import { isPanelRun } from '../../domain/run/run-document.js'
import type { RunOutcome } from '../../domain/run/run-end.js'
import { requireScope } from '../../domain/workspace/token-scopes.js'
import { AppError, refuse } from '../../errors.js'
import type { Context } from '../context.js'
import { parseInput } from '../parse-input.js'
import { findRun, getRun } from '../run/get-run.js'

export type RecordedOutcome = { readonly outcome: JudgedOutcome; readonly record: TrackRecord }

/**
 * Records what happened with real people after a run. Rows are only added, and the latest answer to a question counts.
 * Errors: `forbidden`, `not_found`, `conflict` (the run is not completed), `invalid_input` (the outcome does not fit
 * the run).
 */
export async function recordOutcome(
  ctx: Context,
  { run_id, outcome }: { readonly run_id: string; readonly outcome: unknown },
): Promise<RecordedOutcome> {
  requireScope(ctx.grant, 'write')
  requireScope(ctx.grant, 'read', 'Recording an outcome shows what was predicted, and needs')
  const own = await predictionOf(ctx, run_id)
  const document = parseInput(OutcomeInput, outcome)
  const { against } = document
  if (against === run_id) refuse('A run cannot be held against itself; give another one with against.')
  const other = against === undefined ? null : await predictionOf(ctx, against)
  const paired_p = against === undefined ? null : await pairedP(ctx, run_id, against)
  const { question } = ctx.outcomes.judge({ own, other, paired_p }, document)
  const asked = against === undefined ? question : `${question} ${against}`
  const kept = against === undefined ? document : { ...document, paired_p }
  await ctx.store.outcomes.add(ctx.actor, { run_id, question: asked, document: kept })
  const record = await readTrackRecord(ctx)
  const [recorded] = record.rows
  if (!recorded) throw new Error('an outcome that was just recorded is there')
  return { outcome: recorded, record }
}

/** The track record: the predictions of the workspace compared with their outcomes. */
export async function readTrackRecord(ctx: Context): Promise<TrackRecord> {
  const { outcomes, deleted } = await ctx.store.outcomes.all(ctx.actor)
  const latest = new Map<string, StoredOutcome>()
  for (const outcome of outcomes) {
    const key = keyOf(outcome)
    if (!latest.has(key)) latest.set(key, outcome)
  }
  const rows = [...latest.values()].map((stored) => judged(ctx, stored))
  return ctx.outcomes.record(rows, { corrected: outcomes.length - latest.size, deleted })
}

/** Equal for outcomes on the same question. That X ran against Y is one event, whichever of them it is recorded for. */
function keyOf({ run_id, question, document: { against } }: StoredOutcome): string {
  if (against === undefined || !question.startsWith('pair ')) return `${run_id} ${question}`
  return `pair ${[run_id, against].sort().join(' ')}`
}

/** As of recording: results of completed runs do not change, and a test may be deleted later. */
async function pairedP(ctx: Context, run_id: string, against: string): Promise<number | null> {
  const [first, second] = await Promise.all([run_id, against].sort().map((id) => getRun(ctx, { run_id: id })))
  return first && second && isPanelRun(first) && isPanelRun(second) ? ctx.versions.pairedP(first, second) : null
}

const OTHER_DELETED = {
  question: '',
  predicted: 'not known',
  happened: 'not known',
  direction: null,
  interval: null,
  no_difference: null,
  not_counted: 'The run that it ran against was deleted.',
}

function judged(ctx: Context, { run_id, document, at, own, other }: StoredOutcome): JudgedOutcome {
  const { kind, category, model } = own
  const isAlone = document.against !== undefined && other === null
  const { question: _, ...judgement } = isAlone
    ? OTHER_DELETED
    : ctx.outcomes.judge({ own, other, paired_p: document.paired_p ?? null }, document)
  return {
    run_id,
    kind,
    category,
    model,
    at: at.toISOString(),
    what: document.what,
    ...judgement,
    note: document.note,
  }
}

async function predictionOf(ctx: Context, run_id: string): Promise<Prediction> {
  const run = await findRun(ctx, run_id)
  if (run.status !== 'completed')
    throw new AppError('conflict', {
      problem: `The run is ${run.status}; what it predicts is known once it is completed.`,
    })
  const frozen = await ctx.store.outcomes.prediction(ctx.actor, run_id)
  if (frozen) return frozen
  const stored = await ctx.store.runQueries.result(run)
  if (stored) {
    // The kind of a run's row is also the kind of its result.
    const end = { kind: run.kind, result: stored.document, trust: stored.trust } as RunOutcome
    await ctx.store.outcomes.freezeLate(ctx.actor, run, end)
  }
  const late = await ctx.store.outcomes.prediction(ctx.actor, run_id)
  return (
    late ??
    refuse(
      'This run predicts nothing about real people; outcomes belong to tests, focus groups, comparisons, refinements and evaluations.',
    )
  )
}
