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
    seconds: wanted.wait_seconds,
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
  if (hasEnded(run)) return { ...reply, next: retryOf(run.status, run_id) }
  return {
    ...reply,
    progress: waited.progress,
    next: {
      tool: 'get_run',
      arguments: { run_id },
      why: 'The run goes on by itself; this waits for it and answers with the result or the next stage.',
    },
  }
}

const retryOf = (status: string, run_id: string): Reply['next'] =>
  status === 'failed'
    ? { tool: 'list_runs', arguments: {}, why: `A person can reopen it: pressure-test runs retry ${run_id}.` }
    : null
