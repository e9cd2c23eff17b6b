import { hasEnded } from '../domain/run/run.js'
import { foldProgress, type RunProgress } from '../domain/run/run-events.js'
import { pauseEnd } from '../presentation/pause.js'
import { progressView } from '../presentation/progress.js'
import { followRun } from '../service/run/follow-run.js'
import { findRun, getRun } from '../service/run/get-run.js'
import { readReport } from '../service/run/read-report.js'
import { type Call, MAX_WAIT, type Pace } from './define-tool.js'
import { type Next, type Progress, type Reply, replyOf, type SectionName } from './reply.js'
import { viewSources } from './view/rows.js'
import { viewRun, viewUnfinished } from './view/view-run.js'

type ReadOptions = {
  readonly run_id: string
  readonly wait_seconds: number
  /** Whether the wait also ends when the run reaches another stage or pauses. */
  readonly untilNextStage?: boolean
  readonly section?: SectionName | undefined
  readonly page?: number | undefined
}

/** A run as a reply, after the requested wait. Errors: `not_found`, `invalid_input` (no such section). */
export async function readRun(call: Call, options: ReadOptions): Promise<Reply> {
  const { run_id, section, page = 1 } = options
  const began = new Date()
  const { progress, cancelling, created_at } = await waitForRun(call, options)
  const isLast = isLastCall(created_at, began, call.pace)
  const run = await getRun(call.ctx, { run_id })
  const read = section ? null : viewSources(run.sources ?? [])
  if (run.status === 'completed') {
    const reading = await readReport(call.ctx, run)
    const reply = { ...viewRun(reading, section && { section, page }), read }
    if (isLast && !isLongOver(run.completed_at, began)) reply.next = null
    const path = reply.summary && (await call.writeReport?.(reading))
    return path ? withReport(reply, path) : reply
  }
  const reply = { ...viewUnfinished(run), read }
  if (hasEnded(run)) return reply
  if (cancelling && run.status === 'running') reply.headline = 'The run is being cancelled; it stops within seconds.'
  // The cause of a pause outlasts any call: a caller who only followed `next` would poll without end.
  if (run.status === 'paused') {
    const { resume_at } = await findRun(call.ctx, run_id)
    return { ...reply, progress, headline: `${reply.headline} It waits ${pauseEnd(resume_at)}; call get_run later.` }
  }
  if (isLast)
    return {
      ...reply,
      progress,
      headline: `${reply.headline} It takes long and goes on by itself; call get_run in a few minutes.`,
    }
  return { ...reply, progress, next: waitFor(run_id, 'The run goes on by itself; this waits for its result.') }
}

/** A run's id and status, for a token that may start runs and not read them. Errors: `not_found`. */
export async function stateOf({ ctx }: Call, run_id: string): Promise<Reply> {
  const { kind, status } = await findRun(ctx, run_id)
  const headline = `The run is ${status}. What comes of it is shown to a token with the scope read.`
  return replyOf({ run_id, kind, status, headline })
}

/** Two full waits, less a margin for a clock that is ahead of the database's. */
const WAITS_BEFORE_LAST = 1.95

/**
 * Whether a caller that only follows `next` has made its four calls: a dry run, the start, which may not wait, and two
 * full waits. The fifth offers no `next`, so that polling ends.
 */
const isLastCall = (created_at: Date, began: Date, { maxSeconds }: Pace): boolean =>
  began.getTime() - created_at.getTime() >= WAITS_BEFORE_LAST * maxSeconds * 1_000

/** Whether a run had ended long before it was asked for, so that nobody followed it until now. */
const isLongOver = (completed_at: string | null, began: Date): boolean =>
  completed_at !== null && began.getTime() - Date.parse(completed_at) > 60_000

const withReport = (reply: Reply, report_path: string): Reply => ({
  ...reply,
  summary: reply.summary && { ...reply.summary, report_path },
})

/** The next call: waits for the run as long as hosts allow. */
export const waitFor = (run_id: string, why: string): Next => ({
  tool: 'get_run',
  arguments: { run_id, wait_seconds: MAX_WAIT },
  why,
})

/**
 * Waits until the run ends, the time is over or the client has given up; the run continues in any case. Reports
 * progress at each new stage and every `pace.progressMs`. Errors: `not_found`.
 */
async function waitForRun(
  call: Call,
  { run_id, wait_seconds, untilNextStage = false }: ReadOptions,
): Promise<{ readonly progress: Progress; readonly cancelling: boolean; readonly created_at: Date }> {
  const seconds = Math.min(wait_seconds, (call.answerBy - performance.now()) / 1_000)
  const stages: RunProgress = []
  const timeout = new AbortController()
  const timer = setTimeout(() => timeout.abort(), Math.max(0, seconds * 1_000))
  // A wait of 0 s still reads the events so far.
  const signal = seconds > 0 ? AbortSignal.any([timeout.signal, call.signal]) : call.signal
  let run = await findRun(call.ctx, run_id)
  let firstStage: string | null = null
  let lastStage: string | null = null
  const notify = (progress: Progress): void => {
    if (!hasEnded(run)) call.onProgress(progress)
  }
  const ticker = setInterval(() => notify(progressView(run, stages)), call.pace.progressMs)
  try {
    for await (const update of followRun(call.ctx, { run_id, signal })) {
      run = update.run
      foldProgress(update.events, stages)
      const progress = progressView(run, stages)
      if (progress.stage !== lastStage) notify(progress)
      lastStage = progress.stage
      firstStage ??= progress.stage
      if (seconds <= 0 || hasEnded(run)) break
      // The wait for a run that is being cancelled ends only when it has stopped, whatever its stage.
      const moved = progress.stage !== firstStage && !run.cancel_requested
      if (untilNextStage && (moved || run.status === 'paused')) break
    }
  } finally {
    clearTimeout(timer)
    clearInterval(ticker)
  }
  return { progress: progressView(run, stages), cancelling: run.cancel_requested, created_at: run.created_at }
}
