import { hasEnded } from '../domain/run.js'
import type { Run } from '../domain/run-state.js'
import { followRun } from '../service/follow-run.js'
import { findRun } from '../service/get-run.js'
import type { SurfaceContext } from '../service/surface-context.js'
import { createNarrator } from './narrate.js'
import type { Progress } from './reply.js'

export type Waited = { readonly run: Run; readonly ended: boolean; readonly progress: Progress }

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
export async function waitForRun(ctx: SurfaceContext, run_id: string, options: Options): Promise<Waited> {
  const narrator = createNarrator()
  const over = new AbortController()
  const timer = setTimeout(() => over.abort(), Math.max(0, options.seconds * 1_000))
  const signal = AbortSignal.any([over.signal, options.signal])
  let run = await findRun(ctx, run_id)
  let first: string | null = null
  let said: string | null = null
  const tell = (progress: Progress): void => {
    if (!hasEnded(run)) options.onProgress(progress)
  }
  const tick = setInterval(() => tell(narrator.now(run)), options.everyMs)
  try {
    // A wait of no time still reads what has happened so far.
    for await (const news of followRun(ctx, { run_id, signal: options.seconds > 0 ? signal : options.signal })) {
      run = news.run
      narrator.take(news.events)
      const progress = narrator.now(run)
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
  return { run, ended: hasEnded(run), progress: narrator.now(run) }
}
