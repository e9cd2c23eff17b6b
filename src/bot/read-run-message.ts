import { type InputOf, KINDS, type RunKind } from '../domain/run/kinds.js'
import { hasEnded } from '../domain/run/run.js'
import type { Run } from '../domain/run/run-state.js'
import { isAppError } from '../errors.js'
import { trackRecordView } from '../presentation/track-record.js'
import { readDecision } from '../service/evaluation/decide-on-agent.js'
import { readDissent } from '../service/panel/act-on-minority-report.js'
import { runEvents } from '../service/run/follow-run.js'
import { findRun, getRun } from '../service/run/get-run.js'
import { type ReportReading, readReport } from '../service/run/read-report.js'
import { originOf, type RunVisibility } from '../service/slack/slack-origins.js'
import type { SurfaceContext } from '../service/surface-context.js'
import { differencesOf, type RunSettings } from './blocks/differences.js'
import { kindWords } from './blocks/kinds.js'
import { progressOf } from './blocks/progress.js'
import type { ListedRun, MinorityMark, Review, RunCard } from './blocks/view-models.js'

/**
 * Everything a run's message is made from; `visibility` limits what its readers learn of other runs. `marks` and
 * `review` hold names, never mentions. Errors: `not_found`.
 */
export async function readCard(ctx: SurfaceContext, run_id: string, visibility: RunVisibility): Promise<RunCard> {
  const row = await findRun(ctx, run_id)
  const done = row.status === 'completed'
  const [document, events, origin] = await Promise.all([
    getRun(ctx, { run_id }),
    // A run that ended without a result still shows how far it came.
    done ? [] : runEvents(ctx, { run_id }),
    originOf(ctx, run_id),
  ])
  const [reading, marks, review, again] = await Promise.all([
    done ? readReport(ctx, document, visibility) : ({ run: document } satisfies Partial<ReportReading>),
    done ? marksOf(ctx, run_id) : [],
    done && row.kind === 'evaluation' ? reviewOf(ctx, run_id) : null,
    origin?.source_run_id ? againOf(ctx, row, origin.source_run_id) : null,
  ])
  return {
    run: reading.run,
    subject: subjectOf(row),
    askedBy: origin?.asked_by ?? 'somebody',
    createdAt: row.created_at.toISOString(),
    now: new Date().toISOString(),
    spentUsd: row.spent_usd,
    budgetUsd: row.budget_usd,
    progress: events.length > 0 ? progressOf(events, { kind: row.kind, input: row.input, status: row.status }) : null,
    pause: pauseOf(row),
    cancelRequested: row.cancel_requested,
    marks,
    review,
    again,
    record: recordOf(reading),
  }
}

/** The track record in a sentence; `null` before the first outcome. */
const recordOf = ({ record }: Partial<ReportReading>): string | null =>
  record && record.outcomes > 0 ? trackRecordView(record).sentence : null

/** A run for a list, without the parts that only a run's own message shows. */
export async function readListed(ctx: SurfaceContext, row: Run): Promise<ListedRun> {
  const { run_id } = row
  const [run, origin] = await Promise.all([getRun(ctx, { run_id }), originOf(ctx, run_id)])
  const events = hasEnded(row) ? [] : await runEvents(ctx, { run_id })
  return {
    run,
    subject: subjectOf(row),
    askedBy: origin?.asked_by ?? 'somebody',
    createdAt: row.created_at.toISOString(),
    now: new Date().toISOString(),
    spentUsd: row.spent_usd,
    progress: events.length > 0 ? progressOf(events, { kind: row.kind, input: row.input, status: row.status }) : null,
    pause: pauseOf(row),
  }
}

const pauseOf = ({ status, reason, resume_at }: Run): RunCard['pause'] =>
  status === 'paused' && reason ? { ...reason, resumeAt: resume_at?.toISOString() ?? null } : null

export async function marksOf(ctx: SurfaceContext, run_id: string): Promise<MinorityMark[]> {
  const rows = await readDissent(ctx, run_id)
  return rows.map(({ view_id, action, by_name, at, assignee_name, reason, due, link }) => ({
    view: view_id,
    action,
    by: by_name,
    at,
    to: assignee_name,
    text: reason,
    due,
    link,
  }))
}

export async function reviewOf(ctx: SurfaceContext, run_id: string): Promise<Review | null> {
  const row = await readDecision(ctx, run_id)
  return row && { action: row.decision, by: row.by_name, at: row.at, text: row.reason }
}

/** The subject of a run, in the requester's words. */
export const subjectOf = <K extends RunKind>({ kind, input }: { kind: K; input: unknown }): string =>
  kindWords(kind).subject(input as Partial<InputOf<K>>) ?? kind.replaceAll('_', ' ')

/** The settings in which a repeated run differs. A follow-up run of another kind shows no differences. */
async function againOf(ctx: SurfaceContext, row: Run, source: string): Promise<RunCard['again']> {
  const before = await findRun(ctx, source).catch(nullIfNotFound)
  if (before?.kind !== row.kind) return null
  const [mine, other] = [askedWith(row), askedWith(before)]
  return mine && other ? { runId: source, differences: differencesOf(other, mine) } : null
}

/**
 * The settings of a run's input; `null` for a kind that is never repeated with a change, and for input of another
 * version of the program.
 */
function askedWith<K extends RunKind>({ kind, input }: { kind: K; input: unknown }): RunSettings | null {
  const parsed = KINDS[kind].input.safeParse(input)
  return parsed.success ? (kindWords(kind).settings?.(parsed.data as InputOf<K>) ?? null) : null
}

function nullIfNotFound(error: unknown): null {
  if (isAppError(error, 'not_found')) return null
  throw error
}
