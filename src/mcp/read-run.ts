import { hasEnded } from '../domain/run.js'
import { foldProgress, type RunProgress } from '../domain/run-events.js'
import type { Run } from '../domain/run-state.js'
import { progressView } from '../presentation/progress.js'
import { followRun } from '../service/follow-run.js'
import { findRun, getRun } from '../service/get-run.js'
import { readReport } from '../service/read-report.js'
import type { SurfaceContext } from '../service/surface-context.js'
import type { Call } from './define-tool.js'
import type { Progress, Reply, SectionName } from './reply.js'
import { viewRun, viewUnfinished } from './view/view-run.js'

type Wanted = {
  readonly run_id: string
  readonly wait_seconds: number
  readonly untilNextStage?: boolean
  readonly section?: SectionName | undefined
  readonly page?: number | undefined
}

/** A run as a reply, after waiting for it as long as asked. Errors: `not_found`, `invalid_input` (no such section). */
export async function readRun(call: Call, wanted: Wanted): Promise<Reply> {
  const { run_id } = wanted
  const waited = await waitForRun(call.ctx, run_id, {
    seconds: Math.min(wanted.wait_seconds, (call.answerBy - performance.now()) / 1_000),
    signal: call.signal,
    untilNextStage: wanted.untilNextStage ?? false,
    onProgress: call.onProgress,
    everyMs: call.pace.progressMs,
  })
  const run = await getRun(call.ctx, { run_id })
  if (run.status === 'completed') {
    const section = wanted.section && { section: wanted.section, page: wanted.page ?? 1 }
    return viewRun(await readReport(call.ctx, run), section)
  }
  const reply = viewUnfinished(run)
  if (hasEnded(run)) return reply
  const stopping = waited.run.cancel_requested && run.status === 'running'
  return {
    ...reply,
    ...(stopping ? { headline: 'The run is being cancelled; it stops within seconds.' } : {}),
    progress: waited.progress,
    next: {
      tool: 'get_run',
      arguments: { run_id },
      why: 'The run goes on by itself; this waits for it and answers with the result or the next stage.',
    },
  }
}

type Waited = { readonly run: Run; readonly ended: boolean; readonly progress: Progress }

type Options = {
  readonly seconds: number
  /** The caller is gone: the wait ends, the run goes on. */
  readonly signal: AbortSignal
  /** Ends the wait when the run comes to another stage than the one it was in. */
  readonly untilNextStage?: boolean
  /** Something to say: at each new stage, and every `everyMs`. */
  readonly onProgress: (progress: Progress) => void
  readonly everyMs: number
}

/** Waits for a run: until it ends, until the time is over, until the caller has gone. The run does not notice. Errors: `not_found`. */
async function waitForRun(ctx: SurfaceContext, run_id: string, options: Options): Promise<Waited> {
  const stages: RunProgress = []
  const over = new AbortController()
  const timer = setTimeout(() => over.abort(), Math.max(0, options.seconds * 1_000))
  const signal = AbortSignal.any([over.signal, options.signal])
  let run = await findRun(ctx, run_id)
  let first: string | null = null
  let said: string | null = null
  const tell = (progress: Progress): void => {
    if (!hasEnded(run)) options.onProgress(progress)
  }
  const tick = setInterval(() => tell(progressView(run, stages)), options.everyMs)
  try {
    // A wait of no time still reads what has happened so far.
    for await (const news of followRun(ctx, { run_id, signal: options.seconds > 0 ? signal : options.signal })) {
      run = news.run
      foldProgress(news.events, stages)
      const progress = progressView(run, stages)
      if (progress.stage !== said) tell(progress)
      said = progress.stage
      first ??= progress.stage
      // Who asks for a run that is being cancelled wants to hear that it has stopped.
      const moved = options.untilNextStage === true && progress.stage !== first && !run.cancel_requested
      if (options.seconds <= 0 || moved || hasEnded(run)) break
      if (run.status === 'paused' && options.untilNextStage) break
    }
  } finally {
    clearTimeout(timer)
    clearInterval(tick)
  }
  return { run, ended: hasEnded(run), progress: progressView(run, stages) }
}
