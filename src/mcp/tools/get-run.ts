import { z } from 'zod'
import { defineTool } from '../define-tool.js'
import { readRun } from '../read-run.js'
import { SECTIONS } from '../reply.js'
import { runId, waitSeconds } from '../run-options.js'

export const getRunTool = defineTool({
  name: 'get_run',
  title: 'Get a run',
  description:
    'The state or the result of any run; free. Waits up to wait_seconds (default 45, at most 50) for the end or the next stage: call it again until status is completed. Without section the summary, with section the details, page by page.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  app: true,
  input: z.strictObject({
    run_id: runId,
    section: z.enum(SECTIONS).optional(),
    page: z.int().min(1).max(10_000).optional(),
    wait_seconds: waitSeconds.optional(),
  }),
  run: (call, { run_id, section, page, wait_seconds }) =>
    readRun(call, {
      run_id,
      section,
      page,
      wait_seconds: wait_seconds ?? call.pace.waitSeconds,
      untilNextStage: true,
    }),
})
