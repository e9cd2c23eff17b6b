import { hasEnded } from '../domain/run.js'
import { getRun } from '../service/get-run.js'
import { readReport } from '../service/read-report.js'
import type { Call } from './define-tool.js'
import type { Reply, SectionName } from './reply.js'
import { viewRun, viewUnfinished } from './view/view-run.js'
import { waitForRun } from './wait-for-run.js'

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
